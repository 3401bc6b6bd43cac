package terraform

import "github.com/irsalint/irsalint/pkg/source"

// Loader parses folders, each once, however many roots use them.
type Loader struct{ tree *source.Tree }

// NewLoader gives a Loader over the files of a project.
func NewLoader(tree *source.Tree) *Loader { return &Loader{tree: tree} }

// Evaluate is like the function of the same name.
func (l *Loader) Evaluate(dir string, opts Options) *Root {
	ev := &evaluator{
		tree: l.tree, loader: l, opts: opts, root: &Root{Dir: dir}, scope: dir + "#", left: maxSteps,
		read: map[string]bool{}, used: map[string]bool{}, said: map[string]bool{},
	}
	return ev.finish()
}
