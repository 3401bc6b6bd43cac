package lint

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"sync/atomic"

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
	once   bool                       // there is no next run
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

// evaluate evaluates the Terraform roots among the files, each in all its
// environments, those anew that looked at something that is not as it was in
// the last run. skipped says what is left out.
func (m *memory) evaluate(ctx context.Context, o *Options, files []string, last memory) (roots []*terraform.Root, skipped []problem) {
	var worlds []world
	dirs, skipped := m.find(ctx, o, files, last)
	found := make([]RootEnvironments, len(dirs))
	each(ctx, o.Jobs, len(dirs), func(i int) { found[i] = environments(o, m.loader, dirs[i]) })
	for i, dir := range dirs {
		r := &found[i]
		worlds = append(worlds, r.worlds(o)...)
		if r.more > 0 {
			skipped = append(skipped, problem{file: dir, message: fmt.Sprintf("%d of the environments of this root are not evaluated", r.more)})
		}
	}
	roots = make([]*terraform.Root, len(worlds))
	keys := make([]string, len(worlds))
	schema := adapttf.NewSchema()
	left := make(map[string]*atomic.Int64) // worlds of a folder
	for _, w := range worlds {
		if left[w.dir] == nil {
			left[w.dir] = new(atomic.Int64)
		}
		left[w.dir].Add(1)
	}
	each(ctx, o.Jobs, len(worlds), func(i int) {
		w := worlds[i]
		keys[i] = w.dir + "\x00" + fmt.Sprintf("%#v", w.options)
		if old := last.roots[keys[i]]; old != nil && old.Same(m.tree) {
			roots[i] = old
			return
		}
		w.options.Schema = schema
		roots[i] = m.loader.Evaluate(w.dir, w.options)
		if left[w.dir].Add(-1) == 0 && m.once {
			m.loader.Forget(w.dir)
		}
	})
	m.roots = map[string]*terraform.Root{}
	for i, r := range roots {
		if r != nil {
			m.roots[keys[i]] = r
		}
	}
	return slices.DeleteFunc(roots, func(r *terraform.Root) bool { return r == nil }), skipped // cancelled
}

// find gives the folders of the Terraform roots among the files, and files that
// cannot be read in folders where nothing else matters: they may.
func (m *memory) find(ctx context.Context, o *Options, files []string, last memory) (roots []string, unread []problem) {
	tree := m.tree
	matters := make([]bool, len(files))
	errs := make([]error, len(files))
	each(ctx, o.Jobs, len(files), func(i int) {
		f, err := tree.File(files[i])
		if errs[i] = err; err == nil {
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
	for i, f := range files {
		if _, found := slices.BinarySearch(dirs, path.Dir(f)); errs[i] != nil && !found && !errors.Is(errs[i], fs.ErrNotExist) {
			unread = append(unread, problem{file: f, message: "the file cannot be read: " + source.Reason(f, errs[i])})
		}
	}
	m.loader = terraform.NewLoader(tree) // parses each file once, for all roots
	if last.loader != nil {
		m.loader = last.loader.Successor(tree)
	}
	return m.loader.Roots(slices.Compact(dirs)), unread
}
