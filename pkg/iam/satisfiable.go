package iam

import (
	"github.com/irsalint/irsalint/pkg/source"
	"github.com/irsalint/irsalint/pkg/value"
)

// Bounds on what Satisfiable tries; past them the answer is Maybe. maxCells is
// on the steps of all comparisons together.
const (
	maxCombinations = 4096
	maxCells        = 1 << 23
)

// Satisfiable says whether some text meets all conditions at once. They must
// be on one key that every request carries with one value, as sub and aud are.
// No means that the statement can never hold.
func Satisfiable(conds []Condition) value.Truth {
	var exact, like, rest []Condition
	out := value.Yes
	for _, c := range conds {
		switch {
		case c.Op.Base == "" || c.Overridden:
			out = value.Maybe
		case c.Op.Exact() && !c.Op.Negated:
			exact = append(exact, c)
		case c.Op.kind().compare == compareGlob && !c.Op.Negated:
			like = append(like, c)
		default:
			rest = append(rest, c)
		}
	}
	if len(exact) > 0 {
		return out.And(satisfyExact(exact, append(like, rest...)))
	}
	if len(like) == 0 {
		for _, c := range rest {
			// A key that is there refuses Null "true"; else some value will do.
			if c.Op.Base == Null {
				out = out.And(EvalCondition(c, Fixed(lit("x"))))
			} else if !c.Op.Negated {
				out = out.And(value.Maybe)
			}
		}
		return out
	}
	return out.And(satisfyLike(like, rest))
}

// satisfyExact tries every value of one exact condition against all others. A
// condition that ignores case is used for it only if there is no other.
func satisfyExact(exact, others []Condition) value.Truth {
	pick := 0
	for i, c := range exact {
		if c.Op.Base != StringEqualsIgnoreCase && len(c.Values) > 0 {
			pick = i
			break
		}
	}
	chosen := exact[pick]
	others = append(append([]Condition(nil), others...), exact[:pick]...)
	others = append(others, exact[pick+1:]...)
	tries := 0
	for _, c := range others {
		tries += len(c.Values)
	}
	if len(chosen.Values)*tries > maxCombinations {
		return value.Maybe
	}
	out := value.No
	for _, v := range chosen.Values {
		v = Expand(v)
		t := value.Yes
		for _, c := range others {
			if t = t.And(EvalCondition(c, Fixed(v))); t == value.No {
				break
			}
		}
		// Another spelling of the value may do where case is ignored.
		if t == value.No && chosen.Op.Base == StringEqualsIgnoreCase && foldAll(v, others) {
			t = value.Maybe
		}
		if out = out.Or(t); out == value.Yes {
			return out
		}
	}
	if chosen.ValuesKnown != value.Yes || len(chosen.Values) == 0 {
		out = out.Or(value.Maybe)
	}
	return out
}

// foldAll reports whether v might meet the conditions if case is ignored.
func foldAll(v value.Text, conds []Condition) bool {
	for _, c := range conds {
		if c.Op.Negated || c.Op.Base == Null || c.ValuesKnown != value.Yes {
			continue
		}
		some := false
		for _, w := range c.Values {
			mode := value.Fold
			if c.Op.Wildcards() {
				mode |= value.Glob
			}
			if value.Match(Expand(w), v, mode) != value.No {
				some = true
				break
			}
		}
		if !some {
			return false
		}
	}
	return true
}

// satisfyLike looks for one pattern of each condition such that some text
// matches them all.
func satisfyLike(like, rest []Condition) value.Truth {
	sets := make([][]value.Text, 0, len(like))
	sure, count, longest := value.Yes, 1, 0
	for _, c := range like {
		if c.ValuesKnown != value.Yes || len(c.Values) == 0 {
			sure = value.Maybe // any pattern may be among them
			continue
		}
		set := make([]value.Text, len(c.Values))
		for i, v := range c.Values {
			set[i] = Expand(v)
			longest = max(longest, len(v.Flat()))
		}
		sets = append(sets, set)
		if count *= len(set); count > maxCombinations {
			return value.Maybe
		}
	}
	if pairs := len(sets) * len(sets); pairs > 64 || longest > 1<<12 || count*pairs*longest*longest > maxCells {
		return value.Maybe
	}
	out := value.No
	chosen := make([]value.Text, len(sets))
	var try func(i int)
	try = func(i int) {
		if out == value.Yes {
			return
		}
		if i == len(sets) {
			out = out.Or(meet(chosen).And(notRefused(chosen, rest)))
			return
		}
		for _, p := range sets[i] {
			chosen[i] = p
			try(i + 1)
		}
	}
	try(0)
	return out.And(sure)
}

// meet says whether some text matches all patterns. Three patterns that
// overlap two by two need not overlap together.
func meet(patterns []value.Text) value.Truth {
	var distinct []value.Text
	for _, p := range patterns {
		seen := p.Is("*")
		for _, q := range distinct {
			seen = seen || p.Flat() == q.Flat()
		}
		if !seen {
			distinct = append(distinct, p)
		}
	}
	out := value.Yes
	if len(distinct) > 2 {
		out = value.Maybe
	}
	for i, p := range distinct {
		for _, q := range distinct[i+1:] {
			if out = out.And(value.Overlap(p, q)); out == value.No {
				return out
			}
		}
	}
	return out
}

// notRefused says whether the other conditions, negated ones mostly, leave
// something of what the patterns match.
func notRefused(patterns []value.Text, rest []Condition) value.Truth {
	out := value.Yes
	for _, c := range rest {
		if !c.Op.Negated {
			if c.Op.Base == Null {
				out = out.And(EvalCondition(c, Fixed(lit("x"))))
			} else {
				out = out.And(value.Maybe)
			}
			continue
		}
		for _, p := range patterns {
			// All that p matches, as one text: refused only if all of it is.
			switch EvalCondition(c, Fixed(classOf(p))) {
			case value.No:
				return value.No
			case value.Maybe:
				if p.Symbolic() {
					out = out.And(value.Maybe)
				}
			}
		}
	}
	return out
}

// classOf puts a symbol for each wildcard of a pattern.
func classOf(p value.Text) value.Text {
	if known, ok := p.Known(); ok {
		return Class(known)
	}
	var pieces []value.Piece
	pos := 0
	eachLiteral(p.Flat(), func(start, end int) bool {
		if start > pos {
			pieces = append(pieces, value.Piece{Text: p.Slice(pos, start)})
		}
		pieces = append(pieces, value.Piece{Text: Class(p.Flat()[start:end])})
		pos = end
		return true
	})
	if pos < len(p.Flat()) {
		pieces = append(pieces, value.Piece{Text: p.Slice(pos, len(p.Flat()))})
	}
	return value.Concat(source.Span{}, pieces...)
}
