// Package json reads JSON into values that know their places.
//
// The input is a text that may have been put together from several places and
// may hold symbols. A string, or a part of one, keeps the place and the symbols
// of the bytes it was read from. A symbol outside a string stands for
// something unknown: one value, or several with the commas between them.
package json

import (
	"fmt"
	"math/big"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/irsalint/irsalint/pkg/source"
	"github.com/irsalint/irsalint/pkg/value"
)

// Limits of one document. They bound time and memory for any input.
const (
	// MaxDepth is how deep lists and objects may be nested.
	MaxDepth = 200
	// MaxValues is how many values a document may hold.
	MaxValues = 500_000
	// MaxExponent bounds the decimal exponent of a number.
	MaxExponent = 400

	maxDigits = 1000 // characters of one number
)

// Error is a text that is not JSON.
type Error struct {
	// At is the first character that cannot be.
	At source.Span
	// Message says what is wrong, in lower case and without the place.
	Message string
}

// Error gives the place, if there is one, and the message.
func (e *Error) Error() string {
	if e.At.IsZero() {
		return e.Message
	}
	p := e.At.File.Position(e.At.Start)
	return fmt.Sprintf("%s:%d:%d: %s", e.At.File.Path, p.Line, p.Column, e.Message)
}

// File reads a file that holds one JSON document.
func File(f *source.File) (value.Value, error) {
	return Decode(value.Literal(string(f.Data), source.Span{File: f, End: len(f.Data)}))
}

// Decode reads one JSON document. The place of a string is its text without
// the quotes, that of any other value its range. Of a key that occurs twice
// both fields are kept. A text that a function made of a value gives that
// value. Where symbols outside strings leave open what the document is, it is
// an unknown value and no error. An error is an *Error.
func Decode(t value.Text) (value.Value, error) {
	if doc, ok := t.Doc(); ok {
		return doc, nil
	}
	s := &scanner{text: t, src: t.Flat(), cut: value.NewCutter(t)}
	v, err := s.document()
	switch {
	case err == nil:
		return v, nil
	case s.loose != nil:
		// What a symbol outside strings stands for may well make it right.
		return value.UnknownAt(s.loose, t.At()), nil
	}
	return value.Value{}, err
}

const (
	symbolOpen  = string(source.SymbolOpen)
	symbolClose = string(source.SymbolClose)
	byteOrder   = "\uFEFF"
)

type scanner struct {
	text  value.Text
	src   string
	cut   *value.Cutter
	pos   int
	count int
	loose *value.Symbol // the first symbol outside strings
}

func (s *scanner) document() (value.Value, error) {
	if strings.HasPrefix(s.src, byteOrder) {
		s.pos = len(byteOrder)
	}
	s.space()
	v, err := s.value(0)
	if err != nil {
		return v, err
	}
	for s.space(); s.pos < len(s.src) && s.atSymbol(); s.space() {
		if _, err := s.word(); err != nil { // only white space would be right
			return v, err
		}
	}
	if s.pos < len(s.src) {
		return v, s.fail("there is something after the end of the document")
	}
	return v, nil
}

func (s *scanner) space() {
	for s.pos < len(s.src) {
		switch s.src[s.pos] {
		case ' ', '\t', '\r', '\n':
			s.pos++
		default:
			return
		}
	}
}

// fail makes the error for the character at the current position.
func (s *scanner) fail(format string, args ...any) error {
	return s.failAt(s.pos, format, args...)
}

func (s *scanner) failAt(pos int, format string, args ...any) error {
	return &Error{At: s.place(pos), Message: fmt.Sprintf(format, args...)}
}

// place gives the place of one character, or the end of the text.
func (s *scanner) place(pos int) source.Span {
	if pos < len(s.src) {
		_, n := utf8.DecodeRuneInString(s.src[pos:])
		return s.cut.Locate(pos, pos+n)
	}
	at := s.text.At()
	if !at.IsZero() {
		at.Start = at.End
	}
	return at
}

// found describes the current character for a message.
func (s *scanner) found() string {
	if s.pos >= len(s.src) {
		return "the end of the text"
	}
	r, _ := utf8.DecodeRuneInString(s.src[s.pos:])
	if r == source.SymbolOpen {
		return "an unknown value"
	}
	return strconv.QuoteRune(r)
}

func (s *scanner) peek() byte {
	if s.pos < len(s.src) {
		return s.src[s.pos]
	}
	return 0
}

func (s *scanner) atSymbol() bool { return strings.HasPrefix(s.src[s.pos:], symbolOpen) }

// skipSymbol moves past the symbol at the current position.
func (s *scanner) skipSymbol() {
	if i := strings.Index(s.src[s.pos:], symbolClose); i >= 0 {
		s.pos += i + len(symbolClose)
		return
	}
	s.pos = len(s.src)
}

func (s *scanner) value(depth int) (value.Value, error) {
	if depth > MaxDepth {
		return value.Value{}, s.fail("nested deeper than %d levels", MaxDepth)
	}
	if s.count++; s.count > MaxValues {
		return value.Value{}, s.fail("more than %d values", MaxValues)
	}
	switch c := s.peek(); {
	case c == '{':
		return s.object(depth)
	case c == '[':
		return s.list(depth)
	case c == '"':
		t, err := s.string()
		return value.FromText(t), err
	}
	return s.word()
}

func (s *scanner) list(depth int) (value.Value, error) {
	start := s.pos
	s.pos++
	var items []value.Value
	var why *value.Symbol
	separated := true // a value may come next
	for {
		s.space()
		switch {
		case s.peek() == ']' && (len(items) == 0 || !separated || why != nil):
			s.pos++
			v := value.ListAt(items, s.cut.Locate(start, s.pos))
			if why != nil {
				v = v.Open(why)
			}
			return v, nil
		case s.peek() == ',' && (!separated || why != nil):
			s.pos++
			separated = true
			continue
		}
		unknown := s.pos < len(s.src) && s.atSymbol()
		if !separated && !unknown && why == nil {
			return value.Value{}, s.fail("expected a comma or ] after a list element, found %s", s.found())
		}
		v, err := s.value(depth + 1)
		if err != nil {
			return v, err
		}
		if unknown { // it may stand for several elements, or for none
			why = s.loose
			if v.Symbol() != nil {
				why = v.Symbol()
			}
		}
		items = append(items, v)
		separated = false
	}
}

func (s *scanner) object(depth int) (value.Value, error) {
	start := s.pos
	s.pos++
	var fields []value.Field
	var why *value.Symbol
	separated := true
	for {
		s.space()
		switch {
		case s.peek() == '}' && (len(fields) == 0 || !separated || why != nil):
			s.pos++
			v := value.MapAt(fields, s.cut.Locate(start, s.pos))
			if why != nil {
				v = v.Open(why)
			}
			return v, nil
		case s.peek() == ',' && (!separated || why != nil):
			s.pos++
			separated = true
			continue
		}
		unknown := s.pos < len(s.src) && s.atSymbol()
		if !separated && !unknown && why == nil {
			return value.Value{}, s.fail("expected a comma or } after an object member, found %s", s.found())
		}
		var key value.Text
		switch {
		case unknown: // a key, or whole members
			from := s.pos
			v, err := s.word()
			if err != nil {
				return v, err
			}
			if s.space(); s.peek() != ':' {
				why = v.Symbol()
				separated = false
				continue
			}
			key = s.cut.Slice(from, s.pos)
			if sym := v.Symbol(); sym != nil {
				key = value.FromSymbol(sym, v.At())
			}
		case s.peek() == '"':
			var err error
			if key, err = s.string(); err != nil {
				return value.Value{}, err
			}
		default:
			return value.Value{}, s.fail("expected a key in double quotes, found %s", s.found())
		}
		if s.space(); s.peek() != ':' {
			return value.Value{}, s.fail("expected a colon after a key, found %s", s.found())
		}
		s.pos++
		s.space()
		v, err := s.value(depth + 1)
		if err != nil {
			return v, err
		}
		fields = append(fields, value.Field{Key: key, Value: v})
		separated = false
	}
}

// word reads what is no string, list or object: a literal, a number, or
// something that holds a symbol.
func (s *scanner) word() (value.Value, error) {
	start, symbolic := s.pos, false
scan:
	for s.pos < len(s.src) {
		switch c := s.src[s.pos]; c {
		case ' ', '\t', '\r', '\n', ',', ':', '"', '{', '}', '[', ']':
			break scan
		default:
			if c >= utf8.RuneSelf && s.atSymbol() {
				symbolic = true
				s.skipSymbol()
				continue
			}
			s.pos++
		}
	}
	end := s.pos
	if start == end {
		return value.Value{}, s.fail("expected a value, found %s", s.found())
	}
	if symbolic {
		return s.symbolic(start, end), nil
	}
	at := s.cut.Locate(start, end)
	switch raw := s.src[start:end]; raw {
	case "true":
		return value.BoolAt(true, at), nil
	case "false":
		return value.BoolAt(false, at), nil
	case "null":
		return value.NullAt(at), nil
	default:
		if !isNumber(raw) {
			s.pos = start
			return value.Value{}, s.fail("expected a value, found %s", s.found())
		}
		n, ok := number(raw)
		if !ok {
			return value.Value{}, s.failAt(start, "the number is too large")
		}
		return value.NumberAt(n, at), nil
	}
}

// symbolic gives the unknown value of a word that holds symbols.
func (s *scanner) symbolic(start, end int) value.Value {
	t := s.cut.Slice(start, end)
	all := t.Symbols()
	var sym *value.Symbol
	if len(all) > 0 {
		sym = all[0]
	}
	if len(all) != 1 || strings.Count(t.Flat(), symbolOpen) != 1 ||
		!strings.HasPrefix(t.Flat(), symbolOpen) || !strings.HasSuffix(t.Flat(), symbolClose) {
		sym = value.Term("json", sym, t.Flat())
	}
	if s.loose == nil {
		s.loose = sym
	}
	return value.UnknownAt(sym, t.At())
}

// isNumber reports whether a word is a number in the grammar of JSON.
func isNumber(s string) bool {
	digits := func() bool {
		n := 0
		for n < len(s) && s[n] >= '0' && s[n] <= '9' {
			n++
		}
		s = s[n:]
		return n > 0
	}
	s = strings.TrimPrefix(s, "-")
	if strings.HasPrefix(s, "0") {
		s = s[1:]
	} else if !digits() {
		return false
	}
	if strings.HasPrefix(s, ".") {
		s = s[1:]
		if !digits() {
			return false
		}
	}
	if s != "" && (s[0] == 'e' || s[0] == 'E') {
		s = s[1:]
		if s != "" && (s[0] == '+' || s[0] == '-') {
			s = s[1:]
		}
		if !digits() {
			return false
		}
	}
	return s == ""
}

// number gives the value of a number; not ok if it is past the limits.
func number(s string) (*big.Float, bool) {
	if n, err := strconv.ParseInt(s, 10, 64); err == nil {
		return new(big.Float).SetInt64(n), true
	}
	if len(s) > maxDigits {
		return nil, false
	}
	if i := strings.IndexAny(s, "eE"); i >= 0 {
		e, err := strconv.Atoi(s[i+1:])
		if err != nil || e > MaxExponent || e < -MaxExponent {
			return nil, false
		}
	}
	f, _, err := big.ParseFloat(s, 10, 512, big.ToNearestEven)
	return f, err == nil
}
