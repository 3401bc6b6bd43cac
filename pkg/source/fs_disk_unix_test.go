//go:build unix

package source

import (
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// TestPipe: a pipe among the files does not keep the run waiting.
func TestPipe(t *testing.T) {
	dir := t.TempDir()
	if err := syscall.Mkfifo(filepath.Join(dir, "pipe.tf"), 0o644); err != nil {
		t.Skip(err)
	}
	fsys, err := OpenDisk(dir)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := NewTree(fsys).File("pipe.tf"); err == nil || !strings.Contains(err.Error(), "not a regular file") {
		t.Error(err)
	}
}
