package terraform

import (
	"regexp/syntax"
	"slices"
	"strings"

	"github.com/irsalint/irsalint/pkg/source"
	"github.com/irsalint/irsalint/pkg/value"
)

// cut is a regular expression of a simple shape, such as ^(.*provider/) or
// arn:.*:oidc-provider/. What it matches can be told of text with symbols too.
type cut struct {
	begin  bool   // it matches only at the start
	before string // literal text that a match begins with
	any    int    // of any text between: 0 for none, 1 for some, 2 for one character at least
	after  string // literal text that a match ends with
}

// cutOf gives the cut that a pattern is; ok is false for any other pattern.
func cutOf(pattern string) (c cut, ok bool) {
	re, err := syntax.Parse(pattern, syntax.Perl)
	if err != nil {
		return c, false
	}
	for _, p := range sequence(re, nil) {
		switch {
		case p.Op == syntax.OpBeginText && c == cut{}:
			c.begin = true
		case p.Op == syntax.OpLiteral && p.Flags&syntax.FoldCase == 0 && c.any == 0:
			c.before += string(p.Rune)
		case p.Op == syntax.OpLiteral && p.Flags&syntax.FoldCase == 0:
			c.after += string(p.Rune)
		case (p.Op == syntax.OpStar || p.Op == syntax.OpPlus) && c.any == 0 && p.Flags&syntax.NonGreedy == 0 && p.Sub[0].Op == syntax.OpAnyCharNotNL:
			c.any = 1
			if p.Op == syntax.OpPlus {
				c.any = 2
			}
		default:
			return c, false
		}
	}
	return c, c.any > 0 && c.after != "" || c.any == 0 && c.before != ""
}

// sequence gives the parts of a pattern in order, without groups.
func sequence(re *syntax.Regexp, out []*syntax.Regexp) []*syntax.Regexp {
	switch re.Op {
	case syntax.OpConcat, syntax.OpCapture:
		for _, s := range re.Sub {
			out = sequence(s, out)
		}
		return out
	case syntax.OpEmptyMatch:
		return out
	}
	return append(out, re)
}

// in gives the one range of the flat text that the cut matches; none if it
// matches nothing. It is not sure if a symbol may take part in a match in a
// way that is not known, or if there may be several.
func (c cut) in(t value.Text) (start, end int, none, sure bool) {
	flat := t.Flat()
	if c.before != "" {
		heads := literalMatches(flat, c.before)
		lead, _, _ := strings.Cut(flat, string(source.SymbolOpen))
		switch {
		case c.begin && strings.HasPrefix(lead, c.before):
		case c.begin && !strings.HasPrefix(c.before, lead):
			return 0, 0, true, true
		case c.any > 0 && len(heads) > 0 && !occurs(t.Slice(0, heads[0]+len(c.before)), c.before):
			start = heads[0] // what comes later is part of the match, or no match begins
		case occurs(t, c.before):
			return 0, 0, false, false
		case c.begin || len(heads) == 0:
			return 0, 0, true, true
		case c.any == 0 && len(heads) > 1:
			return 0, 0, false, false
		default:
			start = heads[0]
		}
		end = start + len(c.before)
	}
	if c.any == 0 {
		return start, end, false, true
	}
	if occurs(t, c.after) {
		return 0, 0, false, false
	}
	tails := literalMatches(flat, c.after)
	for _, j := range slices.Backward(tails) {
		if j < end+c.any-1 {
			break
		}
		passed := t.Slice(end, j)
		for _, s := range passed.Symbols() {
			if s.Class.Holds('\n') { // which . does not match
				return 0, 0, false, false
			}
		}
		if c.any == 2 && passed.Symbolic() && strings.HasPrefix(passed.Flat(), string(source.SymbolOpen)) && passed.Symbols()[0].Class.MinLen() == 0 {
			return 0, 0, false, false
		}
		if strings.Contains(passed.Flat(), "\n") {
			return 0, 0, false, false
		}
		return start, j + len(c.after), false, true
	}
	return 0, 0, true, true
}
