package snapshot

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/open-policy-agent/opa/v1/ast"
	"github.com/open-policy-agent/opa/v1/topdown"
)

// everything uses each form of rule, expression and term that a compiled
// module can have.
const everything = `# METADATA
# title: Title
# description: Several words.
# custom:
#   severity: error
#   tags: [one, two]
package test

import data.other.lib

default fallback := {"a": [1, -2.5, "x", true, false, null], "s": {1, 2}}

fallback := 1 if input.never

chain := "first" if {
	input.x > 10
} else := "second" if {
	input.x > 5
} else := "last"

double(x) := y if y := x * 2

double_or_nothing(x, _) := 0 if x < 0

double_or_nothing(x, y) := double(x) + y if x >= 0

names contains name if some name, _ in input.object

by_name[name] := value if some name, value in input.object

by.dotted[name].path := value if some name, value in input.object

every_number if every x in input.list { x > 0 }

every_pair if every i, x in input.list {
	i < 100
	not x == i
}

listed := [x | some x in input.list; x != 2]

mapped := {k: v | some k, v in input.object}

nested := {[y | some y in input.list; y > x] | some x in input.list}

groups contains {"x": x, "same": same} if {
	some x in input.list
	same := [y | some y in input.list; y == x]
}

text := sprintf("%d of %v", [count(input.list), $"<{input.x}>"])

joined := names | lib.more

walked contains p if walk(input.object, [p, 1])

deep := input.object[lib.key]

none if not input.object.missing
`

const other = `package other.lib

more := {"m"}

key := "a"
`

const stamp = "of a test"

func compiled(t *testing.T, texts ...string) *ast.Compiler {
	t.Helper()
	modules := map[string]*ast.Module{}
	for i, text := range texts {
		name := string(rune('a'+i)) + ".rego"
		m, err := ast.ParseModuleWithOpts(name, text, ast.ParserOptions{ProcessAnnotation: true})
		if err != nil {
			t.Fatal(err)
		}
		modules[name] = m
	}
	c := ast.NewCompiler().WithStrict(true)
	if c.Compile(modules); c.Failed() {
		t.Fatal(c.Errors)
	}
	return c
}

func encoded(t *testing.T, c *ast.Compiler) string {
	t.Helper()
	b, err := Encode(c, stamp)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func TestRoundTrip(t *testing.T) {
	want := compiled(t, everything, other)
	have, err := Load(encoded(t, want), stamp, ast.CapabilitiesForThisVersion())
	if err != nil {
		t.Fatal(err)
	}
	for name, m := range want.Modules {
		for i, r := range m.Rules {
			if s := have.Modules[name].Rules[i]; !s.Equal(r) || s.Location.Row != r.Location.Row {
				t.Errorf("line %d: have %v\nwant %v", r.Location.Row, s, r)
			}
		}
	}
	a := have.Modules["a.rego"].Annotations
	if len(a) != 1 || a[0].Title != "Title" || a[0].Description != "Several words." ||
		a[0].Custom["severity"] != "error" || len(a[0].Custom["tags"].([]any)) != 2 {
		t.Errorf("annotations: %+v", a)
	}
	indices := func(c *ast.Compiler) (n int) {
		ast.WalkTerms(c.Modules["a.rego"], func(t *ast.Term) bool {
			if ast.IsComprehension(t.Value) && c.ComprehensionIndex(t) != nil {
				n++
			}
			return false
		})
		return n
	}
	if n := indices(want); n == 0 || indices(have) != n {
		t.Errorf("%d of %d comprehensions are indexed", indices(have), n)
	}
	for _, input := range []string{`{}`, `{"x": 7, "list": [1, 2, 3, 2], "object": {"a": 1, "b": [1]}}`, `{"x": 11, "list": [0], "object": {}}`} {
		for _, name := range []string{
			"fallback", "chain", "double(input.x)", "double_or_nothing(input.x, 1)", "names", "by_name", "by.dotted", "every_number",
			"every_pair", "listed", "mapped", "nested", "groups", "text", "joined", "walked", "deep", "none",
		} {
			if a, b := ask(t, have, name, input), ask(t, want, name, input); a != b {
				t.Errorf("%s of %s: have %s, want %s", name, input, a, b)
			}
		}
	}
}

// ask gives what a rule of the package test makes of an input, or its error.
func ask(t *testing.T, c *ast.Compiler, expr, input string) string {
	t.Helper()
	body, err := c.QueryCompiler().Compile(ast.MustParseBody("x = data.test." + expr))
	if err != nil {
		t.Fatal(err)
	}
	results, err := topdown.NewQuery(body).WithCompiler(c).WithInput(ast.MustParseTerm(input)).
		WithStrictBuiltinErrors(true).Run(context.Background())
	if err != nil {
		return err.Error()
	}
	if len(results) == 0 {
		return "undefined"
	}
	return results[0]["x"].String()
}

// TestErrorsSayWhere: an error of evaluation names the file and the line of
// the rule.
func TestErrorsSayWhere(t *testing.T) {
	c, err := Load(encoded(t, compiled(t, "package test\n\np := to_number(input.x)\n")), stamp, ast.CapabilitiesForThisVersion())
	if err != nil {
		t.Fatal(err)
	}
	if s := ask(t, c, "p", `{"x": "x"}`); !strings.HasPrefix(s, "a.rego:3: ") {
		t.Error(s)
	}
}

func TestCannotHold(t *testing.T) {
	_, err := Encode(compiled(t, "package test\n\np if data.test.q with input as {}\n\nq if input.x\n"), stamp)
	if err == nil || !strings.Contains(err.Error(), "a.rego:3: a snapshot cannot hold") {
		t.Error(err)
	}
}

func TestStale(t *testing.T) {
	data := encoded(t, compiled(t, other))
	for name, other := range map[string]string{
		"empty": "", "other stamp": strings.Replace(data, stamp, "of another", 1),
		"other version": strings.Replace(data, "opa ", "opa 9", 1),
	} {
		if _, err := Load(other, stamp, ast.CapabilitiesForThisVersion()); !errors.Is(err, ErrStale) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestCorrupt: bytes that are not a snapshot are an error and nothing worse.
func TestCorrupt(t *testing.T) {
	data := encoded(t, compiled(t, everything, other))
	for n := len(header(stamp)); n < len(data); n++ {
		if _, _, err := decode(data[:n], stamp); !errors.Is(err, errCorrupt) {
			t.Fatalf("cut at %d: %v", n, err)
		}
		for _, c := range []byte{0, 1, data[n] + 1, 0x7f, 0xff} {
			b := []byte(data)
			b[n] = c
			_, _, _ = decode(string(b), stamp) // it may be a snapshot by chance
		}
	}
	if _, _, err := decode(data+"\x00", stamp); !errors.Is(err, errCorrupt) {
		t.Errorf("more than a snapshot: %v", err)
	}
}
