package source

import (
	"os"
	"path/filepath"
	"testing"
)

func TestReason(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "secret"), []byte("s"), 0o600); err != nil {
		t.Fatal(err)
	}
	project := filepath.Join(dir, "project")
	if err := os.MkdirAll(filepath.Join(project, "folder"), 0o700); err != nil {
		t.Fatal(err)
	}
	for name, to := range map[string]string{"out": "../secret", "abs": filepath.Join(dir, "secret"), "up": "..", "nowhere": "gone", "loop": "loop"} {
		if err := os.Symlink(to, filepath.Join(project, name)); err != nil {
			t.Skip(err)
		}
	}
	files, err := OpenDisk(project)
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{
		"out": "it is a link that leads out of the project", "abs": "it is a link that leads out of the project",
		"up/secret": "it is a link that leads out of the project", "nowhere": "no such file or directory",
		"loop": "too many levels of symbolic links", "folder": "not a regular file",
	} {
		data, err := files.ReadFile(name)
		if err == nil {
			t.Errorf("%s holds %q", name, data)
			continue
		}
		if got := Reason(name, err); got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
}
