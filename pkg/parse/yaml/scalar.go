package yaml

import (
	"bytes"
	"strconv"
	"strings"

	yamlv3 "go.yaml.in/yaml/v3"

	"github.com/irsalint/irsalint/pkg/value"
)

// maxMade is how many decoded characters of one scalar get places of their
// own.
const maxMade = 4096

// scalar converts a scalar whose content begins at an offset.
func (c *converter) scalar(n *yamlv3.Node, start, indent int, verbatim bool) node {
	style := n.Style &^ yamlv3.TaggedStyle
	if style == 0 && n.Value == "" { // nothing is written
		out := node{start: start, end: start, size: 1, value: value.NullAt(c.empty(start))}
		if s := c.r.looseAfter(start); s != nil && s.column > indent {
			out.end = s.end
			out.value = value.UnknownAt(s.sym, c.r.cut.Locate(s.start, s.end))
		}
		if verbatim || n.Tag == "!!str" {
			out.value = value.FromText(value.Literal("", c.empty(start)))
		}
		return out
	}
	b := &builder{c: c}
	var end int
	switch style {
	case yamlv3.DoubleQuotedStyle, yamlv3.SingleQuotedStyle:
		end = c.quoted(b, start)
	case yamlv3.LiteralStyle, yamlv3.FoldedStyle:
		end = c.block(b, start, n.Value, style == yamlv3.FoldedStyle)
	default:
		end = c.plain(b, start, n.Value)
	}
	out := node{start: start, end: end, size: 1}
	if !b.is(n.Value) {
		out.end = start
		out.value = c.coarse(n.Value, start)
		return out
	}
	c.r.cover(start, end)
	text := b.text()
	if style != 0 || verbatim {
		out.value = tagged(n, text)
		return out
	}
	if text.Symbolic() {
		out.value = c.symbolic(text, end, indent)
		return out
	}
	if s := c.r.looseAfter(end); s != nil && s.column > indent {
		// The symbol may go on with the scalar.
		out.value = value.UnknownAt(value.Term("yaml", s.sym, text.Flat(), s.sym.Key), text.At())
		return out
	}
	if n.Style&yamlv3.TaggedStyle != 0 {
		out.value = tagged(n, text)
		return out
	}
	out.value = resolve(text)
	return out
}

// symbolic gives a plain scalar that holds symbols: one that is nothing else
// may be anything.
func (c *converter) symbolic(text value.Text, end, indent int) value.Value {
	all := text.Symbols()
	if s := c.r.looseAfter(end); s != nil && s.column > indent {
		return value.UnknownAt(value.Term("yaml", s.sym, text.Flat(), s.sym.Key), text.At())
	}
	flat := text.Flat()
	if len(all) == 1 && strings.HasPrefix(flat, symbolOpen) && strings.HasSuffix(flat, symbolClose) &&
		strings.Count(flat, symbolOpen) == 1 {
		return value.UnknownAt(all[0], text.At())
	}
	return value.FromText(text)
}

// coarse gives a scalar whose bytes were not found again: its text at the
// place of its first line.
func (c *converter) coarse(s string, start int) value.Value {
	at := c.r.lineAt(start)
	if strings.Contains(s, symbolOpen) {
		sym, _ := c.r.symbolIn(start, c.end)
		return value.UnknownAt(value.Term("yaml", sym, s, strconv.Itoa(start)), at)
	}
	return value.FromText(value.Literal(s, at)).WithAt(at)
}

// builder puts the text of a scalar together from pieces of the source.
type builder struct {
	c      *converter
	out    []byte // what was built, in masked form
	pieces []value.Piece
	from   int // a run of source bytes that is not a piece yet
	to     int
	made   int
	first  int // range of the content
	last   int
	any    bool
}

func (b *builder) touch(from, to int) {
	if !b.any {
		b.first, b.any = from, true
	}
	b.last = to
}

// raw adds source bytes as they are.
func (b *builder) raw(from, to int) {
	if from >= to {
		return
	}
	b.touch(from, to)
	b.out = append(b.out, b.c.r.src[from:to]...)
	if b.to != from || b.from == b.to {
		b.flush()
		b.from = from
	}
	b.to = to
}

func (b *builder) flush() {
	if b.from < b.to {
		b.pieces = append(b.pieces, value.Piece{Text: b.c.r.cut.Slice(b.from, b.to)})
	}
	b.from, b.to = 0, 0
}

// decoded adds text that the source bytes stand for.
func (b *builder) decoded(s string, from, to int) {
	if s == "" {
		return
	}
	if b.made++; b.made > maxMade {
		b.out = append(b.out, 0) // never what is wanted: the scalar becomes coarse
		return
	}
	b.touch(from, to)
	b.flush()
	b.out = append(b.out, s...)
	b.pieces = append(b.pieces, value.Piece{Text: value.Literal(s, b.c.r.cut.Locate(from, to)), At: b.c.r.cut.Locate(from, to)})
}

func (b *builder) is(s string) bool { return string(b.out) == s }

func (b *builder) text() value.Text {
	if !b.any {
		return value.Literal("", b.c.empty(b.first))
	}
	if len(b.pieces) == 0 {
		return b.c.r.cut.Slice(b.from, b.to)
	}
	b.flush()
	return value.Concat(b.c.r.cut.Locate(b.first, b.last), b.pieces...)
}

// fold reads the white space at an offset: its end, and how many line breaks
// it holds.
func (c *converter) fold(p int) (end, breaks int) {
	src := c.r.src[:c.end]
	for p < len(src) {
		if w := breakAt(src, p); w > 0 {
			p += w
			breaks++
			continue
		}
		if !isBlank(src[p]) {
			break
		}
		p++
	}
	return p, breaks
}

// folded adds white space as a scalar outside blocks shows it.
func (c *converter) folded(b *builder, p int) int {
	end, n := c.fold(p)
	switch n {
	case 0:
		b.raw(p, end)
	case 1:
		b.decoded(" ", p, end)
	default:
		b.decoded(strings.Repeat("\n", n-1), p, end)
	}
	return end
}

func (c *converter) plain(b *builder, p int, want string) int {
	src := c.r.src[:c.end]
	if bytes.HasPrefix(src[p:], []byte(want)) {
		b.raw(p, p+len(want))
		return p + len(want)
	}
	for p < len(src) && len(b.out) < len(want) {
		if isBlank(src[p]) || breakAt(src, p) > 0 {
			p = c.folded(b, p)
			continue
		}
		b.raw(p, p+1)
		p++
	}
	return p
}

func (c *converter) quoted(b *builder, p int) int {
	src := c.r.src[:c.end]
	if p >= len(src) {
		return p
	}
	quote := src[p]
	p++
	b.first = p
	for p < len(src) {
		switch ch := src[p]; {
		case ch == quote && quote == '\'' && p+1 < len(src) && src[p+1] == '\'':
			b.decoded("'", p, p+2)
			p += 2
		case ch == quote:
			return p + 1
		case ch == '\\' && quote == '"' && p+1 < len(src):
			p = c.escape(b, p)
		case isBlank(ch) || breakAt(src, p) > 0:
			p = c.folded(b, p)
		default:
			b.raw(p, p+1)
			p++
		}
	}
	return p
}

// escape reads an escape of a double-quoted scalar.
func (c *converter) escape(b *builder, p int) int {
	src := c.r.src[:c.end]
	if w := breakAt(src, p+1); w > 0 { // an escaped line break is none
		end, n := c.fold(p + 1 + w)
		b.decoded(strings.Repeat("\n", n), p, end)
		return end
	}
	const names, chars = `0abt nvfre"'/\N_LP`, "\x00\a\b\t \n\v\f\r\x1b\"'/\\"
	ch := src[p+1]
	digits := 0
	switch ch {
	case 'x':
		digits = 2
	case 'u':
		digits = 4
	case 'U':
		digits = 8
	case '\t':
		b.decoded("\t", p, p+2)
		return p + 2
	}
	if digits > 0 {
		end := min(p+2+digits, len(src))
		n, err := strconv.ParseUint(string(src[p+2:end]), 16, 32)
		if err == nil {
			b.decoded(string(rune(n)), p, end)
		}
		return end
	}
	if i := strings.IndexByte(names, ch); i >= 0 {
		s := map[byte]string{'N': "\u0085", '_': "\u00a0", 'L': "\u2028", 'P': "\u2029"}[ch]
		if s == "" {
			s = chars[i : i+1]
		}
		b.decoded(s, p, p+2)
	}
	return p + 2
}

// block reads a block scalar; its indicator stands at p.
func (c *converter) block(b *builder, p int, want string, fold bool) int {
	src := c.r.src[:c.end]
	b.first = p
	for p < len(src) && breakAt(src, p) == 0 {
		p++
	}
	end := p
	if p >= len(src) || want == "" {
		return end
	}
	p += breakAt(src, p)
	indent, ok := c.blockIndent(p, want)
	if !ok {
		return end
	}
	for p < len(src) && len(b.out) < len(want) {
		q := p
		for q < len(src) && q-p < indent && src[q] == ' ' {
			q++
		}
		e := q
		for e < len(src) && breakAt(src, e) == 0 {
			e++
		}
		b.raw(q, e)
		if e > q {
			end = e
		}
		if e >= len(src) || len(b.out) >= len(want) {
			break
		}
		if fold {
			p = c.foldBlock(b, e, want)
			continue
		}
		p = c.newline(b, e)
	}
	return end
}

// newline adds the line break at an offset.
func (c *converter) newline(b *builder, p int) int {
	w := breakAt(c.r.src, p)
	if c.r.src[p] == '\n' {
		b.raw(p, p+1)
	} else {
		b.decoded("\n", p, p+w)
	}
	return p + w
}

// foldBlock adds the line breaks at the end of a line of a folded scalar, as
// many as the wanted text shows, and moves to the next line with content.
func (c *converter) foldBlock(b *builder, p int, want string) int {
	src := c.r.src[:c.end]
	var breaks []int
	next := p
	for q := p; q < len(src); {
		w := breakAt(src, q)
		if w == 0 {
			if src[q] != ' ' {
				break
			}
			q++
			continue
		}
		breaks = append(breaks, q)
		q += w
		next = q
	}
	rest := want[min(len(b.out), len(want)):]
	if len(breaks) == 1 && strings.HasPrefix(rest, " ") {
		b.decoded(" ", p, next)
		return next
	}
	k := len(rest) - len(strings.TrimLeft(rest, "\n"))
	for _, q := range breaks[max(0, len(breaks)-k):] {
		c.newline(b, q)
	}
	return next
}

// blockIndent finds how far a block scalar is indented: the leading spaces of
// its first line with content that its text does not have.
func (c *converter) blockIndent(p int, want string) (int, bool) {
	src := c.r.src[:c.end]
	text := strings.TrimLeft(want, "\n")
	have := len(text) - len(strings.TrimLeft(text, " "))
	for p < len(src) {
		q := p
		for q < len(src) && src[q] == ' ' {
			q++
		}
		if q < len(src) && breakAt(src, q) == 0 {
			return q - p - have, q-p >= have
		}
		if q >= len(src) {
			break
		}
		p = q + breakAt(src, q)
	}
	return 0, false
}
