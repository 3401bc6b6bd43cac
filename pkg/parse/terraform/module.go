package terraform

import (
	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/irsalint/irsalint/pkg/source"
	"github.com/irsalint/irsalint/pkg/value"
)

// instance is one instance of a module: the root, or one that a call makes.
// Everything in it is evaluated when it is first asked for, and remembered.
type instance struct {
	ev     *evaluator
	m      *module
	addr   string // module.a.module.b["k"], "" for the root
	key    string // a.b, as .terraform/modules/modules.json has it
	parent *instance
	call   *callDecl
	rep    repetition // of the call: what each and count are in its arguments
	depth  int
	calls  []source.Span
	exists *value.Symbol
	given  map[string]value.Value // variables of the root

	env      *env
	memo     map[string]value.Value
	running  map[string]bool
	sets     map[string]*resourceSet
	children map[string]*childSet
}

func (ev *evaluator) instance(m *module, parent *instance, call *callDecl, r repetition) *instance {
	in := &instance{
		ev: ev, m: m, parent: parent, call: call, rep: r,
		memo: map[string]value.Value{}, running: map[string]bool{},
		sets: map[string]*resourceSet{}, children: map[string]*childSet{},
	}
	if parent != nil {
		in.addr = parent.address("module." + call.name + r.label)
		in.key = call.name
		if parent.key != "" {
			in.key = parent.key + "." + call.name
		}
		in.depth = parent.depth + 1
		in.calls = append(parent.calls[:len(parent.calls):len(parent.calls)], call.at)
		if in.exists = r.maybe; in.exists == nil {
			in.exists = parent.exists
		}
	}
	in.env = &env{ev: ev, dir: m.dir, rootDir: ev.root.Dir, resolve: in.resolve, symScope: in.scope()}
	ev.modules++
	ev.use(m)
	return in
}

// use notes that the result depends on a module's files.
func (ev *evaluator) use(m *module) {
	if ev.used[m.dir] {
		return
	}
	ev.used[m.dir] = true
	for _, name := range m.files {
		ev.read[name] = true
	}
	for name, text := range m.ropes {
		if ev.ropes == nil {
			ev.ropes = map[string]value.Text{}
		}
		ev.ropes[name] = text
	}
	for _, p := range m.problems {
		ev.note(p)
	}
}

// address gives the full address of something in the instance.
func (in *instance) address(within string) string {
	if in.addr == "" {
		return within
	}
	return in.addr + "." + within
}

// scope begins the keys of the symbols of the instance.
func (in *instance) scope() string {
	if in.addr == "" {
		return in.ev.scope
	}
	return in.ev.scope + in.addr + "."
}

// symbol makes the symbol of something in the instance.
func (in *instance) symbol(within, why string, at source.Span) *value.Symbol {
	return &value.Symbol{Key: in.scope() + within, Label: in.address(within), Why: why, At: at}
}

// value evaluates an argument. What is too large to work with is unknown.
func (in *instance) value(x hclsyntax.Expression, e *env) value.Value {
	v := e.eval(x)
	if weigh(v, maxWeight) < 0 {
		at := in.m.span(x.Range())
		in.ev.problem(at, "the value is larger than 1 MiB and is not evaluated")
		in.ev.serial++
		return value.UnknownAt(in.symbol("value too large at "+at.Place(), "the value is larger than 1 MiB", at), at)
	}
	return v
}

// maxRecursion bounds how far values may refer to values that refer to values.
const maxRecursion = 500

// once evaluates what has a name, once. What refers to itself is unknown.
func (in *instance) once(name string, at source.Span, f func() value.Value) value.Value {
	if v, ok := in.memo[name]; ok {
		return v
	}
	if in.running[name] {
		return value.UnknownAt(in.symbol(name, in.address(name)+" depends on itself", at), at)
	}
	if !in.ev.enter(at) {
		return value.UnknownAt(in.symbol(name, in.address(name)+" depends on too long a chain of values", at), at)
	}
	assumed := in.ev.assumed
	in.running[name] = true
	v := f()
	delete(in.running, name)
	in.ev.assumed = assumed
	in.ev.leave()
	in.memo[name] = v
	return v
}

// variable gives the value of an input.
func (in *instance) variable(d *variable) value.Value {
	return in.once("var."+d.name, d.at, func() value.Value {
		v, ok := in.input(d)
		if ok && v.IsNull() && !d.nullable {
			ok = false
		}
		if !ok && d.def != nil {
			v, ok = in.value(d.def, in.env), true
		}
		if !ok {
			why := `variable "` + d.name + `" has no value`
			if d.partial != nil {
				why = d.partial.Why
			}
			v = value.UnknownAt(in.symbol("var."+d.name, why, d.at), d.at)
		} else if d.typed {
			// The default of an optional attribute has no place of its own.
			v, _ = in.env.convertTo(v, d.typ, d.defaults, d.at)
		}
		if d.sensitive {
			v = hide(v)
		}
		return v
	})
}

// input gives what the caller or a tfvars file sets a variable to.
func (in *instance) input(d *variable) (value.Value, bool) {
	if in.parent == nil {
		v, ok := in.given[d.name]
		return v, ok
	}
	if x := attribute(in.call.body, d.name); x != nil {
		return in.parent.value(x, in.parent.env.with(in.rep.vars)), true
	}
	if in.call.partial != nil {
		return value.UnknownAt(in.call.partial, in.call.partial.At), true
	}
	return value.Value{}, false
}

// hide marks a value and all its parts as sensitive.
func hide(v value.Value) value.Value {
	var out value.Value
	switch v.Kind() {
	case value.List:
		items := make([]value.Value, len(v.Items()))
		for i, it := range v.Items() {
			items[i] = hide(it)
		}
		if out = value.ListAt(items, v.At()); v.IsSet() {
			out = value.SetAt(items, v.At())
		}
	case value.Map:
		fields := make([]value.Field, len(v.Fields()))
		for i, f := range v.Fields() {
			fields[i] = value.Field{Key: f.Key, Value: hide(f.Value)}
		}
		out = value.MapAt(fields, v.At())
	default:
		return v.Sensitive()
	}
	if v.IsOpen() {
		out = out.Open(v.Symbol())
	}
	return out.Sensitive()
}

func (in *instance) local(name string, d *local) value.Value {
	return in.once("local."+name, d.at, func() value.Value { return in.value(d.expr, in.env) })
}

// output gives an output of the instance, as its caller reads it.
func (in *instance) output(name string) value.Value {
	d := in.m.outputs[name]
	if d == nil || d.expr == nil {
		why := in.addr + " has no output " + name
		if in.m.broken != nil {
			why = in.m.broken.Why
		}
		return value.UnknownAt(in.symbol(name, why, in.call.at), in.call.at)
	}
	return in.once("output."+name, d.at, func() value.Value {
		v := in.value(d.expr, in.env)
		if d.sensitive {
			v = hide(v)
		}
		return v
	})
}

// resolve gives the value of a reference: see env.
func (in *instance) resolve(t hcl.Traversal) (value.Value, int) {
	name := stepName(t, 1)
	at := in.m.span(t.SourceRange())
	if name == "" {
		return value.Value{}, 0
	}
	switch t.RootName() {
	case "var":
		if d := in.m.vars[name]; d != nil {
			return in.variable(d), 2
		}
	case "local":
		if d := in.m.locals[name]; d != nil {
			return in.local(name, d), 2
		}
	case "module":
		if c := in.m.calls[name]; c != nil {
			return in.resolveCall(c, t, at)
		}
	case "data", "ephemeral":
		typ := name
		if name = stepName(t, 2); name == "" {
			return value.Value{}, 0
		}
		if d := in.m.resources[t.RootName()+"."+typ+"."+name]; d != nil {
			return in.resolveResource(d, t, 3, at)
		}
		return in.undeclared(t, 3, at)
	case "path":
		switch name {
		case "module":
			return value.FromText(absolute(in.m.dir, at)), 2
		case "root", "cwd":
			return value.FromText(absolute(in.ev.root.Dir, at)), 2
		}
	case "terraform":
		if name == "workspace" {
			return value.UnknownAt(&value.Symbol{
				Key: in.ev.scope + "terraform.workspace", Label: "terraform.workspace",
				Why: "the workspace is chosen when Terraform runs", At: at, Class: value.Name,
			}, at), 2
		}
	case "self", "each", "count":
		return value.UnknownAt(in.symbol(t.RootName()+"."+name, t.RootName()+"."+name+" has no value here", at), at), 2
	default:
		if d := in.m.resources[t.RootName()+"."+name]; d != nil {
			return in.resolveResource(d, t, 2, at)
		}
	}
	return in.undeclared(t, 2, at)
}

// undeclared gives the value of a reference to something that is not there:
// unknown, since a file that is not in the project may declare it.
func (in *instance) undeclared(t hcl.Traversal, used int, at source.Span) (value.Value, int) {
	name := dotted(t[:used])
	why := in.address(name) + " is not declared"
	if in.m.broken != nil {
		why = in.m.broken.Why
	}
	return value.UnknownAt(in.symbol(name, why, at), at), used
}

// stepName gives the name that step i of a traversal selects, "" if there is
// none.
func stepName(t hcl.Traversal, i int) string {
	if i >= len(t) {
		return ""
	}
	switch s := t[i].(type) {
	case hcl.TraverseAttr:
		return s.Name
	case hcl.TraverseIndex:
		if s.Key.Type().FriendlyName() == "string" && s.Key.IsKnown() && !s.Key.IsNull() {
			return s.Key.AsString()
		}
	}
	return ""
}
