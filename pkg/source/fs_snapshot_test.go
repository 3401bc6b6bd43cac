package source

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"
)

// project writes a folder with links of all kinds, and gives its path.
func project(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{
		"outside": "secret", "p/a/b/c/file": "deep", "p/a/b/file": "b", "p/a/file": "a", "p/other/x/file": "x", "p/top": "top",
	} {
		name = filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for link, to := range map[string]string{
		"p/a/b/up": "../../top", "p/a/b/across": "../../other/x", "p/a/b/out": "../../../outside", "p/a/b/loop": "loop", "p/a/b/gone": "nowhere",
	} {
		if err := os.Symlink(filepath.FromSlash(to), filepath.Join(dir, filepath.FromSlash(link))); err != nil {
			t.Skip(err)
		}
	}
	return filepath.Join(dir, "p")
}

// answers asks a file system everything about some paths.
func answers(fsys FS, names []string) map[string]string {
	out := map[string]string{}
	word := func(err error) string {
		switch {
		case err == nil:
			return "ok"
		case errors.Is(err, fs.ErrNotExist):
			return "not there"
		}
		return "no"
	}
	for _, name := range names {
		data, err := fsys.ReadFile(name)
		out["read "+name] = word(err) + " " + string(data)
		info, err := fsys.Stat(name)
		out["stat "+name] = word(err)
		if err == nil {
			out["stat "+name] += fmt.Sprint(info.Mode(), info.IsDir())
		}
		entries, err := fsys.ReadDir(name)
		out["list "+name] = word(err)
		for _, e := range entries {
			out["list "+name] += " " + e.Name()
		}
	}
	return out
}

// TestSnapshot: a snapshot answers as the disk does, whatever it was asked
// before.
func TestSnapshot(t *testing.T) {
	fsys, err := OpenDisk(project(t))
	if err != nil {
		t.Fatal(err)
	}
	names := []string{
		".", "a", "a/b", "a/b/c", "a/b/c/file", "a/b/file", "a/file", "top", "other/x/file", "missing", "missing/file", "a/missing", "a/b/missing/x",
		"a/b/up", "a/b/across", "a/b/across/file", "a/b/across/missing", "a/b/out", "a/b/loop", "a/b/gone", "a/b/c/file/x", "A/b", "a/b/ü",
		"../outside", "a/../../outside", "/etc/passwd", "", "a//b",
	}
	want := answers(fsys, names)
	for _, first := range [][]string{nil, {"."}, {".", "a", "a/b", "a/b/c", "other", "other/x"}} {
		s := fsys.(disk).snapshot()
		for _, name := range first {
			if _, err := s.ReadDir(name); err != nil {
				t.Fatal(err)
			}
		}
		for range 2 {
			have := answers(s, names)
			for what, answer := range want {
				if have[what] != answer {
					t.Errorf("after %q: %s: %q, want %q", first, what, have[what], answer)
				}
			}
		}
	}
}

// TestSnapshotStays: what was listed stays as it is seen for the run.
func TestSnapshotStays(t *testing.T) {
	dir := project(t)
	fsys, err := OpenDisk(dir)
	if err != nil {
		t.Fatal(err)
	}
	tree := NewTree(fsys)
	before, err := tree.ReadDir("a")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "a", "new"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	after, err := tree.ReadDir("a")
	if err != nil || !slices.Equal(before, after) {
		t.Errorf("%v, then %v, %v", before, after, err)
	}
	if _, err := tree.File("a/new"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a file that was not there: %v", err)
	}
	if f, err := tree.Successor(fsys).File("a/new"); err != nil || f.Text() != "" {
		t.Errorf("the next run: %v", err)
	}
}

// TestSnapshotAtOnce is for the race detector.
func TestSnapshotAtOnce(t *testing.T) {
	fsys, err := OpenDisk(project(t))
	if err != nil {
		t.Fatal(err)
	}
	s := fsys.(disk).snapshot()
	names := []string{".", "a", "a/b", "a/b/c", "a/b/c/file", "a/missing"}
	want := answers(fsys, names)
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for what, answer := range answers(s, names) {
				if want[what] != answer {
					t.Errorf("%s: %q, want %q", what, answer, want[what])
				}
			}
		})
	}
	wg.Wait()
}
