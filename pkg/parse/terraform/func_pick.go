package terraform

import (
	"math/big"

	"github.com/irsalint/irsalint/pkg/value"
)

// callCoalesce is coalesce and coalescelist: the first that is neither null
// nor empty.
func callCoalesce(c *call) (value.Value, *evalErr) {
	empty := func(v value.Value) value.Truth {
		if t := null(v); t != value.No {
			return t
		}
		switch v.Kind() {
		case value.String:
			if c.name == "coalesce" {
				t, _ := v.AsText()
				return value.Equal(t, value.Text{})
			}
		case value.List, value.Map:
			if c.name == "coalescelist" {
				if len(v.Items()) > 0 || len(v.Fields()) > 0 {
					return value.No
				}
				if v.IsOpen() {
					return value.Maybe
				}
				return value.Yes
			}
		}
		return value.No
	}
	var open []value.Value // that may be the result
	for _, a := range c.args {
		t := empty(a)
		if t == value.Yes {
			continue
		}
		open = append(open, a)
		if t == value.No {
			break
		}
	}
	if len(open) == 0 {
		return value.Value{}, fail(c.at, "%s: all arguments are null or empty", c.name)
	}
	same := true
	for _, v := range open[1:] {
		same = same && equal(open[0], v) == value.Yes
	}
	if same {
		v := open[0]
		if v.Kind() == value.Number || v.Kind() == value.Bool {
			for _, a := range c.args { // all arguments have one type
				if a.Kind() == value.String {
					t, _ := v.AsText()
					v = mark(value.FromText(t), v)
					break
				}
			}
		}
		return v, nil
	}
	s := c.e.term(c.name, open...)
	text, list := true, true
	for _, v := range open {
		text = text && v.Kind() == value.String
		list = list && (v.Kind() == value.List || v.IsUnknown())
	}
	switch {
	case text:
		return c.mark(value.FromText(value.FromSymbol(s, c.at))), nil
	case list && c.name == "coalescelist":
		return c.mark(value.ListAt(nil, c.at).Open(s)), nil
	}
	return c.mark(value.UnknownAt(s, c.at)), nil
}

func callElement(c *call) (value.Value, *evalErr) {
	l, ok, err := c.list(0)
	if err != nil {
		return l, err
	}
	n, known, err := c.e.num(c.args[1], c.argAt(1))
	if err != nil {
		return l, err
	}
	items := l.Items()
	if l.IsSet() {
		return l, fail(c.at, "element: the elements of a set have no index")
	}
	if ok && !l.IsOpen() && len(items) == 0 {
		return l, fail(c.at, "element: the list is empty")
	}
	if !ok || !known {
		if ok && !l.IsOpen() && len(items) == 1 {
			return mark(items[0], l), nil
		}
		return c.unknown(), nil
	}
	i, acc := n.Int64()
	if acc != big.Exact {
		return l, fail(c.argAt(1), "element: a whole number is required")
	}
	if l.IsOpen() {
		if i >= 0 && i < int64(l.Fixed()) {
			return mark(items[i], l), nil
		}
		return c.unknown(), nil
	}
	i %= int64(len(items))
	if i < 0 {
		i += int64(len(items))
	}
	if i >= int64(l.Fixed()) {
		return c.unknown(), nil
	}
	return mark(items[i], l), nil
}

func callIndex(c *call) (value.Value, *evalErr) {
	l, ok, err := c.list(0)
	if err != nil {
		return l, err
	}
	if !ok {
		return c.unknown(), nil
	}
	for i, it := range l.Items() {
		switch t := equal(it, c.args[1]); {
		case t == value.Yes && i < l.Fixed():
			return c.mark(value.IntAt(i, c.at)), nil
		case t != value.No:
			return c.unknown(), nil
		}
	}
	if l.IsOpen() {
		return c.unknown(), nil
	}
	return l, fail(c.at, "index: the value is not in the list")
}

func callOne(c *call) (value.Value, *evalErr) {
	l, ok, err := c.list(0)
	if err != nil {
		return l, err
	}
	if !ok || l.IsOpen() {
		if ok && len(l.Items()) == 1 { // a second one would be an error
			return mark(l.Items()[0], l), nil
		}
		return c.unknown(), nil
	}
	switch len(l.Items()) {
	case 0:
		return value.NullAt(c.at), nil
	case 1:
		return mark(l.Items()[0], l), nil
	}
	if l.IsSet() && !different(l.Items()) {
		return c.unknown(), nil
	}
	return l, fail(c.at, "one: the list has %d elements", len(l.Items()))
}

func callLength(c *call) (value.Value, *evalErr) {
	v := c.args[0]
	switch v.Kind() {
	case value.Unknown:
		return c.unknown(), nil
	case value.String:
		t, _ := v.AsText()
		s, known := t.Known()
		if !known {
			return c.unknown(), nil
		}
		return c.mark(value.IntAt(len(clusters(s))-1, c.at)), nil
	case value.List:
		if v.IsOpen() || v.IsSet() && !different(v.Items()) {
			return c.unknown(), nil
		}
		return mark(value.IntAt(len(v.Items()), c.at), v), nil
	case value.Map:
		if v.IsOpen() {
			return c.unknown(), nil
		}
		fields, certain := sorted(v)
		if !certain {
			keys := make([]value.Value, len(fields))
			for i, f := range fields {
				keys[i] = value.FromText(f.Key)
			}
			if !different(keys) {
				return c.unknown(), nil
			}
		}
		return mark(value.IntAt(len(fields), c.at), v), nil
	}
	return v, fail(c.at, "length: a %s has no length", v.Kind())
}

// different reports whether all values are certainly different from each
// other.
func different(items []value.Value) bool {
	known := true
	for _, it := range items {
		known = known && it.WhollyKnown()
	}
	if known { // a set has no doubles
		return true
	}
	if len(items) > 200 {
		return false
	}
	for i := range items {
		for _, o := range items[i+1:] {
			if equal(items[i], o) != value.No {
				return false
			}
		}
	}
	return true
}

func callContains(c *call) (value.Value, *evalErr) {
	l, ok, err := c.list(0)
	if err != nil {
		return l, err
	}
	out := value.No
	for _, it := range l.Items() {
		out = out.Or(equal(it, c.args[1]))
	}
	if out == value.No && (!ok || l.IsOpen()) {
		out = value.Maybe
	}
	return c.mark(c.e.verdict(out, c.at, c.name, c.args...)), nil
}

func callSlice(c *call) (value.Value, *evalErr) {
	l, ok, err := c.list(0)
	if err != nil {
		return l, err
	}
	var at [2]int
	for i := range at {
		n, known, err := c.e.num(c.args[i+1], c.argAt(i+1))
		if err != nil {
			return l, err
		}
		if !known {
			return c.openList(nil), nil
		}
		v, acc := n.Int64()
		if acc != big.Exact || v < 0 || v > 1<<31 {
			return l, fail(c.argAt(i+1), "slice: the index is out of range")
		}
		at[i] = int(v)
	}
	if at[1] < at[0] {
		return l, fail(c.at, "slice: the end is before the start")
	}
	if !ok {
		return c.openList(nil), nil
	}
	if at[1] <= l.Fixed() {
		return mark(value.ListAt(l.Items()[at[0]:at[1]:at[1]], c.at), l), nil
	}
	if l.IsOpen() || l.IsLoose() && at[1] <= len(l.Items()) {
		var items []value.Value
		if at[0] < l.Fixed() {
			items = l.Items()[at[0]:l.Fixed():l.Fixed()]
		}
		return c.openList(items), nil
	}
	return l, fail(c.at, "slice: the list has only %d elements", len(l.Items()))
}
