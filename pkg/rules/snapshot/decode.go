package snapshot

import (
	"errors"
	"strings"

	"github.com/open-policy-agent/opa/v1/ast"
)

// errCorrupt is the answer to bytes that Encode did not write.
var errCorrupt = errors.New("the snapshot is corrupt")

type decoder struct {
	in      string // what is left
	strings []string
	terms   []*ast.Term
	file    string      // of the module
	indexed []*ast.Rule // of the module

	// Where the parts of modules are taken from: most are small, and there are
	// tens of thousands of them.
	slots     []*ast.Term
	exprs     []ast.Expr
	exprSlots []*ast.Expr
	rules     []ast.Rule
	heads     []ast.Head
	locations []ast.Location
}

// take gives n things that stand together, zero, out of a slab.
func take[T any](slab *[]T, n int) []T {
	if len(*slab) < n {
		*slab = make([]T, max(n, 128))
	}
	out := (*slab)[:n:n]
	*slab = (*slab)[n:]
	return out
}

// decode gives the modules of a snapshot, and the same with no other rules
// than those that have comprehensions to index, where there are any.
func decode(data, stamp string) (modules, indexed map[string]*ast.Module, err error) {
	in, ok := strings.CutPrefix(data, header(stamp))
	if !ok {
		return nil, nil, ErrStale
	}
	defer func() {
		switch r := recover(); r {
		case nil:
		case errCorrupt:
			modules, indexed, err = nil, nil, errCorrupt
		default:
			panic(r)
		}
	}()
	d := &decoder{in: in}
	d.strings = make([]string, d.count())
	for i := range d.strings {
		n := d.count()
		d.strings[i], d.in = d.in[:n], d.in[n:]
	}
	n := d.count()
	all := make([]ast.Term, n)
	d.terms = make([]*ast.Term, 0, n)
	for i := range all {
		all[i].Value = d.value()
		d.terms = append(d.terms, &all[i])
	}
	n = d.count()
	modules, indexed = make(map[string]*ast.Module, n), map[string]*ast.Module{}
	for range n {
		d.indexed = nil
		m := d.module()
		modules[d.file] = m
		if d.indexed != nil {
			indexed[d.file] = &ast.Module{Package: m.Package, Rules: d.indexed}
		}
	}
	if d.in != "" {
		panic(errCorrupt)
	}
	return modules, indexed, nil
}

func (d *decoder) number() int {
	n := 0
	for i := range min(len(d.in), 4) { // nothing is as large as 2²⁸
		c := d.in[i]
		n |= int(c&0x7f) << (7 * i)
		if c < 0x80 {
			d.in = d.in[i+1:]
			return n
		}
	}
	panic(errCorrupt)
}

// count reads how many things follow, each at least a byte long.
func (d *decoder) count() int {
	n := d.number()
	if n > len(d.in) {
		panic(errCorrupt)
	}
	return n
}

func entry[T any](table []T, i int) T {
	if i >= len(table) {
		panic(errCorrupt)
	}
	return table[i]
}

func (d *decoder) string() string { return entry(d.strings, d.number()) }

func (d *decoder) term() *ast.Term { return entry(d.terms, d.number()) }

func (d *decoder) list() []*ast.Term {
	n := d.count()
	if n == 0 {
		return nil
	}
	out := take(&d.slots, n)
	for i := range out {
		out[i] = d.term()
	}
	return out
}

func (d *decoder) value() ast.Value {
	switch d.number() {
	case tagNull:
		return ast.Null{}
	case tagTrue:
		return ast.Boolean(true)
	case tagFalse:
		return ast.Boolean(false)
	case tagNumber:
		return ast.Number(d.string())
	case tagString:
		return ast.String(d.string())
	case tagVar:
		return ast.Var(d.string())
	case tagRef:
		return ast.Ref(d.list())
	case tagCall:
		return ast.Call(d.list())
	case tagArray:
		return ast.NewArray(d.list()...)
	case tagSet:
		return ast.NewSet(d.list()...)
	case tagObject:
		items := make([][2]*ast.Term, d.count())
		for i := range items {
			items[i] = [2]*ast.Term{d.term(), d.term()}
		}
		return ast.NewObject(items...)
	case tagArrayComprehension:
		return &ast.ArrayComprehension{Term: d.term(), Body: d.body(nil)}
	case tagSetComprehension:
		return &ast.SetComprehension{Term: d.term(), Body: d.body(nil)}
	case tagObjectComprehension:
		return &ast.ObjectComprehension{Key: d.term(), Value: d.term(), Body: d.body(nil)}
	}
	panic(errCorrupt)
}

// body reads a body. Errors of evaluation say where they are by the place of
// the rule, or not at all in comprehensions.
func (d *decoder) body(at *ast.Location) ast.Body {
	exprs := take(&d.exprs, d.count())
	out := ast.Body(take(&d.exprSlots, len(exprs)))
	for i := range exprs {
		x := &exprs[i]
		out[i] = x
		flags := d.number()
		x.Index, x.Location = i, at
		x.Negated, x.Generated = flags&exprNegated != 0, flags&exprGenerated != 0
		switch {
		case flags&exprCall != 0:
			if x.Terms = d.list(); len(x.Terms.([]*ast.Term)) == 0 {
				panic(errCorrupt)
			}
		case flags&exprEvery != 0:
			every := &ast.Every{Location: at}
			if d.number() == 1 {
				every.Key = d.term()
			}
			every.Value, every.Domain = d.term(), d.term()
			every.Body = d.body(at)
			x.Terms = every
		default:
			x.Terms = d.term()
		}
	}
	return out
}

func (d *decoder) module() *ast.Module {
	d.file = d.string()
	m := &ast.Module{Package: &ast.Package{Path: d.list()}}
	m.Annotations = make([]*ast.Annotations, d.count())
	for i := range m.Annotations {
		m.Annotations[i] = d.annotations()
	}
	m.Rules = make([]*ast.Rule, d.count())
	for i := range m.Rules {
		m.Rules[i] = d.rule(m)
	}
	return m
}

func (d *decoder) annotations() *ast.Annotations {
	a := &ast.Annotations{Scope: "package", Title: d.string(), Description: d.string()}
	custom, err := ast.JSON(d.term().Value)
	if err != nil {
		panic(errCorrupt)
	}
	a.Custom, _ = custom.(map[string]any)
	return a
}

func (d *decoder) rule(m *ast.Module) *ast.Rule {
	flags := d.number()
	at, h, r := &take(&d.locations, 1)[0], &take(&d.heads, 1)[0], &take(&d.rules, 1)[0]
	at.File, at.Row, at.Col = d.file, d.number(), 1
	h.Location, h.Assign = at, flags&ruleAssign != 0
	r.Head, r.Module, r.Location, r.Default = h, m, at, flags&ruleDefault != 0
	h.Name = ast.Var(d.string())
	h.Reference = d.list()
	h.Args = d.list()
	if flags&ruleKey != 0 {
		h.Key = d.term()
	}
	if flags&ruleValue != 0 {
		h.Value = d.term()
	}
	r.Body = d.body(at)
	if flags&ruleElse != 0 {
		r.Else = d.rule(m)
	}
	if flags&ruleIndexed != 0 {
		d.indexed = append(d.indexed, r)
	}
	return r
}
