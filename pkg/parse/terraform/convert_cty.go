package terraform

import (
	"math/big"

	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/convert"
	"github.com/zclconf/go-cty/cty/function"

	"github.com/irsalint/irsalint/pkg/source"
	"github.com/irsalint/irsalint/pkg/value"
)

// toCty gives a value that is wholly known as cty has it: lists as tuples,
// maps as objects.
func toCty(v value.Value) cty.Value {
	switch v.Kind() {
	case value.Null:
		return cty.NullVal(cty.DynamicPseudoType)
	case value.Bool:
		b, _ := v.AsBool()
		return cty.BoolVal(b)
	case value.Number:
		n, _ := v.AsNumber()
		return cty.NumberVal(new(big.Float).SetPrec(max(n.Prec(), 512)).Set(n))
	case value.String:
		t, _ := v.AsText()
		return cty.StringVal(t.Flat())
	case value.List:
		items := make([]cty.Value, len(v.Items()))
		for i, it := range v.Items() {
			items[i] = toCty(it)
		}
		if v.IsSet() && len(items) > 0 && cty.CanSetVal(items) {
			return cty.SetVal(items)
		}
		return cty.TupleVal(items)
	case value.Map:
		fields := make(map[string]cty.Value, len(v.Fields()))
		for _, f := range v.Fields() {
			fields[f.Key.Flat()] = toCty(f.Value)
		}
		return cty.ObjectVal(fields)
	}
	return cty.DynamicVal
}

// fromCty gives a cty value, all of which stands at one place.
func fromCty(v cty.Value, at source.Span) value.Value {
	v, marks := v.Unmark()
	if len(marks) > 0 {
		return fromCty(v, at).Sensitive()
	}
	t := v.Type()
	switch {
	case v.IsNull():
		return value.NullAt(at)
	case !v.IsKnown():
		return value.UnknownAt(nil, at)
	case t == cty.String:
		return value.FromText(made(source.SanitizeString(v.AsString()), at))
	case t == cty.Number:
		return value.NumberAt(v.AsBigFloat(), at)
	case t == cty.Bool:
		return value.BoolAt(v.True(), at)
	case t.IsMapType() || t.IsObjectType():
		fields := make([]value.Field, 0, v.LengthInt())
		for it := v.ElementIterator(); it.Next(); {
			k, x := it.Element()
			k, _ = k.Unmark()
			fields = append(fields, value.Field{Key: made(source.SanitizeString(k.AsString()), at), Value: fromCty(x, at)})
		}
		return value.MapAt(fields, at)
	case t.IsListType() || t.IsTupleType() || t.IsSetType():
		items := make([]value.Value, 0, v.LengthInt())
		for it := v.ElementIterator(); it.Next(); {
			_, x := it.Element()
			items = append(items, fromCty(x, at))
		}
		if t.IsSetType() {
			return value.SetAt(items, at)
		}
		return value.ListAt(items, at)
	}
	return value.UnknownAt(nil, at)
}

// bridge makes a function of a cty function, for arguments that are all known.
func bridge(f func() function.Function) func(c *call) (value.Value, *evalErr) {
	return func(c *call) (value.Value, *evalErr) {
		if !c.known() {
			return c.unknown(), nil
		}
		fn := f()
		params, rest := fn.Params(), fn.VarParam()
		if len(c.args) < len(params) || len(c.args) > len(params) && rest == nil {
			return value.Value{}, fail(c.at, "%s takes another number of arguments", c.name)
		}
		args := make([]cty.Value, len(c.args))
		for i, a := range c.args {
			p := rest
			if i < len(params) {
				p = &params[i]
			}
			v, err := convert.Convert(toCty(a), p.Type)
			if err != nil {
				return value.Value{}, fail(c.argAt(i), "%s: %s", c.name, err)
			}
			if v.IsNull() && !p.AllowNull {
				return value.Value{}, fail(c.argAt(i), "%s: the argument is null", c.name)
			}
			args[i] = v
		}
		out, err := fn.Call(args)
		if err != nil {
			return value.Value{}, fail(c.at, "%s: %.200s", c.name, err)
		}
		v := fromCty(out, c.at)
		return v, c.e.bounded(v, c.at)
	}
}
