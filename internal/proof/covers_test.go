package proof

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
)

// How the text that a place covers supplies a value.
const (
	exact       = "exact"       // it is the value
	escaped     = "escaped"     // it is the value once escapes are undone
	composed    = "composed"    // a template or format whose literal parts are in the value
	computed    = "computed"    // an expression: a call, or an attribute that a provider computes
	declaration = "declaration" // a default or an ARN, told of the block that it is of
	wrong       = ""
)

// defaults are the values that a declaration has by itself, by field.
var defaults = map[string][]string{
	"role.path":                   {"/"},
	"cluster.ip_family":           {"ipv4"},
	"cluster.authentication_mode": {"CONFIG_MAP"},
	"statement.effect":            {"Allow"},
}

// supplies says how covered text supplies a known value of a field.
func supplies(field, cover, text string) string {
	switch {
	case cover == text:
		return exact
	case unescaped(cover, text):
		return escaped
	case strings.Contains(cover, text) && !strings.ContainsAny(cover, "$%(") && !isBlock(cover):
		return wrong // quotes, spaces or a neighbour are covered too
	case isTemplate(cover) && fits(cover, text):
		return composed
	case isBlock(cover):
		if slices.Contains(defaults[field], text) || strings.HasSuffix(field, ".arn") {
			return declaration
		}
	case isComputed(cover):
		return computed
	}
	return wrong
}

// unescaped tells whether text is cover without the escapes of the languages:
// those of JSON and HCL in double quotes, and doubled single quotes of YAML.
func unescaped(cover, text string) bool {
	var s string
	if json.Unmarshal([]byte(`"`+cover+`"`), &s) == nil && s == text {
		return true
	}
	s = strings.NewReplacer("$${", "${", "%%{", "%{", `\"`, `"`, `\\`, `\`).Replace(cover)
	return s == text || strings.ReplaceAll(cover, "''", "'") == text
}

var block = regexp.MustCompile(`^(resource|data|statement)\b[^=]*(\{|"$)`)

func isBlock(cover string) bool { return block.MatchString(cover) }

// hole is what a template or a format leaves open.
var hole = regexp.MustCompile(`\$\{[^{}]*(\{[^{}]*\}[^{}]*)*\}|%[sd]|%%`)

func isTemplate(cover string) bool { return hole.MatchString(cover) && !strings.HasPrefix(cover, `"`) }

// fits tells whether a value is a template with its holes filled.
func fits(template, text string) bool {
	var b strings.Builder
	b.WriteString("(?s)^")
	last := 0
	for _, at := range hole.FindAllStringIndex(template, -1) {
		b.WriteString(regexp.QuoteMeta(template[last:at[0]]) + ".*")
		last = at[1]
	}
	b.WriteString(regexp.QuoteMeta(template[last:]) + "$")
	return regexp.MustCompile(b.String()).MatchString(text)
}

// isComputed tells whether a cover is one expression of Terraform that is no
// literal.
func isComputed(cover string) bool {
	e, diags := hclsyntax.ParseExpression([]byte(cover), "", hcl.InitialPos)
	if diags.HasErrors() {
		return false
	}
	switch e.(type) {
	case *hclsyntax.FunctionCallExpr, *hclsyntax.ScopeTraversalExpr, *hclsyntax.ConditionalExpr,
		*hclsyntax.IndexExpr, *hclsyntax.RelativeTraversalExpr, *hclsyntax.BinaryOpExpr:
		return true
	}
	return false
}

// TestPlacesCover: the place of every known value covers exactly the text
// that supplied it, without its quotes; or the whole template, expression or
// declaration that it was made by.
func TestPlacesCover(t *testing.T) {
	count := map[string]int{}
	for _, r := range repositories(t) {
		for _, p := range placesOf(graphOf(t, r.files)) {
			if p.val == nil {
				continue
			}
			if p.at.IsZero() {
				t.Errorf("%s: %s = %q has no place", r.name, p.field, p.val.Display())
				continue
			}
			cover := p.at.Text()
			switch {
			case p.field == "identity.subject": // made of two values; its place is the ServiceAccount's
			case p.val.IsKnown():
				how := supplies(p.field, cover, p.val.Flat())
				if how == wrong {
					t.Errorf("%s: %s = %q: %s covers %q", r.name, p.field, p.val.Flat(), p.at.Place(), cover)
				}
				count[how]++
			case p.val.HasText() && isTemplate(cover) && !fits(cover, p.val.Display()):
				t.Errorf("%s: %s = %q: %s covers %q", r.name, p.field, p.val.Display(), p.at.Place(), cover)
			}
		}
	}
	t.Logf("%v", count)
	if count[exact] < 1000 {
		t.Errorf("only %d values have the place of their very text", count[exact])
	}
}
