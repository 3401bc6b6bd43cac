package terraform

import (
	"cmp"
	"slices"

	"github.com/irsalint/irsalint/pkg/source"
	"github.com/irsalint/irsalint/pkg/value"
)

func setFuncs() map[string]*builtin {
	return map[string]*builtin{
		"setunion":        {1, -1, false, true, callSetUnion},
		"setintersection": {1, -1, false, false, callSetIntersection},
		"setsubtract":     {2, 2, false, false, callSetSubtract},
		"setproduct":      {1, -1, false, false, callSetProduct},
		"toset":           {1, 1, false, false, callToSet},
	}
}

func byText(a, b value.Value) int {
	s, _ := a.AsText()
	t, _ := b.AsText()
	return cmp.Compare(s.Flat(), t.Flat())
}

// set makes a set of items: doubles go, primitive values are put in order.
// Of two that may be the same both stay.
func (e *env) set(items []value.Value, at source.Span) (value.Value, *evalErr) {
	items = unify(items)
	var out []value.Value
	seen := map[string]bool{}
	texts, numbers, bools := true, true, true
	if err := e.spendAt(len(items), at); err != nil {
		return value.Value{}, err
	}
	for _, it := range items {
		texts = texts && it.Kind() == value.String
		numbers = numbers && it.Kind() == value.Number
		bools = bools && it.Kind() == value.Bool
		key := it.Kind().String() + e.identity(it)
		if seen[key] {
			continue
		}
		seen[key] = true
		out = append(out, it)
	}
	switch {
	case texts || bools: // false is before true
		slices.SortStableFunc(out, byText)
	case numbers:
		slices.SortStableFunc(out, func(a, b value.Value) int {
			x, _ := a.AsNumber()
			y, _ := b.AsNumber()
			return x.Cmp(y)
		})
	case len(out) > 1: // cty orders other values by a hash
		return value.SetAt(out, at).Loose(0), nil
	}
	if len(out) > 1 {
		for _, it := range out {
			if !it.WhollyKnown() {
				return value.SetAt(out, at).Loose(0), nil
			}
		}
	}
	return value.SetAt(out, at), nil
}

func callToSet(c *call) (value.Value, *evalErr) {
	if c.args[0].IsNull() {
		return c.args[0], nil
	}
	l, ok, err := c.list(0)
	if err != nil {
		return l, err
	}
	if !ok {
		return mark(value.SetAt(nil, c.at).Open(c.symbol()), l), nil
	}
	out, err := c.e.set(l.Items(), c.at)
	if l.IsOpen() {
		out = out.Open(c.symbol())
	}
	return mark(out, l), err
}

func callSetUnion(c *call) (value.Value, *evalErr) {
	var items []value.Value
	open := false
	for i := range c.args {
		l, ok, err := c.list(i)
		if err != nil {
			return l, err
		}
		items = append(items, l.Items()...)
		open = open || !ok || l.IsOpen()
	}
	out, err := c.e.set(items, c.at)
	if open {
		out = out.Open(c.symbol())
	}
	return mark(out, c.args...), err
}

// has says whether a set holds a value.
func has(l, v value.Value) value.Truth {
	out := value.No
	for _, it := range l.Items() {
		out = out.Or(equal(it, v))
	}
	if out == value.No && (l.IsOpen() || l.Kind() != value.List) {
		out = value.Maybe
	}
	return out
}

// keep makes a set of the items for which the answer is yes.
func (c *call) keep(items []value.Value, open bool, in func(v value.Value) value.Truth) (value.Value, *evalErr) {
	var out []value.Value
	for _, it := range items {
		if err := c.e.spendAt(8, c.at); err != nil {
			return value.Value{}, err
		}
		switch in(it) {
		case value.Yes:
			out = append(out, it)
		case value.Maybe:
			open = true
		}
	}
	s, err := c.e.set(out, c.at)
	if open {
		s = s.Open(c.symbol())
	}
	return mark(s, c.args...), err
}

// lists gives the arguments as lists whose items are all of one type.
func (c *call) lists() ([]value.Value, *evalErr) {
	var all []value.Value
	n, cost := 0, 1
	for i := range c.args {
		l, _, err := c.list(i)
		if err != nil {
			return nil, err
		}
		all = append(all, l.Items()...)
		n = max(n, len(l.Items()))
		cost += n * len(l.Items()) / 8
	}
	if err := c.e.spendAt(cost, c.at); err != nil {
		return nil, err
	}
	all = unify(all)
	out := make([]value.Value, len(c.args))
	for i, a := range c.args {
		out[i] = a
		if a.Kind() != value.List {
			continue
		}
		k := len(a.Items())
		out[i] = mark(value.ListAt(all[:k:k], a.At()), a)
		if a.IsOpen() {
			out[i] = out[i].Open(a.Symbol())
		}
		all = all[k:]
	}
	return out, nil
}

func callSetIntersection(c *call) (value.Value, *evalErr) {
	ls, err := c.lists()
	if err != nil {
		return value.Value{}, err
	}
	return c.keep(ls[0].Items(), ls[0].Kind() != value.List || ls[0].IsOpen(), func(v value.Value) value.Truth {
		out := value.Yes
		for _, l := range ls[1:] {
			out = out.And(has(l, v))
		}
		return out
	})
}

func callSetSubtract(c *call) (value.Value, *evalErr) {
	ls, err := c.lists()
	if err != nil {
		return value.Value{}, err
	}
	return c.keep(ls[0].Items(), ls[0].Kind() != value.List || ls[0].IsOpen(), func(v value.Value) value.Truth {
		return has(ls[1], v).Not()
	})
}

func callSetProduct(c *call) (value.Value, *evalErr) {
	n, open, set, loose := 1, false, true, false
	for i := range c.args {
		l, ok, err := c.list(i)
		if err != nil {
			return l, err
		}
		open = open || !ok || l.IsOpen()
		set = set && l.IsSet()
		loose = loose || l.IsLoose() || l.IsSet() && !l.WhollyKnown()
		if n *= len(l.Items()); n > 10_000 {
			return l, fail(c.at, "setproduct makes more than 10000 elements")
		}
	}
	if err := c.e.spendAt(n*len(c.args), c.at); err != nil {
		return value.Value{}, err
	}
	out := make([]value.Value, 0, n)
	row := make([]value.Value, len(c.args))
	var walk func(i int)
	walk = func(i int) {
		if i == len(row) {
			out = append(out, value.ListAt(slices.Clone(row), c.at))
			return
		}
		for _, it := range c.args[i].Items() {
			row[i] = it
			walk(i + 1)
		}
	}
	if n > 0 {
		walk(0)
	}
	v := value.ListAt(out, c.at)
	if set && len(c.args) > 0 {
		v = value.SetAt(out, c.at)
	}
	if open {
		v = v.Open(c.symbol())
	}
	if open || loose {
		v = v.Loose(0)
	}
	return mark(v, c.args...), nil
}
