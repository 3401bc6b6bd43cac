package terraform

import (
	"errors"
	"path"
	"strconv"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	pjson "github.com/irsalint/irsalint/pkg/parse/json"
	"github.com/irsalint/irsalint/pkg/source"
	"github.com/irsalint/irsalint/pkg/value"
)

// parseJSON parses a .tf.json file into what the native syntax gives: blocks
// with labels at the top, expressions below. A nested block of a resource
// stays an argument that is an object or a list of objects, since only the
// provider's schema tells the two apart; a dynamic block becomes a block.
func parseJSON(f *source.File) *parsed {
	p := emptyFile(f)
	doc, err := pjson.File(f)
	if err != nil {
		p.problems = append(p.problems, jsonError(f, err))
		return p
	}
	c := &jsonConf{p: p}
	for _, top := range objects(doc) {
		for _, fd := range top.Fields() {
			labels := 0
			switch fd.Key.Flat() {
			case "resource", "data", "ephemeral":
				labels = 2
			case "module", "variable", "output", "provider":
				labels = 1
			case "locals":
			default: // terraform, moved … declare nothing that is read; // is a comment
				continue
			}
			c.blocks(fd, fd.Value, labels, nil)
		}
	}
	return p
}

func jsonError(f *source.File, err error) Problem {
	out := Problem{At: source.Span{File: f}, Message: err.Error()}
	var e *pjson.Error
	if errors.As(err, &e) {
		out = Problem{At: e.At, Message: e.Message}
	}
	out.At = out.At.FirstLine()
	out.Message = path.Base(f.Path) + " cannot be parsed: " + out.Message
	return out
}

// objects gives the objects that a value is or lists.
func objects(v value.Value) []value.Value {
	switch v.Kind() {
	case value.Map:
		return []value.Value{v}
	case value.List:
		var out []value.Value
		for _, it := range v.Items() {
			out = append(out, objects(it)...)
		}
		return out
	}
	return nil
}

// jsonConf turns the values of one file into syntax.
type jsonConf struct {
	p *parsed
	// plain strings are no templates: the default of a variable.
	plain bool
}

// blocks adds the blocks of a type below its labels.
func (c *jsonConf) blocks(typ value.Field, v value.Value, labels int, outer []value.Text) {
	for _, obj := range objects(v) {
		if len(outer) < labels {
			for _, fd := range obj.Fields() {
				if fd.Key.Flat() != "//" {
					c.blocks(typ, fd.Value, labels, append(outer[:len(outer):len(outer)], fd.Key))
				}
			}
			continue
		}
		c.p.body.Blocks = append(c.p.body.Blocks, c.block(typ.Key, outer, obj))
	}
}

func (c *jsonConf) block(typ value.Text, labels []value.Text, obj value.Value) *hclsyntax.Block {
	b := &hclsyntax.Block{
		Type: typ.Flat(), TypeRange: c.rng(typ.At()),
		Body:            c.body(typ.Flat(), obj),
		OpenBraceRange:  c.rng(head(obj.At())),
		CloseBraceRange: c.rng(tail(obj.At())),
	}
	for _, l := range labels {
		b.Labels = append(b.Labels, l.Flat())
		b.LabelRanges = append(b.LabelRanges, c.rng(l.At()))
	}
	if len(labels) > 0 { // the block is found where it gets its name
		b.TypeRange = b.LabelRanges[len(labels)-1]
	}
	return b
}

func head(s source.Span) source.Span {
	s.End = min(s.Start+1, s.End)
	return s
}

func tail(s source.Span) source.Span {
	s.Start = max(s.End-1, s.Start)
	return s
}

// body gives the arguments of a block of a type, and its dynamic blocks.
func (c *jsonConf) body(typ string, obj value.Value) *hclsyntax.Body {
	b := &hclsyntax.Body{Attributes: hclsyntax.Attributes{}, SrcRange: c.rng(obj.At())}
	for _, fd := range obj.Fields() {
		name := fd.Key.Flat()
		switch {
		case name == "//":
			continue
		case name == "dynamic":
			c.dynamic(b, fd)
			continue
		}
		was := c.plain
		c.plain = typ == "variable" && name == "default"
		b.Attributes[name] = &hclsyntax.Attribute{
			Name: name, Expr: c.expr(fd.Value), NameRange: c.rng(fd.Key.At()),
			SrcRange: hcl.RangeBetween(c.rng(fd.Key.At()), c.rng(fd.Value.At())),
		}
		c.plain = was
	}
	return b
}

// dynamic adds the blocks of {"dynamic": {"type": {"for_each": …, "content": …}}}.
func (c *jsonConf) dynamic(b *hclsyntax.Body, dyn value.Field) {
	for _, types := range objects(dyn.Value) {
		for _, fd := range types.Fields() {
			for _, obj := range objects(fd.Value) {
				inner := &hclsyntax.Body{Attributes: hclsyntax.Attributes{}, SrcRange: c.rng(obj.At())}
				for _, arg := range obj.Fields() {
					if arg.Key.Is("content") {
						for _, content := range objects(arg.Value) {
							inner.Blocks = append(inner.Blocks, c.block(arg.Key, nil, content))
						}
						continue
					}
					inner.Attributes[arg.Key.Flat()] = &hclsyntax.Attribute{
						Name: arg.Key.Flat(), Expr: c.expr(arg.Value), NameRange: c.rng(arg.Key.At()),
					}
				}
				b.Blocks = append(b.Blocks, &hclsyntax.Block{
					Type: "dynamic", Labels: []string{fd.Key.Flat()}, Body: inner,
					TypeRange: c.rng(dyn.Key.At()), LabelRanges: []hcl.Range{c.rng(fd.Key.At())},
				})
			}
		}
	}
}

// expr gives a JSON value as an expression: strings are templates.
func (c *jsonConf) expr(v value.Value) hclsyntax.Expression {
	rng := c.rng(v.At())
	switch v.Kind() {
	case value.Bool:
		b, _ := v.AsBool()
		return &hclsyntax.LiteralValueExpr{Val: cty.BoolVal(b), SrcRange: rng}
	case value.Number:
		n, _ := v.AsNumber()
		return &hclsyntax.LiteralValueExpr{Val: cty.NumberVal(n), SrcRange: rng}
	case value.String:
		t, _ := v.AsText()
		return c.template(t, v.At())
	case value.List:
		out := &hclsyntax.TupleConsExpr{SrcRange: rng, OpenRange: c.rng(head(v.At()))}
		for _, it := range v.Items() {
			out.Exprs = append(out.Exprs, c.expr(it))
		}
		return out
	case value.Map:
		out := &hclsyntax.ObjectConsExpr{SrcRange: rng, OpenRange: c.rng(head(v.At()))}
		for _, fd := range v.Fields() {
			out.Items = append(out.Items, hclsyntax.ObjectConsItem{
				KeyExpr:   &hclsyntax.ObjectConsKeyExpr{Wrapped: c.template(fd.Key, fd.Key.At())},
				ValueExpr: c.expr(fd.Value),
			})
		}
		return out
	}
	return &hclsyntax.LiteralValueExpr{Val: cty.NullVal(cty.DynamicPseudoType), SrcRange: rng}
}

// template parses a string as a template, with the places of the string.
func (c *jsonConf) template(t value.Text, at source.Span) hclsyntax.Expression {
	s := t.Flat()
	if c.plain || !strings.Contains(s, "${") && !strings.Contains(s, "%{") {
		return c.plainText(s, at)
	}
	if _, why := refuse([]byte(s), hclsyntax.LexTemplate); why != "" {
		c.p.fail(at.Start, why)
		return c.unreadable(at)
	}
	name, pos := c.p.file.Path, hcl.Pos{Line: 1, Column: 1, Byte: at.Start}
	if at.Text() != s { // escapes: the places follow the text, not the bytes
		name = c.p.file.Path + "\x00" + strconv.Itoa(at.Start)
		pos.Byte = 0
		c.p.ropes[name] = t
	}
	x, diags := hclsyntax.ParseTemplate([]byte(s), name, pos)
	if diags.HasErrors() || x == nil {
		c.p.fail(at.Start, errorText(diags))
		return c.unreadable(at)
	}
	return x
}

// unreadable is the expression of which nothing is known.
func (c *jsonConf) unreadable(at source.Span) hclsyntax.Expression {
	return &hclsyntax.LiteralValueExpr{Val: cty.DynamicVal, SrcRange: c.rng(at)}
}

func (c *jsonConf) plainText(s string, at source.Span) hclsyntax.Expression {
	rng := c.rng(at)
	return &hclsyntax.TemplateExpr{
		Parts:    []hclsyntax.Expression{&hclsyntax.LiteralValueExpr{Val: cty.StringVal(s), SrcRange: rng}},
		SrcRange: rng,
	}
}

// rng gives a place of the file in the parser's form.
func (c *jsonConf) rng(at source.Span) hcl.Range {
	return hcl.Range{
		Filename: c.p.file.Path,
		Start:    hcl.Pos{Line: 1, Column: 1, Byte: at.Start},
		End:      hcl.Pos{Line: 1, Column: 1, Byte: at.End},
	}
}
