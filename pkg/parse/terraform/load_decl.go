package terraform

import (
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/ext/typeexpr"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/irsalint/irsalint/pkg/source"
	"github.com/irsalint/irsalint/pkg/value"
)

// variable is a variable block.
type variable struct {
	name      string
	def       hclsyntax.Expression // nil if it has none
	typ       cty.Type
	defaults  *typeexpr.Defaults
	typed     bool // a type is written
	nullable  bool
	sensitive bool
	at        source.Span // of the name
	partial   *value.Symbol
}

// local is one entry of a locals block.
type local struct {
	expr hclsyntax.Expression
	at   source.Span
}

// output is an output block.
type output struct {
	expr      hclsyntax.Expression
	sensitive bool
	at        source.Span
}

// resourceDecl is a resource, data or ephemeral block.
type resourceDecl struct {
	data      bool // data or ephemeral: read, not managed
	typ, name string
	key       string // its address within the module
	body      *hclsyntax.Body
	count     hclsyntax.Expression
	forEach   hclsyntax.Expression
	provider  string // name or name.alias within the module
	dependsOn []string
	at        source.Span // the header
	partial   *value.Symbol
}

// callDecl is a module block.
type callDecl struct {
	name      string
	source    string // as written, if it is a literal
	expr      hclsyntax.Expression
	version   string
	body      *hclsyntax.Body
	count     hclsyntax.Expression
	forEach   hclsyntax.Expression
	explicit  bool              // it has a providers argument
	providers map[string]string // name in the module called → name here
	at        source.Span
	partial   *value.Symbol
}

// providerDecl is a provider block.
type providerDecl struct {
	name, key string
	body      *hclsyntax.Body
	at        source.Span
	partial   *value.Symbol
}

// declare takes the blocks of a folder as what they declare. Of two
// declarations of one name the first stands; Terraform refuses them.
func (m *module) declare(items []item) {
	for _, it := range items {
		b, labels := it.block, it.block.Labels
		at := m.span(b.DefRange())
		switch {
		case b.Type == "locals":
			for name, a := range b.Body.Attributes {
				if a != nil && a.Expr != nil {
					m.locals[name] = &local{expr: a.Expr, at: m.span(a.NameRange)}
				}
			}
		case b.Type == "variable" && len(labels) == 1:
			put(m.vars, labels[0], m.variable(it, labels[0]))
		case b.Type == "output" && len(labels) == 1:
			put(m.outputs, labels[0], &output{
				expr: attribute(b.Body, "value"), at: at,
				sensitive: literalBool(attribute(b.Body, "sensitive"), false),
			})
		case (b.Type == "resource" || b.Type == "data" || b.Type == "ephemeral") && len(labels) == 2:
			r := m.resource(it, at)
			put(m.resources, r.key, r)
		case b.Type == "module" && len(labels) == 1:
			put(m.calls, labels[0], m.call(it, at))
		case b.Type == "provider" && len(labels) == 1:
			key := labels[0]
			if alias := literal(attribute(b.Body, "alias")); alias != "" {
				key += "." + alias
			}
			put(m.providers, key, &providerDecl{name: labels[0], key: key, body: b.Body, at: at, partial: it.partial})
		}
	}
}

func put[V any](in map[string]V, key string, v V) {
	if _, ok := in[key]; !ok {
		in[key] = v
	}
}

func (m *module) variable(it item, name string) *variable {
	b := it.block
	v := &variable{
		name: name, def: attribute(b.Body, "default"), typ: cty.DynamicPseudoType, partial: it.partial,
		nullable:  literalBool(attribute(b.Body, "nullable"), true),
		sensitive: literalBool(attribute(b.Body, "sensitive"), false),
	}
	if len(b.LabelRanges) > 0 {
		v.at = unquoted(m.span(b.LabelRanges[0]))
	}
	if x := attribute(b.Body, "type"); x != nil {
		v.typ, v.defaults, v.typed = typeConstraint(x)
	}
	return v
}

// unquoted gives the place of what stands between quotes.
func unquoted(at source.Span) source.Span {
	if s := at.Text(); len(s) > 2 && s[0] == '"' && s[len(s)-1] == '"' {
		at.Start++
		at.End--
	}
	return at
}

// typeConstraint reads a type, also in the forms of Terraform 0.11 and of
// JSON files.
func typeConstraint(x hclsyntax.Expression) (t cty.Type, d *typeexpr.Defaults, ok bool) {
	defer func() {
		if recover() != nil {
			t, d, ok = cty.DynamicPseudoType, nil, false
		}
	}()
	if s := literal(x); s != "" {
		inner, diags := hclsyntax.ParseExpression([]byte(s), "", hcl.InitialPos)
		if diags.HasErrors() {
			return cty.DynamicPseudoType, nil, false
		}
		x = inner
	}
	switch hcl.ExprAsKeyword(x) {
	case "list":
		return cty.List(cty.DynamicPseudoType), nil, true
	case "map":
		return cty.Map(cty.DynamicPseudoType), nil, true
	}
	t, d, diags := typeexpr.TypeConstraintWithDefaults(x)
	if diags.HasErrors() {
		return cty.DynamicPseudoType, nil, false
	}
	return t, d, true
}

func (m *module) resource(it item, at source.Span) *resourceDecl {
	b := it.block
	r := &resourceDecl{
		data: b.Type != "resource", typ: b.Labels[0], name: b.Labels[1], body: b.Body, at: at, partial: it.partial,
		count: attribute(b.Body, "count"), forEach: attribute(b.Body, "for_each"),
		dependsOn: references(attribute(b.Body, "depends_on")),
	}
	r.key = r.typ + "." + r.name
	if r.data {
		r.key = b.Type + "." + r.key
	}
	r.provider = dotted(reference(attribute(b.Body, "provider")))
	if r.provider == "" {
		r.provider, _, _ = strings.Cut(r.typ, "_")
	}
	return r
}

// references gives the addresses that a list of references names.
func references(x hclsyntax.Expression) []string {
	list, ok := x.(*hclsyntax.TupleConsExpr)
	if !ok {
		return nil
	}
	var out []string
	for _, it := range list.Exprs {
		if s := dotted(reference(it)); s != "" {
			out = append(out, s)
		}
	}
	return out
}

func (m *module) call(it item, at source.Span) *callDecl {
	b := it.block
	c := &callDecl{
		name: b.Labels[0], body: b.Body, at: at, partial: it.partial,
		expr: attribute(b.Body, "source"), version: literal(attribute(b.Body, "version")),
		count: attribute(b.Body, "count"), forEach: attribute(b.Body, "for_each"),
		providers: map[string]string{},
	}
	c.source = literal(c.expr)
	switch x := attribute(b.Body, "providers").(type) {
	case *hclsyntax.ObjectConsExpr:
		c.explicit = true
		for _, e := range x.Items {
			if local := dotted(reference(keyOf(e.KeyExpr))); local != "" {
				c.providers[local] = dotted(reference(e.ValueExpr))
			}
		}
	case *hclsyntax.TupleConsExpr: // providers = [aws, aws.east]
		c.explicit = true
		for _, s := range references(x) {
			c.providers[s] = s
		}
	}
	return c
}

// keyOf gives the expression of an object key, which the parser wraps.
func keyOf(x hclsyntax.Expression) hclsyntax.Expression {
	if k, ok := x.(*hclsyntax.ObjectConsKeyExpr); ok {
		return k.Wrapped
	}
	return x
}

// arguments gives the arguments of a body in the order of the text, since the
// parser keeps them in a map.
func arguments(b *hclsyntax.Body) []*hclsyntax.Attribute {
	out := make([]*hclsyntax.Attribute, 0, len(b.Attributes))
	for _, a := range b.Attributes {
		if a != nil && a.Expr != nil {
			out = append(out, a)
		}
	}
	slices.SortFunc(out, func(a, b *hclsyntax.Attribute) int {
		if c := strings.Compare(a.NameRange.Filename, b.NameRange.Filename); c != 0 {
			return c
		}
		if c := a.NameRange.Start.Byte - b.NameRange.Start.Byte; c != 0 {
			return c
		}
		return strings.Compare(a.Name, b.Name)
	})
	return out
}
