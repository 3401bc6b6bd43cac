package lsp

import (
	"fmt"
	"strings"
	"testing"

	"github.com/irsalint/irsalint/pkg/finding"
	"github.com/irsalint/irsalint/pkg/source"
)

// TestPositions: a location in code points, as both encodings have it. The
// text between ‹ and › is the location; they are no part of the file.
func TestPositions(t *testing.T) {
	for _, tt := range []struct {
		name, text    string
		utf8, utf16   string
		open          bool
		line, column  int
		eline, ecolum int
	}{
		{"plain", "ab\ncd ef\n", "1:3-1:5", "1:3-1:5", false, 2, 4, 2, 6},
		{"é", "k: é x\n", "0:6-0:7", "0:5-0:6", false, 1, 6, 1, 7},
		{"combining", "e\u0301 x\n", "0:4-0:5", "0:3-0:4", false, 1, 4, 1, 5},
		{"emoji", "😀 x\n", "0:5-0:6", "0:3-0:4", false, 1, 3, 1, 4},
		{"family of emoji", "👩‍👩‍👧 x\n", "0:19-0:20", "0:9-0:10", false, 1, 7, 1, 8},
		{"tabs", "\t\tx\n", "0:2-0:3", "0:2-0:3", false, 1, 3, 1, 4},
		{"CRLF", "ab\r\ncd\r\n", "1:1-1:2", "1:1-1:2", false, 2, 2, 2, 3},
		{"CR alone is a line for a client", "ab\rcd\n", "1:1-1:2", "1:1-1:2", false, 1, 5, 1, 6},
		{"byte order mark on disk", "\ufeffab\ncd", "0:1-0:2", "0:1-0:2", false, 1, 3, 1, 4},
		{"byte order mark in a buffer", "\ufeffab\ncd", "0:4-0:5", "0:2-0:3", true, 1, 3, 1, 4},
		{"the mark itself", "\ufeffab", "0:0-0:0", "0:0-0:0", false, 1, 1, 1, 2},
		{"after the mark", "\ufeffab\ncd", "1:0-1:2", "1:0-1:2", false, 2, 1, 2, 3},
		{"no UTF-8", "a\xffb\n", "0:2-0:3", "0:2-0:3", false, 1, 3, 1, 4},
		{"several lines", "ab\ncd\nef", "0:1-2:1", "0:1-2:1", false, 1, 2, 3, 2},
		{"past the end", "ab", "0:2-0:2", "0:2-0:2", false, 7, 7, 8, 8},
	} {
		f := source.NewFile("f", []byte(tt.text))
		at := finding.Location{Line: tt.line, Column: tt.column, EndLine: tt.eline, EndColumn: tt.ecolum}
		for enc, want := range map[encoding]string{utf8Units: tt.utf8, utf16Units: tt.utf16} {
			l := newLines(f.Data, enc, tt.open)
			r := l.span(offsets(f, at))
			if got := fmt.Sprintf("%d:%d-%d:%d", r.Start.Line, r.Start.Character, r.End.Line, r.End.Character); got != want {
				t.Errorf("%s: %s: %s, want %s", tt.name, enc, got, want)
			}
		}
	}
}

// TestPositionsBack: every offset at which a character begins survives the way
// there and back; what is between or outside goes to the nearest.
func TestPositionsBack(t *testing.T) {
	const text = "\ufeffé😀e\u0301\tx\r\ny\rz\n\n"
	for _, enc := range []encoding{utf8Units, utf16Units} {
		for _, open := range []bool{false, true} {
			l := newLines([]byte(text), enc, open)
			for i, r := range text {
				if r == '\r' || r == '\n' || i == 0 && !open {
					continue
				}
				if got := l.offset(l.position(i)); got != i {
					t.Errorf("%s: offset %d (%q) comes back as %d", enc, i, r, got)
				}
			}
			for _, p := range []position{{-1, 0}, {0, -5}, {0, 1 << 30}, {99, 0}, {1 << 30, 1 << 30}} {
				if got := l.offset(p); got < 0 || got > len(text) {
					t.Errorf("%+v: %d", p, got)
				}
			}
		}
	}
	l := newLines([]byte("😀x"), utf16Units, true)
	if got := l.offset(position{0, 1}); got != 0 {
		t.Errorf("inside of a pair: %d", got)
	}
}

func TestURIs(t *testing.T) {
	for _, path := range []string{"/a/b.yaml", "/a b/c+d/%41/é/#?&.tf", "/a:1/b"} {
		uri := uriOf(path)
		if strings.ContainsAny(uri, " #?é") {
			t.Errorf("%s is not escaped", uri)
		}
		if got, ok := pathOf(uri); !ok || got != path {
			t.Errorf("%s: %s is %s", path, uri, got)
		}
	}
	for uri, want := range map[string]string{
		"file:///a/b+c.yaml": "/a/b+c.yaml", "file:///c%3A/x": "/c:/x", "file://localhost/a": "/a", "FILE:///a/../b/": "/b",
	} {
		if got, ok := pathOf(uri); !ok || got != want {
			t.Errorf("%s is %s, want %s", uri, got, want)
		}
	}
}
