package rules

import (
	"testing"
	"testing/fstest"
)

func TestPage(t *testing.T) {
	r := &Rule{
		ID: "irsa/audience", Severity: "error", Precision: "high",
		Title:       "The audience is * of <cluster>",
		Description: "A token has\nan audience `<aud>`.\n\nIt must fit.\n",
		fsys: fstest.MapFS{
			"irsa/audience/why.md": {Data: []byte("Because of `this`.\n")},
			"irsa/audience/examples.txtar": {Data: []byte("An example.\n-- base/a.tf --\nshared\n-- bad/b.yaml --\nkind: X  # want irsa/audience \"(.*)\"\nname: y\n" +
				"-- bad/c.tf --\n\n-- bad-2/b.yaml --\nanother\n-- good/b.yaml --\nfine\n")},
		},
		dir: "irsa/audience",
	}
	want := "# The audience is \\* of \\<cluster>\n\n`irsa/audience`, error, precision high\n\n" +
		"A token has an audience `<aud>`.\n\nIt must fit.\n\n## Why\n\nBecause of `this`.\n\n## Example\n\n" +
		"`b.yaml`\n\n```yaml\nkind: X  # ← irsa/audience\nname: y\n```\n"
	if got := r.Page(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	r = &Rule{ID: "custom/x", Severity: "warning", Title: "X"}
	if got, want := r.Page(), "# X\n\n`custom/x`, warning\n"; got != want {
		t.Errorf("a rule with a title only: %q, want %q", got, want)
	}
}
