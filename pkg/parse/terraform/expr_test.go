package terraform

import (
	"strconv"
	"strings"
	"testing"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/irsalint/irsalint/pkg/source"
	"github.com/irsalint/irsalint/pkg/value"
)

// testFiles are the files that expressions of tests can read.
var testFiles = map[string]string{
	"mod/hello.txt":       "hello, world\n",
	"mod/tmpl/user.tftpl": "name=${name}\n%{ for p in ports ~}\nport ${p}\n%{ endfor ~}\n",
	"mod/policy.json":     `{"Version": "2012-10-17", "Statement": [{"Effect": "Allow"}]}`,
	"mod/a/x.yaml":        "a: 1\n",
	"mod/a/b/y.yaml":      "a: 1\n",
	"root.txt":            "root",
}

// testEnv gives an environment in which the names below resolve.
func testEnv(src string) (*env, *source.File) {
	files := source.MapFS{"mod/test.tf": src}
	for name, data := range testFiles {
		files[name] = data
	}
	tree := source.NewTree(files)
	ev := &evaluator{
		tree: tree.Record(), loader: NewLoader(tree), root: &Root{Dir: "mod"}, scope: "mod#", left: maxSteps,
		read: map[string]bool{}, used: map[string]bool{}, said: map[string]bool{},
	}
	f, err := tree.File("mod/test.tf")
	if err != nil {
		panic(err)
	}
	e := &env{ev: ev, dir: "mod", rootDir: "mod", symScope: "mod#"}
	sym := func(name string, class value.Class) value.Value {
		s := &value.Symbol{Key: "mod#" + name, Label: name, Why: name + " has no value", Class: class}
		if class == value.Any {
			return value.UnknownAt(s, source.Span{})
		}
		return value.FromText(value.FromSymbol(s, source.Span{}))
	}
	text := func(s string) value.Text { return value.Literal(s, source.Span{}) }
	cat := func(parts ...value.Value) value.Value {
		var ps []value.Piece
		for _, p := range parts {
			t, _ := p.AsText()
			ps = append(ps, value.Piece{Text: t})
		}
		return value.FromText(value.Concat(source.Span{}, ps...))
	}
	lit := func(s string) value.Value { return value.FromText(text(s)) }
	names := map[string]value.Value{
		"var.x":         sym("var.x", value.Any),
		"var.y":         sym("var.y", value.Any),
		"local.account": sym("account", value.Account),
		"local.region":  sym("region", value.Region),
		"local.issuer": cat(lit("https://oidc.eks."), sym("region", value.Region),
			lit(".amazonaws.com/id/"), sym("id", value.IssuerID)),
		"local.arn":    cat(lit("arn:aws:iam::"), sym("account", value.Account), lit(":role/"), sym("name", value.Name)),
		"local.anyarn": cat(lit("arn:aws:iam::"), sym("account", value.Account), lit(":role/"), sym("var.x", value.Any)),
		"local.provider": cat(lit("arn:"), sym("partition", value.Partition), lit(":iam::"), sym("account", value.Account),
			lit(":oidc-provider/oidc.eks."), sym("region", value.Region), lit("."), sym("suffix", value.DNSSuffix), lit("/id/"), sym("id", value.IssuerID)),
		"local.secret": lit("s3cret").Sensitive(),
		"local.map": value.MapAt([]value.Field{
			{Key: text("a"), Value: lit("1")}, {Key: text("b"), Value: lit("2")}}, source.Span{}),
		"local.open": value.MapAt([]value.Field{{Key: text("a"), Value: lit("1")}}, source.Span{}).
			Open(&value.Symbol{Key: "mod#open", Label: "open", Why: "open"}),
		"local.openlist": value.ListAt([]value.Value{lit("p"), lit("q")}, source.Span{}).
			Open(&value.Symbol{Key: "mod#openlist", Label: "openlist", Why: "open"}),
		"path.module": value.FromText(absolute("mod", source.Span{})),
	}
	e.resolve = func(t hcl.Traversal) (value.Value, int) {
		if len(t) > 1 {
			if a, ok := t[1].(hcl.TraverseAttr); ok {
				if v, ok := names[t.RootName()+"."+a.Name]; ok {
					return v, 2
				}
			}
		}
		return value.Value{}, 0
	}
	return e, f
}

func parseExpr(t testing.TB, f *source.File) hclsyntax.Expression {
	t.Helper()
	x, diags := hclsyntax.ParseExpression(f.Data, f.Path, hcl.InitialPos)
	if diags.HasErrors() {
		t.Fatalf("%s: %s", f.Data, diags)
	}
	return x
}

// render renders a value for tests: symbols as ${label}, open ends as "…", items
// at unknown positions after "~", sets in < >, sensitive values with "!".
func render(v value.Value) string {
	var b strings.Builder
	if v.IsSensitive() {
		b.WriteByte('!')
	}
	switch v.Kind() {
	case value.Unknown:
		b.WriteString("?")
		if s := v.Symbol(); s != nil {
			b.WriteString("{" + s.Label + "}")
		}
	case value.Null:
		b.WriteString("null")
	case value.String:
		t, _ := v.AsText()
		b.WriteString(strconv.Quote(t.String()))
	case value.List:
		l, r := "[", "]"
		if v.IsSet() {
			l, r = "<", ">"
		}
		b.WriteString(l)
		for i, it := range v.Items() {
			if i > 0 {
				b.WriteString(", ")
			}
			if i == v.Fixed() {
				b.WriteString("~")
			}
			b.WriteString(render(it))
		}
		if v.IsOpen() {
			b.WriteString("…")
		}
		b.WriteString(r)
	case value.Map:
		b.WriteString("{")
		for i, f := range v.Fields() {
			if i > 0 {
				b.WriteString(", ")
			}
			b.WriteString(f.Key.String() + "=" + render(f.Value))
		}
		if v.IsOpen() {
			b.WriteString("…")
		}
		b.WriteString("}")
	default:
		t, _ := v.AsText()
		b.WriteString(t.Flat())
	}
	return b.String()
}

func TestExpressions(t *testing.T) {
	for _, c := range [][2]string{
		// literals and operators
		{`1 + 2 * 3`, `7`}, {`7 / 2`, `3.5`}, {`7 % 3`, `1`}, {`-(1)`, `-1`}, {`!true`, `false`},
		{`1 == 1.0`, `true`}, {`"1" == 1`, `false`}, {`null == null`, `true`}, {`"a" != "b"`, `true`},
		{`"10" + 5`, `15`}, {`1 < 2 && 2 <= 2 && 3 > 2 && 3 >= 3`, `true`},
		{`1 / 0`, `error`}, {`null + 1`, `error`}, {`true && null`, `error`}, {`false && null`, `false`},
		{`null`, `null`}, {`true ? 1 : "a"`, `"1"`}, {`false ? 1 : true`, `true`},
		{`1e400 * 1e400 * 1e400 * 1e400`, `error`},
		// references
		{`var.x`, `?{var.x}`}, {`var.x.a.b`, `?{var.x.a.b}`}, {`var.x[0]["k"].z`, `?{var.x[0].k.z}`},
		{`var.x["a b"]`, `?{var.x["a b"]}`}, {`local.nope`, `?{local.nope}`}, {`data.a.b.c.d == data.a.b.c.d`, `true`}, {`local.map.a`, `"1"`}, {`local.map["b"]`, `"2"`},
		{`local.map.zz`, `error`}, {`local.open.zz`, `?{open.zz}`}, {`local.open.a`, `"1"`},
		{`local.openlist[1]`, `"q"`}, {`local.openlist[2]`, `?{openlist[2]}`},
		{`["a", "b"][1]`, `"b"`}, {`["a"][1]`, `error`}, {`["a"][-1]`, `error`}, {`["a"]["0"]`, `"a"`}, {`["a", "b"].1`, `"b"`},
		{`null.a`, `error`}, {`"s".a`, `error`}, {`["a", "a"][var.x]`, `"a"`}, {`["a", "b"][var.x]`, `?{index(var.x,…)}`},
		{`{a = 1}[var.x]`, `?{index(var.x,…)}`}, {`{(var.x) = 1}[var.x]`, `1`}, {`{(var.x) = 1}["a"]`, `?{index(var.x,…)}`},
		{`{"${var.x}:sub" = 1}["aud"]`, `error`},
		// templates
		{`"a${1 + 1}b"`, `"a2b"`}, {`"${[1]}"`, `[1]`}, {`"x${[1]}"`, `error`}, {`"x${null}"`, `error`},
		{`"${var.x}"`, `?{var.x}`}, {`"a-${var.x}"`, `"a-${var.x}"`}, {`"$${a} %%{b}"`, `"${a} %{b}"`},
		{`"%{ if true }yes%{ else }no%{ endif }"`, `"yes"`}, {`"%{ for x in ["a", "b"] }[${x}]%{ endfor }"`, `"[a][b]"`},
		{`"%{ if var.x }yes%{ else }no%{ endif }"`, `"${%{ if var.x }yes%{ else }no%{ endif }}"`},
		{`"a ${~ "b" ~} c"`, `"abc"`}, {`"\u00e9\n\t\"\\"`, `"é\n\t\"\\"`},
		{"<<EOT\na\n  b ${1}\nEOT\n", `"a\n  b 1\n"`}, {"<<-EOT\n    a\n      b ${1}\n    EOT\n", `"a\n  b 1\n"`},
		// conditionals
		{`var.x == "a" ? "same" : "same"`, `"same"`}, {`var.x == "a" ? "b" : "c"`, `"${var.x == \"a\" ? \"b\" : \"c\"}"`},
		{`var.x ? ["a", "b"] : ["a"]`, `["a"…]`}, {`var.x ? {a = 1, b = 2} : {a = 1, b = 3}`, `{a=1, b=?{?(var.x,…)}}`},
		{`var.x ? {a = 1} : {}`, `{…}`}, {`var.x ? {a = 1} : null`, `?{var.x ? {a = 1} : null}`}, {`null ? 1 : 2`, `error`},
		{`var.x != null ? var.x : "d"`, `?{var.x != null ? var.x : "d"}`}, {`var.x == null`, `?{var.x == null}`},
		{`"a-${var.x}" == null`, `false`}, {`var.x == var.x`, `true`}, {`var.x == var.y`, `?{var.x == var.y}`},
		{`"a-${var.x}" == "b-${var.x}"`, `false`}, {`"${local.account}" == "x"`, `false`},
		{`var.x || true`, `true`}, {`var.x && false`, `false`}, {`var.x && true`, `?{var.x && true}`}, {`!var.x`, `?{!var.x}`},
		// collections
		{`{b = 1, a = 2}`, `{b=1, a=2}`}, {`{a = 1, a = 2}`, `{a=2}`}, {`{(var.x) = 1, b = 2}`, `{${var.x}=?{${var.x}}, b=2}`},
		{`{a = 1, (var.x) = 2}`, `{a=?{a}, ${var.x}=2}`}, {`{"${local.issuer}:sub" = 1, "${local.issuer}:aud" = 2}`,
			`{https://oidc.eks.${region}.amazonaws.com/id/${id}:sub=1, https://oidc.eks.${region}.amazonaws.com/id/${id}:aud=2}`},
		{`{1 = "a"}`, `{1=a}`}, {`{null = 1}`, `{null=1}`}, {`{(null) = 1}`, `error`}, {`{a.b = 1}`, `error`},
		{`[for x in ["a", "b"] : upper(x)]`, `["A", "B"]`}, {`[for i, x in ["a", "b"] : "${i}${x}"]`, `["0a", "1b"]`},
		{`[for k, v in {b = 1, a = 2} : "${k}${v}"]`, `["a2", "b1"]`}, {`{for x in ["a", "b"] : x => 1}`, `{a=1, b=1}`},
		{`{for x in ["a", "a"] : x => 1}`, `error`}, {`{for i, x in ["a", "b", "a"] : x => i...}`, `{a=[0, 2], b=[1]}`},
		{`[for x in [1, 2, 3] : x if x > 1]`, `[2, 3]`}, {`[for x in var.x : x]`, `[…]`}, {`{for k, v in var.x : k => v}`, `{…}`},
		{`[for x in ["a", "b", var.x, "c"] : x if x != "b"]`, `["a", ~"c"…]`}, {`[for x in null : x]`, `error`}, {`[for x in "s" : x]`, `error`},
		{`{for k in [var.x, "b"] : "p-${k}" => 1}`, `{p-${var.x}=1, p-b=1}`},
		{`[for x in local.openlist : x]`, `["p", "q"…]`}, {`{for x in ["a"] : x => 1 if var.y}`, `{…}`},
		{`[{n = 1}, {n = 2}][*].n`, `[1, 2]`}, {`[{n = 1}].*.n`, `[1]`}, {`null[*].n`, `[]`}, {`{n = 1}[*].n`, `[1]`},
		{`var.x[*].n`, `[…]`}, {`var.x[*].n[0]`, `[…]`}, {`var.x.*.n[0]`, `?{var.x[*].n[0]}`}, {`[[1, 2], [3]][*][0]`, `[1, 3]`},
		{`[{l = [1, 2]}, {l = [3]}][*].l[*]`, `[[1, 2], [3]]`},
	} {
		checkExpr(t, c[0], c[1])
	}
}

func checkExpr(t *testing.T, src, want string) {
	t.Helper()
	e, f := testEnv(src)
	v, err := e.try(parseExpr(t, f))
	got := "error"
	if err == nil {
		got = render(v)
	}
	if want == `{1=a}` {
		want = `{1="a"}`
	}
	if got != want {
		t.Errorf("%s\n got %s\nwant %s", src, got, want)
		if err != nil {
			t.Logf("error: %s", err.msg)
		}
	}
}
