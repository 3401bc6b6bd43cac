package terraform

import (
	"github.com/hashicorp/hcl/v2"

	"github.com/irsalint/irsalint/pkg/source"
	"github.com/irsalint/irsalint/pkg/value"
)

// maxResources is the number of instances of resources of one root.
const maxResources = 50_000

// resourceSet is the instances of one resource block.
type resourceSet struct {
	repetitions
	decl      *resourceDecl
	instances []*resourceInstance // as the list of repetitions
	all       *value.Value        // the resource as a value, once asked for
}

// resourceInstance is one instance; it is evaluated when it is first used.
type resourceInstance struct {
	r       *Resource
	rep     repetition
	running bool
	done    bool
	ref     value.Value // what a reference to it gives
}

// setOf makes the instances of a resource, once. It is nil while they are
// being made, which is a resource whose count depends on itself.
func (in *instance) setOf(d *resourceDecl) *resourceSet {
	if s := in.sets[d.key]; s != nil {
		return s
	}
	if in.running[d.key] || !in.ev.enter(d.at) {
		return nil
	}
	in.running[d.key] = true
	defer func() {
		delete(in.running, d.key)
		in.ev.leave()
	}()
	assumed := in.ev.assumed
	s := &resourceSet{decl: d, repetitions: in.repeat(d.count, d.forEach, d.body, d.key, d.at)}
	in.ev.assumed = assumed
	if in.ev.resources+len(s.list) > maxResources {
		in.ev.problem(d.at, "there are too many resources; the rest is not evaluated")
		s.list, s.open = nil, in.symbol(d.key, "there are too many resources", d.at)
		if s.kind == single {
			s.kind = counted
		}
	}
	in.ev.resources += len(s.list)
	for _, rep := range s.list {
		r := &Resource{
			Data: d.data, Type: d.typ, Name: d.name,
			Address: in.address(d.key + rep.label), Module: in.addr, Dir: in.m.dir,
			At: d.at, Exists: rep.maybe, Calls: in.calls, DependsOn: d.dependsOn, Root: in.ev.root.Scope(),
		}
		if r.Exists == nil {
			r.Exists = in.exists
		}
		s.instances = append(s.instances, &resourceInstance{r: r, rep: rep})
	}
	in.sets[d.key] = s
	return s
}

// evaluate evaluates an instance, once. It is false for one that depends on
// itself.
func (in *instance) evaluate(d *resourceDecl, i *resourceInstance) bool {
	if i.done {
		return true
	}
	if i.running || !in.ev.enter(d.at) {
		return false
	}
	i.running = true
	assumed := in.ev.assumed
	i.r.Provider, i.r.Settings = in.provider(d.provider)
	i.r.Written = in.block(d.body, in.env.with(i.rep.vars), d.at, i.r.Address, d.partial, resourceMeta, 0)
	i.r.Config = i.r.Written
	if schema := in.ev.opts.Schema; schema != nil {
		i.r.Config = schema.Attributes(i.r, i.r.Written)
	}
	i.ref = reading(i.r.Config, i.r.Symbol("", value.Any), nestedTypes(d.body), true)
	in.ev.assumed = assumed
	in.ev.leave()
	i.running, i.done = false, true
	return true
}

// attr gives an attribute of an instance. One that is not set may be computed,
// so it is unknown and never an error.
func (in *instance) attr(d *resourceDecl, i *resourceInstance, name string, at source.Span) value.Value {
	if !in.evaluate(d, i) {
		s := i.r.Symbol(name, value.Any)
		s.Why = i.r.Address + " depends on itself"
		return value.UnknownAt(s, at)
	}
	if v, ok := i.ref.Get(name); ok {
		return v
	}
	if i.ref.IsUnknown() && i.ref.Symbol() == nil {
		return i.ref
	}
	s := i.r.Symbol(name, value.Any)
	if d.partial != nil {
		s.Why = d.partial.Why
	}
	return value.UnknownAt(s, at)
}

// refer gives a whole instance as a value.
func (in *instance) refer(d *resourceDecl, i *resourceInstance, at source.Span) value.Value {
	if !in.evaluate(d, i) {
		s := i.r.Symbol("", value.Any)
		s.Why = i.r.Address + " depends on itself"
		return value.UnknownAt(s, at)
	}
	return i.ref
}

// resolveResource gives what type.name… stands for; base is the number of
// steps that name the resource.
func (in *instance) resolveResource(d *resourceDecl, t hcl.Traversal, base int, at source.Span) (value.Value, int) {
	s := in.setOf(d)
	if s == nil {
		return value.UnknownAt(in.symbol(d.key, in.address(d.key)+" depends on itself", d.at), at), base
	}
	n, used := 0, base
	if s.kind != single {
		if len(t) <= base {
			return in.allOf(s, at), base
		}
		i, ok := s.find(t[base])
		if !ok {
			label, isIndex := indexLabel(t[base])
			if !isIndex || s.open == nil {
				return in.allOf(s, at), base
			}
			sym := in.symbol(d.key+label, s.open.Why, s.open.At)
			if name := stepName(t, base+1); name != "" {
				sym.Key, sym.Label = sym.Key+"."+name, sym.Label+"."+name
				return value.UnknownAt(sym, at), base + 2
			}
			return value.UnknownAt(sym, at), base + 1
		}
		if n, used = i, base+1; s.list[i].maybe != nil {
			in.ev.assumed++
		}
	}
	if name := stepName(t, used); name != "" {
		return in.attr(d, s.instances[n], name, at), used + 1
	}
	return in.refer(d, s.instances[n], at), used
}

// allOf gives a whole resource as a value.
func (in *instance) allOf(s *resourceSet, at source.Span) value.Value {
	if s.all != nil {
		return *s.all
	}
	cyclic := false
	v := s.whole(func(i int) value.Value {
		cyclic = cyclic || s.instances[i].running
		return in.refer(s.decl, s.instances[i], at)
	}, s.decl.at)
	if !cyclic {
		s.all = &v
	}
	return v
}

// reading gives a configuration as a reference sees it: any attribute that it
// does not hold may be computed, so it is open, and so are the maps of its
// nested blocks. The symbol is that of the map; its key ends with a dot where
// top is set.
func reading(v value.Value, sym *value.Symbol, nested map[string]bool, top bool) value.Value {
	if v.Kind() != value.Map {
		return v
	}
	s := *sym
	if top {
		s.Key, s.Label, s.Why = trimDot(s.Key), trimDot(s.Label), "an attribute of "+trimDot(s.Label)+" is not known before apply"
	}
	fields := make([]value.Field, 0, len(v.Fields()))
	for _, f := range v.Fields() {
		if f.Value.IsNull() { // a provider may fill in what is left open
			continue
		}
		name := f.Key.Flat()
		if f.Value.Kind() == value.List && (nested == nil || nested[name]) {
			items := make([]value.Value, len(f.Value.Items()))
			for i, it := range f.Value.Items() {
				part := s
				suffix := "." + name + "[" + itoa(i) + "]"
				part.Key, part.Label = s.Key+suffix, s.Label+suffix
				items[i] = reading(it, &part, nil, false)
			}
			list := value.ListAt(items, f.Value.At())
			if f.Value.IsSet() {
				list = value.SetAt(items, f.Value.At())
			}
			if f.Value.IsOpen() {
				list = list.Open(f.Value.Symbol())
			}
			if f.Value.IsLoose() {
				list = list.Loose(f.Value.Fixed())
			}
			if f.Value.IsSensitive() {
				list = list.Sensitive()
			}
			f.Value = list
		}
		fields = append(fields, f)
	}
	out := value.MapAt(fields, v.At())
	if v.IsSensitive() {
		out = out.Sensitive()
	}
	return out.Open(&s)
}

func trimDot(s string) string {
	if n := len(s); n > 0 && s[n-1] == '.' {
		return s[:n-1]
	}
	return s
}
