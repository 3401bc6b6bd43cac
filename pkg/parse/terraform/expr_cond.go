package terraform

import (
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/irsalint/irsalint/pkg/source"
	"github.com/irsalint/irsalint/pkg/value"
)

func (e *env) conditional(x *hclsyntax.ConditionalExpr) (value.Value, *evalErr) {
	at := e.span(x.SrcRange)
	cond, err := e.x(x.Condition)
	if err != nil {
		return cond, err
	}
	if cond.IsNull() {
		return cond, fail(e.span(x.Condition.Range()), "the condition is null")
	}
	t, err := e.truth(cond, e.span(x.Condition.Range()))
	if err != nil {
		return cond, err
	}
	if t != value.Maybe {
		taken, other := x.TrueResult, x.FalseResult
		if t == value.No {
			taken, other = other, taken
		}
		v, err := e.x(taken)
		if err != nil {
			return v, err
		}
		if v.Kind() == value.Number || v.Kind() == value.Bool { // both arms have one type
			if o, err := e.x(other); err == nil && o.Kind() == value.String {
				s, _ := v.AsText()
				v = mark(value.FromText(s), v)
			}
		}
		return mark(v, cond), nil
	}
	a, errA := e.x(x.TrueResult)
	b, errB := e.x(x.FalseResult)
	switch {
	case errA != nil && errB != nil:
		return a, errA
	case errA != nil:
		a = value.UnknownAt(nil, at)
	case errB != nil:
		b = value.UnknownAt(nil, at)
	}
	return mark(e.either(cond, a, b, at, 0), cond, a, b), nil
}

// either gives what is known of cond ? a : b where cond is not known.
func (e *env) either(cond, a, b value.Value, at source.Span, depth int) value.Value {
	if equal(a, b) == value.Yes {
		return a
	}
	s := e.term("?", cond, a, b)
	if l := label(at); l != "" && depth == 0 {
		s.Label = l
	}
	switch {
	case a.Kind() == value.String && b.Kind() == value.String && null(a) == value.No && null(b) == value.No:
		return value.FromText(value.FromSymbol(s, at))
	case a.Kind() == value.List && b.Kind() == value.List && a.IsSet() == b.IsSet():
		var items []value.Value
		for i := range min(a.Fixed(), b.Fixed()) {
			if value.EqualValues(a.Items()[i], b.Items()[i]) != value.Yes {
				break
			}
			items = append(items, a.Items()[i])
		}
		if a.IsSet() {
			return value.SetAt(items, at).Open(s)
		}
		return value.ListAt(items, at).Open(s)
	case a.Kind() == value.Map && b.Kind() == value.Map && depth < 20:
		return e.eitherMap(cond, a, b, s, at, depth)
	}
	return value.UnknownAt(s, at)
}

// eitherMap merges two maps: keys that both have stay.
func (e *env) eitherMap(cond, a, b value.Value, s *value.Symbol, at source.Span, depth int) value.Value {
	open := a.IsOpen() || b.IsOpen() || hasSymbolicKey(a) || hasSymbolicKey(b)
	var fields []value.Field
	for _, f := range a.Fields() {
		if f.Key.Symbolic() {
			continue
		}
		other, ok := b.Get(f.Key.Flat())
		if !ok {
			open = true
			continue
		}
		mine, _ := a.Get(f.Key.Flat())
		v := e.either(cond, mine, other, at, depth+1)
		fields = append(fields, value.Field{Key: f.Key, Value: mark(v, mine, other)})
	}
	for _, f := range b.Fields() {
		if _, ok := a.Get(f.Key.Flat()); !ok {
			open = true
		}
	}
	out := value.MapAt(fields, at)
	if open {
		out = out.Open(s)
	}
	return out
}
