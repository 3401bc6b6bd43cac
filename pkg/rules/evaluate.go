package rules

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/open-policy-agent/opa/v1/ast"
	"github.com/open-policy-agent/opa/v1/topdown"

	"github.com/irsalint/irsalint/pkg/graph"
)

// workers is the number of goroutines that parse and evaluate. More do not
// pay: start-up and reading the files fill the other cores.
const workers = 2

// Status is the result of a check.
type Status string

// The results.
const (
	Verified     Status = "verified"
	Contradicted Status = "contradicted"
	Unverified   Status = "unverified"
)

// Check is one thing that a rule looked at.
type Check struct {
	Rule   string // id of the rule
	ID     string // unique among the checks of the rule
	Object string // label of what was checked
	At     string // place, see source.Span.Place
	Status Status

	// Of a contradicted check.
	Severity string // error, warning or note
	Message  string // one line, complete in itself
	Related  []Related
	Help     string   // what to write
	Key      []string // semantic identity and offending value, for the fingerprint
	Fix      *Fix

	// Reason says why an unverified check could not be settled.
	Reason string

	// Joined are the ids of further checks of a contradicted one that are the
	// same mistake, such as the instances of a resource.
	Joined []string

	// same tells apart what stands at one place: contradicted checks of a rule
	// that agree in place and same are one mistake.
	same string
}

// Related is another place that a finding is about.
type Related struct {
	Message string
	At      string
}

// Fix is an edit: the text to put at a place.
type Fix struct {
	At   string
	Text string
}

// Outcome is what the rules found.
type Outcome struct {
	// Checks are in order of rule, place and id.
	Checks []Check
	// Inconsistent are contradictions of rules with themselves: a finding of
	// a check that they do not make, or one both contradicted and unverified.
	// The report treats them as findings and as unverified; tests demand that
	// there are none.
	Inconsistent []string
}

// Evaluate runs the selected rules over a graph. It stops with the context's
// error when the context ends; any other error names its rule.
func (s *Set) Evaluate(ctx context.Context, g *graph.Graph, sel Selection) (Outcome, error) {
	return s.evaluate(ctx, Input(g), sel)
}

func (s *Set) evaluate(ctx context.Context, in ast.Value, sel Selection) (Outcome, error) {
	input := ast.NewTerm(in)
	var selected []*Rule
	for _, r := range s.Rules {
		if sel.Has(r.ID) {
			selected = append(selected, r)
		}
	}
	nodes := 0
	if kinds, ok := in.(ast.Object); ok {
		kinds.Foreach(func(_, kind *ast.Term) {
			if list, ok := kind.Value.(ast.Object); ok {
				nodes += list.Len()
			}
		})
	}
	parts := make([]Outcome, len(selected))
	errs := make([]error, len(selected))
	var next atomic.Int64
	var wg sync.WaitGroup
	for range min(workers, len(selected)) {
		wg.Go(func() {
			// What rules share (lib) is evaluated once per worker.
			shared := topdown.NewVirtualCache()
			for {
				i := int(next.Add(1)) - 1
				if i >= len(selected) || ctx.Err() != nil {
					return
				}
				errs[i] = bounded(ctx, selected[i], limitsFor(nodes), func(cancel topdown.Cancel) (err error) {
					parts[i], err = s.run(ctx, selected[i], input, cancel, shared)
					return err
				})
			}
		})
	}
	wg.Wait()
	if err := ctx.Err(); err != nil {
		return Outcome{}, err
	}
	var out Outcome
	for i, p := range parts {
		if errs[i] != nil {
			return Outcome{}, fmt.Errorf("rule %s: %w", selected[i].ID, errs[i])
		}
		out.Checks = append(out.Checks, p.Checks...)
		out.Inconsistent = append(out.Inconsistent, p.Inconsistent...)
	}
	return out, nil
}

// run asks for the exports of one rule. The references are ground: an
// enumeration of packages would need a store.
func (s *Set) run(ctx context.Context, r *Rule, input *ast.Term, cancel topdown.Cancel, shared topdown.VirtualCache) (Outcome, error) {
	var body ast.Body
	for _, name := range []string{violation, applies, unverified} {
		if r.exports[name] {
			ref := ast.NewTerm(r.pkg.Append(ast.StringTerm(name)))
			body.Append(ast.Equality.Expr(ast.VarTerm(name), ref))
		}
	}
	results, err := topdown.NewQuery(body).
		WithCompiler(s.compiler).
		WithInput(input).
		WithCancel(cancel).
		WithVirtualCache(shared).
		WithStrictBuiltinErrors(true).
		Run(ctx)
	if err != nil {
		return Outcome{}, err
	}
	if len(results) != 1 {
		return Outcome{}, fmt.Errorf("%d results instead of one", len(results))
	}
	j := judge{rule: r, byID: map[string]int{}}
	for _, name := range []string{applies, violation, unverified} {
		if !r.exports[name] {
			continue
		}
		if err := j.take(name, results[0][ast.Var(name)]); err != nil {
			return Outcome{}, fmt.Errorf("%s: %w", name, err)
		}
	}
	slices.SortStableFunc(j.out.Checks, func(a, b Check) int {
		return cmp.Or(comparePlaces(a.At, b.At), cmp.Compare(a.ID, b.ID), cmp.Compare(a.Message, b.Message))
	})
	j.out.Checks = oneMistake(j.out.Checks)
	slices.Sort(j.out.Inconsistent)
	return j.out, nil
}
