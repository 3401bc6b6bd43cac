package terraform

import (
	"encoding/json"
	"strings"

	"github.com/irsalint/irsalint/pkg/source"
	"github.com/irsalint/irsalint/pkg/value"
)

// encodeJSON gives a value as JSON text. Strings in it keep their places.
// What is not known is put in as its symbol, so that the text is known only
// if the value is.
func encodeJSON(v value.Value) value.Text {
	e := encoder{}
	e.value(v)
	e.flush()
	return value.Concat(source.Span{}, e.pieces...)
}

type encoder struct {
	pieces []value.Piece
	syntax strings.Builder
}

func (e *encoder) flush() {
	if e.syntax.Len() > 0 {
		e.pieces = append(e.pieces, value.Piece{Text: value.Literal(e.syntax.String(), source.Span{})})
		e.syntax.Reset()
	}
}

func (e *encoder) symbol(s *value.Symbol) {
	if s == nil {
		s = &value.Symbol{Key: "?", Label: "unknown", Why: "the value is not known before apply"}
	}
	e.flush()
	e.pieces = append(e.pieces, value.Piece{Text: value.FromSymbol(s, source.Span{})})
}

func (e *encoder) value(v value.Value) {
	switch v.Kind() {
	case value.Unknown:
		e.symbol(v.Symbol())
	case value.Null:
		e.syntax.WriteString("null")
	case value.Bool, value.Number:
		t, _ := v.AsText()
		e.syntax.WriteString(t.Flat())
	case value.String:
		t, _ := v.AsText()
		e.text(t)
	case value.List:
		e.syntax.WriteByte('[')
		for i, it := range v.Items() {
			if i > 0 {
				e.syntax.WriteByte(',')
			}
			e.value(it)
		}
		if v.IsOpen() {
			e.symbol(v.Symbol())
		}
		e.syntax.WriteByte(']')
	case value.Map:
		e.syntax.WriteByte('{')
		for i, f := range v.Fields() {
			if i > 0 {
				e.syntax.WriteByte(',')
			}
			e.text(f.Key)
			e.syntax.WriteByte(':')
			e.value(f.Value)
		}
		if v.IsOpen() {
			e.symbol(v.Symbol())
		}
		e.syntax.WriteByte('}')
	}
}

// text writes a string. Where a character has to be escaped, the escape
// stands at the place of the character.
func (e *encoder) text(t value.Text) {
	e.syntax.WriteByte('"')
	e.flush()
	flat := t.Flat()
	start, inSymbol := 0, false
	for i, r := range flat {
		switch {
		case r == source.SymbolOpen:
			inSymbol = true
		case r == source.SymbolClose:
			inSymbol = false
		case inSymbol || r >= 0x20 && r != '"' && r != '\\':
		default:
			escaped, err := json.Marshal(string(r))
			if err != nil {
				continue
			}
			if i > start {
				e.pieces = append(e.pieces, value.Piece{Text: t.Slice(start, i)})
			}
			e.pieces = append(e.pieces, value.Piece{
				Text: value.Literal(string(escaped[1:len(escaped)-1]), t.Locate(i, i+1)),
			})
			start = i + 1
		}
	}
	if start < len(flat) {
		e.pieces = append(e.pieces, value.Piece{Text: t.Slice(start, len(flat))})
	}
	e.syntax.WriteByte('"')
}
