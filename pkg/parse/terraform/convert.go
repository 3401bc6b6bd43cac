package terraform

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/hashicorp/hcl/v2/ext/typeexpr"
	"github.com/zclconf/go-cty/cty"

	"github.com/irsalint/irsalint/pkg/source"
	"github.com/irsalint/irsalint/pkg/value"
)

// convertTo gives a value as a variable of a type holds it, with the defaults
// of optional attributes (d may be nil), which stand at the place given. A
// value that does not fit gives an unknown value that says why, and an error.
func (e *env) convertTo(v value.Value, t cty.Type, d *typeexpr.Defaults, at source.Span) (out value.Value, err *evalErr) {
	c := *e
	c.frame = &frame{}
	defer func() {
		if p := recover(); p != nil {
			err = fail(at, "the value cannot be converted: %.120s", fmt.Sprint(p))
		}
		if err != nil {
			where := err.at
			if where.IsZero() {
				where = at
			}
			out = value.UnknownAt(c.fresh(where, label(where), err.msg), where)
		}
	}()
	return c.convert(v, t, d, at, 0)
}

func (e *env) convert(v value.Value, t cty.Type, d *typeexpr.Defaults, at source.Span, depth int) (value.Value, *evalErr) {
	if depth > 100 {
		return v, fail(at, "the value is nested too deep")
	}
	if err := e.spendAt(1, at); err != nil {
		return v, err
	}
	if v.IsNull() || t == cty.DynamicPseudoType {
		return v, nil
	}
	out, err := e.converted(v, t, d, at, depth)
	if err != nil && !v.At().IsZero() {
		err.at = v.At()
	}
	return mark(out, v), err
}

func (e *env) converted(v value.Value, t cty.Type, d *typeexpr.Defaults, at source.Span, depth int) (value.Value, *evalErr) {
	sym, unknown := opaque(v)
	switch {
	case t == cty.String:
		if v.IsUnknown() && sym == nil || v.Kind() == value.String {
			return v, nil
		}
		s, err := e.text(v, at)
		return value.FromText(s), err
	case unknown:
		return value.UnknownAt(sym, v.At()), nil
	case t == cty.Number:
		n, known, err := e.num(v, at)
		if err != nil {
			return v, err
		}
		if !known {
			return value.UnknownAt(e.term("tonumber", v), v.At()), nil
		}
		return value.NumberAt(n, v.At()), nil
	case t == cty.Bool:
		b, err := e.truth(v, at)
		if err != nil {
			return v, err
		}
		if b == value.Maybe {
			return value.UnknownAt(e.term("tobool", v), v.At()), nil
		}
		return value.BoolAt(b == value.Yes, v.At()), nil
	case t.IsListType() || t.IsSetType() || t.IsTupleType():
		if v.Kind() != value.List {
			return v, fail(at, "a list is required, not a %s", v.Kind())
		}
		return e.convertList(v, t, d, at, depth)
	case t.IsMapType() || t.IsObjectType():
		if v.Kind() != value.Map {
			return v, fail(at, "a map is required, not a %s", v.Kind())
		}
		if t.IsObjectType() {
			return e.convertObject(v, t, d, at, depth)
		}
		return e.convertMap(v, t, d, at, depth)
	}
	return v, nil
}

// child gives the defaults of a part.
func child(d *typeexpr.Defaults, key string) *typeexpr.Defaults {
	if d == nil {
		return nil
	}
	return d.Children[key]
}

func (e *env) convertMap(v value.Value, t cty.Type, d *typeexpr.Defaults, at source.Span, depth int) (value.Value, *evalErr) {
	fields := make([]value.Field, len(v.Fields()))
	for i, f := range v.Fields() {
		x, err := e.convert(f.Value, t.ElementType(), child(d, ""), at, depth+1)
		if err != nil {
			return v, err
		}
		fields[i] = value.Field{Key: f.Key, Value: x}
	}
	out := value.MapAt(fields, v.At())
	if v.IsOpen() {
		out = out.Open(v.Symbol())
	}
	return unifyMap(out), nil
}

func (e *env) convertList(v value.Value, t cty.Type, d *typeexpr.Defaults, at source.Span, depth int) (value.Value, *evalErr) {
	items := make([]value.Value, len(v.Items()))
	if t.IsTupleType() && len(t.TupleElementTypes()) != len(items) && !v.IsOpen() {
		return v, fail(at, "a list of %d elements is required, not of %d", len(t.TupleElementTypes()), len(items))
	}
	for i, it := range v.Items() {
		et, key := cty.DynamicPseudoType, ""
		if t.IsTupleType() {
			key = strconv.Itoa(i)
			if i < len(t.TupleElementTypes()) {
				et = t.TupleElementType(i)
			}
		} else {
			et = t.ElementType()
		}
		x, err := e.convert(it, et, child(d, key), at, depth+1)
		if err != nil {
			return v, err
		}
		items[i] = x
	}
	var out value.Value
	switch {
	case t.IsSetType():
		var err *evalErr
		if out, err = e.set(items, v.At()); err != nil {
			return v, err
		}
	case t.IsListType():
		out = value.ListAt(unify(items), v.At()).Loose(v.Fixed())
		if v.IsSet() && !v.WhollyKnown() && len(items) > 1 {
			out = out.Loose(0)
		}
	default:
		out = value.ListAt(items, v.At()).Loose(v.Fixed())
	}
	if v.IsOpen() {
		out = out.Open(v.Symbol())
	}
	return out, nil
}

func (e *env) convertObject(v value.Value, t cty.Type, d *typeexpr.Defaults, at source.Span, depth int) (value.Value, *evalErr) {
	types := t.AttributeTypes()
	names := make([]string, 0, len(types))
	for name := range types {
		names = append(names, name)
	}
	slices.Sort(names)
	fields := make([]value.Field, 0, len(types))
	for _, name := range names {
		key := value.Literal(name, source.Span{})
		f, ok := v.Field(name)
		x := f.Value
		if ok {
			key = f.Key
		} else {
			got, err := e.field(v, key, "."+name, at)
			switch {
			case err == nil:
				x = got // it may be there
			case t.AttributeOptional(name):
				x = value.NullAt(at)
			default:
				return v, fail(at, "the attribute %q is required", name)
			}
		}
		if d != nil && x.IsNull() {
			if def, ok := d.DefaultValues[name]; ok {
				x = fromCty(def, at)
			}
		}
		x, err := e.convert(x, types[name], child(d, name), at, depth+1)
		if err != nil {
			return v, err
		}
		fields = append(fields, value.Field{Key: key, Value: x})
	}
	return value.MapAt(fields, v.At()), nil
}
