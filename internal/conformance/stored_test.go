package conformance

import (
	"context"
	"os"
	"path/filepath"
	"reflect"
	"testing"
	"testing/fstest"

	"golang.org/x/tools/txtar"

	"github.com/irsalint/irsalint/internal/golden"
	"github.com/irsalint/irsalint/pkg/finding"
	"github.com/irsalint/irsalint/pkg/lint"
	"github.com/irsalint/irsalint/pkg/rules"
)

// TestStoredRules: over all examples and sample repositories, the rules as
// they are stored report the same as when they are compiled from source.
func TestStoredRules(t *testing.T) {
	set, err := rules.Load()
	if err != nil {
		t.Fatal(err)
	}
	stored := lint.NewSession()
	// With any rule of a user, all are compiled.
	compiled := lint.NewSession(fstest.MapFS{"none.rego": {Data: []byte("package irsalint.custom.none\n\nviolation contains {\"message\": \"\"} if false\n")}})
	report := func(s *lint.Session, files golden.Files) finding.Report {
		r, err := s.Run(context.Background(), lint.Options{FS: files.FS(), Jobs: 2})
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	checks := 0
	same := func(name string, files golden.Files) {
		have, want := report(stored, files), report(compiled, files)
		if !reflect.DeepEqual(have, want) {
			t.Errorf("%s: stored rules report %+v\ncompiled rules report %+v", name, have, want)
		}
		checks += len(have.Findings) + len(have.Unverified) + have.Summary.Checks.Verified
	}
	for _, r := range set.Rules {
		for name, files := range golden.Variants(txtar.Parse([]byte(r.Example()))) {
			same(r.ID+" "+name, files)
		}
	}
	archives, err := filepath.Glob("../../testdata/*/*.txtar")
	if err != nil || len(archives) == 0 {
		t.Fatal("no archives", err)
	}
	for _, name := range archives {
		a, err := txtar.ParseFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for variant, files := range golden.Variants(a) {
			same(name+" "+variant, files)
		}
	}
	repos, err := os.ReadDir("../../testdata/repos")
	if err != nil {
		t.Fatal(err)
	}
	dirs := []string{"../../testdata/sample"}
	for _, e := range repos {
		if e.IsDir() {
			dirs = append(dirs, "../../testdata/repos/"+e.Name())
		}
	}
	for _, dir := range dirs {
		same(dir, golden.ReadDir(t, dir))
	}
	if checks == 0 {
		t.Error("nothing was compared")
	}
}
