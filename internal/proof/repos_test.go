package proof

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"sort"
	"strings"
	"sync"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/irsalint/irsalint/internal/golden"
	"github.com/irsalint/irsalint/pkg/finding"
	"github.com/irsalint/irsalint/pkg/lint"
	"github.com/irsalint/irsalint/pkg/rules"
	"github.com/irsalint/irsalint/pkg/source"
)

const testdata = "../../testdata"

// repo is a repository of the tests, in memory.
type repo struct {
	name  string
	files golden.Files
	// expect are the places, file:line, of which a finding must touch one;
	// set for the bad half of a case.
	expect []string
	// example marks an example of a rule.
	example bool
}

// session is shared: compiling the rules takes longer than most runs.
var session = sync.OnceValue(func() *lint.Session { return lint.NewSession() })

// run lints files in memory.
func run(t *testing.T, files golden.Files) finding.Report {
	t.Helper()
	r, err := session().Run(context.Background(), lint.Options{
		FS: source.MapFS(files), Jobs: 1, Tool: finding.Tool{Name: "irsalint", Version: "test"},
	})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// repositories gives all repositories of the tests, by name: the folders, the
// guides, the cases and the examples of the rules.
func repositories(t *testing.T) []repo {
	t.Helper()
	var out []repo
	for _, pattern := range []string{"sample", "repos/*"} {
		for _, dir := range glob(t, pattern) {
			if info, err := os.Stat(dir); err == nil && info.IsDir() {
				out = append(out, repo{name: filepath.Base(dir), files: golden.ReadDir(t, dir)})
			}
		}
	}
	for _, pattern := range []string{"guides/*.txtar", "cases/*.txtar"} {
		for _, name := range glob(t, pattern) {
			a, err := txtar.ParseFile(name)
			if err != nil {
				t.Fatal(err)
			}
			list := variants(strings.TrimSuffix(filepath.Base(name), ".txtar"), a)
			for i := range list {
				if strings.HasSuffix(list[i].name, "/bad") {
					list[i].expect = expectations(string(a.Comment))
				}
			}
			out = append(out, list...)
		}
	}
	set, err := rules.Load()
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range set.Rules {
		for _, e := range variants(r.ID, txtar.Parse([]byte(r.Example()))) {
			e.example = true
			out = append(out, e)
		}
	}
	return out
}

func glob(t *testing.T, pattern string) []string {
	t.Helper()
	list, err := filepath.Glob(filepath.Join(testdata, filepath.FromSlash(pattern)))
	if err != nil || len(list) == 0 {
		t.Fatalf("nothing matches %s: %v", pattern, err)
	}
	return list
}

func variants(name string, a *txtar.Archive) []repo {
	var out []repo
	for variant, files := range golden.Variants(a) {
		out = append(out, repo{name: name + "/" + variant, files: files})
	}
	slices.SortFunc(out, func(a, b repo) int { return strings.Compare(a.name, b.name) })
	return out
}

// expectations reads the line "expect: file:line …" at the head of a case.
func expectations(comment string) []string {
	for line := range strings.Lines(comment) {
		if rest, ok := strings.CutPrefix(line, "expect: "); ok {
			return strings.Fields(rest)
		}
	}
	return nil
}

// names gives the files of a repository in order.
func names(files golden.Files) []string {
	out := make([]string, 0, len(files))
	for n := range files {
		out = append(out, n)
	}
	sort.Strings(out)
	return out
}
