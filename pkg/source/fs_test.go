package source

import (
	"testing"
	"testing/fstest"
)

// TestAdopt: content that was read already is not read again, and does not
// replace what is there.
func TestAdopt(t *testing.T) {
	tree := NewTree(fstest.MapFS{"a": {Data: []byte("on disk")}, "b": {Data: []byte("on disk")}})
	f, err := tree.Adopt("a", []byte("read before"))
	if err != nil || f.Text() != "read before" {
		t.Fatalf("%q, %v", f.Text(), err)
	}
	if again, err := tree.File("./a"); err != nil || again != f {
		t.Errorf("a second file %q, %v", again.Text(), err)
	}
	f, _ = tree.File("b")
	if again, err := tree.Adopt("b", []byte("read later")); err != nil || again != f {
		t.Errorf("a second file %q, %v", again.Text(), err)
	}
	if _, err := tree.Adopt("../a", nil); err == nil {
		t.Error("a file outside the project")
	}
}

func TestText(t *testing.T) {
	if f := NewFile("a", nil); f.Text() != "" {
		t.Errorf("%q", f.Text())
	}
	if f := NewFile("a", []byte("x\uFDD0y")); f.Text() != "x\uFFFDy" {
		t.Errorf("%q", f.Text())
	}
}
