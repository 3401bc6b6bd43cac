package lint_test

import (
	"bytes"
	"context"
	"os"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/irsalint/irsalint/internal/golden"
	"github.com/irsalint/irsalint/pkg/finding"
	"github.com/irsalint/irsalint/pkg/lint"
	"github.com/irsalint/irsalint/pkg/report"
)

// TestFormats compares what code hosts get with the files of testdata/formats:
// the sample, and a mistake of a guide.
func TestFormats(t *testing.T) {
	guide, err := txtar.ParseFile(testdata + "/guides/node-notready.txtar")
	if err != nil {
		t.Fatal(err)
	}
	mistake := options(t, testdata+"/sample")
	mistake.FS = golden.Variants(guide)["no-worker-node-policy"].FS()
	for name, o := range map[string]lint.Options{"sample": options(t, testdata+"/sample"), "no-worker-node-policy": mistake} {
		t.Run(name, func(t *testing.T) {
			o.Tool.Version = "v0.1.0"
			s := lint.NewSession()
			r := run(t, s, o)
			if len(r.Findings) == 0 {
				t.Fatal("no findings")
			}
			ro := report.Options{Dir: "deploy", Rules: func() []finding.Rule { return reported(s.Rules(o), r) }}
			for _, format := range []string{"sarif", "github"} {
				f, _ := report.Lookup(format)
				var b bytes.Buffer
				if err := f.Write(&b, &r, ro); err != nil {
					t.Fatal(err)
				}
				compare(t, testdata+"/formats/"+name+"."+format, b.Bytes())
				if f, ok := f.(report.Summarizer); ok {
					b.Reset()
					if err := f.WriteSummary(&b, &r, ro); err != nil {
						t.Fatal(err)
					}
					compare(t, testdata+"/formats/"+name+".md", b.Bytes())
				}
			}
		})
	}
}

// reported gives the rules that a report has findings of: the pages of the
// others need not be written down here.
func reported(list []finding.Rule, r finding.Report) []finding.Rule {
	return slices.DeleteFunc(list, func(rule finding.Rule) bool {
		return !slices.ContainsFunc(r.Findings, func(f finding.Finding) bool { return f.Rule == rule.ID })
	})
}

func compare(t *testing.T, name string, got []byte) {
	t.Helper()
	if *update {
		if err := os.WriteFile(name, got, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("the report differs from %s (-update rewrites it)\n%s", name, diff(string(want), string(got)))
	}
}

// TestRules: reports can explain every rule that they name, and only those
// that were run.
func TestRules(t *testing.T) {
	s := lint.NewSession()
	all := s.Rules(lint.Options{})
	if !slices.IsSortedFunc(all, func(a, b finding.Rule) int { return strings.Compare(a.ID, b.ID) }) {
		t.Error("the rules are not sorted")
	}
	for _, r := range all {
		if r.Title == "" || r.Description == "" || r.Page == "" || r.Severity == 0 || r.Precision == "" {
			t.Errorf("%s lacks something: %+v", r.ID, r)
		}
	}
	has := func(list []finding.Rule, id string) bool {
		return slices.ContainsFunc(list, func(r finding.Rule) bool { return r.ID == id })
	}
	if !has(all, lint.Unparsable) || !has(all, "irsa/audience") {
		t.Errorf("only %d rules", len(all))
	}
	some := s.Rules(lint.Options{Rules: []string{"irsa/*"}, SkipRules: []string{"irsa/audience"}})
	if has(some, lint.Unparsable) || has(some, "irsa/audience") || !has(some, "irsa/subject-mismatch") {
		t.Errorf("a selection gives %d rules", len(some))
	}
}

// TestLineHashesReachTheReport: a finding of a real file can be followed when
// lines move above it.
func TestLineHashesReachTheReport(t *testing.T) {
	r, err := lint.Run(context.Background(), options(t, testdata+"/sample"))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range r.Findings {
		if f.Location.Source == nil || f.Location.Source.Line(f.Location.Line) == "" {
			t.Errorf("%s: the file is not known", f.Location)
		}
	}
}
