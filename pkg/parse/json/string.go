package json

import (
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/irsalint/irsalint/pkg/source"
	"github.com/irsalint/irsalint/pkg/value"
)

// maxEscapes is how many escapes of one string keep a place of their own.
const maxEscapes = 4096

// string reads a string; the current character is its opening quote.
func (s *scanner) string() (value.Text, error) {
	open := s.pos
	s.pos++
	run := s.pos // start of the literal text not yet taken
	var b builder
	for {
		if s.pos >= len(s.src) {
			return value.Text{}, s.failAt(open, "the string has no end")
		}
		switch c := s.src[s.pos]; {
		case c == '"':
			end := s.pos
			s.pos++
			if open+1 == end {
				return value.Literal("", s.between(end)), nil
			}
			if b.empty() {
				return s.cut.Slice(run, end), nil
			}
			b.add(s.cut, run, end)
			return b.text(s.cut.Locate(open+1, end)), nil
		case c == '\\':
			b.add(s.cut, run, s.pos)
			from := s.pos
			r, err := s.escape()
			if err != nil {
				return value.Text{}, err
			}
			b.escape(r, s.cut, from, s.pos)
			run = s.pos
		case c < ' ':
			return value.Text{}, s.fail("a control character in a string must be escaped, found %s", s.found())
		case c >= utf8.RuneSelf && s.atSymbol():
			s.skipSymbol() // whatever its key holds
		default:
			s.pos++
		}
	}
}

// between gives the empty place before the closing quote of an empty string.
func (s *scanner) between(quote int) source.Span {
	at := s.cut.Locate(quote, quote+1)
	if at.End-at.Start == 1 {
		at.End = at.Start
	}
	return at
}

// escape reads an escape and gives its character.
func (s *scanner) escape() (rune, error) {
	start := s.pos
	s.pos++
	c := s.peek()
	s.pos++
	switch c {
	case '"', '\\', '/':
		return rune(c), nil
	case 'b':
		return '\b', nil
	case 'f':
		return '\f', nil
	case 'n':
		return '\n', nil
	case 'r':
		return '\r', nil
	case 't':
		return '\t', nil
	case 'u':
		r, ok := s.hex()
		if !ok {
			return 0, s.failAt(start, `\u needs four hexadecimal digits`)
		}
		if utf16.IsSurrogate(r) { // half of a pair, or U+FFFD as elsewhere
			mark := s.pos
			if strings.HasPrefix(s.src[s.pos:], `\u`) {
				s.pos += 2
				if low, ok := s.hex(); ok {
					if pair := utf16.DecodeRune(r, low); pair != utf8.RuneError {
						return pair, nil
					}
				}
			}
			s.pos = mark
			return utf8.RuneError, nil
		}
		if r == source.SymbolOpen || r == source.SymbolClose {
			return utf8.RuneError, nil
		}
		return r, nil
	}
	s.pos = start
	return 0, s.fail("no such escape in JSON")
}

func (s *scanner) hex() (rune, bool) {
	if s.pos+4 > len(s.src) {
		return 0, false
	}
	n, err := strconv.ParseUint(s.src[s.pos:s.pos+4], 16, 32)
	if err != nil {
		return 0, false
	}
	s.pos += 4
	return rune(n), true
}

// builder joins slices and decoded escapes. Past maxEscapes the escapes no
// longer get pieces of their own, but one together with their surroundings.
type builder struct {
	pieces  []value.Piece
	escapes int
	coarse  strings.Builder
	from    int
}

func (b *builder) empty() bool { return b.escapes == 0 }

func (b *builder) add(cut *value.Cutter, start, end int) {
	if start >= end {
		return
	}
	if b.escapes > maxEscapes {
		if t := cut.Slice(start, end); !t.Symbolic() {
			b.coarse.WriteString(t.Flat())
			return
		}
		b.flush(cut, start)
	}
	b.pieces = append(b.pieces, value.Piece{Text: cut.Slice(start, end)})
	b.from = end
}

func (b *builder) escape(r rune, cut *value.Cutter, start, end int) {
	if b.escapes++; b.escapes > maxEscapes {
		if b.coarse.Len() == 0 {
			b.from = start
		}
		b.coarse.WriteRune(r)
		return
	}
	b.pieces = append(b.pieces, made(string(r), cut.Locate(start, end)))
	b.from = end
}

func (b *builder) flush(cut *value.Cutter, end int) {
	if b.coarse.Len() == 0 {
		return
	}
	b.pieces = append(b.pieces, made(b.coarse.String(), cut.Locate(b.from, end)))
	b.coarse.Reset()
}

func (b *builder) text(at source.Span) value.Text {
	if b.coarse.Len() > 0 {
		b.pieces = append(b.pieces, made(b.coarse.String(), at))
		b.coarse.Reset()
	}
	return value.Concat(at, b.pieces...)
}

// made gives decoded text whose place as a whole is that of the escapes.
func made(s string, at source.Span) value.Piece {
	return value.Piece{Text: value.Literal(s, source.Span{}), At: at}
}
