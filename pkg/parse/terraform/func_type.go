package terraform

import (
	"github.com/zclconf/go-cty/cty"

	"github.com/irsalint/irsalint/pkg/value"
)

func typeFuncs() map[string]*builtin {
	return map[string]*builtin{
		"tobool":          {1, 1, false, false, callConvert(cty.Bool)},
		"tolist":          {1, 1, false, false, callToList},
		"tomap":           {1, 1, false, false, callToMap},
		"tonumber":        {1, 1, false, false, callConvert(cty.Number)},
		"tostring":        {1, 1, false, false, callConvert(cty.String)},
		"sensitive":       {1, 1, false, false, callSensitive},
		"nonsensitive":    {1, 1, false, false, callSensitive},
		"issensitive":     {1, 1, false, false, callSensitive},
		"ephemeralasnull": {1, 1, false, false, func(c *call) (value.Value, *evalErr) { return c.args[0], nil }},
	}
}

func callConvert(t cty.Type) func(c *call) (value.Value, *evalErr) {
	return func(c *call) (value.Value, *evalErr) {
		if c.args[0].IsUnknown() {
			return c.args[0], nil
		}
		return c.e.convert(c.args[0], t, nil, c.argAt(0), 0)
	}
}

func callToList(c *call) (value.Value, *evalErr) {
	if c.args[0].IsNull() {
		return c.args[0], nil
	}
	l, ok, err := c.list(0)
	if err != nil {
		return l, err
	}
	if !ok {
		return l, nil
	}
	out := value.ListAt(unify(l.Items()), l.At())
	if l.IsOpen() {
		out = out.Open(l.Symbol())
	}
	if l.IsSet() && !l.WhollyKnown() && len(l.Items()) > 1 {
		out = out.Loose(0)
	}
	return mark(out.Loose(l.Fixed()), l), nil
}

func callToMap(c *call) (value.Value, *evalErr) {
	if c.args[0].IsNull() {
		return c.args[0], nil
	}
	m, ok, err := c.mapArg()
	if err != nil || !ok {
		return m, err
	}
	return mark(unifyMap(m), m), nil
}

// unifyMap gives a map with its values of one type.
func unifyMap(m value.Value) value.Value {
	vals := make([]value.Value, len(m.Fields()))
	for i, f := range m.Fields() {
		vals[i] = f.Value
	}
	same := unify(vals)
	if len(same) == 0 || &same[0] == &vals[0] {
		return m
	}
	fields := make([]value.Field, len(vals))
	for i, f := range m.Fields() {
		fields[i] = value.Field{Key: f.Key, Value: same[i]}
	}
	out := value.MapAt(fields, m.At())
	if m.IsOpen() {
		out = out.Open(m.Symbol())
	}
	return out
}

func callSensitive(c *call) (value.Value, *evalErr) {
	v := c.args[0]
	switch c.name {
	case "sensitive":
		return v.Sensitive(), nil
	case "nonsensitive":
		return v.Insensitive(), nil
	}
	if v.IsUnknown() {
		return c.unknown(), nil
	}
	return value.BoolAt(v.IsSensitive(), c.at), nil
}
