package terraform

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/zclconf/go-cty/cty/function"
	"github.com/zclconf/go-cty/cty/function/stdlib"

	"github.com/irsalint/irsalint/pkg/source"
	"github.com/irsalint/irsalint/pkg/value"
)

func of(f function.Function) func() function.Function {
	return func() function.Function { return f }
}

func textFuncs() map[string]*builtin {
	return map[string]*builtin{
		"chomp":      {1, 1, true, false, callTrimmer},
		"format":     {1, -1, true, false, callFormat},
		"formatlist": {1, -1, false, false, callFormatList},
		"indent":     {2, 2, true, false, callIndent},
		"join":       {1, -1, true, false, callJoin},
		"lower":      {1, 1, true, false, callCase(strings.ToLower)},
		"upper":      {1, 1, true, false, callCase(strings.ToUpper)},
		"title":      {1, 1, true, false, bridge(of(stdlib.TitleFunc))},
		"replace":    {3, 3, true, false, callReplace},
		"split":      {2, 2, false, false, callSplit},
		"strrev":     {1, 1, true, false, bridge(of(stdlib.ReverseFunc))},
		"substr":     {3, 3, true, false, callSubstr},
		"trim":       {2, 2, true, false, callTrimmer},
		"trimspace":  {1, 1, true, false, callTrimmer},
		"trimprefix": {2, 2, true, false, callTrimAffix},
		"trimsuffix": {2, 2, true, false, callTrimAffix},
		"basename":   {1, 1, true, false, callBasename},
		"dirname":    {1, 1, true, false, callDirname},
	}
}

// callCase changes the case of known text, byte for byte where it can.
func callCase(f func(string) string) func(c *call) (value.Value, *evalErr) {
	return func(c *call) (value.Value, *evalErr) {
		t, err := c.text(0)
		if err != nil {
			return value.Value{}, err
		}
		s, known := t.Known()
		if !known {
			return c.unknown(), nil
		}
		if out := f(s); out != s {
			return c.result(made(out, t.At()))
		}
		return c.result(t)
	}
}

// callTrimmer is chomp, trim and trimspace: characters go at the ends.
func callTrimmer(c *call) (value.Value, *evalErr) {
	t, err := c.text(0)
	if err != nil {
		return value.Value{}, err
	}
	cut := unicode.IsSpace
	left := true
	switch c.name {
	case "chomp":
		cut, left = func(r rune) bool { return r == '\n' || r == '\r' }, false
	case "trim":
		set, err := c.text(1)
		if err != nil {
			return value.Value{}, err
		}
		s, known := set.Known()
		if !known {
			return c.unknown(), nil
		}
		cut = func(r rune) bool { return strings.ContainsRune(s, r) }
	}
	start, end := 0, len(t.Flat())
	if left {
		for start < end {
			r, n := utf8.DecodeRuneInString(t.Flat()[start:])
			if r == source.SymbolOpen {
				if mayHold(symbolFrom(t, start), cut) {
					return c.unknown(), nil
				}
				break
			}
			if !cut(r) {
				break
			}
			start += n
		}
	}
	for start < end {
		r, n := utf8.DecodeLastRuneInString(t.Flat()[:end])
		if r == source.SymbolClose {
			all := t.Slice(0, end).Symbols()
			if mayHold(all[len(all)-1], cut) {
				return c.unknown(), nil
			}
			break
		}
		if !cut(r) {
			break
		}
		end -= n
	}
	return c.result(t.Slice(start, end))
}

// symbolFrom gives the symbol whose token begins at an offset.
func symbolFrom(t value.Text, offset int) *value.Symbol {
	if all := t.Slice(offset, len(t.Flat())).Symbols(); len(all) > 0 {
		return all[0]
	}
	return nil
}

// mayHold reports whether a symbol can begin or end with a character of a
// set, or be empty so that its neighbours are at the end.
func mayHold(s *value.Symbol, set func(rune) bool) bool {
	if s == nil || s.Class.MinLen() == 0 {
		return true
	}
	if s.Class == value.Name {
		return true
	}
	for r := rune(0); r < 128; r++ { // the other classes hold ASCII only
		if s.Class.Holds(r) && set(r) {
			return true
		}
	}
	return false
}

func callTrimAffix(c *call) (value.Value, *evalErr) {
	t, err := c.text(0)
	if err != nil {
		return value.Value{}, err
	}
	a, err := c.text(1)
	if err != nil {
		return value.Value{}, err
	}
	affix := a.Flat()
	if a.Symbolic() {
		// The same symbol at the same end is certainly there.
		if c.name == "trimprefix" && strings.HasPrefix(t.Flat(), affix) {
			return c.result(t.Slice(len(affix), len(t.Flat())))
		}
		if c.name == "trimsuffix" && strings.HasSuffix(t.Flat(), affix) {
			return c.result(t.Slice(0, len(t.Flat())-len(affix)))
		}
		return c.unknown(), nil
	}
	cut := value.Text.TrimPrefix
	if c.name == "trimsuffix" {
		cut = value.Text.TrimSuffix
	}
	out, ok := cut(t, affix)
	if !ok {
		return c.unknown(), nil
	}
	return c.result(out)
}

func callJoin(c *call) (value.Value, *evalErr) {
	sep, err := c.text(0)
	if err != nil {
		return value.Value{}, err
	}
	r := rope{e: c.e, at: c.at}
	first := true
	for i := range c.args[1:] {
		l, ok, err := c.list(i + 1)
		if err != nil {
			return value.Value{}, err
		}
		if !ok || l.IsOpen() || l.IsLoose() || l.IsSet() && !l.WhollyKnown() && len(l.Items()) > 1 {
			return c.unknown(), nil
		}
		for _, it := range l.Items() {
			t, err := c.e.text(it, c.argAt(i+1))
			if err != nil {
				return value.Value{}, err
			}
			if !first {
				r.add(sep, source.Span{})
			}
			first = false
			r.add(t, source.Span{})
		}
	}
	t, err := r.text()
	if err != nil {
		return value.Value{}, err
	}
	return c.result(t)
}

func callSplit(c *call) (value.Value, *evalErr) {
	sep, err := c.text(0)
	if err != nil {
		return value.Value{}, err
	}
	t, err := c.text(1)
	if err != nil {
		return value.Value{}, err
	}
	if sep.Symbolic() || t.Symbolic() && sep.Empty() {
		return c.openList(nil), nil
	}
	s := sep.Flat()
	if s == "" || !t.Symbolic() {
		return c.splitKnown(t, s)
	}
	pieces, certain := splitCertain(t, s)
	items := make([]value.Value, len(pieces))
	for i, p := range pieces {
		items[i] = c.mark(value.FromText(p))
	}
	if !certain {
		return c.openList(items), nil
	}
	return c.mark(value.ListAt(items, c.at)), nil
}

func (c *call) splitKnown(t value.Text, sep string) (value.Value, *evalErr) {
	parts := strings.Split(t.Flat(), sep)
	if len(parts) > maxItems {
		return value.Value{}, fail(c.at, "split makes too many pieces")
	}
	if err := c.e.spendAt(len(parts)*8, c.at); err != nil {
		return value.Value{}, err
	}
	if t.Empty() {
		if sep == "" {
			parts = nil
		} else {
			return c.mark(value.ListAt([]value.Value{value.FromText(t)}, c.at)), nil
		}
	}
	items, off := make([]value.Value, 0, len(parts)), 0
	cut := value.NewCutter(t)
	for _, p := range parts {
		items = append(items, c.mark(value.FromText(cut.Slice(off, off+len(p)))))
		off += len(p) + len(sep)
	}
	return c.mark(value.ListAt(items, c.at)), nil
}

// splitCertain cuts at each sep; if a symbol can hold one, the pieces before
// that symbol's are given.
func splitCertain(t value.Text, sep string) (pieces []value.Text, certain bool) {
	toks := tokenize(t)
	start := 0
	for i := 0; i < len(toks); i++ {
		if touches(toks, i, sep) {
			return pieces, false
		}
		if toks[i].sym == nil && strings.HasPrefix(t.Flat()[toks[i].off:], sep) {
			pieces = append(pieces, t.Slice(start, toks[i].off))
			start = toks[i].off + len(sep)
			for i+1 < len(toks) && toks[i+1].off < start {
				i++
			}
		}
	}
	return append(pieces, t.Slice(start, len(t.Flat()))), true
}

func callIndent(c *call) (value.Value, *evalErr) {
	n, known, err := c.e.num(c.args[0], c.argAt(0))
	if err != nil {
		return value.Value{}, err
	}
	t, err := c.text(1)
	if err != nil {
		return value.Value{}, err
	}
	if !known || symbolMayHold(t, "\n") {
		return c.unknown(), nil
	}
	width, acc := n.Int64()
	if acc != 0 || width < 0 || width > 4096 {
		return value.Value{}, fail(c.argAt(0), "indent: the number of spaces is out of range")
	}
	lines, _ := t.Split("\n")
	r := rope{e: c.e, at: c.at}
	pad := made(strings.Repeat(" ", int(width)), c.at)
	for i, l := range lines {
		if i > 0 {
			r.lit("\n")
			r.add(pad, source.Span{})
		}
		r.add(l, source.Span{})
		if r.size > maxText {
			break
		}
	}
	out, err := r.text()
	if err != nil {
		return value.Value{}, err
	}
	return c.result(out)
}

// symbolMayHold reports whether a symbol of the text can hold a character of s.
func symbolMayHold(t value.Text, s string) bool {
	for _, y := range t.Symbols() {
		for _, r := range s {
			if y.Class.Holds(r) {
				return true
			}
		}
	}
	return false
}

func callBasename(c *call) (value.Value, *evalErr) {
	t, err := c.text(0)
	if err != nil {
		return value.Value{}, err
	}
	flat := t.Flat()
	i := strings.LastIndexByte(flat, '/')
	tail := t.Slice(i+1, len(flat))
	if t.Symbolic() && (i < 0 || i == len(flat)-1 || symbolMayHold(tail, "/") || mayBeEmpty(tail)) {
		return c.unknown(), nil
	}
	if i == len(flat)-1 || flat == "" { // rare: as the library does it
		return c.result(made(pathBase(flat), t.At()))
	}
	return c.result(tail)
}

func callDirname(c *call) (value.Value, *evalErr) {
	t, err := c.text(0)
	if err != nil {
		return value.Value{}, err
	}
	if rel, ok := inProject(t); ok && rel != "." {
		return c.result(absolute(pathDir(rel), t.At()))
	}
	if t.Symbolic() {
		return c.unknown(), nil
	}
	return c.result(made(pathDir(t.Flat()), t.At()))
}

// mayBeEmpty reports whether a text may turn out to be empty.
func mayBeEmpty(t value.Text) bool {
	return value.Equal(t, value.Text{}) != value.No
}
