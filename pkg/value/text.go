package value

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"
	"unicode/utf8"

	"github.com/irsalint/irsalint/pkg/source"
)

// Text is a string whose parts remember where they came from and which of
// them are symbols. It is immutable. The zero Text is the empty string.
//
// There are very many texts, and most are one literal: such a text has no rope.
type Text struct {
	flat string
	at   source.Span
	rope *rope
	// exact: of a text without parts, the place ends with the bytes of flat.
	exact bool
}

// rope is what few texts have.
type rope struct {
	parts []part // nil: the text is one literal
	// doc is the value that the text encodes, when a function such as
	// jsonencode made it: readers take it instead of parsing.
	doc *Value
}

// part is literal text, a symbol, or a text that was put in whole.
type part struct {
	flat  string
	sym   *Symbol
	inner *Text
	at    source.Span
	exact bool // byte i of flat is byte i of the place
}

// Literal gives text that stands at a place. If the bytes of the place are
// the text itself, places inside it can be told to the byte; if they merely
// end with it (an indented heredoc line), likewise.
func Literal(s string, at source.Span) Text {
	return Text{flat: s, at: at, exact: s != "" && at.EndsWith(s)}
}

// length gives the number of parts.
func (t *Text) length() int {
	switch {
	case t.rope != nil && t.rope.parts != nil:
		return len(t.rope.parts)
	case t.flat == "":
		return 0
	}
	return 1
}

// part gives one of the parts.
func (t *Text) part(i int) part {
	if t.rope != nil && t.rope.parts != nil {
		return t.rope.parts[i]
	}
	p := part{flat: t.flat, at: t.at, exact: t.exact}
	if p.exact {
		p.at.Start = p.at.End - len(p.flat)
	}
	return p
}

// join gives the text of parts that stand at a place; flat is theirs.
func join(at source.Span, flat string, parts []part) Text {
	if len(parts) == 1 {
		if p := parts[0]; p.sym == nil && p.inner == nil && p.at == at {
			return Text{flat: flat, at: at, exact: p.exact}
		}
	}
	if len(parts) == 0 {
		return Text{at: at}
	}
	return Text{flat: flat, at: at, rope: &rope{parts: parts}}
}

// FromSymbol gives the text that is one symbol, read at a place.
func FromSymbol(s *Symbol, at source.Span) Text {
	flat := s.token()
	return join(at, flat, []part{{flat: flat, sym: s, at: at}})
}

// Piece is one part of a Concat: a text, and the place where it was put in.
// A zero place means that the text stands there itself.
type Piece struct {
	Text Text
	At   source.Span
}

// Concat joins pieces into one text that stands at a place.
func Concat(at source.Span, pieces ...Piece) Text {
	if len(pieces) == 1 && pieces[0].At.IsZero() {
		return pieces[0].Text
	}
	size, n := 0, 0
	for i := range pieces {
		size += len(pieces[i].Text.flat)
		n += pieces[i].Text.length()
	}
	flat, parts := make([]byte, 0, size), make([]part, 0, n)
	for i := range pieces {
		p := &pieces[i]
		if p.Text.flat == "" {
			continue
		}
		flat = append(flat, p.Text.flat...)
		if p.At.IsZero() {
			for k := range p.Text.length() {
				parts = append(parts, p.Text.part(k))
			}
			continue
		}
		inner := p.Text
		parts = append(parts, part{flat: inner.flat, inner: &inner, at: p.At})
	}
	return join(at, string(flat), parts)
}

// WithDoc gives the same text, known to encode doc.
func (t Text) WithDoc(doc Value) Text {
	r := rope{doc: &doc}
	if t.rope != nil {
		r.parts = t.rope.parts
	}
	t.rope = &r
	return t
}

// Doc gives the value that the text encodes, if a function made it of one.
func (t Text) Doc() (Value, bool) {
	if t.rope == nil || t.rope.doc == nil {
		return Value{}, false
	}
	return *t.rope.doc, true
}

// Moved gives the same text as if it stood at another place as a whole. It is
// for text that code makes up (a default, a fixed name).
func (t Text) Moved(at source.Span) Text {
	return Concat(at, Piece{Text: t, At: at})
}

// Flat gives the text with symbols in their reserved form. Two texts are
// certainly equal if their flat forms are.
func (t Text) Flat() string { return t.flat }

// Empty reports whether the text is certainly the empty string.
func (t Text) Empty() bool { return t.flat == "" }

// Known gives the text if it holds no symbol.
func (t Text) Known() (string, bool) {
	return t.flat, !t.Symbolic()
}

// Is reports whether the text is certainly s.
func (t Text) Is(s string) bool { return t.flat == s }

// Symbolic reports whether the text holds a symbol.
func (t Text) Symbolic() bool { return strings.ContainsRune(t.flat, source.SymbolOpen) }

// Symbols gives the symbols in order, each occurrence.
func (t Text) Symbols() []*Symbol {
	if t.rope == nil { // a literal
		return nil
	}
	var out []*Symbol
	for i := range t.rope.parts {
		switch p := &t.rope.parts[i]; {
		case p.sym != nil:
			out = append(out, p.sym)
		case p.inner != nil:
			out = append(out, p.inner.Symbols()...)
		}
	}
	return out
}

// Cause gives the symbol that explains best why the text is not known: the
// first that is no environment symbol, else the first, else nil.
func (t Text) Cause() *Symbol {
	all := t.Symbols()
	for _, s := range all {
		if !s.Class.Environment() {
			return s
		}
	}
	if len(all) > 0 {
		return all[0]
	}
	return nil
}

// String gives the text for a person: symbols as ${label}.
func (t Text) String() string {
	if !t.Symbolic() {
		return t.flat
	}
	var b strings.Builder
	for i := range t.length() {
		switch p := t.part(i); {
		case p.sym != nil:
			b.WriteString("${" + p.sym.Label + "}")
		case p.inner != nil:
			b.WriteString(p.inner.String())
		default:
			b.WriteString(p.flat)
		}
	}
	return b.String()
}

// At gives the place of the text: the innermost expression that supplied it
// as a whole, or the expression that put it together.
func (t Text) At() source.Span {
	if t.flat == "" {
		return t.at
	}
	return t.Locate(0, len(t.flat))
}

// Locate gives the place of the bytes [start, end) of the flat text: the
// innermost one that supplied all of them, else the range of places where
// they were put together.
func (t Text) Locate(start, end int) source.Span {
	var first, last source.Span
	n, off := 0, 0
	var only part
	var a, b int
	for i := range t.length() {
		p := t.part(i)
		from, to := max(start, off)-off, min(end, off+len(p.flat))-off
		off += len(p.flat)
		if from >= to {
			continue
		}
		n++
		at := p.place(from, to)
		if n == 1 {
			only, a, b, first = p, from, to, at
		}
		last = at
	}
	switch n {
	case 0:
		return t.at
	case 1:
		if only.inner != nil {
			if in := only.inner.Locate(a, b); !in.IsZero() {
				return in
			}
		}
		return first
	}
	if first.IsZero() || first.File != last.File || last.End < first.Start {
		if !t.at.IsZero() {
			return t.at
		}
		return first
	}
	return first.To(last)
}

func (p part) place(from, to int) source.Span {
	if p.exact {
		return source.Span{File: p.at.File, Start: p.at.Start + from, End: p.at.Start + to}
	}
	return p.at
}

// Slice gives the bytes [start, end) of the flat text with their places. A
// cut inside a symbol is moved outward to its ends.
func (t Text) Slice(start, end int) Text {
	start, end = max(start, 0), min(end, len(t.flat))
	if start >= end {
		return Text{at: t.Locate(start, start+1)}
	}
	off, size := 0, 0
	parts := make([]part, 0, t.length())
	for i := range t.length() {
		p := t.part(i)
		from, to := max(start, off)-off, min(end, off+len(p.flat))-off
		off += len(p.flat)
		if from >= to {
			continue
		}
		p = p.cut(from, to)
		size += len(p.flat)
		parts = append(parts, p)
	}
	return join(t.Locate(start, end), sliced(t.flat[start:end], size, parts), parts)
}

// cut gives the bytes [from, to) of a part; a symbol is given whole.
func (p part) cut(from, to int) part {
	switch {
	case from == 0 && to == len(p.flat) || p.sym != nil:
	case p.inner != nil:
		in := p.inner.Slice(from, to)
		p.inner, p.flat = &in, in.flat
	default:
		p.at, p.flat = p.place(from, to), p.flat[from:to]
	}
	return p
}

// sliced gives the flat text of parts of the size given: that which was cut,
// unless a symbol was given whole.
func sliced(flat string, size int, parts []part) string {
	if size == len(flat) {
		return flat
	}
	b := make([]byte, 0, size)
	for i := range parts {
		b = append(b, parts[i].flat...)
	}
	return string(b)
}

// Cut splits at the first sep that stands in literal text before any symbol
// that could hold it. It is not ok if there is none, or none for certain.
func (t Text) Cut(sep string) (before, after Text, ok bool) {
	i := t.index(sep)
	if i < 0 {
		return t, Text{}, false
	}
	return t.Slice(0, i), t.Slice(i+len(sep), len(t.flat)), true
}

// index gives the offset of the first certain sep, -1 if there is none.
func (t Text) index(sep string) int {
	open := false
	for i := 0; i < len(t.flat); {
		r, n := utf8.DecodeRuneInString(t.flat[i:])
		switch {
		case r == source.SymbolOpen:
			open = true
			if s := t.symbolAt(i); s == nil || holdsAll(s.Class, sep) {
				return -1
			}
		case r == source.SymbolClose:
			open = false
		case !open && strings.HasPrefix(t.flat[i:], sep):
			return i
		}
		i += n
	}
	return -1
}

func holdsAll(c Class, s string) bool {
	for _, r := range s {
		if !c.Holds(r) {
			return false
		}
	}
	return true
}

// symbolAt gives the symbol whose token begins at an offset.
func (t Text) symbolAt(offset int) *Symbol {
	off := 0
	for i := range t.length() {
		p := t.part(i)
		if offset < off+len(p.flat) {
			if p.inner != nil {
				return p.inner.symbolAt(offset - off)
			}
			return p.sym
		}
		off += len(p.flat)
	}
	return nil
}

// Split cuts the text at every sep. It is certain only if no symbol of it can
// hold sep; else the pieces are those of the literal text.
func (t Text) Split(sep string) (pieces []Text, certain bool) {
	certain = true
	for _, s := range t.Symbols() {
		certain = certain && !holdsAll(s.Class, sep)
	}
	open, start := false, 0
	for i := 0; i < len(t.flat); {
		r, n := utf8.DecodeRuneInString(t.flat[i:])
		switch {
		case r == source.SymbolOpen:
			open = true
		case r == source.SymbolClose:
			open = false
		case !open && strings.HasPrefix(t.flat[i:], sep):
			pieces = append(pieces, t.Slice(start, i))
			i += len(sep)
			start = i
			continue
		}
		i += n
	}
	return append(pieces, t.Slice(start, len(t.flat))), certain
}

// HasPrefix says whether the text begins with a literal prefix.
func (t Text) HasPrefix(prefix string) Truth {
	return Match(Concat(source.Span{}, Piece{Text: Literal(prefix, source.Span{})}, Piece{Text: wild}), t, Glob)
}

// HasSuffix says whether the text ends with a literal suffix.
func (t Text) HasSuffix(suffix string) Truth {
	return Match(Concat(source.Span{}, Piece{Text: wild}, Piece{Text: Literal(suffix, source.Span{})}), t, Glob)
}

// TrimPrefix cuts a literal prefix that the text certainly has; ok tells whether it
// was certain either way.
func (t Text) TrimPrefix(prefix string) (out Text, ok bool) {
	switch t.HasPrefix(prefix) {
	case Yes:
		if strings.HasPrefix(t.flat, prefix) {
			return t.Slice(len(prefix), len(t.flat)), true
		}
	case No:
		return t, true
	}
	return t, false
}

// TrimSuffix cuts a literal suffix that the text certainly has.
func (t Text) TrimSuffix(suffix string) (out Text, ok bool) {
	switch t.HasSuffix(suffix) {
	case Yes:
		if strings.HasSuffix(t.flat, suffix) {
			return t.Slice(0, len(t.flat)-len(suffix)), true
		}
	case No:
		return t, true
	}
	return t, false
}

func digest(s string) string {
	sum := sha256.Sum256([]byte(s))
	return hex.EncodeToString(sum[:16])
}
