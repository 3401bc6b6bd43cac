package value

import (
	"testing"

	"github.com/irsalint/irsalint/pkg/source"
)

func TestCutterAgreesWithText(t *testing.T) {
	f := source.NewFile("a.tf", []byte("one ${x} two\nthree ${y}\n  fold\"ed"))
	at := func(a, b int) source.Span { return source.Span{File: f, Start: a, End: b} }
	sym := &Symbol{Key: "a#x", Label: "x"}
	inner := Concat(at(13, 24),
		Piece{Text: Literal("three ", at(13, 19))},
		Piece{Text: FromSymbol(sym, at(19, 23))})
	text := Concat(at(0, 33),
		Piece{Text: Literal("one ", at(0, 4))},
		Piece{Text: FromSymbol(sym, at(4, 8))},
		Piece{Text: Literal(" two\n", at(8, 13))},
		Piece{Text: inner, At: at(4, 8)},
		Piece{Text: Literal("made up", at(28, 33))})
	c := NewCutter(text)
	n := len(text.Flat())
	for a := -1; a <= n+1; a++ {
		for b := a; b <= n+1; b++ {
			if want, got := text.Locate(a, b), c.Locate(a, b); want != got && a < b {
				t.Fatalf("Locate(%d, %d) = %v, want %v", a, b, got.Place(), want.Place())
			}
			want, got := text.Slice(a, b), c.Slice(a, b)
			if want.Flat() != got.Flat() || want.String() != got.String() || want.At() != got.At() {
				t.Fatalf("Slice(%d, %d) = %q at %v, want %q at %v", a, b, got, got.At().Place(), want, want.At().Place())
			}
		}
	}
}
