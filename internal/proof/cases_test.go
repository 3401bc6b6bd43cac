package proof

import (
	"slices"
	"strings"
	"testing"

	"github.com/irsalint/irsalint/pkg/finding"
)

// loud tells whether a finding is an error or a warning.
func loud(f finding.Finding) bool { return f.Severity >= finding.Warning }

// TestCases: the wrong half of a case has one or two findings, and each names
// a line within two of where its mistake shows; the right half has none.
func TestCases(t *testing.T) {
	for _, r := range repositories(t) {
		if r.expect == nil && !(strings.HasSuffix(r.name, "/good") && strings.Contains(r.name, "-") && !r.example) {
			continue
		}
		t.Run(r.name, func(t *testing.T) {
			findings := slices.DeleteFunc(run(t, r.files).Findings, func(f finding.Finding) bool { return !loud(f) })
			if r.expect == nil {
				for _, f := range findings {
					t.Errorf("%s: %s: %s [%s]", f.Location, f.Severity, f.Message, f.Rule)
				}
				return
			}
			if n := len(findings); n < 1 || n > 2 {
				t.Errorf("%d findings", n)
			}
			for _, f := range findings {
				if !slices.ContainsFunc(r.expect, func(place string) bool { return touches(f, place) }) {
					t.Errorf("noise: %s: %s [%s]", f.Location, f.Message, f.Rule)
				}
			}
		})
	}
}

// touches tells whether a finding has a place within two lines of file:line.
func touches(f finding.Finding, place string) bool {
	file, line, _ := strings.Cut(place, ":")
	return slices.ContainsFunc(locations(f), func(l finding.Location) bool {
		return l.File == file && l.Line-atoi(line) <= 2 && atoi(line)-l.Line <= 2
	})
}
