package report

import (
	"encoding/json"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/irsalint/irsalint/pkg/finding"
)

// matchers is a file of problem matchers as the runner of GitHub Actions reads
// it.
type matchers struct {
	ProblemMatcher []struct {
		Owner, Severity string
		Pattern         []struct {
			Regexp                                      string
			File, Line, Column, Severity, Message, Code int
		}
	}
}

// TestMatcher reads text reports with the published problem matchers: each
// finding is found by exactly one, whole, and no other line by any.
func TestMatcher(t *testing.T) {
	data, err := os.ReadFile("../../.github/irsalint-matcher.json")
	if err != nil {
		t.Fatal(err)
	}
	var m matchers
	if err := json.Unmarshal(data, &m); err != nil {
		t.Fatal(err)
	}
	owners := map[string]bool{}
	for _, p := range m.ProblemMatcher {
		if len(p.Pattern) != 1 || owners[p.Owner] {
			t.Fatalf("matcher %q: %d patterns, or a second one of this name", p.Owner, len(p.Pattern))
		}
		owners[p.Owner] = true
	}

	r := example()
	first := r.Findings[0]
	for _, c := range []struct {
		severity            finding.Severity
		rule, file, message string
	}{
		{finding.Warning, "node/trust", "k8s/with blank.yaml", "says a.yaml:3:4: error: something [else]"},
		{finding.Note, "input/unparsable", "../é.tf", "short"},
		{finding.Error, "acme/team-a/own-rule", "C:/infra/main.tf", "ends with a place a.tf:1:2"},
		{finding.Note, "irsa/a1", "a:b.yaml", `a "quoted" $name`},
	} {
		f := first
		f.Severity, f.Rule, f.Location.File, f.Message = c.severity, c.rule, c.file, c.message
		r.Findings = append(r.Findings, f)
	}
	r.Count()
	for _, o := range []Options{{}, {Color: true}, {Verbose: true}, {Color: true, Quiet: true}} {
		rest := r.Findings
		for line := range strings.Lines(write(t, "text", r, o)) {
			line = strings.TrimSuffix(line, "\n")
			var found []finding.Finding
			for _, p := range m.ProblemMatcher {
				pattern := p.Pattern[0]
				group := regexp.MustCompile(pattern.Regexp).FindStringSubmatch(line)
				if group == nil {
					continue
				}
				severity := map[string]string{"notice": "note"}[p.Severity]
				if pattern.Severity > 0 {
					severity = group[pattern.Severity]
				}
				f := finding.Finding{Rule: group[pattern.Code], Message: group[pattern.Message], Location: finding.Location{File: group[pattern.File]}}
				f.Location.Line, _ = strconv.Atoi(group[pattern.Line])
				f.Location.Column, _ = strconv.Atoi(group[pattern.Column])
				if f.Severity, err = finding.ParseSeverity(severity); err != nil {
					t.Errorf("%+v: %q: %v", o, line, err)
				}
				found = append(found, f)
			}
			if len(found) == 0 {
				continue
			}
			if len(found) > 1 || len(rest) == 0 {
				t.Fatalf("%+v: %q is matched %d times, with %d findings left", o, line, len(found), len(rest))
			}
			got, want := found[0], rest[0]
			if got.Rule != want.Rule || got.Message != want.Message || got.Severity != want.Severity || got.Location.String() != want.Location.String() {
				t.Errorf("%+v: %q is read as %+v", o, line, got)
			}
			rest = rest[1:]
		}
		if len(rest) > 0 {
			t.Errorf("%+v: %d findings are not matched, the first %+v", o, len(rest), rest[0])
		}
	}
}
