package lint

import (
	"testing"
	"testing/fstest"

	"github.com/irsalint/irsalint/pkg/finding"
	"github.com/irsalint/irsalint/pkg/source"
)

func TestLocation(t *testing.T) {
	tree := source.NewTree(fstest.MapFS{"a:1/b.tf": {Data: []byte("one\ntwo é three\n")}})
	p := placer{tree, func(name string) string { return "../" + name }}
	file, err := tree.File("a:1/b.tf")
	if err != nil {
		t.Fatal(err)
	}
	got, ok := p.location("a:1/b.tf:2:5:2:6")
	want := finding.Location{File: "../a:1/b.tf", Line: 2, Column: 5, EndLine: 2, EndColumn: 6, Snippet: "two é three", Source: file}
	if !ok || got != want {
		t.Errorf("got %+v, %v, want %+v", got, ok, want)
	}
	for _, bad := range []string{"", "a", "a:1", "a:1:2:3", ":1:2:3:4", "a:1:x:3:4", "a:0:1:1:1"} {
		if l, ok := p.location(bad); ok {
			t.Errorf("location(%q) = %+v", bad, l)
		}
	}
}

func TestOneLine(t *testing.T) {
	p := placer{}
	l := finding.Location{Line: 3, Column: 5, EndLine: 9, EndColumn: 2, Snippet: "two é three"}
	if got := p.oneLine(l); got.EndLine != 3 || got.EndColumn != 12 {
		t.Errorf("got %+v", got)
	}
	l = finding.Location{Line: 3, Column: 5, EndLine: 3, EndColumn: 6, Snippet: "two é three"}
	if got := p.oneLine(l); got != l {
		t.Errorf("a location on one line changed: %+v", got)
	}
}

func TestRelative(t *testing.T) {
	for _, tt := range []struct{ root, dir, name, want string }{
		{"/p", "/p", "a/b.tf", "a/b.tf"},
		{"/p", "/p/a", "a/b.tf", "b.tf"},
		{"/p", "/p/a", "c/b.tf", "../c/b.tf"},
		{"/p", "/q/r", "a/b.tf", "../../p/a/b.tf"},
		{"", "", "a/b.tf", "a/b.tf"},
	} {
		o := Options{Root: tt.root, Dir: tt.dir}
		if got := o.relative(tt.name); got != tt.want {
			t.Errorf("%+v: %s", tt, got)
		}
	}
}
