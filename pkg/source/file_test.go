package source

import (
	"strings"
	"testing"
	"unicode/utf8"
)

// Columns are code points, also in lines of many blocks.
func TestPosition(t *testing.T) {
	for _, text := range []string{
		"", "\n", "one\ntwo", "é\r\nüü x\n日本\U0001F600 y",
		strings.Repeat("a", 5000) + "\n" + strings.Repeat("é日\U0001F600b", 3000) + "\nend",
	} {
		f := NewFile("a", []byte(text))
		line, start := 1, 0
		for i := range text {
			if got, want := f.Position(i), (Position{line, 1 + utf8.RuneCountInString(text[start:i])}); got != want {
				t.Fatalf("%.20q: byte %d is at %v, want %v", text, i, got, want)
			}
			if text[i] == '\n' {
				line, start = line+1, i+1
			}
		}
		if got, want := f.Position(len(text)), (Position{line, 1 + utf8.RuneCountInString(text[start:])}); got != want {
			t.Errorf("%.20q ends at %v, want %v", text, got, want)
		}
	}
}
