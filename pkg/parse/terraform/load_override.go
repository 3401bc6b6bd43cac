package terraform

import (
	"maps"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/irsalint/irsalint/pkg/value"
)

// item is one top-level block, and why something of it may be missing.
type item struct {
	block   *hclsyntax.Block
	partial *value.Symbol
}

// merge gives the top-level blocks of a folder, with the override files
// applied as Terraform does: an argument replaces the argument of the same
// name, the nested blocks of a type replace all of that type.
func merge(base, override []*parsed) []item {
	items := blocksOf(base)
	if len(override) == 0 {
		return items
	}
	index := map[string]int{}
	for i, it := range items {
		if key := blockKey(it.block); key != "" {
			if _, ok := index[key]; !ok {
				index[key] = i
			}
		}
	}
	for _, it := range blocksOf(override) {
		if it.block.Type == "locals" { // each local stands for itself: the last wins
			items = append(items, it)
			continue
		}
		key := blockKey(it.block)
		i, ok := index[key]
		if !ok || key == "" {
			index[key] = len(items)
			items = append(items, it)
			continue
		}
		items[i].block = overlay(items[i].block, it.block)
		if items[i].partial == nil {
			items[i].partial = it.partial
		}
	}
	return items
}

func blocksOf(files []*parsed) []item {
	var out []item
	for _, p := range files {
		for _, b := range p.body.Blocks {
			it := item{block: b}
			if p.partial[b] {
				it.partial = brokenSymbol(p)
			}
			out = append(out, it)
		}
	}
	return out
}

// blockKey names what a block declares; empty for blocks that declare nothing
// that can be overridden.
func blockKey(b *hclsyntax.Block) string {
	switch b.Type {
	case "resource", "data", "ephemeral", "module", "variable", "output", "provider":
		key := b.Type + "." + strings.Join(b.Labels, ".")
		if b.Type == "provider" {
			key += "." + literal(attribute(b.Body, "alias"))
		}
		return key
	}
	return ""
}

// overlay gives a block with the arguments and nested blocks of over put over
// those of base. Neither is changed.
func overlay(base, over *hclsyntax.Block) *hclsyntax.Block {
	body := *base.Body
	body.Attributes = maps.Clone(base.Body.Attributes)
	if body.Attributes == nil {
		body.Attributes = hclsyntax.Attributes{}
	}
	replaced := map[string]bool{}
	for _, b := range over.Body.Blocks {
		replaced[nestedType(b)] = true
	}
	for name, a := range over.Body.Attributes {
		body.Attributes[name] = a
		replaced[name] = true // a block written as an argument
	}
	// count and for_each exclude each other, so one takes the other's place.
	if over.Body.Attributes["count"] != nil {
		delete(body.Attributes, "for_each")
	}
	if over.Body.Attributes["for_each"] != nil {
		delete(body.Attributes, "count")
	}
	body.Blocks = slices.DeleteFunc(slices.Clone(base.Body.Blocks), func(b *hclsyntax.Block) bool {
		return replaced[nestedType(b)]
	})
	body.Blocks = append(body.Blocks, over.Body.Blocks...)
	out := *base
	out.Body = &body
	return &out
}

// nestedType gives the type of a nested block, also of a dynamic one.
func nestedType(b *hclsyntax.Block) string {
	if b.Type == "dynamic" && len(b.Labels) == 1 {
		return b.Labels[0]
	}
	return b.Type
}

// attribute gives the expression of an argument, nil if it is not set.
func attribute(b *hclsyntax.Body, name string) hclsyntax.Expression {
	if b == nil {
		return nil
	}
	if a := b.Attributes[name]; a != nil {
		return a.Expr
	}
	return nil
}

// literal gives a string that is written out; empty for anything else.
func literal(x hclsyntax.Expression) string {
	t, ok := x.(*hclsyntax.TemplateExpr)
	if !ok || len(t.Parts) != 1 {
		return ""
	}
	l, ok := t.Parts[0].(*hclsyntax.LiteralValueExpr)
	if !ok || l.Val.IsNull() || !l.Val.IsKnown() || l.Val.Type().FriendlyName() != "string" {
		return ""
	}
	return l.Val.AsString()
}

// literalBool gives true or false where it is written out, else the default.
func literalBool(x hclsyntax.Expression, otherwise bool) bool {
	switch t := x.(type) {
	case *hclsyntax.LiteralValueExpr:
		if !t.Val.IsNull() && t.Val.IsKnown() && t.Val.Type().FriendlyName() == "bool" {
			return t.Val.True()
		}
	case *hclsyntax.TemplateExpr:
		switch literal(t) {
		case "true":
			return true
		case "false":
			return false
		}
	}
	return otherwise
}

// reference gives the traversal that an expression is, also where an old
// configuration or a JSON file writes it as a string.
func reference(x hclsyntax.Expression) hcl.Traversal {
	switch t := x.(type) {
	case *hclsyntax.ScopeTraversalExpr:
		return t.Traversal
	case *hclsyntax.TemplateWrapExpr:
		return reference(t.Wrapped)
	case *hclsyntax.TemplateExpr:
		if s := literal(t); s != "" && len(s) < 256 {
			tr, diags := hclsyntax.ParseTraversalAbs([]byte(s), t.SrcRange.Filename, t.SrcRange.Start)
			if !diags.HasErrors() {
				return tr
			}
		}
	case *hclsyntax.RelativeTraversalExpr, *hclsyntax.IndexExpr:
		if tr, diags := hcl.AbsTraversalForExpr(x); !diags.HasErrors() {
			return tr
		}
	}
	return nil
}

// dotted gives the names of a traversal, joined with dots, up to the first
// index.
func dotted(t hcl.Traversal) string {
	var parts []string
	for _, s := range t {
		switch s := s.(type) {
		case hcl.TraverseRoot:
			parts = append(parts, s.Name)
		case hcl.TraverseAttr:
			parts = append(parts, s.Name)
		default:
			return strings.Join(parts, ".")
		}
	}
	return strings.Join(parts, ".")
}
