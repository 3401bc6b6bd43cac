package terraform

import (
	"github.com/irsalint/irsalint/pkg/source"
	"github.com/irsalint/irsalint/pkg/value"
)

func mapFuncs() map[string]*builtin {
	return map[string]*builtin{
		"keys":      {1, 1, false, false, callKeys},
		"values":    {1, 1, false, false, callKeys},
		"lookup":    {2, 3, false, false, callLookup},
		"merge":     {0, -1, false, true, callMerge},
		"transpose": {1, 1, false, false, callTranspose},
		"zipmap":    {2, 2, false, false, callZipmap},
	}
}

// mapArg gives the first argument as a map; it is not ok if nothing is known of it.
func (c *call) mapArg() (value.Value, bool, *evalErr) {
	v := c.args[0]
	if _, ok := opaque(v); ok {
		return v, false, nil
	}
	if v.Kind() != value.Map {
		return v, false, fail(c.argAt(0), "%s: a map is required, not a %s", c.name, v.Kind())
	}
	return v, true, nil
}

// callKeys is keys and values, both in the order of the keys.
func callKeys(c *call) (value.Value, *evalErr) {
	m, ok, err := c.mapArg()
	if err != nil {
		return m, err
	}
	if !ok {
		return c.openList(nil), nil
	}
	fields, certain := sorted(m)
	items := make([]value.Value, len(fields))
	for i, f := range fields {
		if c.name == "keys" {
			items[i] = value.FromText(f.Key)
		} else {
			items[i] = f.Value
		}
	}
	out := value.ListAt(items, c.at)
	if m.IsOpen() {
		out = out.Open(c.symbol())
	}
	if m.IsOpen() || !certain {
		out = out.Loose(0)
	}
	return mark(out, m), nil
}

func callLookup(c *call) (value.Value, *evalErr) {
	m, ok, err := c.mapArg()
	if err != nil {
		return m, err
	}
	key, err := c.text(1)
	if err != nil {
		return m, err
	}
	if !ok {
		return c.unknown(), nil
	}
	if v, ok := m.Get(key.Flat()); ok {
		return mark(v, m), nil
	}
	maybe := m.IsOpen()
	for _, f := range m.Fields() {
		if !maybe && (key.Symbolic() || f.Key.Symbolic()) {
			maybe = value.Equal(f.Key, key) != value.No
		}
	}
	switch {
	case maybe && len(c.args) == 3 && !m.IsOpen() && c.allEqual(m, c.args[2]):
		return mark(c.args[2], m), nil
	case maybe:
		return c.unknown(), nil
	case len(c.args) < 3:
		return m, fail(c.at, "lookup: there is no key %q in the map", key.String())
	}
	d := c.args[2]
	if d.Kind() == value.Number || d.Kind() == value.Bool { // as the other elements
		for _, f := range m.Fields() {
			if f.Value.Kind() == value.String {
				t, _ := d.AsText()
				return mark(value.FromText(t), m, d), nil
			}
		}
	}
	return mark(d, m), nil
}

func (c *call) allEqual(m, v value.Value) bool {
	for _, f := range m.Fields() {
		if equal(f.Value, v) != value.Yes {
			return false
		}
	}
	return true
}

func callMerge(c *call) (value.Value, *evalErr) {
	var fields []value.Field
	open, null := false, true
	var from value.Value
	var sym *value.Symbol
	unsure := func() { // an unknown map may override all that came before
		open = true
		if sym == nil {
			sym = c.symbol()
		}
		for i, f := range fields {
			part := "[" + f.Key.Flat() + "]"
			if k, ok := f.Key.Known(); ok {
				part = keyPart(value.StringAt(k, source.Span{}))
			}
			s := *sym
			if f.Key.Symbolic() {
				s = *c.e.term("merge", append([]value.Value{value.FromText(f.Key)}, c.args...)...)
				part = ""
			}
			fields[i].Value = value.UnknownAt(c.e.derive(&s, part, c.at), f.Value.At())
		}
	}
	for i, a := range c.args {
		from = mark(from, a)
		if a.IsNull() {
			continue
		}
		null = false
		if _, ok := opaque(a); ok {
			unsure()
			continue
		}
		if a.Kind() != value.Map {
			return a, fail(c.argAt(i), "merge: a map is required, not a %s", a.Kind())
		}
		if a.IsOpen() {
			unsure()
		}
		fields = append(fields, a.Fields()...)
		if len(fields) > maxItems {
			return a, fail(c.at, "merge makes a map that is too large")
		}
	}
	if null && len(c.args) > 0 {
		return value.NullAt(c.at), nil
	}
	out, err := c.e.fields(fields, c.at)
	if err != nil {
		return out, err
	}
	if open {
		out = out.Open(sym)
	}
	return mark(out, from), nil
}

func callTranspose(c *call) (value.Value, *evalErr) {
	m, ok, err := c.mapArg()
	if err != nil {
		return m, err
	}
	if !ok || !m.WhollyKnown() {
		return mark(value.MapAt(nil, c.at).Open(c.symbol()), m), nil
	}
	fields, _ := sorted(m)
	lists := map[string][]value.Value{}
	var out []value.Field
	for _, f := range fields {
		if f.Value.Kind() != value.List {
			return m, fail(c.at, "transpose: a map of lists is required")
		}
		for _, it := range f.Value.Items() {
			t, err := c.e.text(it, c.at)
			if err != nil {
				return m, err
			}
			if lists[t.Flat()] == nil {
				out = append(out, value.Field{Key: t})
			}
			lists[t.Flat()] = append(lists[t.Flat()], value.FromText(f.Key))
		}
	}
	for i := range out {
		out[i].Value = value.ListAt(lists[out[i].Key.Flat()], c.at)
	}
	return mark(value.MapAt(out, c.at), m), nil
}

func callZipmap(c *call) (value.Value, *evalErr) {
	ks, ok, err := c.list(0)
	if err != nil {
		return ks, err
	}
	vs, also, err := c.list(1)
	if err != nil {
		return vs, err
	}
	if !ok || !also || ks.IsOpen() || vs.IsOpen() || ks.IsLoose() || vs.IsLoose() {
		return c.mark(value.MapAt(nil, c.at).Open(c.symbol())), nil
	}
	if len(ks.Items()) != len(vs.Items()) {
		return ks, fail(c.at, "zipmap: there are %d keys and %d values", len(ks.Items()), len(vs.Items()))
	}
	fields := make([]value.Field, len(ks.Items()))
	for i, k := range ks.Items() {
		t, err := c.e.text(k, c.argAt(0))
		if err != nil {
			return k, err
		}
		fields[i] = value.Field{Key: t, Value: vs.Items()[i]}
	}
	out, err := c.e.fields(fields, c.at)
	return mark(out, ks, vs), err
}
