package lint

import (
	"context"
	"fmt"
	"io/fs"
	"sync"

	"github.com/irsalint/irsalint/pkg/finding"
	"github.com/irsalint/irsalint/pkg/graph"
	"github.com/irsalint/irsalint/pkg/rules"
	"github.com/irsalint/irsalint/pkg/source"
)

// Session keeps between runs what does not change: the compiled rules, what
// unchanged files parsed to, and the Terraform roots that read only such. It
// is safe for concurrent use.
type Session struct {
	load func() (*rules.Set, error)
	once bool // nothing is kept

	mu     sync.Mutex
	parsed map[string]*manifest // by path; valid while the content is the same
	last   memory
}

// NewSession gives a session with irsalint's rules and those of further
// policy folders.
func NewSession(policies ...fs.FS) *Session {
	return &Session{
		parsed: map[string]*manifest{},
		load: sync.OnceValues(func() (*rules.Set, error) {
			set, err := rules.Load(policies...)
			if err != nil {
				return nil, &ConfigError{fmt.Errorf("policies: %w", err)}
			}
			return set, nil
		}),
	}
}

// Once gives a session for one run: it keeps nothing.
func Once(policies ...fs.FS) *Session {
	s := NewSession(policies...)
	s.once = true
	return s
}

// Run lints once, without a session to come.
func Run(ctx context.Context, o Options, policies ...fs.FS) (finding.Report, error) {
	return Once(policies...).Run(ctx, o)
}

// Analyze is Run, and gives what it found on the way.
func (s *Session) Analyze(ctx context.Context, o Options) (Analysis, error) {
	go func() { _, _ = s.load() }() // beside reading and parsing; the error is met below
	t, err := newTargets(o.FS, o.Paths)
	if err != nil {
		return Analysis{}, err
	}
	in := s.read(ctx, &o, t)
	if in.failed != nil {
		return Analysis{}, in.failed
	}
	set, err := s.load()
	if err != nil {
		return Analysis{}, err
	}
	selected, err := o.resolve(set)
	if err != nil {
		return Analysis{}, err
	}
	g := in.graph(&o)
	outcome, err := set.Evaluate(ctx, g, selected)
	if err != nil {
		return Analysis{}, err
	}
	r := finding.NewReport(o.Tool)
	p := placer{in.tree, o.relative}
	w := writer{options: &o, selected: selected, targets: t, placer: p, report: &r, free: g.WithoutEnvironment}
	w.problems(in.problems)
	w.skipped(in.skipped)
	w.checks(outcome.Checks)
	r.Summary.Files = len(in.names)
	r.Summary.Objects = objects(g)
	d := newDecisions(&o, set, selected, t, in, outcome.Checks, p)
	for _, step := range steps(d) {
		step(&r)
	}
	return Analysis{Report: r, Graph: g, Checks: outcome.Checks, Baseline: d.next, placer: p}, nil
}

// Graph gives the graph that the rules would see.
func (s *Session) Graph(ctx context.Context, o Options) (*graph.Graph, error) {
	t, err := newTargets(o.FS, o.Paths)
	if err != nil {
		return nil, err
	}
	in := s.read(ctx, &o, t)
	if in.failed != nil {
		return nil, in.failed
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return in.graph(&o), nil
}

// problem is something in the input that stopped a part of it from being read.
type problem struct {
	file    string      // project path
	at      source.Span // zero: the file as a whole
	message string
}

// objects counts the nodes that adapters made, by kind.
func objects(g *graph.Graph) map[string]int {
	return map[string]int{
		"cluster": len(g.Cluster), "provider": len(g.Provider), "role": len(g.Role),
		"policy": len(g.Policy), "statement": len(g.Statement),
		"service_account": len(g.ServiceAccount), "workload": len(g.Workload),
		"account_reference": len(g.AccountReference), "association": len(g.Association),
		"addon": len(g.Addon), "node_group": len(g.NodeGroup), "node_class": len(g.NodeClass),
		"instance_profile": len(g.InstanceProfile), "aws_auth": len(g.AWSAuth),
		"access_entry": len(g.AccessEntry),
	}
}
