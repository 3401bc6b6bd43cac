package proof

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/irsalint/irsalint/internal/golden"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// compare holds text against a golden file in testdata.
func compare(t *testing.T, name, got string) {
	t.Helper()
	file := filepath.Join(testdata, name)
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	want := strings.Split(string(data), "\n")
	lines := strings.Split(got, "\n")
	differs := false
	for _, l := range want {
		if !slices.Contains(lines, l) {
			t.Errorf("- %s", l)
			differs = true
		}
	}
	for _, l := range lines {
		if !slices.Contains(want, l) {
			t.Errorf("+ %s", l)
			differs = true
		}
	}
	if !differs && string(data) != got {
		t.Errorf("the order of lines differs from %s", name)
	}
	if t.Failed() {
		t.Logf("-update rewrites %s", file)
	}
}

// TestPlacesGolden writes down, for review, what the places of the graph
// cover. Of the sample and the repositories it is all of them, of the other
// good ones the values that are no text of one place.
func TestPlacesGolden(t *testing.T) {
	var b strings.Builder
	for _, r := range repositories(t) {
		all := !strings.Contains(r.name, "/")
		if r.example || !all && !strings.HasSuffix(r.name, "/good") {
			continue
		}
		var lines []string
		for _, p := range placesOf(graphOf(t, r.files)) {
			if p.at.IsZero() {
				continue
			}
			line := fmt.Sprintf("  %s %s: %s", p.at.Place(), p.field, clip(p.at.Text()))
			switch {
			case p.val == nil:
				if !all {
					continue
				}
			case p.val.IsKnown() && p.val.Flat() == p.at.Text():
				if !all {
					continue
				}
			default:
				line += " → " + p.val.Display()
			}
			lines = append(lines, line)
		}
		slices.Sort(lines)
		if lines = slices.Compact(lines); len(lines) > 0 {
			fmt.Fprintf(&b, "%s\n%s\n", r.name, strings.Join(lines, "\n"))
		}
	}
	compare(t, "places.golden", b.String())
}

// TestFindingsGolden writes down, for review, what the places of findings
// cover: first the wrong reference, then the other ends. The examples of rules
// say in themselves on which line a finding is.
func TestFindingsGolden(t *testing.T) {
	var b strings.Builder
	for _, r := range repositories(t) {
		if r.example {
			continue
		}
		findings := run(t, r.files).Findings
		if len(findings) == 0 {
			continue
		}
		fmt.Fprintln(&b, r.name)
		for _, f := range findings {
			fmt.Fprintf(&b, "  %s\n    %s\n", f.Rule, told(r.files, placeOf(f.Location)))
			for _, rel := range f.Related {
				fmt.Fprintf(&b, "    - %s\n", told(r.files, placeOf(rel.Location)))
			}
		}
	}
	compare(t, "findings.golden", b.String())
}

func told(files golden.Files, place string) string {
	text, complaint := covered(files, place)
	if complaint != "" {
		return place + ": " + complaint
	}
	return place + ": " + clip(text)
}
