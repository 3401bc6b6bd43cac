package terraform

import (
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/irsalint/irsalint/pkg/source"
	"github.com/irsalint/irsalint/pkg/value"
)

// tok is one character or one symbol of a text, with its offset.
type tok struct {
	r   rune
	sym *value.Symbol
	off int
}

func tokenize(t value.Text) []tok {
	flat, syms := t.Flat(), t.Symbols()
	out := make([]tok, 0, len(flat))
	for i := 0; i < len(flat); {
		r, n := utf8.DecodeRuneInString(flat[i:])
		if r == source.SymbolOpen && len(syms) > 0 {
			out = append(out, tok{sym: syms[0], off: i})
			syms = syms[1:]
			end := strings.IndexRune(flat[i:], source.SymbolClose)
			if end < 0 {
				return out
			}
			i += end + len(string(source.SymbolClose))
			continue
		}
		out = append(out, tok{r: r, off: i})
		i += n
	}
	return out
}

// touches reports whether s can occur from token i on such that a symbol
// supplies a part of it.
func touches(toks []tok, i int, s string) bool {
	want := []rune(s)
	if len(want) > 4096 {
		return true
	}
	// A symbol must be near enough.
	near := false
	for k := i; k < len(toks) && k <= i+len(want); k++ {
		if toks[k].sym != nil {
			near = true
			break
		}
	}
	if !near {
		return false
	}
	type state struct {
		tok, pos int
		used     bool
	}
	seen := map[state]bool{}
	var walk func(st state) bool
	walk = func(st state) bool {
		if st.pos == len(want) {
			return st.used
		}
		if st.tok >= len(toks) || seen[st] || len(seen) > 1<<14 {
			return len(seen) > 1<<14
		}
		seen[st] = true
		t := toks[st.tok]
		if t.sym == nil {
			return t.r == want[st.pos] && walk(state{st.tok + 1, st.pos + 1, st.used})
		}
		if t.sym.Class.Holds(want[st.pos]) && walk(state{st.tok, st.pos + 1, true}) {
			return true
		}
		return walk(state{st.tok + 1, st.pos, st.used}) // the symbol ends here
	}
	// Inside a symbol the text may begin anywhere.
	return walk(state{i, 0, false})
}

// occurs reports whether s can occur anywhere in t such that a symbol
// supplies a part of it.
func occurs(t value.Text, s string) bool {
	if !t.Symbolic() {
		return false
	}
	toks := tokenize(t)
	reach := utf8.RuneCountInString(s)
	for i := range toks {
		near := toks[i].sym != nil
		for k := i + 1; !near && k < len(toks) && k < i+reach; k++ {
			near = toks[k].sym != nil
		}
		if near && touches(toks, i, s) {
			return true
		}
	}
	return false
}

func callReplace(c *call) (value.Value, *evalErr) {
	var t [3]value.Text
	for i := range t {
		var err *evalErr
		if t[i], err = c.text(i); err != nil {
			return value.Value{}, err
		}
	}
	text, search, with := t[0], t[1].Flat(), t[2]
	if t[1].Symbolic() || len(search) > 4096 {
		return c.unknown(), nil
	}
	if len(search) > 1 && search[0] == '/' && search[len(search)-1] == '/' {
		return c.replaceRegexp(text, search[1:len(search)-1], with)
	}
	if search == "" && (text.Symbolic() || with.Symbolic()) {
		return c.unknown(), nil
	}
	if search == "" {
		if (len(text.Flat())+1)*(len(with.Flat())+1) > maxText {
			return value.Value{}, fail(c.at, "replace makes a text that is too large")
		}
		return c.result(made(strings.ReplaceAll(text.Flat(), search, with.Flat()), c.at))
	}
	if text.Symbolic() && occurs(text, search) {
		return c.unknown(), nil
	}
	r := rope{e: c.e, at: c.at}
	last := 0
	found := literalMatches(text.Flat(), search)
	if len(found) > maxItems {
		return value.Value{}, fail(c.at, "replace makes a text that is too large")
	}
	if len(found) == 0 {
		return c.result(text)
	}
	cut := value.NewCutter(text)
	for _, j := range found {
		r.add(cut.Slice(last, j), source.Span{})
		r.add(with, source.Span{})
		last = j + len(search)
	}
	r.add(cut.Slice(last, len(text.Flat())), source.Span{})
	out, err := r.text()
	if err != nil {
		return value.Value{}, err
	}
	return c.result(out)
}

// literalMatches gives the offsets at which s stands in the literal parts of a
// flat text, from left to right without overlap.
func literalMatches(flat, s string) []int {
	var out []int
	open := string(source.SymbolOpen)
	next := strings.Index(flat, open)
	for i := 0; len(out) <= maxItems; {
		end := len(flat)
		if next >= 0 {
			end = next
		}
		if j := strings.Index(flat[i:end], s); j >= 0 {
			out = append(out, i+j)
			i += j + len(s)
			continue
		}
		if next < 0 {
			break
		}
		k := strings.IndexRune(flat[next:], source.SymbolClose)
		if k < 0 {
			break
		}
		i = next + k + len(string(source.SymbolClose))
		if next = strings.Index(flat[i:], open); next >= 0 {
			next += i
		}
	}
	return out
}

// pattern compiles a regular expression of the configuration.
func (c *call) pattern(s string) (*regexp.Regexp, *evalErr) {
	if len(s) > 4096 {
		return nil, fail(c.at, "%s: the pattern is too long", c.name)
	}
	if err := c.e.spendAt(len(s)*8, c.at); err != nil {
		return nil, err
	}
	re, err := regexp.Compile(s)
	if err != nil {
		return nil, fail(c.at, "%s: %.200s", c.name, err)
	}
	return re, nil
}

// replaceRegexp is replace with /pattern/; of text with symbols little is
// known.
func (c *call) replaceRegexp(text value.Text, pattern string, with value.Text) (value.Value, *evalErr) {
	re, err := c.pattern(pattern)
	if err != nil {
		return value.Value{}, err
	}
	s, known := text.Known()
	w, also := with.Known()
	if !known && also && !strings.Contains(w, "$") {
		return c.replaceCut(text, pattern, with)
	}
	if !known || !also {
		return c.unknown(), nil
	}
	if err := c.e.spendAt(len(s)*(len(pattern)+1)/64, c.at); err != nil {
		return value.Value{}, err
	}
	matches := re.FindAllStringSubmatchIndex(s, maxItems+1)
	switch {
	case len(matches) == 0:
		return c.result(text)
	case len(matches) > maxItems:
		return value.Value{}, fail(c.at, "replace makes a text that is too large")
	}
	r := rope{e: c.e, at: c.at}
	cut := value.NewCutter(text)
	last := 0
	for _, m := range matches {
		if r.size > maxText {
			break // r.text says so
		}
		r.add(cut.Slice(last, m[0]), source.Span{})
		if strings.Contains(w, "$") {
			r.lit(string(re.ExpandString(nil, w, s, m)))
		} else {
			r.add(with, source.Span{})
		}
		last = m[1]
	}
	r.add(cut.Slice(last, len(s)), source.Span{})
	out, err := r.text()
	if err != nil {
		return value.Value{}, err
	}
	return c.result(out)
}

// replaceCut is replace with a simple /pattern/ in text with symbols.
func (c *call) replaceCut(text value.Text, pattern string, with value.Text) (value.Value, *evalErr) {
	x, ok := cutOf(pattern)
	if !ok {
		return c.unknown(), nil
	}
	start, end, none, sure := x.in(text)
	switch {
	case !sure:
		return c.unknown(), nil
	case none:
		return c.result(text)
	}
	r := rope{e: c.e, at: c.at}
	r.add(text.Slice(0, start), source.Span{})
	r.add(with, source.Span{})
	r.add(text.Slice(end, len(text.Flat())), source.Span{})
	out, err := r.text()
	if err != nil {
		return value.Value{}, err
	}
	return c.result(out)
}

func callRegex(c *call) (value.Value, *evalErr) {
	p, err := c.text(0)
	if err != nil {
		return value.Value{}, err
	}
	t, err := c.text(1)
	if err != nil {
		return value.Value{}, err
	}
	pattern, known := p.Known()
	if !known {
		return c.unknown(), nil
	}
	re, err := c.pattern(pattern)
	if err != nil {
		return value.Value{}, err
	}
	s, known := t.Known()
	if !known {
		if c.name == "regexall" {
			return c.openList(nil), nil
		}
		return c.unknown(), nil
	}
	if err := c.e.spendAt(len(s)*(len(pattern)+1)/64, c.at); err != nil {
		return value.Value{}, err
	}
	for i, n := range re.SubexpNames() {
		if i > 0 && (n == "") != (re.SubexpNames()[1] == "") {
			return value.Value{}, fail(c.at, "%s: named and unnamed groups cannot be mixed", c.name)
		}
	}
	if c.name == "regex" {
		m := re.FindStringSubmatchIndex(s)
		if m == nil {
			return value.Value{}, fail(c.at, "the pattern does not match the text")
		}
		return c.match(re, value.NewCutter(t), m), nil
	}
	all := re.FindAllStringSubmatchIndex(s, maxItems+1)
	if len(all) > maxItems {
		return value.Value{}, fail(c.at, "regexall finds more than %d matches", maxItems)
	}
	cut := value.NewCutter(t)
	items := make([]value.Value, len(all))
	for i, m := range all {
		items[i] = c.match(re, cut, m)
	}
	return c.mark(value.ListAt(items, c.at)), nil
}

// match gives the result of one match: the text, the groups as a list, or the
// named groups as a map.
func (c *call) match(re *regexp.Regexp, t *value.Cutter, m []int) value.Value {
	group := func(i int) value.Value {
		if m[2*i] < 0 {
			return value.NullAt(c.at)
		}
		return c.mark(value.FromText(t.Slice(m[2*i], m[2*i+1])))
	}
	names := re.SubexpNames()
	if len(names) == 1 {
		return group(0)
	}
	if names[1] == "" {
		items := make([]value.Value, 0, len(names)-1)
		for i := 1; i < len(names); i++ {
			items = append(items, group(i))
		}
		return value.ListAt(items, c.at)
	}
	fields := make([]value.Field, 0, len(names)-1)
	for i := 1; i < len(names); i++ {
		fields = append(fields, value.Field{Key: made(names[i], c.at), Value: group(i)})
	}
	return value.MapAt(fields, c.at)
}

// affix is startswith, endswith and strcontains.
func callAffix(c *call) (value.Value, *evalErr) {
	t, err := c.text(0)
	if err != nil {
		return value.Value{}, err
	}
	a, err := c.text(1)
	if err != nil {
		return value.Value{}, err
	}
	out := value.Maybe
	s, known := a.Known()
	switch {
	case known && !t.Symbolic():
		b := false
		switch c.name {
		case "startswith":
			b = strings.HasPrefix(t.Flat(), s)
		case "endswith":
			b = strings.HasSuffix(t.Flat(), s)
		default:
			b = strings.Contains(t.Flat(), s)
		}
		out = value.Of(b)
	case known && c.name == "startswith":
		out = t.HasPrefix(s)
	case known && c.name == "endswith":
		out = t.HasSuffix(s)
	case known:
		if len(literalMatches(t.Flat(), s)) > 0 {
			out = value.Yes
		} else if !occurs(t, s) {
			out = value.No
		}
	}
	v := c.e.verdict(out, c.at, c.name, c.args...)
	return c.mark(v), nil
}

func textTests() map[string]*builtin {
	return map[string]*builtin{
		"startswith":  {2, 2, false, false, callAffix},
		"endswith":    {2, 2, false, false, callAffix},
		"strcontains": {2, 2, false, false, callAffix},
		"regex":       {2, 2, false, false, callRegex},
		"regexall":    {2, 2, false, false, callRegex},
	}
}
