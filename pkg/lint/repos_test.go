package lint_test

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/irsalint/irsalint/internal/golden"
	"github.com/irsalint/irsalint/pkg/finding"
	"github.com/irsalint/irsalint/pkg/lint"
	"github.com/irsalint/irsalint/pkg/report"
	"github.com/irsalint/irsalint/pkg/source"
)

var update = flag.Bool("update", false, "rewrite the golden files")

const testdata = "../../testdata"

// repositories are the folders whose report is written down beside them.
func repositories(t *testing.T) []string {
	t.Helper()
	entries, err := os.ReadDir(testdata + "/repos")
	if err != nil {
		t.Fatal(err)
	}
	dirs := []string{testdata + "/sample"}
	for _, e := range entries {
		if e.IsDir() {
			dirs = append(dirs, testdata+"/repos/"+e.Name())
		}
	}
	return dirs
}

func options(t *testing.T, dir string) lint.Options {
	t.Helper()
	fsys, err := source.OpenDisk(dir)
	if err != nil {
		t.Fatal(err)
	}
	return lint.Options{FS: fsys, Jobs: 2, Tool: finding.Tool{Name: "irsalint", Version: "test"}}
}

func run(t *testing.T, s *lint.Session, o lint.Options) finding.Report {
	t.Helper()
	r, err := s.Run(context.Background(), o)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func text(t *testing.T, r finding.Report) string {
	t.Helper()
	return render(t, r, "text")
}

func render(t *testing.T, r finding.Report, format string) string {
	t.Helper()
	f, ok := report.Lookup(format)
	if !ok {
		t.Fatalf("no format %s", format)
	}
	var b bytes.Buffer
	if err := f.Write(&b, &r, report.Options{Verbose: true}); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// TestRepositories compares the report of each repository with the golden file
// beside it, all in one session: nothing of one may show in another.
func TestRepositories(t *testing.T) {
	s := lint.NewSession()
	for _, dir := range repositories(t) {
		t.Run(filepath.Base(dir), func(t *testing.T) {
			got := text(t, run(t, s, options(t, dir)))
			name := dir + ".golden"
			if *update {
				if err := os.WriteFile(name, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			want, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			if got != string(want) {
				t.Errorf("the report differs from %s (-update rewrites it)\n%s", name, diff(string(want), got))
			}
		})
	}
}

// diff gives the lines that only one of two texts has.
func diff(want, got string) string {
	w, g := strings.Split(want, "\n"), strings.Split(got, "\n")
	var b strings.Builder
	for _, l := range w {
		if !slices.Contains(g, l) {
			b.WriteString("-" + l + "\n")
		}
	}
	for _, l := range g {
		if !slices.Contains(w, l) {
			b.WriteString("+" + l + "\n")
		}
	}
	return b.String()
}

// TestAllAtOnce lints all repositories as one project: copies and environments
// beside each other are normal, and must neither hide nor invent anything.
func TestAllAtOnce(t *testing.T) {
	s := lint.NewSession()
	type place struct{ rule, at string }
	var want []place
	for _, dir := range repositories(t) {
		rel, err := filepath.Rel(testdata, dir)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range run(t, s, options(t, dir)).Findings {
			want = append(want, place{f.Rule, filepath.ToSlash(rel) + "/" + f.Location.String()})
		}
	}
	o := options(t, testdata)
	o.Paths = []string{"repos", "sample"}
	var got []place
	for _, f := range run(t, s, o).Findings {
		got = append(got, place{f.Rule, f.Location.String()})
	}
	for _, p := range want {
		if !slices.Contains(got, p) {
			t.Errorf("hidden: %v", p)
		}
	}
	for _, p := range got {
		if !slices.Contains(want, p) {
			t.Errorf("invented: %v", p)
		}
	}
}

// TestDeterministic: the order in which files are read does not show, and
// neither does the number of workers.
func TestDeterministic(t *testing.T) {
	for _, dir := range repositories(t) {
		o := options(t, dir)
		want := render(t, run(t, lint.NewSession(), o), "json")
		graphOf := func(o lint.Options) string {
			g, err := lint.NewSession().Graph(context.Background(), o)
			if err != nil {
				t.Fatal(err)
			}
			b, err := json.Marshal(g)
			if err != nil {
				t.Fatal(err)
			}
			return string(b)
		}
		graph := graphOf(o)
		for seed := range uint64(4) {
			o := options(t, dir)
			o.Jobs = 1 + int(seed)
			o.Shuffle = rand.New(rand.NewPCG(seed, 1)).Shuffle
			if got := render(t, run(t, lint.NewSession(), o), "json"); got != want {
				t.Errorf("%s, seed %d: the report differs\n%s", dir, seed, diff(want, got))
			}
			if graphOf(o) != graph {
				t.Errorf("%s, seed %d: the graph differs", dir, seed)
			}
		}
	}
}

// TestGuides runs the guides: a mistake each, with its finding and no other.
func TestGuides(t *testing.T) {
	archives, err := filepath.Glob(testdata + "/guides/*.txtar")
	if err != nil || len(archives) == 0 {
		t.Fatalf("no guides: %v", err)
	}
	for _, name := range archives {
		a, err := txtar.ParseFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for variant, files := range golden.Variants(a) {
			t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar")+"/"+variant, func(t *testing.T) {
				r := files.Check(t)
				if len(files.Wants(t)) == 0 && r.Summary.Checks.Verified == 0 {
					t.Error("no check was verified")
				}
			})
		}
	}
}
