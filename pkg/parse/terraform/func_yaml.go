package terraform

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	ctyyaml "github.com/zclconf/go-cty-yaml"
	"github.com/zclconf/go-cty/cty"

	"github.com/irsalint/irsalint/pkg/source"
	"github.com/irsalint/irsalint/pkg/value"
)

// callYAMLEncode writes a value as Terraform does. The text is written here,
// so that each string keeps its places, and compared with what the library of
// Terraform writes, which stands if they differ.
func callYAMLEncode(c *call) (value.Value, *evalErr) {
	v := c.args[0]
	w := &encoder{rope: rope{e: c.e, at: c.at}}
	if err := w.yaml(v, 0, false, 0); err != nil {
		return value.Value{}, err
	}
	if v.Kind() != value.Map && v.Kind() != value.List || len(v.Fields())+len(v.Items()) == 0 {
		w.buf.WriteByte('\n')
	}
	out, err := c.encoded(w)
	if err != nil || !onlyTextUnknown(v) {
		return out, err
	}
	want, ok := libraryYAML(v)
	if t, _ := out.AsText(); !ok || t.Flat() == want {
		return out, nil
	}
	t := symbolsFrom(want, v, c.at)
	return c.mark(value.FromText(t.WithDoc(v)).WithAt(c.at)), nil
}

// onlyTextUnknown reports whether nothing but text is unknown in a value.
func onlyTextUnknown(v value.Value) bool {
	if v.IsUnknown() || v.IsOpen() || v.IsLoose() {
		return false
	}
	for _, it := range v.Items() {
		if !onlyTextUnknown(it) {
			return false
		}
	}
	for _, f := range v.Fields() {
		if !onlyTextUnknown(f.Value) {
			return false
		}
	}
	return true
}

// libraryYAML encodes with the library, symbols standing for themselves.
func libraryYAML(v value.Value) (out string, ok bool) {
	defer func() {
		if recover() != nil {
			ok = false
		}
	}()
	var tokens []string
	hide := func(t value.Text) string {
		flat := t.Flat()
		for _, s := range t.Symbols() {
			token := value.FromSymbol(s, source.Span{}).Flat()
			short := string(source.SymbolOpen) + strconv.Itoa(len(tokens)) + string(source.SymbolClose)
			flat = strings.Replace(flat, token, short, 1)
			tokens = append(tokens, short, token)
		}
		return flat
	}
	var plain func(v value.Value) cty.Value
	plain = func(v value.Value) cty.Value {
		switch v.Kind() {
		case value.String:
			t, _ := v.AsText()
			return cty.StringVal(hide(t))
		case value.List:
			items := make([]cty.Value, len(v.Items()))
			for i, it := range v.Items() {
				items[i] = plain(it)
			}
			return cty.TupleVal(items)
		case value.Map:
			fields := make(map[string]cty.Value, len(v.Fields()))
			for _, f := range v.Fields() {
				fields[hide(f.Key)] = plain(f.Value)
			}
			return cty.ObjectVal(fields)
		}
		return toCty(v)
	}
	b, err := ctyyaml.Standard.Marshal(plain(v))
	if err != nil {
		return "", false
	}
	return strings.NewReplacer(tokens...).Replace(string(b)), true
}

// symbolsFrom gives flat text with the symbols of a value.
func symbolsFrom(flat string, v value.Value, at source.Span) value.Text {
	known := map[string]*value.Symbol{}
	var gather func(v value.Value)
	add := func(t value.Text) {
		for _, s := range t.Symbols() {
			known[value.FromSymbol(s, at).Flat()] = s
		}
	}
	gather = func(v value.Value) {
		if t, ok := v.AsText(); ok {
			add(t)
		}
		for _, it := range v.Items() {
			gather(it)
		}
		for _, f := range v.Fields() {
			add(f.Key)
			gather(f.Value)
		}
	}
	gather(v)
	var pieces []value.Piece
	for {
		i := strings.IndexRune(flat, source.SymbolOpen)
		j := strings.IndexRune(flat, source.SymbolClose)
		if i < 0 || j < i {
			break
		}
		j += len(string(source.SymbolClose))
		pieces = append(pieces, value.Piece{Text: made(flat[:i], at)})
		if s := known[flat[i:j]]; s != nil {
			pieces = append(pieces, value.Piece{Text: value.FromSymbol(s, at)})
		}
		flat = flat[j:]
	}
	return value.Concat(at, append(pieces, value.Piece{Text: made(flat, at)})...)
}

// yaml writes a node. The cursor stands where a node may begin; inline says
// that the first line of a map or list has its indentation already.
func (w *encoder) yaml(v value.Value, indent int, inline bool, depth int) *evalErr {
	if err := w.full(); err != nil {
		return err
	}
	if depth > maxNesting {
		return fail(w.at, "the value is nested too deep")
	}
	pad := func(i int) {
		if i > 0 || !inline {
			w.buf.WriteString(strings.Repeat(" ", indent))
		}
	}
	switch {
	case v.Kind() == value.List && (len(v.Items()) > 0 || v.IsOpen()):
		for i, it := range v.Items() {
			pad(i)
			w.buf.WriteString("- ")
			if err := w.yaml(it, indent+2, true, depth+1); err != nil {
				return err
			}
			w.endLine(it)
		}
		if v.IsOpen() || v.IsLoose() {
			pad(len(v.Items()))
			w.buf.WriteString("- ")
			w.rest(v, 0)
			w.buf.WriteByte('\n')
		}
	case v.Kind() == value.Map && (len(v.Fields()) > 0 || v.IsOpen()):
		fields, _ := sorted(v)
		for i, f := range fields {
			pad(i)
			w.quoted(f.Key, yamlEscape)
			w.buf.WriteByte(':')
			x := f.Value
			switch {
			case x.Kind() == value.List && (len(x.Items()) > 0 || x.IsOpen()):
				w.buf.WriteByte('\n')
				if err := w.yaml(x, indent, false, depth+1); err != nil {
					return err
				}
			case x.Kind() == value.Map && (len(x.Fields()) > 0 || x.IsOpen()):
				w.buf.WriteByte('\n')
				if err := w.yaml(x, indent+2, false, depth+1); err != nil {
					return err
				}
			default:
				w.buf.WriteByte(' ')
				if err := w.yaml(x, indent+2, true, depth+1); err != nil {
					return err
				}
			}
			w.endLine(x)
		}
		if v.IsOpen() {
			pad(len(fields))
			w.rest(v, 0)
			w.buf.WriteByte('\n')
		}
	default:
		return w.yamlScalar(v, indent)
	}
	return nil
}

// endLine ends the line of what did not end its own.
func (w *encoder) endLine(v value.Value) {
	switch {
	case v.Kind() == value.List && (len(v.Items()) > 0 || v.IsOpen()),
		v.Kind() == value.Map && (len(v.Fields()) > 0 || v.IsOpen()):
	default:
		w.buf.WriteByte('\n')
	}
}

func (w *encoder) yamlScalar(v value.Value, indent int) *evalErr {
	switch v.Kind() {
	case value.Null:
		w.buf.WriteString("null")
	case value.List:
		w.buf.WriteString("[]")
	case value.Map:
		w.buf.WriteString("{}")
	case value.Unknown:
		t, err := w.e.text(v, w.at)
		if err != nil {
			return err
		}
		w.flush()
		w.add(t, v.At())
	case value.String:
		t, _ := v.AsText()
		if strings.Contains(t.Flat(), "\n") {
			w.yamlBlock(t, max(indent, 2))
		} else {
			w.quoted(t, yamlEscape)
		}
	default:
		t, _ := v.AsText()
		w.buf.WriteString(t.Flat())
	}
	return nil
}

// yamlBlock writes text of several lines as a literal block, without the line
// break at its end.
func (w *encoder) yamlBlock(t value.Text, indent int) {
	flat := t.Flat()
	w.buf.WriteByte('|')
	if flat[0] == ' ' || flat[0] == '\n' {
		w.buf.WriteByte('2')
	}
	switch {
	case !strings.HasSuffix(flat, "\n"):
		w.buf.WriteByte('-')
	case flat == "\n" || strings.HasSuffix(flat, "\n\n"):
		w.buf.WriteByte('+')
	}
	lines, _ := t.Split("\n")
	if n := len(lines); lines[n-1].Empty() {
		lines = lines[:n-1]
	}
	for _, l := range lines {
		w.buf.WriteByte('\n')
		if !l.Empty() {
			w.buf.WriteString(strings.Repeat(" ", indent))
			w.flush()
			w.add(l, source.Span{})
		}
	}
}

// yamlEscape gives the escape of a character in a double-quoted scalar; empty
// if there is none.
func yamlEscape(r rune) string {
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
	case 0:
		return `\0`
	case 7:
		return `\a`
	case 8:
		return `\b`
	case 11:
		return `\v`
	case 12:
		return `\f`
	case 27:
		return `\e`
	case 0x85:
		return `\N`
	case 0xA0:
		return `\_`
	case 0x2028:
		return `\L`
	case 0x2029:
		return `\P`
	case 0xFEFF:
		return `\uFEFF`
	}
	switch {
	case r == utf8.RuneError:
		return ""
	case r < 0x20 || r >= 0x7f && r < 0xa0:
		return fmt.Sprintf(`\x%02X`, r)
	case r > 0xffff:
		return fmt.Sprintf(`\U%08X`, r)
	}
	return ""
}
