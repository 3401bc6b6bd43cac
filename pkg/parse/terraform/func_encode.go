package terraform

import (
	"bytes"
	"encoding/base64"
	stdjson "encoding/json"
	"errors"
	"net/url"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	ctyyaml "github.com/zclconf/go-cty-yaml"
	"github.com/zclconf/go-cty/cty/function/stdlib"

	"github.com/irsalint/irsalint/pkg/parse/json"
	"github.com/irsalint/irsalint/pkg/parse/yaml"
	"github.com/irsalint/irsalint/pkg/source"
	"github.com/irsalint/irsalint/pkg/value"
)

func encodeFuncs() map[string]*builtin {
	return map[string]*builtin{
		"base64decode":     {1, 1, true, false, onText(decodeBase64)},
		"base64encode":     {1, 1, true, false, onText(encodeBase64)},
		"base64gzip":       {1, 1, true, false, callOpaque}, // the bytes depend on the version of the compressor
		"csvdecode":        {1, 1, false, false, bridge(of(stdlib.CSVDecodeFunc))},
		"jsondecode":       {1, 1, false, false, callDecode},
		"jsonencode":       {1, 1, true, false, callJSONEncode},
		"textdecodebase64": {2, 2, true, false, callTextBase64},
		"textencodebase64": {2, 2, true, false, callTextBase64},
		"urlencode":        {1, 1, true, false, onText(func(s string) (string, bool) { return url.QueryEscape(s), true })},
		"yamldecode":       {1, 1, false, false, callDecode},
		"yamlencode":       {1, 1, true, false, callYAMLEncode},
	}
}

// onText makes a function of one of known text.
func onText(f func(s string) (string, bool)) func(c *call) (value.Value, *evalErr) {
	return func(c *call) (value.Value, *evalErr) {
		t, err := c.text(0)
		if err != nil {
			return value.Value{}, err
		}
		s, known := t.Known()
		if !known {
			return c.unknown(), nil
		}
		out, ok := f(s)
		if !ok {
			return value.Value{}, fail(c.at, "%s: the text is not valid", c.name)
		}
		if len(out) > maxText {
			return value.Value{}, fail(c.at, "the text is longer than 1 MiB")
		}
		return c.result(made(source.SanitizeString(out), c.at))
	}
}

func encodeBase64(s string) (string, bool) {
	return base64.StdEncoding.EncodeToString([]byte(s)), true
}

func decodeBase64(s string) (string, bool) {
	b, err := base64.StdEncoding.DecodeString(s)
	return string(b), err == nil && utf8.Valid(b)
}

// callOpaque gives the symbol of the call.
func callOpaque(c *call) (value.Value, *evalErr) { return c.unknown(), nil }

// callTextBase64 is textencodebase64 and textdecodebase64 for the encodings
// of Unicode; of others nothing is known.
func callTextBase64(c *call) (value.Value, *evalErr) {
	if !c.known() {
		return c.unknown(), nil
	}
	t, err := c.text(0)
	if err != nil {
		return value.Value{}, err
	}
	enc, err := c.text(1)
	if err != nil {
		return value.Value{}, err
	}
	name := strings.ToUpper(enc.Flat())
	order := 0 // of the two bytes
	switch name {
	case "UTF-8":
	case "UTF-16LE":
		order = 1
	case "UTF-16BE":
		order = 2
	default:
		return c.unknown(), nil
	}
	put := func(b []byte, u uint16) []byte {
		if order == 1 {
			return append(b, byte(u), byte(u>>8))
		}
		return append(b, byte(u>>8), byte(u))
	}
	if c.name == "textencodebase64" {
		raw := []byte(t.Flat())
		if order > 0 {
			raw = nil
			for _, u := range utf16.Encode([]rune(t.Flat())) {
				raw = put(raw, u)
			}
		}
		return c.result(made(base64.StdEncoding.EncodeToString(raw), c.at))
	}
	raw, bad := base64.StdEncoding.DecodeString(t.Flat())
	if bad != nil {
		return value.Value{}, fail(c.at, "%s: the text is not base64", c.name)
	}
	s := string(raw)
	if order > 0 {
		units := make([]uint16, len(raw)/2)
		for i := range units {
			a, b := uint16(raw[2*i]), uint16(raw[2*i+1])
			if order == 1 {
				a, b = b, a
			}
			units[i] = a<<8 | b
		}
		s = string(utf16.Decode(units))
	}
	return c.result(made(source.SanitizeString(strings.ToValidUTF8(s, "\uFFFD")), c.at))
}

// callDecode is jsondecode and yamldecode. Text that a function encoded gives
// back what it encodes.
func callDecode(c *call) (value.Value, *evalErr) {
	t, err := c.text(0)
	if err != nil {
		return value.Value{}, err
	}
	if doc, ok := t.Doc(); ok {
		return c.mark(doc), nil
	}
	if onlySymbol(t) != nil {
		return c.unknown(), nil
	}
	if err := c.e.spendAt(len(t.Flat()), c.at); err != nil {
		return value.Value{}, err
	}
	if c.name == "jsondecode" {
		v, err := json.Decode(t)
		if err != nil {
			return value.Value{}, fail(c.at, "jsondecode: %.200s", err)
		}
		return c.mark(v), c.e.bounded(v, c.at)
	}
	docs, bad := yaml.Decode(t)
	var limit *yaml.Error
	if errors.As(bad, &limit) && limit.Limit { // it would be too much for Terraform's library as well
		return value.Value{}, fail(c.at, "yamldecode: %.200s", bad)
	}
	if s, known := t.Known(); known {
		return c.decodeYAML(s, docs)
	}
	if bad != nil {
		return c.unknown(), nil
	}
	switch len(docs) {
	case 0:
		return value.NullAt(c.at), nil
	case 1:
		return c.mark(docs[0].Value), c.e.bounded(docs[0].Value, c.at)
	}
	return value.Value{}, fail(c.at, "yamldecode: the text holds %d documents", len(docs))
}

// decodeYAML decodes known text. Terraform reads YAML a little differently
// from kubectl: the places are ours where both agree.
func (c *call) decodeYAML(s string, docs []yaml.Document) (value.Value, *evalErr) {
	if depth := nesting(s); depth > maxNesting {
		return value.Value{}, fail(c.at, "yamldecode: the text is nested too deep")
	}
	typ, err := ctyyaml.Standard.ImpliedType([]byte(s))
	if err != nil {
		return value.Value{}, fail(c.at, "yamldecode: %.200s", err)
	}
	v, err := ctyyaml.Standard.Unmarshal([]byte(s), typ)
	if err != nil {
		return value.Value{}, fail(c.at, "yamldecode: %.200s", err)
	}
	out := fromCty(v, c.at)
	if err := c.e.bounded(out, c.at); err != nil {
		return out, err
	}
	if len(docs) == 1 && value.EqualValues(out, docs[0].Value) == value.Yes {
		out = docs[0].Value
	}
	return c.mark(out), nil
}

// nesting estimates how deep flow collections of a text are nested.
func nesting(s string) int {
	depth, most := 0, 0
	for i := range len(s) {
		switch s[i] {
		case '[', '{':
			depth++
			most = max(most, depth)
		case ']', '}':
			depth = max(depth-1, 0)
		}
	}
	return most
}

// callJSONEncode writes a value as Terraform does, with keys in order. Each
// string of the value is put in whole, so that its places stay.
func callJSONEncode(c *call) (value.Value, *evalErr) {
	w := &encoder{rope: rope{e: c.e, at: c.at}}
	if err := w.json(c.args[0], 0); err != nil {
		return value.Value{}, err
	}
	return c.encoded(w)
}

// encoded gives what an encoder wrote, with the value it encodes.
func (c *call) encoded(w *encoder) (value.Value, *evalErr) {
	w.flush()
	t, err := w.text()
	if err != nil {
		return value.Value{}, err
	}
	if len(w.pieces) == 1 { // Concat of one piece has the place of that piece
		t = value.Concat(c.at, value.Piece{Text: t, At: c.at})
	}
	return c.mark(value.FromText(t.WithDoc(c.args[0])).WithAt(c.at)), nil
}

// encoder writes values into a rope. Punctuation is gathered first.
type encoder struct {
	rope
	buf bytes.Buffer
}

func (w *encoder) flush() {
	if w.buf.Len() > 0 {
		w.rope.lit(w.buf.String())
		w.buf.Reset()
	}
}

func (w *encoder) full() *evalErr {
	if w.size > maxText {
		return fail(w.at, "the text is longer than 1 MiB")
	}
	return nil
}

func (w *encoder) json(v value.Value, depth int) *evalErr {
	if err := w.full(); err != nil {
		return err
	}
	if depth > maxNesting {
		return fail(w.at, "the value is nested too deep")
	}
	switch v.Kind() {
	case value.Null:
		w.buf.WriteString("null")
	case value.Unknown:
		t, err := w.e.text(v, w.at)
		if err != nil {
			return err
		}
		w.flush()
		w.add(t, v.At())
	case value.String:
		t, _ := v.AsText()
		w.quoted(t, jsonEscape)
	case value.List:
		w.buf.WriteByte('[')
		for i, it := range v.Items() {
			if i > 0 {
				w.buf.WriteByte(',')
			}
			if err := w.json(it, depth+1); err != nil {
				return err
			}
		}
		w.rest(v, len(v.Items()))
		w.buf.WriteByte(']')
	case value.Map:
		w.buf.WriteByte('{')
		fields, _ := sorted(v)
		for i, f := range fields {
			if i > 0 {
				w.buf.WriteByte(',')
			}
			w.quoted(f.Key, jsonEscape)
			w.buf.WriteByte(':')
			if err := w.json(f.Value, depth+1); err != nil {
				return err
			}
		}
		w.rest(v, len(fields))
		w.buf.WriteByte('}')
	default:
		t, _ := v.AsText()
		w.buf.WriteString(t.Flat())
	}
	return nil
}

// rest puts in the symbol for what else an open value may hold.
func (w *encoder) rest(v value.Value, n int) {
	if !v.IsOpen() && !v.IsLoose() {
		return
	}
	if n > 0 {
		w.buf.WriteByte(',')
	}
	s := v.Symbol()
	if s == nil || v.IsLoose() {
		s = w.e.because(w.at, v.Symbol(), v)
	}
	w.flush()
	w.add(value.FromSymbol(s, v.At()), source.Span{})
}

// maxEscapes is how many escapes of one text keep their places.
const maxEscapes = 10_000

// quoted writes text between quotes, with what needs it escaped.
func (w *encoder) quoted(t value.Text, escape func(r rune) string) {
	w.buf.WriteByte('"')
	w.flush()
	flat, last := t.Flat(), 0
	var cut *value.Cutter // there is something to escape
	escapes, symbol := 0, false
	for i, r := range flat {
		switch {
		case r == source.SymbolOpen:
			symbol = true
		case r == source.SymbolClose:
			symbol = false
		case !symbol:
			esc := escape(r)
			if esc == "" {
				continue
			}
			if cut == nil {
				cut = value.NewCutter(t)
			}
			if escapes++; escapes > maxEscapes && !strings.ContainsRune(flat[i:], source.SymbolOpen) {
				w.add(cut.Slice(last, i), source.Span{})
				w.lit(escaped(flat[i:], escape) + `"`)
				return
			}
			n := utf8.RuneLen(r)
			if r == utf8.RuneError {
				_, n = utf8.DecodeRuneInString(flat[i:])
			}
			w.add(cut.Slice(last, i), source.Span{})
			w.add(value.Literal(esc, cut.Locate(i, i+n)), source.Span{})
			last = i + n
			if w.size > maxText {
				return
			}
		}
	}
	if cut == nil {
		at := t.At()
		if at.IsZero() {
			at = w.at
		}
		w.add(t, at)
	} else {
		w.add(cut.Slice(last, len(flat)), source.Span{})
	}
	w.buf.WriteByte('"')
}

func escaped(s string, escape func(r rune) string) string {
	var b strings.Builder
	for _, r := range s {
		if esc := escape(r); esc != "" {
			b.WriteString(esc)
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}

// jsonEscape gives the escape of a character as encoding/json writes it; empty
// if there is none.
func jsonEscape(r rune) string {
	switch r {
	case '"':
		return `\"`
	case '\\':
		return `\\`
	case '\n':
		return `\n`
	case '\r':
		return `\r`
	case '\t':
		return `\t`
	}
	if r >= 0x20 && r != '<' && r != '>' && r != '&' && r != '\u2028' && r != '\u2029' && r != utf8.RuneError && r != 0x7f {
		return ""
	}
	b, _ := stdjson.Marshal(string(r))
	if out := strings.Trim(string(b), `"`); out != string(r) {
		return out
	}
	return ""
}
