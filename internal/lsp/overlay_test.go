package lsp

import (
	"errors"
	"io/fs"
	"strings"
	"testing"

	"github.com/irsalint/irsalint/pkg/source"
)

func TestOverlay(t *testing.T) {
	disk := source.MapFS{"a.tf": "disk", "d/b.tf": "b", "d/z.tf": "z"}
	huge := make([]byte, source.MaxFileSize+1)
	o := newOverlay(disk, documents{}.
		with("a.tf", &document{text: []byte("buffer")}).
		with("d/c.tf", &document{text: []byte("cc")}).
		with("new/deep/e.tf", &document{text: nil}).
		with("gone.tf", &document{text: []byte("x")}).with("gone.tf", nil).
		with("huge.tf", &document{text: huge}))
	for name, want := range map[string]string{"a.tf": "buffer", "d/b.tf": "b", "d/c.tf": "cc", "new/deep/e.tf": ""} {
		if got, err := o.ReadFile(name); string(got) != want || err != nil {
			t.Errorf("%s: %q, %v", name, got, err)
		}
		if info, err := o.Stat(name); err != nil || !info.Mode().IsRegular() || info.Size() != int64(len(want)) {
			t.Errorf("%s: %v, %v", name, info, err)
		}
	}
	for dir, want := range map[string]string{".": "a.tf d/ huge.tf new/", "d": "b.tf c.tf z.tf", "new": "deep/", "new/deep": "e.tf"} {
		entries, err := o.ReadDir(dir)
		var got []string
		for _, e := range entries {
			name := e.Name()
			if e.IsDir() {
				name += "/"
			}
			got = append(got, name)
		}
		if strings.Join(got, " ") != want || err != nil {
			t.Errorf("%s: %v, %v", dir, got, err)
		}
		if info, err := o.Stat(dir); dir != "." && (err != nil || !info.IsDir()) {
			t.Errorf("%s: %v, %v", dir, info, err)
		}
	}
	for _, name := range []string{"gone.tf", "none", "new/none"} {
		if _, err := o.Stat(name); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%s: %v", name, err)
		}
		if _, err := o.ReadFile(name); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := o.ReadFile("huge.tf"); !errors.Is(err, source.ErrTooLarge) {
		t.Errorf("huge: %v", err)
	}
}
