package lint

import (
	"context"
	"fmt"
	"path"
	"slices"

	adapttf "github.com/irsalint/irsalint/pkg/adapt/terraform"
	"github.com/irsalint/irsalint/pkg/parse/terraform"
	"github.com/irsalint/irsalint/pkg/source"
)

// memory is what a session keeps of its last run. It is not changed once the
// run is over. The zero memory remembers nothing.
type memory struct {
	tree   *source.Tree
	loader *terraform.Loader
	roots  map[string]*terraform.Root // by folder and options
}

func (s *Session) remembered() memory {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.last
}

func (s *Session) remember(m memory) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.last = m
}

// newTree gives a tree that reads everything again but makes no second File
// of what has not changed.
func (m memory) newTree(fsys source.FS) *source.Tree {
	if m.tree == nil {
		return source.NewTree(fsys)
	}
	return m.tree.Successor(fsys)
}

// evaluate evaluates the Terraform roots among the files, those anew that
// looked at something that is not as it was in the last run.
func (m *memory) evaluate(ctx context.Context, o *Options, files []string, last memory) []*terraform.Root {
	tree := m.tree
	matters := make([]bool, len(files))
	each(ctx, o.Jobs, len(files), func(i int) {
		if f, err := tree.File(files[i]); err == nil {
			matters[i] = terraformMatters(f.Data)
		}
	})
	var dirs []string
	for i, f := range files {
		if matters[i] {
			dirs = append(dirs, path.Dir(f))
		}
	}
	slices.Sort(dirs)
	m.loader = terraform.NewLoader(tree) // parses each file once, for all roots
	if last.loader != nil {
		m.loader = last.loader.Successor(tree)
	}
	dirs = m.loader.Roots(slices.Compact(dirs))
	roots := make([]*terraform.Root, len(dirs))
	options := terraform.Options{Vars: o.vars(), VarFiles: o.VarFiles}
	given := fmt.Sprintf("%#v", options)
	options.Schema = adapttf.NewSchema()
	each(ctx, o.Jobs, len(dirs), func(i int) {
		if old := last.roots[dirs[i]+"\x00"+given]; old != nil && old.Same(tree) {
			roots[i] = old
			return
		}
		roots[i] = m.loader.Evaluate(dirs[i], options)
	})
	m.roots = map[string]*terraform.Root{}
	for i, r := range roots {
		if r != nil {
			m.roots[dirs[i]+"\x00"+given] = r
		}
	}
	return slices.DeleteFunc(roots, func(r *terraform.Root) bool { return r == nil }) // cancelled
}
