package value

import (
	"unicode"
	"unicode/utf8"

	"github.com/irsalint/irsalint/pkg/source"
)

// MatchMode changes how Match compares.
type MatchMode uint8

// The modes; they can be joined with |.
const (
	// Glob lets * and ? in the literal text of the pattern stand for any run
	// of characters and any one character, as IAM's StringLike does.
	Glob MatchMode = 1 << iota
	// Fold ignores case.
	Fold
	// Unify takes environment symbols (account, region, partition) for
	// whatever the other side has in their place, as Join does: a
	// configuration is applied to one environment.
	Unify
)

// endsDiffer reports whether the literal text before the first symbol, or that
// after the last, proves that two flat texts differ. Most comparisons of names
// end here.
func endsDiffer(a, b string) bool {
	n := min(len(a), len(b))
	for i := 0; i < n; i++ {
		x, y := a[i], b[i]
		if x == symbolByte || y == symbolByte { // of a symbol, or of any text near it in Unicode
			break
		}
		if x != y {
			return true
		}
	}
	for i := 1; i <= n; i++ {
		x, y := a[len(a)-i], b[len(b)-i]
		if x >= 0x80 || y >= 0x80 { // may be the end of a symbol
			break
		}
		if x != y {
			return true
		}
	}
	return false
}

// symbolByte is the first byte of SymbolOpen in UTF-8.
const symbolByte = 0xEF

var wild = Literal("*", source.Span{})

// token is one character, one wildcard, or one symbol.
type token struct {
	sym  *Symbol
	r    rune
	kind tokenKind
}

type tokenKind uint8

const (
	charToken tokenKind = iota
	symbolToken
	starToken
	oneToken
)

// buffer is room for the tokens of most texts, so that they need not be
// allocated.
type buffer [80]token

// tokens appends the tokens of a text to an empty slice.
func tokens(out []token, t *Text, mode MatchMode, pattern bool) []token {
	for i := range t.length() {
		switch p := t.part(i); {
		case p.inner != nil:
			out = tokens(out, p.inner, mode, pattern)
		case p.sym != nil:
			out = append(out, token{sym: p.sym, kind: symbolToken})
		default:
			for _, r := range p.flat {
				k := charToken
				if pattern && mode&Glob != 0 {
					switch r {
					case '*':
						k = starToken
					case '?':
						k = oneToken
					}
				}
				if mode&Fold != 0 {
					r = unicode.ToLower(r)
				}
				out = append(out, token{r: r, kind: k})
			}
		}
	}
	return out
}

// maxCells bounds one comparison; past it the answer is Maybe.
const maxCells = 1 << 17

// Match says whether the pattern matches the subject. It is Yes if it does
// whatever the symbols stand for, No if it does for nothing that they can
// stand for. Without Glob it is equality.
func Match(pattern, subject Text, mode MatchMode) Truth {
	if mode&^Unify == 0 {
		if pattern.flat == subject.flat {
			return Yes
		}
		if !pattern.Symbolic() && !subject.Symbolic() {
			return No
		}
	}
	if mode&(Glob|Fold) == 0 && endsDiffer(pattern.flat, subject.flat) {
		return No
	}
	var a, b buffer
	p, s := trimCommon(tokens(a[:0], &pattern, mode, true), tokens(b[:0], &subject, mode, false))
	if len(p) == 1 && len(s) == 1 && p[0].sym != nil && s[0].sym != nil && p[0].sym.differs(s[0].sym) {
		return No
	}
	if len(p)*len(s) > maxCells {
		return Maybe
	}
	if mustMatch(p, s) || mode&Unify != 0 && canMatch(p, s, Class.Environment) {
		return Yes
	}
	if canMatch(p, s, nil) {
		return Maybe
	}
	return No
}

// Equal says whether two texts are the same.
func Equal(a, b Text) Truth { return Match(a, b, 0) }

// Joined says how well two texts name the same thing across files.
type Joined uint8

// The degrees.
const (
	Different Joined = iota // whatever the symbols stand for
	Possible                // if some unknown value is chosen so
	Unifies                 // but for account, region and partition
	Same                    // certainly
)

// Join compares two names. Environment symbols (account, region, partition)
// unify with anything they could be, since a configuration is applied to one
// environment; any other symbol makes the join merely possible.
func Join(a, b Text) Joined {
	switch Equal(a, b) {
	case Yes:
		return Same
	case No:
		return Different
	}
	if Match(a, b, Unify) == Yes {
		return Unifies
	}
	return Possible
}

// Overlap says whether some text matches both glob patterns: Maybe also where
// only unknown values decide.
func Overlap(a, b Text) Truth {
	var x, y buffer
	p, s := tokens(x[:0], &a, Glob, true), tokens(y[:0], &b, Glob, true)
	if len(p)*len(s) > maxCells {
		return Maybe
	}
	if !canMatch(p, s, nil) {
		return No
	}
	if a.Symbolic() || b.Symbolic() {
		if canMatch(p, s, func(Class) bool { return false }) {
			return Yes
		}
		return Maybe
	}
	return Yes
}

func same(a, b token) bool {
	if a.kind != b.kind {
		return false
	}
	if a.kind == symbolToken {
		return a.sym.Key == b.sym.Key
	}
	return a.r == b.r
}

// trimCommon drops equal tokens at both ends, which never changes equality,
// and for patterns is done only up to the first wildcard.
func trimCommon(p, s []token) ([]token, []token) {
	plain := func(t token) bool { return t.kind == charToken || t.kind == symbolToken }
	for len(p) > 0 && len(s) > 0 && plain(p[0]) && same(p[0], s[0]) {
		p, s = p[1:], s[1:]
	}
	for len(p) > 0 && len(s) > 0 && plain(p[len(p)-1]) && same(p[len(p)-1], s[len(s)-1]) {
		p, s = p[:len(p)-1], s[:len(s)-1]
	}
	return p, s
}

// mustMatch: a symbol is only itself; * takes any run of tokens, ? one
// character.
func mustMatch(p, s []token) bool {
	i, j, star, mark := 0, 0, -1, 0
	for j < len(s) {
		switch {
		case i < len(p) && p[i].kind == starToken:
			star, mark = i, j
			i++
		case i < len(p) && (same(p[i], s[j]) || p[i].kind == oneToken && s[j].kind == charToken):
			i++
			j++
		case star >= 0:
			mark++
			i, j = star+1, mark
		default:
			return false
		}
	}
	for i < len(p) && p[i].kind == starToken {
		i++
	}
	return i == len(p)
}

// canMatch: symbols of a wild class stand for any text of their class (all
// classes if wildClass is nil), other symbols only for themselves. Wildcards
// may stand on both sides.
func canMatch(p, s []token, wildClass func(Class) bool) bool {
	isWild := func(t token) bool {
		switch t.kind {
		case starToken:
			return true
		case symbolToken:
			return wildClass == nil || wildClass(t.sym.Class)
		}
		return false
	}
	w := len(s) + 1
	var few [1024]uint8 // spares an allocation
	memo := few[:]      // 0 unseen, 1 no, 2 yes
	if n := (len(p) + 1) * w; n > len(few) {
		memo = make([]uint8, n)
	}
	var walk func(i, j int) bool
	walk = func(i, j int) bool {
		if m := memo[i*w+j]; m != 0 {
			return m == 2
		}
		memo[i*w+j] = 1
		ok := false
		switch {
		case i == len(p) && j == len(s):
			ok = true
		case i < len(p) && isWild(p[i]) && p[i].anything(): // nothing, or one more
			ok = walk(i+1, j) || j < len(s) && walk(i, j+1)
		case j < len(s) && isWild(s[j]) && s[j].anything():
			ok = walk(i, j+1) || i < len(p) && walk(i+1, j)
		case i < len(p) && isWild(p[i]):
			ok = skip(p[i], i, j, s, isWild, walk)
		case j < len(s) && isWild(s[j]):
			ok = skip(s[j], j, i, p, isWild, func(a, b int) bool { return walk(b, a) })
		case i < len(p) && j < len(s):
			a, b := p[i], s[j]
			one := a.kind == oneToken && b.kind != symbolToken || b.kind == oneToken && a.kind != symbolToken
			ok = (one || same(a, b)) && walk(i+1, j+1)
		}
		if ok {
			memo[i*w+j] = 2
		}
		return ok
	}
	return walk(0, 0)
}

// anything reports whether a wildcard stands for any text whatever.
func (t token) anything() bool {
	return t.kind == starToken || t.kind == symbolToken && t.sym.Class == Any
}

// skip lets the wildcard t at own stand for nothing (if its class allows it)
// up to as many of the other side's tokens as its class can hold.
func skip(t token, own, other int, otherSide []token, isWild func(token) bool, walk func(own, other int) bool) bool {
	least, most := 0, len(otherSide)
	class := Any
	if t.kind == symbolToken {
		class = t.sym.Class
		least = class.MinLen()
		if m := class.MaxLen(); m > 0 {
			most = m
		}
	}
	chars, flexible := 0, false
	for k := other; ; k++ {
		if (chars >= least || flexible) && walk(own+1, k) {
			return true
		}
		if k >= len(otherSide) {
			return false
		}
		switch o := otherSide[k]; {
		case isWild(o):
			flexible = true // may supply any number of characters
			if walk(own+1, k) {
				return true
			}
		case o.kind == symbolToken:
			flexible = true
		default:
			if o.kind == charToken && !class.Holds(o.r) {
				return false
			}
			if chars++; chars > most {
				return false
			}
		}
	}
}

// Distance is the edit distance of two strings in characters, or limit+1 if
// it is more than limit.
func Distance(a, b string, limit int) int {
	if d := utf8.RuneCountInString(a) - utf8.RuneCountInString(b); d > limit || -d > limit {
		return limit + 1
	}
	x, y := []rune(a), []rune(b)
	row := make([]int, len(y)+1)
	for j := range row {
		row[j] = j
	}
	for i := 1; i <= len(x); i++ {
		prev, best := row[0], i
		row[0] = i
		for j := 1; j <= len(y); j++ {
			cost := 1
			if x[i-1] == y[j-1] {
				cost = 0
			}
			next := min(row[j]+1, row[j-1]+1, prev+cost)
			prev, row[j] = row[j], next
			best = min(best, next)
		}
		if best > limit {
			return limit + 1
		}
	}
	return min(row[len(y)], limit+1)
}
