package terraform

import (
	"path"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	pjson "github.com/irsalint/irsalint/pkg/parse/json"
	"github.com/irsalint/irsalint/pkg/source"
	"github.com/irsalint/irsalint/pkg/value"
)

// readVars gives the root its variables, in the order in which Terraform
// reads them: terraform.tfvars, terraform.tfvars.json, *.auto.tfvars and
// *.auto.tfvars.json by name, then the files and the values of the command.
func (in *instance) readVars() {
	for _, name := range in.ev.varFiles() {
		in.readVarFile(name)
	}
	for _, name := range in.ev.opts.Shared {
		in.mayVarFile(name)
	}
	for _, name := range in.ev.opts.VarFiles {
		in.readVarFile(path.Clean(name))
	}
	for _, name := range sortedKeys(in.ev.opts.Vars) {
		if d := in.m.vars[name]; d != nil {
			in.given[name] = in.fromText(d, in.ev.opts.Vars[name])
		}
	}
}

// varFiles lists the tfvars files of the root that are read unasked.
func (ev *evaluator) varFiles() []string {
	entries, err := ev.tree.ReadDir(ev.root.Dir)
	if err != nil {
		return nil
	}
	var first, auto []string
	for _, e := range entries {
		name := path.Join(ev.root.Dir, e.Name())
		switch n := e.Name(); {
		case e.IsDir():
		case n == "terraform.tfvars" || n == "terraform.tfvars.json":
			first = append(first, name)
		case strings.HasSuffix(n, ".auto.tfvars") || strings.HasSuffix(n, ".auto.tfvars.json"):
			auto = append(auto, name)
		}
	}
	slices.Sort(first)
	slices.Sort(auto)
	return append(first, auto...)
}

func (in *instance) readVarFile(name string) {
	ev := in.ev
	f, err := ev.open(name)
	if err != nil {
		p := unread(name, err).problems[0]
		ev.note(p)
		in.forget(p)
		return
	}
	if strings.HasSuffix(name, ".json") {
		v, err := pjson.File(f)
		if err != nil {
			p := jsonError(f, err)
			ev.problem(p.At, p.Message)
			in.forget(p)
			return
		}
		for _, fd := range v.Fields() {
			in.given[fd.Key.Flat()] = fd.Value
		}
		return
	}
	p := ev.loader.file(name)
	for _, pr := range p.problems {
		ev.note(pr)
		in.forget(pr)
	}
	m := &module{dir: ev.root.Dir, byName: map[string]*source.File{name: f}}
	alone := &instance{ev: ev, m: m}
	e := &env{ev: ev, dir: ev.root.Dir, rootDir: ev.root.Dir, symScope: ev.scope}
	for _, a := range arguments(p.body) {
		in.given[a.Name] = alone.value(a.Expr, e)
	}
}

// mayVarFile makes the variables unknown that a file sets which may be given,
// or not.
func (in *instance) mayVarFile(name string) {
	f, err := in.ev.open(name)
	if err != nil {
		return
	}
	at := source.Span{File: f}
	for v := range in.ev.loader.varsOf(name, in.m) {
		d := in.m.vars[v]
		in.given[v] = value.UnknownAt(in.symbol("var."+v, "it is not known whether "+name+", which sets variable \""+v+"\", is given", at), d.at)
	}
}

// forget makes all variables unknown that a file may set which cannot be read.
func (in *instance) forget(p Problem) {
	for name, d := range in.m.vars {
		s := in.symbol("var."+name, p.Message, p.At)
		in.given[name] = value.UnknownAt(s, d.at)
	}
}

// fromText reads a value of the command line. As in Terraform, it is the
// string itself if the variable has no type, or that of a string, number or
// boolean; else it is an expression. It stands at the name of the variable.
func (in *instance) fromText(d *variable, text string) value.Value {
	text = source.SanitizeString(text)
	if !d.typed || d.typ.IsPrimitiveType() {
		return value.FromText(value.Literal(text, source.Span{}).Moved(d.at))
	}
	unknown := value.UnknownAt(in.symbol("var."+d.name, `the value given for variable "`+d.name+`" cannot be parsed`, d.at), d.at)
	if _, why := refuse([]byte(text), hclsyntax.LexExpression); why != "" {
		return unknown
	}
	x, diags := hclsyntax.ParseExpression([]byte(text), "", hcl.InitialPos)
	if diags.HasErrors() {
		in.ev.problem(d.at, unknown.Symbol().Why)
		return unknown
	}
	e := &env{ev: in.ev, dir: in.m.dir, rootDir: in.ev.root.Dir, symScope: in.ev.scope}
	return moved(in.value(x, e), d.at)
}

// moved gives a value that stands at one place with all its parts.
func moved(v value.Value, at source.Span) value.Value {
	switch v.Kind() {
	case value.String:
		t, _ := v.AsText()
		return value.FromText(t.Moved(at)).WithAt(at)
	case value.List:
		items := make([]value.Value, len(v.Items()))
		for i, it := range v.Items() {
			items[i] = moved(it, at)
		}
		return value.ListAt(items, at)
	case value.Map:
		fields := make([]value.Field, len(v.Fields()))
		for i, f := range v.Fields() {
			fields[i] = value.Field{Key: f.Key.Moved(at), Value: moved(f.Value, at)}
		}
		return value.MapAt(fields, at)
	}
	return v.WithAt(at)
}
