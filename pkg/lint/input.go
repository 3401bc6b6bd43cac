package lint

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/irsalint/irsalint/pkg/adapt/iamjson"
	adaptk8s "github.com/irsalint/irsalint/pkg/adapt/kubernetes"
	adapttf "github.com/irsalint/irsalint/pkg/adapt/terraform"
	"github.com/irsalint/irsalint/pkg/graph"
	"github.com/irsalint/irsalint/pkg/parse/terraform"
	"github.com/irsalint/irsalint/pkg/source"
	"github.com/irsalint/irsalint/pkg/value"
)

// input is a project, parsed and evaluated.
type input struct {
	tree     *source.Tree
	roots    []*terraform.Root
	objects  []adaptk8s.Object
	policies []value.Value // IAM policy documents in files of their own
	problems []problem     // files that matter and cannot be read
	skipped  []problem     // files that are left out, with the reason
	names    []string      // of the files that were read for what they declare, sorted
	opaque   []graph.Opaque
	failed   error // a folder that was asked for cannot be read
}

// read walks the project and reads what matters in it.
func (s *Session) read(ctx context.Context, o *Options, t targets) *input {
	last := s.remembered()
	tree := last.newTree(o.FS)
	found := walk(ctx, tree, t.walk, o.Config, o.Jobs)
	if o.Shuffle != nil {
		o.Shuffle(len(found.files), func(i, j int) {
			found.files[i], found.files[j] = found.files[j], found.files[i]
		})
	}
	for _, dir := range t.walk {
		if err := found.unread[dir]; err != nil && ctx.Err() == nil {
			return &input{failed: fmt.Errorf("%s: the folder cannot be listed: %s", o.relative(dir), source.Reason(dir, err))}
		}
	}
	var tf, manifests []string
	for _, f := range found.files {
		if formatOf(f) == formatTerraform {
			tf = append(tf, f)
		} else {
			manifests = append(manifests, f)
		}
	}
	in := &input{tree: tree}
	var parsed []*manifest
	var wg sync.WaitGroup
	wg.Go(func() { parsed = s.readManifests(ctx, o, tree, manifests) })
	next := memory{tree: tree, once: s.once}
	wg.Go(func() { in.roots, in.skipped = next.evaluate(ctx, o, tf, last) })
	wg.Wait()
	if ctx.Err() != nil {
		return in
	}
	if !s.once {
		s.remember(next)
	}

	used, files := in.usedByTerraform()
	in.policies = policyDocuments(manifests, parsed, files, found.links)
	in.objects = manifestObjects(manifests, parsed, used, found.links)
	for dir, err := range found.unread {
		p := problem{file: dir, message: "the folder cannot be listed: " + source.Reason(dir, err)}
		in.skipped = append(in.skipped, p)
		in.unseen(p)
	}
	for i, m := range parsed {
		name := manifests[i]
		switch {
		case m.problem != nil && !used[name]:
			in.problems = append(in.problems, *m.problem)
			if mayMapRoles(m.data) {
				in.unseen(*m.problem)
			}
		case m.unread != "":
			p := problem{file: name, message: m.unread}
			in.skipped = append(in.skipped, p)
			in.unseen(p)
		case m.template && !used[name]:
			p := problem{file: name, message: "a template, not rendered"}
			in.skipped = append(in.skipped, p)
			if mayMapRoles(m.data) {
				in.unseen(p)
			}
		}
		if m.file != nil {
			files[name] = true
		}
	}
	in.names = slices.Sorted(maps.Keys(files))
	return in
}

// mayMapRoles reports whether text may hold an aws-auth ConfigMap.
func mayMapRoles(data []byte) bool {
	return bytes.Contains(data, []byte("aws-auth")) || bytes.Contains(data, []byte("mapRoles"))
}

// unseen notes what may hold an aws-auth ConfigMap and is not read: it may be
// that of any cluster. Of the kinds that manifests make, it is the only one
// whose absence is a mistake.
func (in *input) unseen(p problem) {
	in.opaque = append(in.opaque, graph.Opaque{
		Scope: path.Dir(p.file), Kinds: []string{"aws_auth"}, Anywhere: true, Why: p.file + " may map it: " + p.message,
		At: graph.Place{Span: source.Span{File: source.NewFile(p.file, nil)}},
	})
}

// usedByTerraform gives the files other than its own that roots with manifest
// resources read: they render the manifests themselves. It collects the roots'
// problems on the way, and all files that they read.
func (in *input) usedByTerraform() (used, files map[string]bool) {
	used, files = map[string]bool{}, map[string]bool{}
	type once struct {
		at      source.Span
		message string
	}
	seen := map[once]bool{}
	for _, r := range in.roots {
		applies := slices.ContainsFunc(r.Resources, func(r *terraform.Resource) bool {
			return !r.Data && (strings.HasPrefix(r.Type, "kubectl_") || r.Type == "kubernetes_manifest")
		})
		for _, f := range r.Files {
			if _, err := in.tree.File(f); err != nil {
				continue // looked for, not there
			}
			files[f] = true
			if formatOf(f) != formatTerraform && applies {
				used[f] = true
			}
		}
		for _, p := range r.Problems { // of a module, once
			k := once{p.At, p.Message}
			if seen[k] || p.At.File == nil {
				continue
			}
			seen[k] = true
			found := problem{file: p.At.File.Path, at: p.At, message: p.Message}
			if p.Foreign {
				found.message = bare(found)
				in.skipped = append(in.skipped, found)
			} else {
				in.problems = append(in.problems, found)
			}
		}
	}
	return used, files
}

// graph makes the graph. Adapters run one after the other, so that the nodes
// come in the same order each time.
func (in *input) graph(o *Options) *graph.Graph {
	b := graph.NewBuilder()
	if o.Config != nil && len(o.Config.Clusters) > 0 {
		b.Deployed(func(path string) (string, source.Span, bool) {
			c, ok := o.Config.ClusterOf(path)
			return c.Name, c.At, ok
		})
	}
	for _, r := range in.roots {
		adapttf.Adapt(r, b)
	}
	in.roots = nil // most of what was evaluated is no part of the graph
	adaptk8s.Adapt(in.objects, b)
	for _, p := range in.policies {
		iamjson.Adapt(p, b)
	}
	slices.SortFunc(in.opaque, func(x, y graph.Opaque) int { return strings.Compare(x.At.File.Path, y.At.File.Path) })
	for _, o := range in.opaque {
		b.Add(o)
	}
	return b.Link()
}
