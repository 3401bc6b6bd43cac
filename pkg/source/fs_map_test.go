package source

import (
	"errors"
	"io/fs"
	"testing"
)

func TestMapFS(t *testing.T) {
	m := MapFS{"a/b.tf": "x", "a/c/d.tf": "yy", "e.tf": ""}
	for dir, want := range map[string]string{".": "a/ e.tf ", "a": "b.tf c/ ", "a/c": "d.tf "} {
		entries, err := m.ReadDir(dir)
		if err != nil {
			t.Fatal(dir, err)
		}
		got := ""
		for _, e := range entries {
			got += e.Name()
			if e.IsDir() {
				got += "/"
			}
			got += " "
		}
		if got != want {
			t.Errorf("ReadDir(%q) = %q, want %q", dir, got, want)
		}
	}
	if info, err := m.Stat("a/c/d.tf"); err != nil || !info.Mode().IsRegular() || info.Size() != 2 {
		t.Error("Stat of a file:", info, err)
	}
	if info, err := m.Stat("a/c"); err != nil || !info.IsDir() {
		t.Error("Stat of a folder:", info, err)
	}
	for _, name := range []string{"a/x", "a/b.tf/y", ".."} {
		if _, err := m.Stat(name); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("Stat(%q): %v", name, err)
		}
		if _, err := m.ReadFile(name); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("ReadFile(%q): %v", name, err)
		}
	}
}
