// Package golden runs irsalint over repositories that are written down in
// tests, and compares what it finds with what they say it should.
package golden

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"sort"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"

	"golang.org/x/tools/txtar"

	"github.com/irsalint/irsalint/pkg/finding"
	"github.com/irsalint/irsalint/pkg/lint"
	"github.com/irsalint/irsalint/pkg/source"
)

// Files are the files of a repository, by path.
type Files map[string]string

// FS gives the files as a file system that lint reads.
func (f Files) FS() fstest.MapFS {
	out := fstest.MapFS{}
	for name, text := range f {
		out[name] = &fstest.MapFile{Data: []byte(text)}
	}
	return out
}

// Lint lints the files.
func (f Files) Lint(t *testing.T) finding.Report {
	t.Helper()
	return lintFS(t, f.FS())
}

// LintDisk writes the files to a folder and lints them there.
func (f Files) LintDisk(t *testing.T) finding.Report {
	t.Helper()
	return lintFS(t, f.Disk(t))
}

// Disk writes the files to a folder that goes when the test is over, and gives
// it as a file system.
func (f Files) Disk(t testing.TB) source.FS {
	t.Helper()
	dir := t.TempDir()
	for name, text := range f {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	fsys, err := source.OpenDisk(dir)
	if err != nil {
		t.Fatal(err)
	}
	return fsys
}

func lintFS(t *testing.T, fsys source.FS) finding.Report {
	t.Helper()
	r, err := lint.Run(context.Background(), lint.Options{FS: fsys, Jobs: 2, Tool: finding.Tool{Name: "irsalint", Version: "test"}})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// Variants reads an archive of repositories: each folder at its top is one,
// and lies over the files of the folder base, which is none itself. A file
// that is empty in a variant is taken away.
func Variants(a *txtar.Archive) map[string]Files {
	base, out := Files{}, map[string]Files{}
	for _, f := range a.Files {
		dir, name, _ := strings.Cut(f.Name, "/")
		if dir == "base" {
			base[name] = string(f.Data)
			continue
		}
		if out[dir] == nil {
			out[dir] = Files{}
		}
		out[dir][name] = string(f.Data)
	}
	for _, files := range out {
		for name, text := range base {
			if _, changed := files[name]; !changed {
				files[name] = text
			}
		}
		for name, text := range files {
			if strings.TrimSpace(text) == "" {
				delete(files, name)
			}
		}
	}
	return out
}

// Want is a finding that a file expects on one of its lines, by the comment
// `want RULE "REGEXP"` there; the expression is matched against the message
// and the help.
type Want struct {
	File string
	Line int
	Rule string
	Text *regexp.Regexp
}

func (w Want) String() string {
	return fmt.Sprintf("%s:%d: %s %q", w.File, w.Line, w.Rule, w.Text)
}

var wantComment = regexp.MustCompile(`(?:#|//) want ((?:[a-z-]+/[a-z-]+ (?:"(?:[^"\\]|\\.)*"|` + "`[^`]*`" + `) ?)+)`)
var wantOne = regexp.MustCompile(`([a-z-]+/[a-z-]+) ("(?:[^"\\]|\\.)*"|` + "`[^`]*`" + `)`)

// Wants gives what the files expect.
func (f Files) Wants(t *testing.T) []Want {
	t.Helper()
	var out []Want
	for _, name := range f.names() {
		for i, line := range strings.Split(f[name], "\n") {
			comment := wantComment.FindString(line)
			if comment == "" && strings.Contains(line, "# want ") {
				t.Errorf("%s:%d: cannot read %q", name, i+1, line)
			}
			for _, m := range wantOne.FindAllStringSubmatch(comment, -1) {
				text, err := strconv.Unquote(m[2])
				if err != nil {
					t.Errorf("%s:%d: %v", name, i+1, err)
				}
				re, err := regexp.Compile(text)
				if err != nil {
					t.Fatalf("%s:%d: %v", name, i+1, err)
				}
				out = append(out, Want{name, i + 1, m[1], re})
			}
		}
	}
	return out
}

func (f Files) names() []string {
	names := make([]string, 0, len(f))
	for n := range f {
		names = append(names, n)
	}
	sort.Strings(names)
	return names
}

// Check lints the files and reports every finding that none of them expects,
// and every expectation that no finding meets. It gives the report.
func (f Files) Check(t *testing.T) finding.Report {
	t.Helper()
	r := f.Lint(t)
	wants := f.Wants(t)
	for _, got := range r.Findings {
		i := slices.IndexFunc(wants, func(w Want) bool {
			text := got.Message
			if got.Fix != nil {
				text += "\n" + got.Fix.Description
			}
			return w.File == got.Location.File && w.Line == got.Location.Line && w.Rule == got.Rule && w.Text.MatchString(text)
		})
		if i < 0 {
			t.Errorf("unexpected: %s: %s: %s [%s]", got.Location, got.Severity, got.Message, got.Rule)
			continue
		}
		wants = slices.Delete(wants, i, i+1)
	}
	for _, w := range wants {
		t.Errorf("missing: %s", w)
	}
	return r
}

// ReadDir reads the files below a folder.
func ReadDir(t *testing.T, dir string) Files {
	t.Helper()
	out := Files{}
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(dir, path)
		out[filepath.ToSlash(rel)] = string(data)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}
