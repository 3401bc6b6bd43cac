package terraform

import (
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/irsalint/irsalint/pkg/source"
	"github.com/irsalint/irsalint/pkg/value"
)

// visit calls f for each element of a collection that is known. open is not
// nil if there may be more; fixed is the number of elements whose place in the
// order is certain.
func (e *env) visit(coll value.Value, at source.Span, f func(k, v value.Value, ordered bool) *evalErr) (open *value.Symbol, err *evalErr) {
	why := func(s *value.Symbol) *value.Symbol {
		if s == nil {
			s = e.fresh(at, label(at), "the value is not known before apply")
		}
		return s
	}
	if s, ok := opaque(coll); ok {
		return why(s), nil
	}
	switch coll.Kind() {
	case value.List:
		fixed := coll.Fixed()
		if coll.IsSet() && !coll.WhollyKnown() && len(coll.Items()) > 1 {
			fixed = 0
		}
		for i, it := range coll.Items() {
			if err := e.loop(at); err != nil {
				return nil, err
			}
			k := it
			if !coll.IsSet() {
				k = value.IntAt(i, it.At())
				if i >= fixed {
					k = value.UnknownAt(e.fresh(it.At(), "index", "the order of the list is not known before apply"), it.At())
				}
			}
			if err := f(k, it, i < fixed); err != nil {
				return nil, err
			}
		}
	case value.Map:
		fields, certain := sorted(coll)
		if coll.IsOpen() {
			certain = false
		}
		for _, it := range fields {
			if err := e.loop(at); err != nil {
				return nil, err
			}
			if err := f(value.FromText(it.Key), it.Value, certain); err != nil {
				return nil, err
			}
		}
	case value.Null:
		return nil, fail(at, "null cannot be iterated over")
	default:
		return nil, fail(at, "a %s cannot be iterated over", coll.Kind())
	}
	if coll.IsOpen() {
		open = why(coll.Symbol())
	}
	return open, nil
}

// building gathers the items of a list of which some may be missing.
type building struct {
	items []value.Value
	fixed int // items at certain positions
	loose bool
	open  bool
}

func (b *building) add(v value.Value, ordered bool) {
	b.loose = b.loose || !ordered
	b.items = append(b.items, v)
	if !b.loose {
		b.fixed = len(b.items)
	}
}

// skip notes an element that may or may not be in the list.
func (b *building) skip() { b.loose, b.open = true, true }

func (b *building) list(at source.Span, why func() *value.Symbol) value.Value {
	out := value.ListAt(b.items, at)
	if b.fixed < len(b.items) {
		out = out.Loose(b.fixed)
	}
	if b.open {
		out = out.Open(why())
	}
	return out
}

// collection evaluates the collection of a for expression.
func (e *env) collection(x *hclsyntax.ForExpr) (coll value.Value, child *env, err *evalErr) {
	coll, err = e.x(x.CollExpr)
	if err != nil {
		return coll, nil, err
	}
	child = e.with(nil)
	return coll, child, nil
}

// included says whether the if clause lets an element in.
func (e *env) included(x *hclsyntax.ForExpr) (value.Truth, *evalErr) {
	if x.CondExpr == nil {
		return value.Yes, nil
	}
	at := e.span(x.CondExpr.Range())
	v, err := e.x(x.CondExpr)
	if err != nil {
		return value.Maybe, err
	}
	if v.IsNull() {
		return value.Maybe, fail(at, "the condition is null")
	}
	return e.truth(v, at)
}

func (e *env) bind(x *hclsyntax.ForExpr, coll, k, v value.Value) {
	if x.KeyVar != "" {
		e.vars[x.KeyVar] = mark(k, coll)
	}
	e.vars[x.ValVar] = mark(v, coll)
}

func (e *env) forList(x *hclsyntax.ForExpr) (value.Value, *evalErr) {
	at := e.span(x.SrcRange)
	coll, child, err := e.collection(x)
	if err != nil {
		return coll, err
	}
	var b building
	open, err := e.visit(coll, e.span(x.CollExpr.Range()), func(k, v value.Value, ordered bool) *evalErr {
		child.bind(x, coll, k, v)
		in, err := child.included(x)
		if err != nil || in == value.No {
			return err
		}
		if in == value.Maybe {
			b.skip()
			return nil
		}
		out, err := child.x(x.ValExpr)
		b.add(out, ordered)
		return err
	})
	if err != nil {
		return coll, err
	}
	b.open = b.open || open != nil
	return mark(b.list(at, func() *value.Symbol { return e.because(at, open, coll) }), coll), nil
}

// because gives the symbol of the open result of an expression.
func (e *env) because(at source.Span, open *value.Symbol, coll value.Value) *value.Symbol {
	if open == nil {
		open = coll.FirstUnknown()
	}
	s := e.fresh(at, label(at), "the elements are not all known before apply")
	if open != nil && open.Why != "" {
		s.Why, s.At = open.Why, open.At
	}
	return s
}

func (e *env) forObject(x *hclsyntax.ForExpr) (value.Value, *evalErr) {
	at := e.span(x.SrcRange)
	coll, child, err := e.collection(x)
	if err != nil {
		return coll, err
	}
	var fields []value.Field
	groups := map[string]*building{}
	where := map[string]bool{}
	skipped, symbolic := false, 0
	open, err := e.visit(coll, e.span(x.CollExpr.Range()), func(k, v value.Value, ordered bool) *evalErr {
		child.bind(x, coll, k, v)
		in, err := child.included(x)
		if err != nil || in == value.No {
			return err
		}
		if in == value.Maybe {
			skipped = true
			return nil
		}
		kv, err := child.x(x.KeyExpr)
		if err != nil {
			return err
		}
		key, err := child.text(kv, e.span(x.KeyExpr.Range()))
		if err != nil {
			return err
		}
		out, err := child.x(x.ValExpr)
		if err != nil {
			return err
		}
		if key.Symbolic() {
			symbolic++
		}
		if x.Group {
			g := groups[key.Flat()]
			if g == nil {
				g = &building{}
				groups[key.Flat()] = g
				fields = append(fields, value.Field{Key: key})
			}
			g.add(out, ordered)
			return nil
		}
		if where[key.Flat()] {
			return fail(e.span(x.KeyExpr.Range()), "two elements have the key %q", key.String())
		}
		where[key.Flat()] = true
		fields = append(fields, value.Field{Key: key, Value: out})
		return nil
	})
	if err != nil {
		return coll, err
	}
	var why *value.Symbol
	because := func() *value.Symbol {
		if why == nil {
			why = e.because(at, open, coll)
		}
		return why
	}
	if x.Group {
		for i := range fields {
			g := groups[fields[i].Key.Flat()]
			if skipped || open != nil || symbolic > 0 && len(fields) > 1 {
				g.open, g.loose, g.fixed = true, true, 0
			}
			at := g.items[0].At()
			fields[i].Value = g.list(at, because)
		}
	}
	out := value.MapAt(fields, at)
	if skipped || open != nil {
		out = out.Open(because())
	}
	return mark(out, coll), nil
}

func (e *env) splat(x *hclsyntax.SplatExpr) (value.Value, *evalErr) {
	at := e.span(x.SrcRange)
	v, err := e.x(x.Source)
	if err != nil {
		return v, err
	}
	if s, ok := opaque(v); ok {
		part := "[*]"
		if t, ok := x.Each.(*hclsyntax.RelativeTraversalExpr); ok && t.Source == hclsyntax.Expression(x.Item) {
			part += e.span(t.Traversal.SourceRange()).Text()
		} else if x.Each != hclsyntax.Expression(x.Item) {
			part += label(e.span(x.Each.Range()))
		}
		return mark(value.ListAt(nil, at).Open(e.derive(s, part, at)), v), nil
	}
	child := e.with(nil)
	child.anon = make(map[*hclsyntax.AnonSymbolExpr]value.Value, len(e.anon)+1)
	for k, a := range e.anon {
		child.anon[k] = a
	}
	switch v.Kind() {
	case value.Null:
		return mark(value.ListAt(nil, at), v), nil
	case value.List:
	default:
		child.anon[x.Item] = v
		out, err := child.x(x.Each)
		return value.ListAt([]value.Value{out}, at), err
	}
	var b building
	open, err := e.visit(v, at, func(_, it value.Value, ordered bool) *evalErr {
		child.anon[x.Item] = it
		out, err := child.x(x.Each)
		b.add(out, ordered)
		return err
	})
	if err != nil {
		return v, err
	}
	b.open = open != nil
	return mark(b.list(at, func() *value.Symbol { return e.because(at, open, v) }), v), nil
}
