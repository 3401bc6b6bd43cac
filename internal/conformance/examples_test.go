// Package conformance runs the examples of every rule through the whole
// pipeline. It stands apart from the rules since the pipeline imports them.
package conformance

import (
	"context"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/irsalint/irsalint/internal/golden"
	"github.com/irsalint/irsalint/pkg/finding"
	"github.com/irsalint/irsalint/pkg/lint"
	"github.com/irsalint/irsalint/pkg/rules"
)

// TestExamples: in examples.txtar of each rule, the folders bad, bad-2 … hold
// what the rule finds, with comments that say where, and nothing that another
// rule finds; good … hold what it verifies, unknown … what it cannot settle.
func TestExamples(t *testing.T) {
	set, err := rules.Load()
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range set.Rules {
		t.Run(r.ID, func(t *testing.T) {
			if r.Example() == "" {
				t.Fatal("no examples.txtar")
			}
			kinds := map[string]int{}
			for name, files := range golden.Variants(txtar.Parse([]byte(r.Example()))) {
				kind, _, _ := strings.Cut(name, "-")
				kinds[kind]++
				t.Run(name, func(t *testing.T) { check(t, r.ID, kind, files) })
			}
			for _, kind := range []string{"bad", "good", "unknown"} {
				if kinds[kind] == 0 {
					t.Errorf("no example %s/…", kind)
				}
			}
		})
	}
}

func check(t *testing.T, id, kind string, files golden.Files) {
	wants := files.Wants(t)
	files.Check(t)
	report, err := lint.Run(context.Background(), lint.Options{
		FS: files.FS(), Jobs: 1, Rules: []string{id}, Tool: finding.Tool{Name: "irsalint", Version: "test"},
	})
	if err != nil {
		t.Fatal(err)
	}
	checks := report.Summary.Checks
	switch kind {
	case "bad":
		if len(wants) == 0 {
			t.Error("it expects nothing: add a comment # want " + id + ` "…"`)
		}
		if checks.Contradicted == 0 {
			t.Error("the rule does not fire")
		}
		for _, f := range report.Findings {
			if f.Fix == nil || f.Fix.Description == "" {
				t.Errorf("%s: the finding does not say what to write", f.Location)
			}
		}
	case "good":
		if checks.Verified == 0 {
			t.Error("the rule verifies nothing")
		}
	case "unknown":
		if checks.Unverified == 0 {
			t.Error("the rule does not say that it cannot settle this")
		}
	default:
		t.Errorf("a folder is named bad, good or unknown, perhaps with -2")
	}
	if kind != "bad" && len(wants) > 0 {
		t.Error("only bad examples expect findings")
	}
}
