package terraform

import (
	"path"

	"github.com/irsalint/irsalint/pkg/source"
	"github.com/irsalint/irsalint/pkg/value"
)

// walk evaluates all that is in an instance and in the modules it calls.
func (in *instance) walk() {
	root := in.ev.root
	if in.m.broken != nil {
		why := in.m.broken.Why
		root.Opaque = append(root.Opaque, OpaqueModule{
			Address: in.addr, Source: in.m.dir, At: in.m.broken.At, Why: why, Exists: in.exists,
		})
	}
	for _, key := range sortedKeys(in.m.providers) {
		if d := in.m.providers[key]; in.parent == nil || !empty(d) {
			in.configured(d)
		}
	}
	for _, key := range sortedKeys(in.m.resources) {
		d := in.m.resources[key]
		s := in.setOf(d)
		if s == nil {
			continue
		}
		for _, i := range s.instances {
			if in.evaluate(d, i) {
				root.Resources = append(root.Resources, i.r)
			}
		}
		if s.open != nil && !s.hasMaybe() { // more than is evaluated
			root.Opaque = append(root.Opaque, OpaqueModule{
				Address: in.address(key), Source: in.m.dir, At: d.at, Why: s.open.Why, Exists: in.exists,
			})
		}
	}
	for _, name := range sortedKeys(in.m.calls) {
		c := in.m.calls[name]
		s := in.childrenOf(c)
		if s.opaque == "" {
			for _, child := range s.instances {
				child.walk()
			}
			if s.open == nil || s.hasMaybe() {
				continue
			}
		}
		in.opaqueCalls(c, s)
	}
}

// hasMaybe reports whether an instance stands for those that may exist.
func (r *repetitions) hasMaybe() bool {
	for i := range r.list {
		if r.list[i].maybe != nil {
			return true
		}
	}
	return false
}

// opaqueCalls notes the instances of a module that cannot be looked into.
func (in *instance) opaqueCalls(c *callDecl, s *childSet) {
	why := s.opaque
	list := s.list
	if why == "" { // there are more instances than are evaluated
		why, list = s.open.Why, []repetition{{maybe: s.open}}
	}
	if len(list) == 0 && s.open != nil {
		list = []repetition{{maybe: s.open}}
	}
	for _, r := range list {
		o := OpaqueModule{
			Address: in.address("module." + c.name + r.label), Source: s.source, Version: c.version,
			At: c.at, Why: why, Exists: r.maybe,
		}
		if o.Exists == nil {
			o.Exists = in.exists
		}
		o.Inputs = in.block(c.body, in.env.with(r.vars), c.at, o.Address, c.partial, callMeta, 0)
		in.ev.root.Opaque = append(in.ev.root.Opaque, o)
	}
}

// Evaluate is Evaluate of the package, with the files this Loader has parsed.
func (l *Loader) Evaluate(dir string, opts Options) *Root {
	in := l.begin(dir, opts)
	in.walk()
	return in.ev.finish()
}

// begin gives the root in a folder with its variables, nothing evaluated.
func (l *Loader) begin(dir string, opts Options) *instance {
	dir = path.Clean(dir)
	ev := &evaluator{
		tree: l.tree.Record(), loader: l, opts: opts, root: &Root{Dir: dir, Environment: opts.Environment}, left: maxSteps,
		read: map[string]bool{}, used: map[string]bool{}, said: map[string]bool{}, providers: map[string]*Provider{},
	}
	ev.scope = ev.root.Scope() + "#"
	m := l.load(dir)
	ev.tree.Add(m.reads)
	if len(m.files) > 0 {
		ev.start = source.Span{File: m.byName[m.files[0]]}
	}
	in := ev.instance(m, nil, nil, repetition{})
	in.given = map[string]value.Value{}
	in.readVars()
	return in
}
