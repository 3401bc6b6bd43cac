package terraform

import (
	"math/big"
	"slices"

	"github.com/zclconf/go-cty/cty/function/stdlib"

	"github.com/irsalint/irsalint/pkg/value"
)

func listFuncs() map[string]*builtin {
	return map[string]*builtin{
		"alltrue":      {1, 1, false, false, callAll},
		"anytrue":      {1, 1, false, false, callAll},
		"chunklist":    {2, 2, false, false, callChunk},
		"coalesce":     {1, -1, false, false, callCoalesce},
		"coalescelist": {1, -1, false, false, callCoalesce},
		"compact":      {1, 1, false, false, callCompact},
		"concat":       {1, -1, false, true, callConcat},
		"contains":     {2, 2, false, false, callContains},
		"distinct":     {1, 1, false, false, callDistinct},
		"element":      {2, 2, false, false, callElement},
		"flatten":      {1, 1, false, false, callFlatten},
		"index":        {2, 2, false, false, callIndex},
		"length":       {1, 1, false, false, callLength},
		"matchkeys":    {3, 3, false, false, callMatchKeys},
		"one":          {1, 1, false, false, callOne},
		"range":        {1, 3, false, false, bridge(of(stdlib.RangeFunc))},
		"reverse":      {1, 1, false, false, callReverse},
		"slice":        {3, 3, false, false, callSlice},
		"sort":         {1, 1, false, false, callSort},
	}
}

// callAll is alltrue and anytrue.
func callAll(c *call) (value.Value, *evalErr) {
	l, ok, err := c.list(0)
	if err != nil {
		return l, err
	}
	any := c.name == "anytrue"
	out := value.Of(!any)
	if !ok {
		out = value.Maybe
	}
	for _, it := range l.Items() {
		t := value.No
		if !it.IsNull() {
			if t, err = c.e.truth(it, c.argAt(0)); err != nil {
				return l, err
			}
		}
		if any {
			out = out.Or(t)
		} else {
			out = out.And(t)
		}
	}
	if l.IsOpen() && out == value.Of(!any) {
		out = value.Maybe
	}
	return c.mark(c.e.verdict(out, c.at, c.name, l)), nil
}

func callChunk(c *call) (value.Value, *evalErr) {
	l, ok, err := c.list(0)
	if err != nil {
		return l, err
	}
	n, known, err := c.e.num(c.args[1], c.argAt(1))
	if err != nil {
		return l, err
	}
	if !ok || !known || l.IsOpen() || l.IsLoose() {
		return c.openList(nil), nil
	}
	size, acc := n.Int64()
	if acc != big.Exact || size < 0 {
		return l, fail(c.argAt(1), "chunklist: the size must be a whole number")
	}
	items := l.Items()
	if size == 0 {
		size = int64(max(len(items), 1))
	}
	var out []value.Value
	for len(items) > 0 {
		k := int(min(size, int64(len(items))))
		out = append(out, value.ListAt(items[:k:k], c.at))
		items = items[k:]
	}
	return mark(value.ListAt(out, c.at), l), nil
}

func callCompact(c *call) (value.Value, *evalErr) {
	l, ok, err := c.list(0)
	if err != nil {
		return l, err
	}
	if !ok {
		return c.openList(nil), nil
	}
	var b building
	for i, it := range l.Items() {
		t := null(it)
		if t == value.No {
			s, err := c.e.text(it, c.argAt(0))
			if err != nil {
				return l, err
			}
			t = value.Equal(s, value.Text{})
			it = mark(value.FromText(s), it)
		}
		switch t {
		case value.No:
			b.add(it, i < l.Fixed())
		case value.Maybe:
			b.skip()
		}
	}
	b.open = b.open || l.IsOpen()
	return mark(b.list(c.at, c.symbol), l), nil
}

func callConcat(c *call) (value.Value, *evalErr) {
	var b building
	var from value.Value
	for i := range c.args {
		l, ok, err := c.list(i)
		if err != nil {
			return l, err
		}
		from = mark(from, l)
		if !ok {
			b.skip()
			continue
		}
		for k, it := range l.Items() {
			b.add(it, k < l.Fixed())
		}
		if l.IsOpen() {
			b.skip()
		}
		if len(b.items) > maxItems {
			return l, fail(c.at, "concat makes a list that is too long")
		}
	}
	return mark(b.list(c.at, c.symbol), from), nil
}

func callDistinct(c *call) (value.Value, *evalErr) {
	l, ok, err := c.list(0)
	if err != nil {
		return l, err
	}
	if !ok {
		return c.openList(nil), nil
	}
	items := unify(l.Items())
	var b building
	seen := map[string]bool{}
	if err := c.e.spendAt(len(items)*len(items)/64, c.at); err != nil {
		return l, err
	}
	for i, it := range items {
		found := value.No
		if s, ok := it.KnownString(); ok && allKnownStrings(b.items) {
			found = value.Of(seen[s])
			seen[s] = true
		} else {
			for _, o := range b.items {
				found = found.Or(equal(it, o))
			}
		}
		switch found {
		case value.No:
			b.add(it, i < l.Fixed())
		case value.Maybe: // it is in the list, but perhaps as another
			b.skip()
			b.add(it, false)
		}
	}
	b.open = b.open || l.IsOpen()
	return mark(b.list(c.at, c.symbol), l), nil
}

func allKnownStrings(items []value.Value) bool {
	if len(items) == 0 {
		return true
	}
	_, ok := items[len(items)-1].KnownString() // each was looked at before
	if !ok {
		return false
	}
	for _, it := range items {
		if _, ok := it.KnownString(); !ok {
			return false
		}
	}
	return true
}

// unify gives items of one type, as a list has them: with a string among them
// numbers and booleans become strings.
func unify(items []value.Value) []value.Value {
	text, other := false, false
	for _, it := range items {
		switch it.Kind() {
		case value.String:
			text = true
		case value.Number, value.Bool:
			other = true
		}
	}
	if !text || !other {
		return items
	}
	out := slices.Clone(items)
	for i, it := range out {
		if it.Kind() == value.Number || it.Kind() == value.Bool {
			t, _ := it.AsText()
			out[i] = mark(value.FromText(t), it)
		}
	}
	return out
}

func callFlatten(c *call) (value.Value, *evalErr) {
	l, ok, err := c.list(0)
	if err != nil {
		return l, err
	}
	if !ok {
		return c.openList(nil), nil
	}
	var b building
	from := l
	var walk func(l value.Value, depth int) *evalErr
	walk = func(l value.Value, depth int) *evalErr {
		from = mark(from, l)
		for i, it := range l.Items() {
			switch {
			case len(b.items) > maxItems || depth > 100:
				return fail(c.at, "flatten makes a list that is too long")
			case it.Kind() == value.List:
				if i >= l.Fixed() {
					b.loose = true
				}
				if err := walk(it, depth+1); err != nil {
					return err
				}
			case it.IsUnknown(): // it may be a list
				b.skip()
			default:
				b.add(it, i < l.Fixed())
			}
		}
		if l.IsOpen() {
			b.skip()
		}
		return nil
	}
	if err := walk(l, 0); err != nil {
		return l, err
	}
	return mark(b.list(c.at, c.symbol), from), nil
}

func callMatchKeys(c *call) (value.Value, *evalErr) {
	var l [3]value.Value
	for i := range l {
		v, ok, err := c.list(i)
		if err != nil {
			return v, err
		}
		if !ok || v.IsOpen() || v.IsLoose() {
			return c.openList(nil), nil
		}
		l[i] = v
	}
	if len(l[0].Items()) != len(l[1].Items()) {
		return l[0], fail(c.at, "matchkeys: the lists of values and keys have different lengths")
	}
	if err := c.e.spendAt(len(l[1].Items())*len(l[2].Items())/8, c.at); err != nil {
		return l[0], err
	}
	var b building
	for i, k := range l[1].Items() {
		t := value.No
		for _, s := range l[2].Items() {
			t = t.Or(equal(k, s))
		}
		switch t {
		case value.Yes:
			b.add(l[0].Items()[i], true)
		case value.Maybe:
			b.skip()
		}
	}
	return c.mark(b.list(c.at, c.symbol)), nil
}

func callReverse(c *call) (value.Value, *evalErr) {
	l, ok, err := c.list(0)
	if err != nil {
		return l, err
	}
	if !ok {
		return c.openList(nil), nil
	}
	items := slices.Clone(l.Items())
	slices.Reverse(items)
	out := value.ListAt(items, c.at)
	if l.IsOpen() {
		out = out.Open(c.symbol())
	}
	if l.IsOpen() || l.IsLoose() {
		out = out.Loose(0)
	}
	return mark(out, l), nil
}

func callSort(c *call) (value.Value, *evalErr) {
	l, ok, err := c.list(0)
	if err != nil {
		return l, err
	}
	if !ok {
		return c.openList(nil), nil
	}
	items := make([]value.Value, 0, len(l.Items()))
	known := true
	for _, it := range l.Items() {
		t, err := c.e.text(it, c.argAt(0))
		if err != nil {
			return l, err
		}
		known = known && !t.Symbolic()
		items = append(items, mark(value.FromText(t), it))
	}
	slices.SortStableFunc(items, byText)
	out := value.ListAt(items, c.at)
	if l.IsOpen() {
		out = out.Open(c.symbol())
	}
	if l.IsOpen() || !known && len(items) > 1 {
		out = out.Loose(0)
	}
	return mark(out, l), nil
}
