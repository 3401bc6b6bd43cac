package terraform

import (
	"os"
	"strings"
	"testing"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/irsalint/irsalint/pkg/source"
	"github.com/irsalint/irsalint/pkg/value"
)

// monotoneCases are expressions of the kind that trust policies are made of.
const monotoneCases = `
replace("https://oidc.eks.eu-west-1.amazonaws.com/id/ABC", "https://", "")
trimprefix("https://oidc.eks.eu-west-1.amazonaws.com/id/ABC", "https://")
split("/", "arn:aws:iam::123456789012:oidc-provider/oidc.eks/id/ABC")
element(split(":", "arn:aws:iam::123456789012:role/x"), 4)
"arn:aws:iam::${"123456789012"}:oidc-provider/${replace("https://oidc/id/ABC", "https://", "")}"
format("arn:%s:iam::%s:role/%s", "aws", "123456789012", "name")
jsonencode({Statement = [{Condition = {StringEquals = {"${"oidc/id/ABC"}:sub" = "system:serviceaccount:ns:sa"}}}]})
yamlencode({a = "x", b = ["y", {c = "z"}]})
merge({a = "x"}, {"${"a"}" = "y"}, {b = "z"})
{for k in ["a", "b"] : k => "x"}
{for k in ["a", "b"] : k => "x" if k != "b"}
[for k in ["a", "b", "c"] : k if k != "b"]
{for k in ["a", "b", "a"] : k => "x"...}
lookup({a = "x", b = "y"}, "a", "z")
coalesce("", "b", "c")
compact(["", "a", "b"])
distinct(["a", "b", "a"])
toset(["b", "a", "b"])
sort(["b", "a"])
contains(["a", "b"], "b")
length(toset(["a", "b", "a"]))
keys({b = 1, (("a")) = 2})[0]
setsubtract(["a", "b"], ["a"])
setintersection(["a", "b"], ["a"])
concat(["a"], split(",", "b,c"))[1]
flatten([["a"], split(",", "b,c"), ["d"]])[2]
"a" == "b" ? ["x", "y"] : ["x", "z"]
"a" == "a" ? {p = "x"} : {p = "y", q = "z"}
try({a = "x"}["b"], "d")
can({a = "x"}["b"])
startswith("abc", "ab")
strcontains("a:b", ":")
trimsuffix("a.git", ".git")
substr("hello", 1, 3)
basename("a/b/c")
join("/", ["a", "b"])
zipmap(["a", "b"], ["x", "y"])
{a = "x"}["a"]
[{n = "x"}, {n = "y"}].*.n
index(["a", "b"], "b")
trimspace(" a ")
trim("xax", "x")
indent(2, "a\nb")
tonumber("12") + 1
reverse(["a", "b"])
slice(["a", "b", "c"], 0, 2)
one(["a"])
regex("^(.)-(.)$", "a-b")
jsondecode("{\"a\": \"b\"}").a
yamldecode("a: b\n").a
jsondecode(jsonencode({a = "b"})).a
matchkeys(["a", "b"], ["x", "y"], ["y"])
<<-EOT
`

// TestMonotone: with a literal replaced by a value that is not known, an
// expression gives what it gave, or less, and never something else.
func TestMonotone(t *testing.T) {
	data, err := os.ReadFile("testdata/oracle.txt")
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, src := range strings.Split(string(data)+monotoneCases, "\n") {
		if src == "" || strings.HasPrefix(src, "<<") || strings.Contains(src, "uuid()") {
			continue
		}
		e, f := testEnv(src)
		x := parseExpr(t, f)
		want, bad := e.try(x)
		if bad != nil {
			continue
		}
		_ = hclsyntax.VisitAll(x, func(node hclsyntax.Node) hcl.Diagnostics {
			lit, ok := node.(*hclsyntax.TemplateExpr)
			var rng hcl.Range
			val := value.Value{}
			switch {
			case ok && lit.IsStringLiteral():
				if rng = lit.SrcRange; src[rng.Start.Byte] != '"' { // within a directive
					return nil
				}
				v, _ := lit.Value(nil)
				val = fromCty(v, source.Span{})
			default:
				l, ok := node.(*hclsyntax.LiteralValueExpr)
				if !ok || l.Val.IsNull() || l.Val.Type().FriendlyName() != "number" {
					return nil
				}
				rng, val = l.SrcRange, fromCty(l.Val, source.Span{})
			}
			changed := src[:rng.Start.Byte] + "(zz)" + src[rng.End.Byte:]
			for _, class := range []value.Class{value.Any, value.Name, value.IssuerID} {
				text, _ := val.AsText()
				if class != value.Any && (val.Kind() != value.String || text.Empty() || !allHeld(class, text.Flat())) {
					continue
				}
				for _, asText := range []bool{false, true} {
					if asText && val.Kind() != value.String || !asText && class != value.Any {
						continue
					}
					n++
					sym := &value.Symbol{Key: "zz", Label: "zz", Class: class}
					e, f := testEnv(changed)
					v := value.UnknownAt(sym, source.Span{})
					if asText {
						v = value.FromText(value.FromSymbol(sym, source.Span{}))
					}
					e.vars = map[string]value.Value{"zz": v}
					y, diags := hclsyntax.ParseExpression(f.Data, f.Path, hcl.InitialPos)
					if diags.HasErrors() {
						return nil
					}
					got, err := e.try(y)
					if err != nil {
						t.Errorf("%s: error: %s", changed, err.msg)
					} else if !compatible(got, want, text.Flat()) {
						t.Errorf("%s (class %d, text %v)\n gives %s\n  from %s", changed, class, asText, render(got), render(want))
					}
				}
			}
			return nil
		})
	}
	if n < 500 {
		t.Errorf("only %d cases", n)
	}
}

func allHeld(c value.Class, s string) bool {
	for _, r := range s {
		if !c.Holds(r) {
			return false
		}
	}
	return true
}

// compatible reports whether got, in which zz stands for val, can be want.
func compatible(got, want value.Value, val string) bool {
	switch got.Kind() {
	case value.Unknown:
		return true
	case value.String:
		t, _ := got.AsText()
		if onlySymbol(t) != nil {
			return true
		}
		if doc, ok := t.Doc(); ok { // in text what a symbol holds would be escaped
			w, _ := want.AsText()
			from, ok := w.Doc()
			return ok && compatible(doc, from, val)
		}
		flat := strings.ReplaceAll(t.Flat(), value.FromSymbol(&value.Symbol{Key: "zz"}, source.Span{}).Flat(), val)
		w, ok := want.AsText()
		if strings.ContainsRune(flat, source.SymbolOpen) {
			return ok && value.Equal(t, w) != value.No
		}
		return ok && (flat == w.Flat())
	case value.List:
		if want.Kind() != value.List || got.IsSet() != want.IsSet() {
			return false
		}
		w := want.Items()
		if !got.IsOpen() && !got.IsSet() && len(got.Items()) != len(w) {
			return false
		}
		for i, it := range got.Items() {
			if i < got.Fixed() && !got.IsSet() {
				if i >= len(w) || !compatible(it, w[i], val) {
					return false
				}
				continue
			}
			found := false
			for _, o := range w {
				found = found || compatible(it, o, val)
			}
			if !found {
				return false
			}
		}
		return true
	case value.Map:
		if want.Kind() != value.Map {
			return false
		}
		for _, f := range got.Fields() {
			found := false
			for _, o := range want.Fields() {
				found = found || compatible(value.FromText(f.Key), value.FromText(o.Key), val) && compatible(f.Value, o.Value, val)
			}
			if !found {
				return false
			}
		}
		if got.IsOpen() {
			return true
		}
		for _, o := range want.Fields() {
			found := false
			for _, f := range got.Fields() {
				found = found || compatible(value.FromText(f.Key), value.FromText(o.Key), val)
			}
			if !found {
				return false
			}
		}
		return true
	case value.Null:
		return want.IsNull()
	}
	// Whether a number becomes a string, because another value of the list is
	// one, is not told while that other value is not known.
	w, ok := want.AsText()
	g, _ := got.AsText()
	return ok && g.Flat() == w.Flat()
}
