package docgen

import (
	"context"
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/irsalint/irsalint/internal/golden"
	"github.com/irsalint/irsalint/pkg/rules"
)

var update = flag.Bool("update", false, "rewrite docs/rules")

// TestPages: docs/rules holds what Pages gives, and nothing else.
func TestPages(t *testing.T) {
	set, err := rules.Load()
	if err != nil {
		t.Fatal(err)
	}
	want, err := Pages(context.Background(), set)
	if err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join("..", "..", "docs", "rules")
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	have := golden.ReadDir(t, dir)
	for _, name := range names(want) {
		if have[name] == want[name] {
			continue
		}
		if !*update {
			t.Errorf("docs/rules/%s is stale; `make golden` rewrites it", name)
			continue
		}
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(want[name]), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range names(have) {
		if _, ok := want[name]; ok {
			continue
		}
		if !*update {
			t.Errorf("docs/rules/%s is the page of no rule; `make golden` removes it", name)
			continue
		}
		if err := os.Remove(filepath.Join(dir, filepath.FromSlash(name))); err != nil {
			t.Fatal(err)
		}
	}
}

func TestDiff(t *testing.T) {
	tests := []struct {
		name     string
		from, to golden.Files
		want     string
		changed  int
	}{
		{"same", golden.Files{"a": "1\n2\n"}, golden.Files{"a": "1\n2\n\n"}, "", 0},
		{
			"one line", golden.Files{"a": "1\n2\n3\n4\n5\n6\n7\n"}, golden.Files{"a": "1\n2\n3\nfour\n5\n6\n7\n"},
			"--- a\n+++ a\n@@\n 2\n 3\n-4\n+four\n 5\n 6\n", 2,
		},
		{"added file", golden.Files{}, golden.Files{"b": "1\n2\n"}, "--- b\n+++ b\n+1\n+2\n", 2},
		{"removed line", golden.Files{"a": "1\n2\n"}, golden.Files{"a": "1\n"}, "--- a\n+++ a\n 1\n-2\n", 1},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got, changed := diffFiles(tt.from, tt.to); got != tt.want || changed != tt.changed {
				t.Errorf("%d lines:\n%s\nwant %d:\n%s", changed, got, tt.changed, tt.want)
			}
		})
	}
}

func TestAdvice(t *testing.T) {
	why, fix := advice("It fails.\n\nTo fix it, write x.\n\nOr not.\n")
	if why != "It fails.\n\nOr not." || fix != "Write x." {
		t.Errorf("why %q, fix %q", why, fix)
	}
}

func TestPlain(t *testing.T) {
	got := plain(golden.Files{"a": "x: 1  # want irsa/x \"y\"\n# want of it\ny: 2\n"})["a"]
	if want := "x: 1\n# want of it\ny: 2\n"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
