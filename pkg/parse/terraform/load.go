package terraform

import (
	"errors"
	"io/fs"
	"path"
	"runtime"
	"slices"
	"strings"
	"sync"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/irsalint/irsalint/pkg/source"
	"github.com/irsalint/irsalint/pkg/value"
)

// Loader parses the files of a project, each once, however many roots use
// them. It is safe for concurrent use.
type Loader struct {
	tree *source.Tree
	busy chan struct{} // bounds the files parsed at one time

	ahead sync.WaitGroup // see loadAhead

	mu      sync.Mutex
	files   map[string]*fileEntry
	modules map[string]*moduleEntry
	old     map[string]*parsed // of a predecessor
}

type fileEntry struct {
	once sync.Once
	p    *parsed
}

type moduleEntry struct {
	once sync.Once
	m    *module
}

// NewLoader gives a Loader over the files of a project.
func NewLoader(tree *source.Tree) *Loader {
	return &Loader{
		tree:    tree,
		busy:    make(chan struct{}, runtime.GOMAXPROCS(0)),
		files:   map[string]*fileEntry{},
		modules: map[string]*moduleEntry{},
	}
}

// Successor gives a Loader over a successor of the tree, which parses only
// files that have changed. Nothing may be using l any more.
func (l *Loader) Successor(tree *source.Tree) *Loader {
	l.ahead.Wait()
	next := NewLoader(tree)
	next.old = map[string]*parsed{}
	l.mu.Lock()
	defer l.mu.Unlock()
	for name, e := range l.files {
		if e.p != nil {
			next.old[name] = e.p
		}
	}
	for name, p := range l.old { // of roots that were not evaluated again
		if next.old[name] == nil && tree.Before(name) == p.file {
			next.old[name] = p
		}
	}
	return next
}

// module is one folder: what its files declare. It is shared by all
// evaluations and never changed after it was loaded.
type module struct {
	reads *source.Reads
	dir   string
	files []string // read, in order
	// tree gives the file of a range.
	byName map[string]*source.File
	ropes  map[string]value.Text // see exprState

	vars      map[string]*variable
	locals    map[string]*local
	outputs   map[string]*output
	resources map[string]*resourceDecl // by type.name, data.type.name, ephemeral.type.name
	calls     map[string]*callDecl
	providers map[string]*providerDecl // by name or name.alias

	problems []Problem
	// broken says why something of the module may be missing; nil if all of
	// it was read.
	broken *value.Symbol
}

// load gives the module in a folder. A folder that is not there is a module
// without files.
func (l *Loader) load(dir string) *module {
	l.mu.Lock()
	e := l.modules[dir]
	if e == nil {
		e = &moduleEntry{}
		l.modules[dir] = e
	}
	l.mu.Unlock()
	e.once.Do(func() {
		e.m = l.parseModule(dir)
		l.loadAhead(e.m)
	})
	return e.m
}

// loadAhead begins to parse the modules that a module calls by local paths, as
// an evaluation comes to each only when it needs it.
func (l *Loader) loadAhead(m *module) {
	for _, c := range m.calls {
		to, ok := localSource(m.dir, c.source)
		if !ok {
			continue
		}
		l.mu.Lock()
		known := l.modules[to] != nil
		l.mu.Unlock()
		if !known {
			l.ahead.Go(func() { l.load(to) })
		}
	}
}

// Forget drops what was parsed for the root in a folder and not taken from
// modules elsewhere. It is for a Loader that evaluates each root once; what is
// needed again is parsed again.
func (l *Loader) Forget(dir string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	e := l.modules[dir]
	if e == nil || e.m == nil {
		return
	}
	delete(l.modules, dir)
	for _, name := range e.m.files {
		delete(l.files, name)
	}
}

// lister is the part of a tree that says which files there are.
type lister interface {
	ReadDir(name string) ([]fs.DirEntry, error)
	Stat(name string) (fs.FileInfo, error)
}

// configFiles lists the Terraform files of a folder, those that override last.
// OpenTofu reads x.tofu in the place of x.tf; what else there is, it reads
// together.
func configFiles(tree lister, dir string) (base, override []string) {
	entries, err := tree.ReadDir(dir)
	if err != nil {
		return nil, nil
	}
	replaced := map[string]bool{}
	for _, e := range entries {
		name := e.Name()
		stem, ok := configStem(name)
		if !ok || e.IsDir() || strings.HasPrefix(name, ".") || strings.HasSuffix(name, "~") {
			continue
		}
		full := path.Join(dir, name)
		if e.Type()&fs.ModeType != 0 {
			// What is no file may still be one where Terraform runs: a link
			// that leads out of the project, a pipe.
			if info, err := tree.Stat(full); err == nil && info.IsDir() {
				continue
			}
		}
		if ending := strings.TrimPrefix(name, stem); strings.HasPrefix(ending, ".tofu") {
			replaced[path.Join(dir, stem+".tf"+strings.TrimPrefix(ending, ".tofu"))] = true
		}
		if stem == "override" || strings.HasSuffix(stem, "_override") {
			override = append(override, full)
		} else {
			base = append(base, full)
		}
	}
	gone := func(name string) bool { return replaced[name] }
	base, override = slices.DeleteFunc(base, gone), slices.DeleteFunc(override, gone)
	slices.Sort(base)
	slices.Sort(override)
	return base, override
}

// configStem cuts the ending of a file of Terraform or OpenTofu.
func configStem(name string) (stem string, ok bool) {
	name = strings.TrimSuffix(name, ".json")
	if stem, ok = strings.CutSuffix(name, ".tofu"); ok {
		return stem, true
	}
	return strings.CutSuffix(name, ".tf")
}

// file parses one file, once. It is nil if the file cannot be read.
func (l *Loader) file(name string) *parsed {
	l.mu.Lock()
	e := l.files[name]
	if e == nil {
		e = &fileEntry{}
		l.files[name] = e
	}
	l.mu.Unlock()
	e.once.Do(func() {
		l.busy <- struct{}{}
		defer func() { <-l.busy }()
		f, err := l.tree.File(name)
		switch old := l.old[name]; {
		case old != nil && old.file == f:
			e.p = old
		case err != nil:
			e.p = unread(name, err)
		case strings.HasSuffix(name, ".json"):
			e.p = parseJSON(f)
		default:
			e.p = parseHCL(f)
		}
	})
	return e.p
}

// unread is a file that cannot be read. What is too large or locked away is
// for people to see; a link is right where the file is that it names.
func unread(name string, err error) *parsed {
	why := source.Reason(name, err)
	if errors.Is(err, fs.ErrNotExist) { // its folder lists it, or the command line names it
		why = "there is no such file, or it is a link that leads nowhere"
	}
	p := emptyFile(source.NewFile(name, nil))
	p.problems = append(p.problems, Problem{
		At: source.Span{File: p.file}, Message: path.Base(name) + " cannot be read: " + why,
		Foreign: !errors.Is(err, fs.ErrPermission) && !errors.Is(err, source.ErrTooLarge)})
	return p
}

func (l *Loader) parseModule(dir string) *module {
	reads := l.tree.Record()
	base, override := configFiles(reads, dir)
	m := &module{
		reads: reads, dir: dir, files: append(slices.Clone(base), override...),
		byName: map[string]*source.File{}, ropes: map[string]value.Text{},
		vars: map[string]*variable{}, locals: map[string]*local{}, outputs: map[string]*output{},
		resources: map[string]*resourceDecl{}, calls: map[string]*callDecl{}, providers: map[string]*providerDecl{},
	}
	files := make([]*parsed, len(m.files))
	var wg sync.WaitGroup
	for i, name := range m.files {
		wg.Go(func() { files[i] = l.file(name) })
	}
	wg.Wait()
	for i, p := range files {
		_, _ = reads.File(m.files[i]) // errors are problems of p
		m.byName[m.files[i]] = p.file
		for name, text := range p.ropes {
			m.ropes[name] = text
		}
		m.problems = append(m.problems, p.problems...)
		if p.broken() && m.broken == nil {
			m.broken = brokenSymbol(p)
		}
	}
	m.declare(merge(files[:len(base)], files[len(base):]))
	return m
}

// brokenSymbol says why the rest of a file is not known.
func brokenSymbol(p *parsed) *value.Symbol {
	why := path.Base(p.file.Path) + " cannot be parsed"
	if p.problems[0].Foreign {
		why = p.problems[0].Message
	}
	return &value.Symbol{Key: p.file.Path, Label: p.file.Path, Why: why, At: p.problems[0].At}
}

// span gives the place of a range of one of the module's files.
func (m *module) span(r hcl.Range) source.Span {
	f := m.byName[r.Filename]
	if f == nil {
		return source.Span{}
	}
	return source.Span{File: f, Start: r.Start.Byte, End: r.End.Byte}
}

func emptyFile(f *source.File) *parsed {
	return &parsed{
		file:    f,
		body:    &hclsyntax.Body{Attributes: hclsyntax.Attributes{}},
		partial: map[*hclsyntax.Block]bool{},
		ropes:   map[string]value.Text{},
	}
}
