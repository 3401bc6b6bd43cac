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
