package snapshot

import (
	"encoding/binary"
	"fmt"
	"maps"
	"slices"

	"github.com/open-policy-agent/opa/v1/ast"
)

// Encode gives the snapshot of the modules that a compiler has compiled
// without errors. Of annotations it keeps those of packages. The same modules
// give the same bytes. The error names the file and line of what a snapshot
// cannot hold.
func Encode(c *ast.Compiler, stamp string) ([]byte, error) {
	e := &encoder{compiler: c, stringAt: map[string]int{}, termAt: map[string]int{}}
	var modules buffer
	names := slices.Sorted(maps.Keys(c.Modules))
	modules.number(len(names))
	for _, name := range names {
		e.module(&modules, name, c.Modules[name])
	}
	if e.err != nil {
		return nil, e.err
	}
	out := buffer(header(stamp))
	out.number(len(e.strings))
	for _, s := range e.strings {
		out.number(len(s))
		out = append(out, s...)
	}
	out.number(len(e.terms))
	for _, t := range e.terms {
		out = append(out, t...)
	}
	return append(out, modules...), nil
}

type buffer []byte

func (b *buffer) number(n int) { *b = binary.AppendUvarint(*b, uint64(n)) }

type encoder struct {
	compiler *ast.Compiler

	strings  []string
	stringAt map[string]int
	terms    []buffer
	termAt   map[string]int

	comprehensions int           // written so far
	at             *ast.Location // of the rule
	err            error         // the first
}

func (e *encoder) fail(what any) {
	if e.err == nil {
		e.err = fmt.Errorf("%s: a snapshot cannot hold %T", e.at, what)
	}
}

func (e *encoder) string(s string) int {
	i, ok := e.stringAt[s]
	if !ok {
		i = len(e.strings)
		e.strings = append(e.strings, s)
		e.stringAt[s] = i
	}
	return i
}

func (e *encoder) module(b *buffer, name string, m *ast.Module) {
	e.at = &ast.Location{File: name}
	b.number(e.string(name))
	e.list(b, m.Package.Path)
	var annotations []*ast.Annotations
	for _, a := range m.Annotations {
		if a.Scope == "package" {
			annotations = append(annotations, a)
		}
	}
	b.number(len(annotations))
	for _, a := range annotations {
		e.annotations(b, a)
	}
	b.number(len(m.Rules))
	for _, r := range m.Rules {
		e.rule(b, r)
	}
}

func (e *encoder) annotations(b *buffer, a *ast.Annotations) {
	b.number(e.string(a.Title))
	b.number(e.string(a.Description))
	custom, err := ast.InterfaceToValue(a.Custom)
	if err != nil {
		e.fail(a.Custom)
		return
	}
	b.number(e.term(ast.NewTerm(custom)))
}

func (e *encoder) rule(b *buffer, r *ast.Rule) {
	e.at = r.Location
	h := r.Head
	flags := 0
	for flag, is := range map[int]bool{
		ruleDefault: r.Default, ruleAssign: h.Assign, ruleKey: h.Key != nil, ruleValue: h.Value != nil, ruleElse: r.Else != nil, ruleIndexed: e.indexed(r),
	} {
		if is {
			flags |= flag
		}
	}
	b.number(flags)
	b.number(r.Location.Row)
	b.number(e.string(string(h.Name)))
	e.list(b, h.Reference)
	e.list(b, h.Args)
	if h.Key != nil {
		b.number(e.term(h.Key))
	}
	if h.Value != nil {
		b.number(e.term(h.Value))
	}
	e.body(b, r.Body)
	if r.Else != nil {
		e.rule(b, r.Else)
	}
}

// indexed reports whether the compiler has made an index for a comprehension of
// a rule.
func (e *encoder) indexed(r *ast.Rule) (is bool) {
	ast.WalkTerms(r, func(t *ast.Term) bool {
		is = is || ast.IsComprehension(t.Value) && e.compiler.ComprehensionIndex(t) != nil
		return is
	})
	return is
}

func (e *encoder) body(b *buffer, body ast.Body) {
	b.number(len(body))
	for i, x := range body {
		if x.Index != i {
			e.fail(x)
		}
		if len(x.With) > 0 {
			e.fail(x.With) // needs the types of what it replaces
		}
		flags := 0
		if x.Negated {
			flags |= exprNegated
		}
		if x.Generated {
			flags |= exprGenerated
		}
		switch t := x.Terms.(type) {
		case *ast.Term:
			b.number(flags)
			b.number(e.term(t))
		case []*ast.Term:
			b.number(flags | exprCall)
			e.list(b, t)
		case *ast.Every:
			b.number(flags | exprEvery)
			if t.Key == nil {
				b.number(0)
			} else {
				b.number(1)
				b.number(e.term(t.Key))
			}
			b.number(e.term(t.Value))
			b.number(e.term(t.Domain))
			e.body(b, t.Body)
		default:
			e.fail(t)
		}
	}
}

func (e *encoder) list(b *buffer, terms []*ast.Term) {
	b.number(len(terms))
	for _, t := range terms {
		b.number(e.term(t))
	}
}

// term gives the place of a term in the table.
func (e *encoder) term(t *ast.Term) int {
	before := e.comprehensions
	var b buffer
	switch v := t.Value.(type) {
	case ast.Null:
		b.number(tagNull)
	case ast.Boolean:
		if v {
			b.number(tagTrue)
		} else {
			b.number(tagFalse)
		}
	case ast.Number:
		b.number(tagNumber)
		b.number(e.string(string(v)))
	case ast.String:
		b.number(tagString)
		b.number(e.string(string(v)))
	case ast.Var:
		b.number(tagVar)
		b.number(e.string(string(v)))
	case ast.Ref:
		b.number(tagRef)
		e.list(&b, v)
	case ast.Call:
		b.number(tagCall)
		e.list(&b, v)
	case *ast.Array:
		b.number(tagArray)
		b.number(v.Len())
		v.Foreach(func(t *ast.Term) { b.number(e.term(t)) })
	case ast.Set:
		b.number(tagSet)
		e.list(&b, v.Slice())
	case ast.Object:
		b.number(tagObject)
		b.number(v.Len())
		v.Foreach(func(k, v *ast.Term) {
			b.number(e.term(k))
			b.number(e.term(v))
		})
	case *ast.ArrayComprehension:
		b.number(tagArrayComprehension)
		b.number(e.term(v.Term))
		e.body(&b, v.Body)
		e.comprehensions++
	case *ast.SetComprehension:
		b.number(tagSetComprehension)
		b.number(e.term(v.Term))
		e.body(&b, v.Body)
		e.comprehensions++
	case *ast.ObjectComprehension:
		b.number(tagObjectComprehension)
		b.number(e.term(v.Key))
		b.number(e.term(v.Value))
		e.body(&b, v.Body)
		e.comprehensions++
	default:
		e.fail(v)
	}
	if i, ok := e.termAt[string(b)]; ok && e.comprehensions == before {
		return i
	}
	i := len(e.terms)
	e.terms = append(e.terms, b)
	e.termAt[string(b)] = i
	return i
}
