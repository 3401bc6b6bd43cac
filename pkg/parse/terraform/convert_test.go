package terraform

import (
	"testing"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/ext/typeexpr"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/irsalint/irsalint/pkg/value"
)

func TestConvert(t *testing.T) {
	for _, c := range [][3]string{
		{`string`, `1`, `"1"`}, {`string`, `null`, `null`}, {`string`, `[]`, `error`}, {`string`, `var.x`, `"${var.x}"`},
		{`number`, `"12"`, `12`}, {`number`, `"a"`, `error`}, {`number`, `var.x`, `?{var.x}`}, {`bool`, `"true"`, `true`}, {`bool`, `"a-${var.x}"`, `?{tobool(var.x)}`},
		{`any`, `{a = 1}`, `{a=1}`}, {`list(string)`, `[1, "a", null]`, `["1", "a", null]`}, {`list(string)`, `toset(["b", "a"])`, `["a", "b"]`},
		{`list(string)`, `{a = 1}`, `error`}, {`list(string)`, `var.x`, `?{var.x}`}, {`list(string)`, `local.openlist`, `["p", "q"…]`},
		{`list(any)`, `[1, "a"]`, `["1", "a"]`}, {`set(string)`, `["b", "a", "b"]`, `<"a", "b">`}, {`map(string)`, `{a = 1, b = true}`, `{a="1", b="true"}`},
		{`map(any)`, `{a = 1, b = "x"}`, `{a="1", b="x"}`}, {`map(string)`, `local.open`, `{a="1"…}`}, {`map(number)`, `{a = "x"}`, `error`},
		{`tuple([string, number])`, `[1, "2"]`, `["1", 2]`}, {`tuple([string])`, `[]`, `error`},
		{`object({a = string})`, `{a = 1, b = 2}`, `{a="1"}`}, {`object({a = string})`, `{}`, `error`}, {`object({a = optional(string)})`, `{}`, `{a=null}`},
		{`object({a = optional(string, "d")})`, `{}`, `{a="d"}`}, {`object({a = optional(string, "d")})`, `{a = null}`, `{a="d"}`},
		{`object({a = optional(string, "d")})`, `{a = var.x}`, `{a="${var.x}"}`}, {`object({a = optional(number, "7")})`, `{}`, `{a=7}`},
		{`object({o = optional(object({p = optional(string, "q")}), {})})`, `{}`, `{o={p="q"}}`},
		{`map(object({n = optional(number, 1)}))`, `{k = {}}`, `{k={n=1}}`}, {`list(object({n = optional(number, 1)}))`, `[{n = 2}, {}]`, `[{n=2}, {n=1}]`},
		{`object({a = string, z = string})`, `local.open`, `{a="1", z="${open.z}"}`}, {`object({a = string})`, `var.x`, `?{var.x}`},
	} {
		typ, diags := hclsyntax.ParseExpression([]byte(c[0]), "", hcl.InitialPos)
		if diags.HasErrors() {
			t.Fatal(diags)
		}
		ty, defaults, diags := typeexpr.TypeConstraintWithDefaults(typ)
		if diags.HasErrors() {
			t.Fatal(diags)
		}
		e, f := testEnv(c[1])
		x := parseExpr(t, f)
		v, err := e.convertTo(e.eval(x), ty, defaults, e.span(x.Range()))
		got := render(v)
		if err != nil {
			got = "error"
			if s := v.Symbol(); !v.IsUnknown() || s == nil || s.Why == "" {
				t.Errorf("%s as %s: the error gives %s", c[1], c[0], render(v))
			}
		}
		if got != c[2] {
			t.Errorf("%s as %s\n got %s\nwant %s", c[1], c[0], got, c[2])
		}
	}
}

// TestConvertKeepsPlaces: a converted value stands where it stood, a default
// where the caller says.
func TestConvertKeepsPlaces(t *testing.T) {
	typ, _ := hclsyntax.ParseExpression([]byte(`object({a = list(string), b = optional(string, "d")})`), "", hcl.InitialPos)
	ty, defaults, _ := typeexpr.TypeConstraintWithDefaults(typ)
	e, f := testEnv(`{a = ["x", 12]}`)
	x := parseExpr(t, f)
	v, err := e.convertTo(e.eval(x), ty, defaults, e.span(x.Range()))
	if err != nil {
		t.Fatal(err.msg)
	}
	a, _ := v.Get("a")
	if got := a.Items()[0].At().Text() + " " + a.Items()[1].At().Text(); got != "x 12" {
		t.Errorf("the items stand at %q", got)
	}
	if b, _ := v.Get("b"); b.At().IsZero() {
		t.Error("the default stands nowhere")
	}
}

// TestTryOnAssumedInstances: what an instance gives that may not exist is not
// what try gives.
func TestTryOnAssumedInstances(t *testing.T) {
	e, f := testEnv(`try(thing.a, "d")`)
	old := e.resolve
	e.resolve = func(tr hcl.Traversal) (v value.Value, used int) {
		if tr.RootName() == "thing" {
			e.ev.assumed++
			m, _ := e.try(mustParse(`{a = "x"}`))
			return m, 1
		}
		return old(tr)
	}
	v, err := e.try(parseExpr(t, f))
	if err != nil || render(v) != `"${try(thing.a, \"d\")}"` {
		t.Errorf("got %s", render(v))
	}
}

func mustParse(src string) hclsyntax.Expression {
	x, diags := hclsyntax.ParseExpression([]byte(src), "", hcl.InitialPos)
	if diags.HasErrors() {
		panic(diags)
	}
	return x
}
