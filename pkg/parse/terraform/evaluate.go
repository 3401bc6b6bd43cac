package terraform

import (
	"cmp"
	"slices"

	"github.com/irsalint/irsalint/pkg/source"
	"github.com/irsalint/irsalint/pkg/value"
)

// Bounds of one evaluation. Real configurations stay far below them; they end
// hostile ones in bounded time and memory.
const (
	maxSteps     = 2_000_000 // expressions and iterations of one root
	maxInstances = 512       // of one count or for_each
	maxModules   = 2_000     // module instances of one root
	maxDepth     = 16        // module calls inside each other
	maxWeight    = 1 << 20   // of one local, input, output or attribute, in bytes
	maxBlocks    = 24        // nested blocks inside each other
	maxProblems  = 100
)

// Evaluate evaluates the root module in dir, a folder relative to the root of
// the project, with all modules it calls. It never fails: what cannot be read
// or known is said in the result.
func Evaluate(tree *source.Tree, dir string, opts Options) *Root {
	return NewLoader(tree).Evaluate(dir, opts)
}

// evaluator is the state of one evaluation of one root. It is used by one
// goroutine.
type evaluator struct {
	exprState

	tree   *source.Reads
	loader *Loader
	opts   Options
	root   *Root
	start  source.Span // the start of the first file of the root
	// scope begins the key of every symbol of this root.
	scope string

	left      int  // steps that may still be made
	modules   int  // module instances made
	tooMany   bool // modules, which is said
	resources int  // resource instances made
	depth     int  // values that are being evaluated for each other
	// assumed counts the reads of instances that may not exist. A reader such
	// as try, which acts on their absence, compares it before and after.
	assumed int

	lastName string
	lastFile *source.File
	read     map[string]bool   // files
	used     map[string]bool   // folders
	said     map[string]bool   // problems, so that each is said once
	manifest map[string]string // see installed

	providers map[string]*Provider // by key; nil while one is evaluated
}

// file gives the file of a name that stands in an hcl.Range, nil if there is
// none.
func (ev *evaluator) file(name string) *source.File {
	if name == ev.lastName && ev.lastFile != nil {
		return ev.lastFile
	}
	if name == "" {
		return nil
	}
	f, err := ev.tree.File(name)
	if err != nil {
		return nil
	}
	ev.lastName, ev.lastFile = name, f
	return f
}

// open reads a file of the project and notes that the result depends on it,
// also if it is not there.
func (ev *evaluator) open(name string) (*source.File, error) {
	ev.read[name] = true
	return ev.tree.File(name)
}

// step takes one step of the budget. It is false once the budget is spent;
// whatever is evaluated then is unknown.
func (ev *evaluator) step() bool {
	if ev.left > 0 {
		ev.left--
		return true
	}
	ev.problem(source.Span{}, "the configuration takes too many steps to evaluate; the rest of it is unknown")
	return false
}

// steps takes several steps of the budget.
func (ev *evaluator) steps(n int) bool {
	ev.left = max(ev.left-n+1, 0)
	return ev.step()
}

// enter begins the evaluation of a value that another one needs. It is false
// if they already form a chain that is too long; else leave ends it.
func (ev *evaluator) enter(at source.Span) bool {
	if ev.depth >= maxRecursion {
		ev.problem(at, "values refer to each other in a chain that is too long to evaluate")
		return false
	}
	ev.depth++
	return true
}

func (ev *evaluator) leave() { ev.depth-- }

// problem notes something that stopped a part of the evaluation. Without a
// place it stands at the start of the root.
func (ev *evaluator) problem(at source.Span, msg string) { ev.note(Problem{At: at, Message: msg}) }

// note is problem for one that is made already.
func (ev *evaluator) note(p Problem) {
	if p.At.IsZero() {
		p.At = ev.start
	}
	key := p.At.Place() + " " + p.Message
	if ev.said[key] || len(ev.root.Problems) >= maxProblems {
		return
	}
	ev.said[key] = true
	ev.root.Problems = append(ev.root.Problems, p)
}

// finish puts the result into its one order.
func (ev *evaluator) finish() *Root {
	r := ev.root
	r.reads = ev.tree
	r.Files, r.Modules = sortedKeys(ev.read), sortedKeys(ev.used)
	slices.SortStableFunc(r.Resources, func(a, b *Resource) int { return cmp.Compare(a.Address, b.Address) })
	slices.SortStableFunc(r.Opaque, func(a, b OpaqueModule) int {
		return cmp.Or(cmp.Compare(a.Address, b.Address), cmp.Compare(a.Why, b.Why), cmp.Compare(a.At.Start, b.At.Start))
	})
	slices.SortStableFunc(r.Providers, func(a, b *Provider) int { return cmp.Compare(a.Key, b.Key) })
	slices.SortStableFunc(r.Problems, func(a, b Problem) int {
		return cmp.Or(cmp.Compare(pathOf(a.At), pathOf(b.At)), cmp.Compare(a.At.Start, b.At.Start), cmp.Compare(a.Message, b.Message))
	})
	return r
}

func pathOf(s source.Span) string {
	if s.File == nil {
		return ""
	}
	return s.File.Path
}

func sortedKeys[V any](m map[string]V) []string {
	out := make([]string, 0, len(m))
	for k := range m {
		out = append(out, k)
	}
	slices.Sort(out)
	return out
}

// weigh takes the size of v from a budget; the result is negative if v is
// larger. It ends early, so a value that shares its parts many times over
// costs no more than the budget.
func weigh(v value.Value, budget int) int {
	budget -= 16
	if budget < 0 {
		return budget
	}
	switch v.Kind() {
	case value.String:
		t, _ := v.AsText()
		return budget - len(t.Flat())
	case value.List:
		for _, it := range v.Items() {
			if budget = weigh(it, budget); budget < 0 {
				return budget
			}
		}
	case value.Map:
		for _, f := range v.Fields() {
			if budget = weigh(f.Value, budget-len(f.Key.Flat())); budget < 0 {
				return budget
			}
		}
	}
	return budget
}
