package lint_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/irsalint/irsalint/pkg/config"
	"github.com/irsalint/irsalint/pkg/finding"
	"github.com/irsalint/irsalint/pkg/lint"
	"github.com/irsalint/irsalint/pkg/source"
)

func annotated(name, arn string) string {
	return "apiVersion: v1\nkind: ServiceAccount\nmetadata:\n  name: " + name + "\n  namespace: prod\n  annotations:\n    eks.amazonaws.com/role-arn: " + arn + "\n"
}

func configured(t *testing.T, text string) *config.Config {
	t.Helper()
	c, err := config.Parse(source.NewFile(".irsalint.yaml", []byte(text)))
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// found gives the rules of the findings and the number of those suppressed.
func found(t *testing.T, o lint.Options) (string, finding.Report) {
	t.Helper()
	o.Jobs = 2
	r, err := lint.Run(context.Background(), o)
	if err != nil {
		t.Fatal(err)
	}
	var list []string
	for _, f := range r.Findings {
		list = append(list, f.Severity.String()+" "+f.Rule)
	}
	return strings.Join(list, ", "), r
}

func TestDecisions(t *testing.T) {
	const (
		bad     = "error irsa/annotation-invalid"
		unused  = "warning suppress/unused"
		expired = "warning suppress/expired"
	)
	day := time.Date(2027, 1, 31, 12, 0, 0, 0, time.UTC)
	ignore := func(more string) string {
		return "ignore:\n- {rule: irsa/annotation-invalid, reason: known" + more + "}\n"
	}
	for _, tt := range []struct {
		name, config, file string
		options            lint.Options
		want               string
	}{
		{"nothing", "", annotated("a", "x"), lint.Options{}, bad},
		{"severity", "severity: {irsa/*: note}", annotated("a", "x"), lint.Options{}, "note irsa/annotation-invalid"},
		{"off", "severity: {irsa/annotation-invalid: off}", annotated("a", "x"), lint.Options{}, ""},
		{"off, but asked for", "severity: {irsa/annotation-invalid: off}", annotated("a", "x"), lint.Options{Rules: []string{"irsa/annotation-invalid"}}, bad},
		{"off, with all of its category", "severity: {irsa/annotation-invalid: off}", annotated("a", "x"), lint.Options{Rules: []string{"irsa/*"}}, ""},
		{"not read", "paths: {exclude: k8s}", annotated("a", "x"), lint.Options{}, ""},
		{"not included", "paths: {include: infra}", annotated("a", "x"), lint.Options{}, ""},
		{"ignored", ignore(""), annotated("a", "x"), lint.Options{}, ""},
		{"ignored elsewhere", ignore(", paths: infra"), annotated("a", "x"), lint.Options{}, unused + ", " + bad},
		{"ignored until today", ignore(", until: 2027-01-31"), annotated("a", "x"), lint.Options{Now: day}, ""},
		{"ignored until yesterday", ignore(", until: 2027-01-30"), annotated("a", "x"), lint.Options{Now: day}, expired + ", " + bad},
		{"no clock, no expiry", ignore(", until: 2027-01-30"), annotated("a", "x"), lint.Options{}, ""},
		{"not needed", ignore(""), annotated("a", "arn:aws:iam::111122223333:role/a"), lint.Options{}, unused},
		{"not needed, but off", ignore("") + "severity: {irsa/annotation-invalid: off}", annotated("a", "x"), lint.Options{}, ""},
		{"not needed, in a part", ignore(""), annotated("a", "arn:aws:iam::111122223333:role/a"), lint.Options{Paths: []string{"k8s"}}, ""},
		{"not needed, with a value given", ignore(""), annotated("a", "arn:aws:iam::111122223333:role/a"), lint.Options{Vars: map[string]string{"a": "b"}}, ""},
		{"not needed, but not known", ignore(""), "# irsalint:ignore-file irsa/subject-mismatch -- a\n" + annotated("a", "arn:aws:iam::111122223333:role/a"), lint.Options{}, unused},
		{"a severity of their own", ignore("") + "severity: {suppress/unused: error}", annotated("a", "arn:aws:iam::111122223333:role/a"), lint.Options{}, "error suppress/unused"},
		{"switched off", ignore("") + "severity: {suppress/*: off}", annotated("a", "arn:aws:iam::111122223333:role/a"), lint.Options{}, ""},
		{"beside something broken", ignore(""), "apiVersion: v1\nkind: ServiceAccount\nmetadata: [", lint.Options{}, "error input/unparsable"},
		{"broken, and ignored", "ignore: [{rule: input/unparsable, reason: generated}]", "apiVersion: v1\nkind: ServiceAccount\nmetadata: [", lint.Options{}, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			tt.options.FS = source.MapFS{"k8s/a.yaml": tt.file, ".irsalint.yaml": tt.config}
			tt.options.Config = configured(t, tt.config)
			got, r := found(t, tt.options)
			if got != tt.want {
				t.Errorf("%s, want %s", got, tt.want)
			}
			if r.Summary.Suppressed != len(r.Suppressed) {
				t.Errorf("%d suppressed, but the summary says %d", len(r.Suppressed), r.Summary.Suppressed)
			}
		})
	}
}

// TestUnknownRules: a rule that does not exist is a mistake in how irsalint was
// asked, wherever the configuration names it.
func TestUnknownRules(t *testing.T) {
	for _, text := range []string{"severity: {irsa/nothing: off}", "severity: {none/*: off}", "ignore: [{rule: irsa/nothing, reason: a}]", "environments: {a: {none: x.tfvars}}"} {
		_, err := lint.Run(context.Background(), lint.Options{FS: source.MapFS{"a.yaml": ""}, Config: configured(t, text)})
		if err == nil || !strings.HasPrefix(err.Error(), ".irsalint.yaml:1: ") {
			t.Errorf("%s: %v", text, err)
		}
	}
}

// TestBaselineCountsEqualFindings: two findings of one fingerprint are two.
func TestBaselineCountsEqualFindings(t *testing.T) {
	o := lint.Options{FS: source.MapFS{"a.yaml": annotated("a", "x")}, WriteBaseline: true}
	s := lint.NewSession()
	a, err := s.Analyze(context.Background(), o)
	if err != nil || a.Baseline == nil || len(a.Report.Findings) != 0 || len(a.Report.Suppressed) != 1 {
		t.Fatalf("%v, %+v", err, a.Report)
	}
	o.Baseline, o.WriteBaseline = a.Baseline, false
	if got, _ := found(t, o); got != "" {
		t.Errorf("known findings are reported: %s", got)
	}
	o.FS = source.MapFS{"a.yaml": annotated("a", "x") + "---\n" + annotated("b", "x")}
	if got, _ := found(t, o); got != "error irsa/annotation-invalid" {
		t.Errorf("a new finding: %q", got)
	}
}
