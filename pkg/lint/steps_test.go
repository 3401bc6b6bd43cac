package lint

import (
	"testing"

	"github.com/irsalint/irsalint/pkg/finding"
)

func TestSteps(t *testing.T) {
	r := finding.NewReport(finding.Tool{})
	at := func(line int) finding.Location { return finding.Location{File: "a.tf", Line: line, Column: 1} }
	print := finding.Fingerprint("a/b", "x")
	r.Findings = []finding.Finding{
		{Rule: "a/b", Message: "m", Severity: finding.Error, Location: at(2), Fingerprint: print},
		{Rule: "a/b", Message: "m", Severity: finding.Error, Location: at(1), Fingerprint: print},
		{Rule: "a/b", Message: "m", Severity: finding.Error, Location: at(2), Fingerprint: print},
		{Rule: "a/b", Message: "other", Severity: finding.Note, Location: at(2), Fingerprint: finding.Fingerprint("a/b", "y")},
	}
	r.Unverified = []finding.Unverified{
		{Rule: "a/b", Object: "o", Reason: "r", Location: at(1)}, {Rule: "a/b", Object: "o", Reason: "r", Location: at(1)},
	}
	for _, step := range steps(&decisions{options: &Options{}}) {
		step(&r)
	}
	if len(r.Findings) != 3 || r.Findings[0].Location.Line != 1 {
		t.Fatalf("findings %+v", r.Findings)
	}
	if r.Findings[0].Fingerprint != print || r.Findings[1].Fingerprint == print {
		t.Error("the first of equal fingerprints stays, the next is numbered")
	}
	want := finding.Summary{Error: 2, Note: 1, Checks: finding.Checks{Contradicted: 3, Unverified: 1}}
	if s := r.Summary; s.Error != want.Error || s.Note != want.Note || s.Checks != want.Checks {
		t.Errorf("summary %+v, want %+v", s, want)
	}
}
