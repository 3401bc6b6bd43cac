package terraform

import (
	"strings"
	"unicode/utf8"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/irsalint/irsalint/pkg/source"
	"github.com/irsalint/irsalint/pkg/value"
)

// template joins the parts of a template.
func (e *env) template(x *hclsyntax.TemplateExpr) (value.Value, *evalErr) {
	at := e.span(x.SrcRange)
	r := rope{e: e, at: inside(at)}
	sensitive := false
	for _, p := range x.Parts {
		v, err := e.x(p)
		if err != nil {
			return v, err
		}
		where := e.span(p.Range())
		t, err := e.text(v, where)
		if err != nil {
			return v, err
		}
		sensitive = sensitive || v.IsSensitive()
		if _, ok := p.(*hclsyntax.LiteralValueExpr); ok && v.Kind() == value.String {
			r.add(t, source.Span{})
		} else {
			r.add(t, interpolation(where))
		}
	}
	out, err := r.text()
	if err != nil {
		return value.Value{}, err
	}
	v := value.FromText(out)
	if sensitive {
		v = v.Sensitive()
	}
	return v, nil
}

// inside gives a quoted string's place without its quotes.
func inside(at source.Span) source.Span {
	s := at.Text()
	if len(s) >= 2 && s[0] == '"' && s[len(s)-1] == '"' {
		at.Start++
		at.End--
	}
	return at
}

// interpolation widens the place of an expression to the ${ } around it.
func interpolation(at source.Span) source.Span {
	if at.File == nil {
		return at
	}
	data := at.File.Data
	i, j := at.Start, at.End
	for i > 0 && i <= len(data) && isSpace(data[i-1]) {
		i--
	}
	if i > 0 && i <= len(data) && data[i-1] == '~' {
		i--
	}
	for j >= 0 && j < len(data) && isSpace(data[j]) {
		j++
	}
	if j >= 0 && j < len(data) && data[j] == '~' {
		j++
	}
	if i >= 2 && i <= len(data) && data[i-1] == '{' && data[i-2] == '$' && j >= 0 && j < len(data) && data[j] == '}' {
		at.Start, at.End = i-2, j+1
	}
	return at
}

func isSpace(c byte) bool { return c == ' ' || c == '\t' || c == '\r' || c == '\n' }

// templateJoin joins what the rounds of a %{ for } made.
func (e *env) templateJoin(x *hclsyntax.TemplateJoinExpr) (value.Value, *evalErr) {
	at := e.span(x.Tuple.Range())
	v, err := e.x(x.Tuple)
	if err != nil {
		return v, err
	}
	if v.Kind() != value.List || v.IsOpen() || v.IsLoose() {
		return unknownFrom(e.term("join", v), at, v), nil
	}
	r := rope{e: e, at: at}
	for _, it := range v.Items() {
		t, err := e.text(it, at)
		if err != nil {
			return it, err
		}
		r.add(t, source.Span{})
	}
	t, err := r.text()
	return mark(mark(value.FromText(t), v), v.Items()...), err
}

// rope gathers pieces of a text and bounds it.
type rope struct {
	e      *env
	at     source.Span
	pieces []value.Piece
	size   int
}

func (r *rope) add(t value.Text, at source.Span) {
	if r.size += len(t.Flat()); r.size <= maxText {
		r.pieces = append(r.pieces, value.Piece{Text: t, At: at})
	}
}

// lit adds text that a function makes up.
func (r *rope) lit(s string) {
	if s != "" {
		r.add(made(s, r.at), source.Span{})
	}
}

// made gives text that stands for a place as a whole: its bytes are not those
// of the place.
func made(s string, at source.Span) value.Text {
	return value.Literal(s, at)
}

func (r *rope) text() (value.Text, *evalErr) {
	if r.size > maxText {
		return value.Text{}, fail(r.at, "the text is longer than 1 MiB")
	}
	if err := r.e.spendAt(r.size/16+len(r.pieces), r.at); err != nil {
		return value.Text{}, err
	}
	if r.size == 0 {
		return value.Literal("", r.at), nil
	}
	return value.Concat(r.at, r.pieces...), nil
}

// literalText gives literal text of a template with the place of each byte.
// What is written differs from the text by escapes, by the indentation that
// <<- takes away, and by space that a ~ marker takes away.
func literalText(s string, at source.Span) value.Text {
	raw := at.Text()
	if raw == s || s == "" {
		if len(raw) > 0 && s == "" {
			at = inside(at)
		}
		return value.Literal(s, at)
	}
	for _, quoted := range [...]bool{false, true} {
		dec, offs := unescape(raw, quoted)
		var i int
		switch {
		case strings.HasSuffix(dec, s):
			i = len(dec) - len(s)
		case strings.HasPrefix(dec, s):
			i = 0
		default:
			i = strings.Index(dec, s)
		}
		if i >= 0 {
			return mapped(s, at, offs[i:i+len(s)+1])
		}
		if !quoted {
			if t, ok := unindented(s, dec, offs, at); ok {
				return t
			}
		}
	}
	return value.Literal(s, at)
}

// unindented maps text whose lines are ends of the lines of dec.
func unindented(s, dec string, offs []int, at source.Span) (value.Text, bool) {
	lines, from := strings.SplitAfter(s, "\n"), strings.SplitAfter(dec, "\n")
	if len(lines) > len(from) || len(from) == 1 {
		return value.Text{}, false
	}
	var pieces []value.Piece
	j, off := 0, 0
	for _, l := range lines {
		for j < len(from) && !strings.HasSuffix(from[j], l) {
			off += len(from[j])
			j++
		}
		if j == len(from) {
			return value.Text{}, false
		}
		start := off + len(from[j]) - len(l)
		pieces = append(pieces, value.Piece{Text: mapped(l, at, offs[start:start+len(l)+1])})
		off += len(from[j])
		j++
	}
	return value.Concat(at, pieces...), true
}

// mapped gives text of which byte i stands at offset offs[i] within a place:
// runs that stand there as they are, and escapes.
func mapped(s string, at source.Span, offs []int) value.Text {
	if len(s) == 0 {
		return value.Literal("", source.Span{File: at.File, Start: at.Start + offs[0], End: at.Start + offs[0]})
	}
	span := func(i, j int) source.Span {
		return source.Span{File: at.File, Start: at.Start + offs[i], End: at.Start + offs[j]}
	}
	var pieces []value.Piece
	for i := 0; i < len(s); {
		j := i + 1
		for j < len(s) && offs[j] == offs[j-1]+1 {
			j++
		}
		if j < len(s) || offs[j] != offs[j-1]+1 { // the last byte belongs to an escape
			last := j - 1
			for last > i && !utf8.RuneStart(s[last]) {
				last--
			}
			if last > i {
				pieces = append(pieces, value.Piece{Text: value.Literal(s[i:last], span(i, last))})
				i = last
			}
			for j < len(s) && offs[j] == offs[i] { // an escape of several bytes
				j++
			}
		}
		pieces = append(pieces, value.Piece{Text: value.Literal(s[i:j], span(i, j))})
		i = j
	}
	return value.Concat(span(0, len(s)), pieces...)
}

// unescape decodes the escapes of a literal part. offs[i] is where byte i of
// the result begins; one more entry gives the end.
func unescape(raw string, quoted bool) (string, []int) {
	var b strings.Builder
	b.Grow(len(raw))
	offs := make([]int, 0, len(raw)+1)
	put := func(s string, at int) {
		for range len(s) {
			offs = append(offs, at)
		}
		b.WriteString(s)
	}
	for i := 0; i < len(raw); {
		c := raw[i]
		if (c == '$' || c == '%') && i+2 < len(raw) && raw[i+1] == c && raw[i+2] == '{' {
			put(raw[i+1:i+2], i)
			put("{", i+2)
			i += 3
			continue
		}
		if !quoted || c != '\\' || i+1 >= len(raw) {
			put(raw[i:i+1], i)
			i++
			continue
		}
		n, s := 2, ""
		switch raw[i+1] {
		case 'n':
			s = "\n"
		case 'r':
			s = "\r"
		case 't':
			s = "\t"
		case '"', '\\':
			s = raw[i+1 : i+2]
		case 'u', 'U':
			digits := 4
			if raw[i+1] == 'U' {
				digits = 8
			}
			code := rune(0)
			for n < 2+digits && i+n < len(raw) {
				h := strings.IndexByte("0123456789abcdef", raw[i+n]|0x20)
				if h < 0 {
					break
				}
				code = code<<4 | rune(h)
				n++
			}
			s = string(code)
		default:
			s, n = raw[i:i+1], 1
		}
		put(s, i)
		i += n
	}
	return b.String(), append(offs, len(raw))
}
