package terraform

import (
	"path"
	"strings"

	"github.com/hashicorp/hcl/v2"

	pjson "github.com/irsalint/irsalint/pkg/parse/json"
	"github.com/irsalint/irsalint/pkg/source"
	"github.com/irsalint/irsalint/pkg/value"
)

// childSet is what one module call makes: instances, or nothing but a reason
// why there are none to look into.
type childSet struct {
	repetitions
	instances []*instance // as the list of repetitions; empty if opaque
	source    string
	opaque    string // why the module's source is not evaluated
}

// childrenOf makes the instances of a call, once.
func (in *instance) childrenOf(c *callDecl) *childSet {
	if s := in.children[c.name]; s != nil {
		return s
	}
	within := "module." + c.name
	if in.running[within] || !in.ev.enter(c.at) {
		return in.cyclic(c, within)
	}
	in.running[within] = true
	defer func() {
		delete(in.running, within)
		in.ev.leave()
	}()
	assumed := in.ev.assumed
	s := &childSet{repetitions: in.repeat(c.count, c.forEach, c.body, within, c.at)}
	dir, why := in.moduleDir(c, s)
	in.ev.assumed = assumed
	var m *module
	if why == "" {
		m = in.ev.loader.load(dir)
		in.ev.tree.Add(m.reads)
		if len(m.files) == 0 {
			why = `module "` + c.name + `": there are no Terraform files in ` + dir
		}
	}
	switch {
	case why != "":
	case in.depth >= maxDepth:
		why = "modules are called more than " + itoa(maxDepth) + " deep"
		in.ev.problem(c.at, why)
	case in.ev.modules+len(s.list) > maxModules:
		why = "there are more than " + itoa(maxModules) + " modules"
		if !in.ev.tooMany { // each further call has the same problem
			in.ev.tooMany = true
			in.ev.problem(c.at, why)
		}
	default:
		for _, r := range s.list {
			s.instances = append(s.instances, in.ev.instance(m, in, c, r))
		}
	}
	s.opaque = why
	in.children[c.name] = s
	return s
}

// cyclic is what a call looks like to what its own count depends on.
func (in *instance) cyclic(c *callDecl, within string) *childSet {
	why := in.address(within) + " depends on itself"
	s := &childSet{opaque: why}
	switch {
	case c.count != nil:
		s.kind, s.open = counted, in.symbol(within, why, c.at)
	case c.forEach != nil:
		s.kind, s.open = keyed, in.symbol(within, why, c.at)
	default:
		s.list = []repetition{{}}
	}
	return s
}

// moduleDir gives the folder of a module's source, or why there is none.
func (in *instance) moduleDir(c *callDecl, s *childSet) (dir, why string) {
	s.source = c.source
	if s.source == "" && c.expr != nil {
		s.source, _ = in.value(c.expr, in.env).KnownString()
	}
	if s.source == "" {
		if c.partial != nil {
			return "", c.partial.Why
		}
		return "", `the source of module "` + c.name + `" is not known`
	}
	key := c.name
	if in.key != "" {
		key = in.key + "." + c.name
	}
	if rel, ok := in.ev.installed()[key]; ok {
		dir = path.Join(in.ev.root.Dir, rel)
		if info, err := in.ev.tree.Stat(dir); err == nil && info.IsDir() {
			return dir, ""
		}
	}
	if dir, ok := localSource(in.m.dir, s.source); ok {
		return dir, ""
	}
	if isLocal(s.source) {
		return "", `module "` + c.name + `" (source ` + s.source + `) is outside the project`
	}
	return "", `module "` + c.name + `" (source ` + s.source + `) is not installed`
}

func isLocal(src string) bool {
	return src == "." || src == ".." || strings.HasPrefix(src, "./") || strings.HasPrefix(src, "../") || strings.HasPrefix(src, "/")
}

// localSource gives the folder that a source names relative to a module's
// folder. It is not ok for any other source and for folders outside.
func localSource(dir, src string) (string, bool) {
	if !isLocal(src) {
		return "", false
	}
	if strings.HasPrefix(src, "/") { // path.module begins so
		dir = "."
		src = "." + src
	}
	dir = path.Join(dir, src)
	return dir, dir != ".." && !strings.HasPrefix(dir, "../")
}

// installed gives the folders of the modules that terraform init installed,
// by the path of their calls.
func (ev *evaluator) installed() map[string]string {
	if ev.manifest != nil {
		return ev.manifest
	}
	ev.manifest = map[string]string{}
	name := path.Join(ev.root.Dir, ".terraform/modules/modules.json")
	if _, err := ev.tree.Stat(name); err != nil {
		return ev.manifest
	}
	f, err := ev.open(name)
	if err != nil {
		return ev.manifest
	}
	v, err := pjson.File(f)
	if err != nil {
		p := jsonError(f, err)
		ev.problem(p.At, p.Message)
		return ev.manifest
	}
	list, _ := v.Get("Modules")
	for _, it := range list.Items() {
		k, _ := it.Get("Key")
		d, _ := it.Get("Dir")
		key, _ := k.KnownString()
		dir, _ := d.KnownString()
		if key != "" && dir != "" {
			ev.manifest[key] = dir
		}
	}
	return ev.manifest
}

// resolveCall gives what module.x… stands for.
func (in *instance) resolveCall(c *callDecl, t hcl.Traversal, at source.Span) (value.Value, int) {
	s := in.childrenOf(c)
	within, used, i, certain := "module."+c.name, 2, 0, true
	if s.kind != single {
		if len(t) <= 2 {
			return in.callValue(c, s, at), 2
		}
		n, ok := s.find(t[2])
		if !ok {
			label, isIndex := indexLabel(t[2])
			if !isIndex || s.open == nil {
				return in.callValue(c, s, at), 2
			}
			within, used, certain = within+label, 3, false
		} else {
			i, used = n, 3
			within += s.list[i].label
			if s.list[i].maybe != nil {
				in.ev.assumed++
			}
		}
	}
	name := stepName(t, used)
	if name == "" {
		if !certain || s.opaque != "" {
			return value.UnknownAt(in.symbol(within, in.whyCall(c, s), c.at), at), used
		}
		return s.instances[i].outputs(at), used
	}
	if !certain || s.opaque != "" {
		return value.UnknownAt(in.symbol(within+"."+name, in.whyCall(c, s), c.at), at), used + 1
	}
	return s.instances[i].output(name), used + 1
}

func (in *instance) whyCall(c *callDecl, s *childSet) string {
	switch {
	case s.opaque != "":
		return s.opaque
	case s.open != nil:
		return s.open.Why
	}
	return in.address("module."+c.name) + " is not known"
}

// callValue gives a whole module as a value: an object of its outputs, or a
// list or map of such.
func (in *instance) callValue(c *callDecl, s *childSet, at source.Span) value.Value {
	one := func(i int) value.Value {
		if s.opaque != "" {
			return value.UnknownAt(in.symbol("module."+c.name+s.list[i].label, s.opaque, c.at), at)
		}
		return s.instances[i].outputs(at)
	}
	return s.whole(one, at)
}

// whole joins the values of the instances that certainly exist.
func (r *repetitions) whole(one func(i int) value.Value, at source.Span) value.Value {
	var out value.Value
	switch r.kind {
	case single:
		return one(0)
	case counted:
		var items []value.Value
		for i := range r.list {
			if r.list[i].maybe == nil {
				items = append(items, one(i))
			}
		}
		out = value.ListAt(items, at)
	case keyed:
		var fields []value.Field
		for i := range r.list {
			if r.list[i].maybe == nil {
				fields = append(fields, value.Field{Key: r.list[i].key, Value: one(i)})
			}
		}
		out = value.MapAt(fields, at)
	}
	if r.open != nil {
		out = out.Open(r.open)
	}
	return out
}

// outputs gives all outputs as one object.
func (in *instance) outputs(at source.Span) value.Value {
	var fields []value.Field
	for _, name := range sortedKeys(in.m.outputs) {
		fields = append(fields, value.Field{Key: value.Literal(name, in.m.outputs[name].at), Value: in.output(name)})
	}
	out := value.MapAt(fields, at)
	if in.m.broken != nil {
		out = out.Open(in.symbol("outputs", in.m.broken.Why, in.m.broken.At))
	}
	return out
}
