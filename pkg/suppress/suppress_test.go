package suppress

import (
	"bytes"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/irsalint/irsalint/pkg/finding"
	"github.com/irsalint/irsalint/pkg/source"
)

func TestComments(t *testing.T) {
	for _, tt := range []struct {
		name, file, text string
		rules            string // joined; "" for none at all
		line             int    // 0 for the file
		reason, problem  string
	}{
		{"above", "a.yaml", "# irsalint:ignore irsa/x -- because\nkey: 1\n", "irsa/x", 2, "because", ""},
		{"at the end", "a.yaml", "a: 1\nkey: 1 # irsalint:ignore irsa/x -- because -- really\n", "irsa/x", 2, "because -- really", ""},
		{"several rules", "a.tf", "x = 1 // irsalint:ignore irsa/x,node/* until=2027-01-31 -- b\n", "irsa/x node/*", 1, "b", ""},
		{"spaces after commas", "a.tf", "#irsalint:ignore irsa/x, irsa/y -- b\nx = 1", "irsa/x irsa/y", 2, "b", ""},
		{"block comment", "a.tf", "/* irsalint:ignore irsa/x -- b */ x = 1\n", "irsa/x", 1, "b", ""},
		{"block comment at the end", "a.tf", "x = 1 /* irsalint:ignore irsa/x -- b */\n", "irsa/x", 1, "b", ""},
		{"stacked", "a.tf", "# irsalint:ignore irsa/x -- b\n# why not\n// more\nx = 1\n", "irsa/x", 4, "b", ""},
		{"crlf", "a.tf", "# irsalint:ignore irsa/x -- b\r\nx = 1\r\n", "irsa/x", 2, "b", ""},
		{"template", "a.yaml", "{{- /* irsalint:ignore irsa/x -- b */}}\nx: 1\n", "irsa/x", 2, "b", ""},
		{"file", "a.yaml", "# licence\n---\n# irsalint:ignore-file irsa/* -- vendored\nx: 1\n", "irsa/*", 0, "vendored", ""},
		{"file too late", "a.yaml", "x: 1\n# irsalint:ignore-file irsa/* -- b\n", "irsa/*", 0, "b", "outside the first comment"},
		{"no reason", "a.tf", "x = 1 # irsalint:ignore irsa/x\n", "irsa/x", 1, "", "gives no reason"},
		{"empty reason", "a.tf", "x = 1 # irsalint:ignore irsa/x --\n", "irsa/x", 1, "", "gives no reason"},
		{"no rule", "a.tf", "x = 1 # irsalint:ignore -- b\n", "", 1, "b", "names no rule"},
		{"no such form", "a.tf", "x = 1 # irsalint:ignore all -- b\n", "", 1, "", `"all" is no rule`},
		{"no date", "a.tf", "x = 1 # irsalint:ignore irsa/x until=soon -- b\n", "irsa/x", 1, "", "until=soon is no date"},
		{"dashes in words", "a.tf", "x = 1 # irsalint:ignore irsa/x a--b\n", "irsa/x", 1, "", `"a--b" is no rule`},
	} {
		got := Comments(source.NewFile(tt.file, []byte(tt.text)))
		if len(got) != 1 {
			t.Errorf("%s: %d suppressions", tt.name, len(got))
			continue
		}
		s := got[0]
		if strings.Join(s.Rules, " ") != tt.rules || s.From != tt.line || s.Reason != tt.reason ||
			!strings.Contains(s.Problem, tt.problem) || (s.Problem == "") != (tt.problem == "") {
			t.Errorf("%s: %+v", tt.name, s)
		}
		if !strings.HasPrefix(s.At.Text(), "irsalint:ignore") {
			t.Errorf("%s stands at %q", tt.name, s.At.Text())
		}
	}
	for name, text := range map[string]string{
		"a.yaml":     "url: http://irsalint:ignore irsa/x -- b\nb: irsalint:ignore irsa/x -- b // irsalint:ignore x/y -- z\n",
		"a.tf":       `x = "# irsalint:ignore irsa/x -- b"` + "\n# irsalint:ignored words\n",
		"a.json":     `{"//": "# irsalint:ignore irsa/x -- b"}`,
		"plain.yaml": "/* irsalint:ignore irsa/x -- b */\n",
	} {
		if got := Comments(source.NewFile(name, []byte(text))); len(got) != 0 {
			t.Errorf("%s: %+v", name, got[0])
		}
	}
}

func at(f *source.File, line int) finding.Location {
	return finding.Location{File: f.Path, Line: line, Column: 1, Source: f}
}

func TestApply(t *testing.T) {
	f := source.NewFile("k8s/a.yaml", []byte("x: 1\n"))
	glob, err := source.ParseGlob("k8s")
	if err != nil {
		t.Fatal(err)
	}
	list := []finding.Finding{
		{Rule: "irsa/x", Object: "ServiceAccount prod/a", Location: at(f, 1)},
		{Rule: "irsa/x", Object: "ServiceAccount prod/b", Location: at(f, 2)},
		{Rule: "node/x", Object: "role c", Location: at(f, 1)},
	}
	day := func(s string) time.Time {
		d, err := time.Parse(time.DateOnly, s)
		if err != nil {
			t.Fatal(err)
		}
		return d.Add(23 * time.Hour)
	}
	for _, tt := range []struct {
		name string
		s    Suppression
		want int
	}{
		{"line", Suppression{Rules: []string{"irsa/x"}, File: f.Path, From: 1, To: 1}, 1},
		{"another file", Suppression{Rules: []string{"irsa/x"}, File: "b.yaml", From: 1, To: 1}, 0},
		{"whole file", Suppression{Rules: []string{"irsa/*"}, File: f.Path}, 2},
		{"paths", Suppression{Rules: []string{"irsa/x", "node/x"}, Paths: []source.Glob{glob}}, 3},
		{"object", Suppression{Rules: []string{"irsa/x"}, Objects: []string{"ServiceAccount */b"}}, 1},
		{"malformed", Suppression{Rules: []string{"irsa/x"}, Problem: "no reason"}, 0},
		{"last day", Suppression{Rules: []string{"irsa/x"}, Until: day("2027-01-31").Truncate(24 * time.Hour)}, 2},
		{"day after", Suppression{Rules: []string{"irsa/x"}, Until: day("2027-01-30").Truncate(24 * time.Hour)}, 0},
	} {
		kept, out := Apply(list, []*Suppression{&tt.s}, day("2027-01-31"))
		if len(out) != tt.want || len(kept)+len(out) != len(list) {
			t.Errorf("%s: %d suppressed, %d kept", tt.name, len(out), len(kept))
		}
		if used := len(tt.s.used) > 0; used != (tt.want > 0 || tt.name == "day after") {
			t.Errorf("%s: used is %v", tt.name, used)
		}
	}
}

func TestBaseline(t *testing.T) {
	f := source.NewFile("b.yaml", []byte("x: 1\n"))
	mk := func(print string) finding.Finding {
		return finding.Finding{Rule: "irsa/x", Message: "m <" + print + ">", Location: at(f, 1), Fingerprint: strings.Repeat(print, 32)}
	}
	b := NewBaseline([]finding.Finding{mk("c"), mk("a"), mk("a")}, nil, nil)
	data := b.Bytes()
	again, err := ParseBaseline(source.NewFile("base.json", data))
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(again.Bytes(), data) || again.Findings[0].Count != 2 {
		t.Errorf("%s", data)
	}
	kept, out, stale := again.Apply([]finding.Finding{mk("a"), mk("a"), mk("a"), mk("d")})
	if len(kept) != 2 || len(out) != 2 || len(stale) != 1 || stale[0].Fingerprint != strings.Repeat("c", 32) {
		t.Errorf("kept %d, known %d, stale %v", len(kept), len(out), stale)
	}
	if at := again.At(stale[0]); at.Text() != `"`+stale[0].Fingerprint+`"` {
		t.Errorf("a stale entry stands at %q", at.Text())
	}
	merged := NewBaseline([]finding.Finding{mk("d")}, again, func(e Entry) bool { return e.Fingerprint[0] == 'c' })
	if got := []byte{merged.Findings[0].Fingerprint[0], merged.Findings[1].Fingerprint[0]}; !slices.Equal(got, []byte("cd")) {
		t.Errorf("merged: %s", got)
	}
	for _, bad := range []string{"", "[]", `{"version":2,"findings":[]}`, `{"version":1,"finding":[]}`, `{"version":1,"findings":[{}]}`} {
		if _, err := ParseBaseline(source.NewFile("base.json", []byte(bad))); err == nil || !strings.HasPrefix(err.Error(), "base.json is") {
			t.Errorf("%s: %v", bad, err)
		}
	}
	schema, err := os.ReadFile("../../schemas/baseline.v1.json")
	if err != nil {
		t.Fatal(err)
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(schema))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("b.json", doc); err != nil {
		t.Fatal(err)
	}
	compiled, err := c.Compile("b.json")
	if err != nil {
		t.Fatal(err)
	}
	v, err := jsonschema.UnmarshalJSON(bytes.NewReader(data))
	if err != nil || compiled.Validate(v) != nil {
		t.Errorf("the baseline is not what its schema says: %v", compiled.Validate(v))
	}
}

func FuzzComments(f *testing.F) {
	f.Add("# irsalint:ignore irsa/x until=2027-01-31 -- b\nx = 1 /* irsalint:ignore-file a/b -- c */")
	f.Add("{{- /* irsalint:ignore a/*,b/c -- */}}")
	f.Fuzz(func(t *testing.T, text string) {
		for _, name := range []string{"a.tf", "a.yaml", "a.tpl"} {
			file := source.NewFile(name, []byte(text))
			for _, s := range Comments(file) {
				if s.At.Start < 0 || s.At.End > len(file.Data) || s.At.Start > s.At.End {
					t.Fatalf("%+v is outside the file", s.At)
				}
				if s.Problem == "" && (s.Reason == "" || len(s.Rules) == 0) {
					t.Fatalf("%+v has no reason or no rule", s)
				}
			}
		}
	})
}
