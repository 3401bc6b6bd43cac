package terraform

import (
	"github.com/irsalint/irsalint/pkg/source"
	"github.com/irsalint/irsalint/pkg/value"
)

// blocks gives the occurrences of a nested block, which in JSON syntax may be
// one object.
func blocks(v value.Value) []value.Value {
	if v.Kind() == value.Map {
		return []value.Value{v}
	}
	return v.Items()
}

// statement gives a statement block in the form of IAM JSON.
func statement(block value.Value) value.Value {
	var out []value.Field
	add := func(key, attr string) {
		v, ok := block.Get(attr)
		if !ok || v.IsNull() {
			return
		}
		if v, ok = stringList(v); ok {
			out = append(out, field(key, v))
		}
	}
	if sid, ok := block.Get("sid"); ok && !sid.IsNull() {
		if t, isText := sid.AsText(); !isText || !t.Empty() {
			out = append(out, field("Sid", sid))
		}
	}
	effect, ok := block.Get("effect")
	if !ok || effect.IsNull() {
		effect = value.StringAt("Allow", block.At())
	}
	out = append(out, field("Effect", effect))
	add("Action", "actions")
	add("NotAction", "not_actions")
	add("Resource", "resources")
	add("NotResource", "not_resources")
	for _, p := range [][2]string{{"Principal", "principals"}, {"NotPrincipal", "not_principals"}} {
		if v, ok := principals(block, p[1]); ok {
			out = append(out, field(p[0], v))
		}
	}
	if v, ok := conditions(block); ok {
		out = append(out, field("Condition", v))
	}
	return withFields(block, out)
}

// stringList gives a list of strings as the provider writes it: one element
// alone, &{…} as ${…}. It is not ok for an empty list, which is left out.
func stringList(v value.Value) (value.Value, bool) {
	switch v.Kind() {
	case value.List:
	case value.Unknown:
		return value.ListAt(nil, v.At()).Open(v.Symbol()), true
	default:
		return variables(v), true
	}
	items := make([]value.Value, 0, len(v.Items()))
	open, why := v.IsOpen(), v.Symbol()
	for _, it := range v.Items() {
		if it.IsNull() {
			continue
		}
		if _, ok := it.AsText(); !ok {
			open, why = true, it.Symbol()
			continue
		}
		items = append(items, variables(it))
	}
	if open {
		return value.ListAt(items, v.At()).Open(why), true
	}
	switch len(items) {
	case 0:
		return v, false
	case 1:
		return items[0], true
	}
	return value.ListAt(items, v.At()), true
}

// variables gives a string with the provider's &{name} written as IAM's
// ${name}.
func variables(v value.Value) value.Value {
	t, ok := v.AsText()
	if !ok {
		return v
	}
	pieces, _ := t.Split("&{")
	if len(pieces) == 1 {
		if v.Kind() == value.String {
			return v
		}
		return value.FromText(t).WithAt(v.At())
	}
	joined := []value.Piece{{Text: pieces[0]}}
	offset := len(pieces[0].Flat())
	for _, p := range pieces[1:] {
		joined = append(joined,
			value.Piece{Text: value.Literal("${", t.Locate(offset, offset+2))},
			value.Piece{Text: p})
		offset += 2 + len(p.Flat())
	}
	return value.FromText(value.Concat(v.At(), joined...)).WithAt(v.At())
}

// group collects values under keys in order.
type group struct {
	list  []*grouped
	index map[string]*grouped
}

// grouped is the values under one key.
type grouped struct {
	key   value.Text
	first value.Value // as it stands, if it is the only one
	items []value.Value
	n     int
	open  bool
	why   *value.Symbol
}

// add puts values under a key, after those that stand there.
func (g *group) add(key value.Text, v value.Value) {
	e := g.index[key.Flat()]
	if e == nil {
		e = &grouped{key: key, first: v}
		if g.index == nil {
			g.index = map[string]*grouped{}
		}
		g.index[key.Flat()] = e
		g.list = append(g.list, e)
	}
	e.n++
	if v.Kind() == value.List {
		e.items = append(e.items, v.Items()...)
	} else {
		e.items = append(e.items, v)
	}
	if v.IsOpen() && !e.open {
		e.open, e.why = true, v.Symbol()
	}
}

// fields gives what was collected as the fields of a map.
func (g *group) fields() []value.Field {
	out := make([]value.Field, len(g.list))
	for i, e := range g.list {
		v := e.first
		if e.n > 1 {
			v = value.ListAt(e.items, e.first.At())
			if e.open {
				v = v.Open(e.why)
			}
		}
		out[i] = value.Field{Key: e.key, Value: v}
	}
	return out
}

// principals gives principals blocks as IAM's Principal.
func principals(block value.Value, attr string) (value.Value, bool) {
	v, found := nested(block, attr)
	if found == value.No {
		return value.Value{}, false
	}
	var g group
	at := block.At()
	open, why := v.IsUnknown() || v.IsOpen(), v.Symbol()
	for i, b := range blocks(v) {
		typ, ok := textOf(b, "type")
		ids, idsOK := b.Get("identifiers")
		if !ok || !idsOK {
			open, why = true, b.FirstUnknown()
			continue
		}
		if i == 0 {
			at = b.At()
		}
		list, some := stringList(ids)
		if !some {
			list = value.ListAt(nil, ids.At())
		}
		if s, _ := list.KnownString(); typ.Is("*") && s == "*" && len(blocks(v)) == 1 && !open {
			return list, true // everyone
		}
		g.add(typ, list)
	}
	out := value.MapAt(g.fields(), at)
	if open {
		return out.Open(why), true
	}
	return out, len(g.list) > 0
}

// conditions gives condition blocks as IAM's Condition. Values of blocks with
// the same test and variable stand in one list.
func conditions(block value.Value) (value.Value, bool) {
	v, found := nested(block, "condition")
	if found == value.No {
		return value.Value{}, false
	}
	type test struct {
		key value.Text
		at  source.Span
		group
	}
	var tests []*test
	index := map[string]*test{}
	at := block.At()
	open, why := v.IsUnknown() || v.IsOpen(), v.Symbol()
	for i, b := range blocks(v) {
		key, ok := textOf(b, "test")
		variable, varOK := textOf(b, "variable")
		values, valuesOK := b.Get("values")
		if !ok || !varOK || !valuesOK {
			open, why = true, b.FirstUnknown()
			continue
		}
		if i == 0 {
			at = b.At()
		}
		t := index[key.Flat()]
		if t == nil {
			t = &test{key: key, at: b.At()}
			tests, index[key.Flat()] = append(tests, t), t
		}
		list, some := stringList(values)
		if !some {
			list = value.ListAt(nil, values.At())
		}
		t.add(variable, list)
	}
	var fields []value.Field
	for _, t := range tests {
		fields = append(fields, value.Field{Key: t.key, Value: value.MapAt(t.fields(), t.at)})
	}
	out := value.MapAt(fields, at)
	if open {
		return out.Open(why), true
	}
	return out, len(fields) > 0
}

// nested gives the occurrences of a nested block: No if there is none, Maybe
// if that is not known.
func nested(block value.Value, name string) (value.Value, value.Truth) {
	v, ok := block.Get(name)
	switch {
	case ok && !v.IsNull():
		return v, value.Yes
	case !ok && block.IsOpen():
		return value.UnknownAt(block.Symbol(), block.At()), value.Maybe
	}
	return value.Value{}, value.No
}

// textOf gives a field as text.
func textOf(v value.Value, name string) (value.Text, bool) {
	f, ok := v.Get(name)
	if !ok {
		return value.Text{}, false
	}
	return f.AsText()
}
