package rules

import (
	"context"
	"errors"
	"io/fs"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/open-policy-agent/opa/v1/ast"
	"github.com/open-policy-agent/opa/v1/topdown"

	"github.com/irsalint/irsalint/policies"
)

// custom loads one rule of a user beside ours.
func custom(t *testing.T, body string) (*Set, error) {
	t.Helper()
	return Load(fstest.MapFS{"team/own.rego": {Data: []byte("# METADATA\n# title: Own\n# custom:\n#   severity: note\npackage irsalint.custom.own\n\n" + body)}})
}

func run(t *testing.T, body, input string) (Outcome, error) {
	t.Helper()
	set, err := custom(t, body)
	if err != nil {
		t.Fatal(err)
	}
	return set.evaluate(context.Background(), ast.MustParseTerm(input).Value, Selection{Only: []string{"custom/own"}})
}

func TestOutcome(t *testing.T) {
	out, err := run(t, `
applies contains {"id": x.id, "object": "o", "at": x.at} if some x in input.xs
violation contains {"id": x.id, "object": "o", "at": x.at, "message": "a\n b", "help": "h", "key": ["k", "v"],
	"related": [{"message": "r", "at": "f:1:1:1:2"}, {"message": "nowhere", "at": ""}], "fix": {"at": "f:1:1:1:2", "text": "t"}} if {
	some x in input.xs
	x.is == "no"
}
unverified contains {"id": x.id, "object": "o", "at": x.at, "reason": "why"} if {
	some x in input.xs
	x.is == "unknown"
}
`, `{"xs": [
	{"id": "c", "at": "f:10:1:10:2", "is": "yes"},
	{"id": "b", "at": "f:9:1:9:2", "is": "unknown"},
	{"id": "a", "at": "f:9:1:9:2", "is": "no"}]}`)
	if err != nil {
		t.Fatal(err)
	}
	if len(out.Inconsistent) > 0 || len(out.Checks) != 3 {
		t.Fatalf("%+v", out)
	}
	a, b, c := out.Checks[0], out.Checks[1], out.Checks[2]
	if a.ID != "a" || a.Status != Contradicted || a.Severity != "note" || a.Message != "a b" || a.Help != "h" ||
		len(a.Related) != 1 || a.Related[0] != (Related{"r", "f:1:1:1:2"}) || *a.Fix != (Fix{"f:1:1:1:2", "t"}) || len(a.Key) != 2 {
		t.Errorf("violation: %+v", a)
	}
	if b.ID != "b" || b.Status != Unverified || b.Reason != "why" {
		t.Errorf("unverified: %+v", b)
	}
	if c.ID != "c" || c.Status != Verified || c.Rule != "custom/own" {
		t.Errorf("verified, in order of lines as numbers: %+v", c)
	}
}

// TestOneMistake: instances of one resource share what is wrong.
func TestOneMistake(t *testing.T) {
	out, err := run(t, `
violation contains {"id": id, "object": id, "at": "f:1:1:1:9", "message": sprintf("%s is wrong", [id])} if some id in ["a", "b", "c", "d", "e"]
violation contains {"id": "same", "object": "a", "at": "f:1:1:1:9", "message": "a is wrong in another way"}
violation contains {"id": "told", "object": id, "at": "f:2:1:2:9", "message": sprintf("%s has no %s", [id, id]), "same": "no"} if some id in ["x"]
violation contains {"id": "told 2", "object": "y", "at": "f:2:1:2:9", "message": "y has no z", "same": "no"}
violation contains {"id": "else", "object": "f", "at": "f:3:1:3:9", "message": "f is wrong"}
`, "{}")
	if err != nil {
		t.Fatal(err)
	}
	var have []string
	for _, c := range out.Checks {
		have = append(have, c.Message)
	}
	want := []string{"a is wrong (also b, c, d and 1 more)", "a is wrong in another way", "x has no x (also y)", "f is wrong"}
	if !slices.Equal(have, want) {
		t.Errorf("have %q\nwant %q", have, want)
	}
}

func TestInconsistentRules(t *testing.T) {
	const one = `{"id": "a", "object": "o", "at": "f:1:1:1:1"}`
	for body, want := range map[string]string{
		"applies contains " + one + "\nviolation contains {\"id\": \"b\", \"object\": \"o\", \"at\": \"\"}":                         `violation "b" is of no check`,
		"applies contains " + one + "\nviolation contains " + one + "\nunverified contains " + one:                                  `"a" is both`,
		"applies contains " + one + "\nviolation contains " + one + "\nviolation contains object.union(" + one + `, {"help": "h"})`: `two violations "a"`,
	} {
		out, err := run(t, body, "{}")
		if err != nil {
			t.Fatal(err)
		}
		if len(out.Inconsistent) != 1 || !strings.Contains(out.Inconsistent[0], want) {
			t.Errorf("%s\nhave %q, want %q", body, out.Inconsistent, want)
		}
	}
}

func TestErrorsNameTheRule(t *testing.T) {
	for body, want := range map[string]string{
		`violation contains {"id": "a", "object": "o"}`:                                               `rule custom/own: violation: an element has no "at"`,
		`violation contains "a"`:                                                                      "an element is not an object",
		`violation contains {"id": 1, "object": "o", "at": ""}`:                                       `"id" is number, not a string`,
		`violation contains {"id": "a", "object": "o", "at": "", "severity": "bad"}`:                  `severity "bad"`,
		`violation contains {"id": to_number(input.x), "object": "o", "at": ""}`:                      "rule custom/own",
		"x := 1 if input.x == \"x\"\nx := 2 if input.x\nviolation contains {\"id\": x, \"at\": \"\"}": "rule custom/own",
	} {
		if _, err := run(t, body, `{"x": "x"}`); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s\nhave %v, want %s", body, err, want)
		}
	}
}

func TestCancel(t *testing.T) {
	set, err := custom(t, `
n := numbers.range(1, 2000)
violation contains {"id": sprintf("%d", [x]), "object": "o", "at": ""} if {
	some x in n
	some y in n
	some z in n
	x + y + z == 0
}`)
	if err != nil {
		t.Fatal(err)
	}
	// It would go on for hours: that it ends at all is the test.
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Millisecond)
	defer cancel()
	_, err = set.evaluate(ctx, ast.NewObject(), Selection{Only: []string{"custom/own"}})
	if !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("have %v", err)
	}
}

// What a rule of a user takes is bounded, whatever it does; ours have all they
// need. That it ends at all is the test.
func TestBounds(t *testing.T) {
	var kept [][]byte
	endless := func(cancel topdown.Cancel) error {
		for !cancel.Cancelled() {
			kept = append(kept, make([]byte, 1<<10))
			runtime.Gosched()
		}
		kept = nil
		return errors.New("cancelled")
	}
	for want, most := range map[string]limits{
		"it was stopped, as it was not done after 0s": {0, 1 << 40},
		"it was stopped, as it took more than 0 MiB":  {time.Hour, 0},
	} {
		if err := bounded(context.Background(), &Rule{Custom: true}, most, endless); err == nil || err.Error() != want {
			t.Errorf("have %v, want %s", err, want)
		}
	}
	if err := bounded(context.Background(), &Rule{}, limits{}, func(topdown.Cancel) error { return nil }); err != nil {
		t.Error(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if err := bounded(ctx, &Rule{}, limits{}, endless); err == nil {
		t.Error("the context is not heeded")
	}
}

func TestRulesOfUsers(t *testing.T) {
	for body, want := range map[string]string{
		`violation contains http.send({"method": "get", "url": "x"})`:                 "undefined function http.send",
		`violation contains {"id": y, "object": "o", "at": ""} if y := time.now_ns()`: "undefined function time.now_ns",
		`violation contains`:                 "own.rego:7",
		`violation := 1`:                     "must be a set",
		`violation contains 1 if { x := 1 }`: "x unused",
	} {
		if _, err := custom(t, body); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s\nhave %v, want %s", body, err, want)
		}
	}
	copied, err := fs.ReadFile(policies.FS, "irsa/subject-mismatch/rule.rego")
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]string{
		string(copied): "exists already",
		"package irsalint.rules.irsa.audience\napplies contains 1": "exists already",
		"package irsalint.lib.identity\nx := 1":                    "irsalint's own",
		"package other\nx := 1":                                    "there is no rule",
		"package irsalint.custom.x\napplies contains 1":            "never finds anything",
	} {
		if _, err := Load(fstest.MapFS{"a.rego": {Data: []byte(text)}}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.60s\nhave %v, want %s", text, err, want)
		}
	}
}

func TestSelection(t *testing.T) {
	set, err := Load()
	if err != nil {
		t.Fatal(err)
	}
	sel := Selection{Only: []string{"irsa/*"}, Skip: []string{"irsa/audience"}}
	if !sel.Has("irsa/subject-mismatch") || sel.Has("irsa/audience") || sel.Has("node/trust") {
		t.Error("selection")
	}
	if err := set.Check(sel); err != nil {
		t.Error(err)
	}
	for pattern, want := range map[string]string{
		"irsa/subject-mismach": `did you mean "irsa/subject-mismatch"`,
		"node/audience":        `did you mean "irsa/audience"`,
		"entirely-else":        `unknown rule "entirely-else"`,
	} {
		if err := set.Check(Selection{Skip: []string{pattern}}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: have %v, want %s", pattern, err, want)
		}
	}
}
