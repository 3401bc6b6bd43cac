package iam

import (
	"strings"
	"unicode/utf8"

	"github.com/irsalint/irsalint/pkg/source"
	"github.com/irsalint/irsalint/pkg/value"
)

// lit makes a text that stands nowhere, for comparisons.
func lit(s string) value.Text { return value.Literal(s, source.Span{}) }

// literalIndex gives the offset of the first sep that stands in literal text,
// -1 if there is none. A symbol before it that might itself hold sep is not
// minded: that is the reading a person has.
func literalIndex(t value.Text, sep string) int {
	flat := t.Flat()
	if !t.Symbolic() {
		return strings.Index(flat, sep)
	}
	found := -1
	eachLiteral(flat, func(start, end int) bool {
		if i := strings.Index(flat[start:end], sep); i >= 0 {
			found = start + i
			return false
		}
		return true
	})
	return found
}

// literalLast is literalIndex for the last sep.
func literalLast(t value.Text, sep string) int {
	flat, found := t.Flat(), -1
	eachLiteral(flat, func(start, end int) bool {
		if i := strings.LastIndex(flat[start:end], sep); i >= 0 {
			found = start + i
		}
		return true
	})
	return found
}

// literalContains reports whether sep stands in literal text.
func literalContains(t value.Text, sep string) bool { return literalIndex(t, sep) >= 0 }

// eachLiteral calls visit with the ranges of flat text outside symbols, until
// it returns false.
func eachLiteral(flat string, visit func(start, end int) bool) {
	pos := 0
	for pos < len(flat) {
		open := strings.IndexRune(flat[pos:], source.SymbolOpen)
		if open < 0 {
			visit(pos, len(flat))
			return
		}
		if open > 0 && !visit(pos, pos+open) {
			return
		}
		pos += open + utf8.RuneLen(source.SymbolOpen)
		closing := strings.IndexRune(flat[pos:], source.SymbolClose)
		if closing < 0 {
			return
		}
		pos += closing + utf8.RuneLen(source.SymbolClose)
	}
}

// split cuts a text at the byte offset i of a separator of n bytes.
func split(t value.Text, i, n int) (before, after value.Text) {
	return t.Slice(0, i), t.Slice(i+n, len(t.Flat()))
}

// symbolsHold reports whether some symbol of the text may hold the character.
func symbolsHold(t value.Text, r rune) bool {
	for _, s := range t.Symbols() {
		if s.Class.Holds(r) {
			return true
		}
	}
	return false
}

func isDigits(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return s != ""
}
