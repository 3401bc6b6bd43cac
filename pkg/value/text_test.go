package value

import (
	"testing"

	"github.com/irsalint/irsalint/pkg/source"
)

func span(f *source.File, start, end int) source.Span {
	return source.Span{File: f, Start: start, End: end}
}

func TestLocate(t *testing.T) {
	//                                   0123456789012345678901234567890
	f := source.NewFile("main.tf", []byte(`a = "x:${local.s}:y"  s = "in"`))
	in := Literal("in", span(f, 27, 29))
	whole := Concat(span(f, 5, 19),
		Piece{Text: Literal("x:", span(f, 5, 7))},
		Piece{Text: in, At: span(f, 7, 17)},
		Piece{Text: Literal(":y", span(f, 17, 19))},
	)
	if whole.Flat() != "x:in:y" {
		t.Fatalf("flat = %q", whole.Flat())
	}
	tests := []struct {
		start, end int
		want       string
	}{
		{0, 1, "x"},
		{0, 2, "x:"},
		{2, 4, "in"},          // the interpolation alone: the innermost place
		{3, 4, "n"},           // a part of it
		{1, 4, ":${local.s}"}, // mixed: where it was put together
		{0, 6, "x:${local.s}:y"},
		{5, 6, "y"},
	}
	for _, tt := range tests {
		if got := whole.Locate(tt.start, tt.end).Text(); got != tt.want {
			t.Errorf("Locate(%d, %d) = %q, want %q", tt.start, tt.end, got, tt.want)
		}
		if got := whole.Slice(tt.start, tt.end).At().Text(); got != tt.want {
			t.Errorf("Slice(%d, %d).At() = %q, want %q", tt.start, tt.end, got, tt.want)
		}
	}
}

func TestSplitAndTrim(t *testing.T) {
	x := text(t, "system:serviceaccount:<name:ns>:app")
	pieces, certain := x.Split(":")
	if !certain || len(pieces) != 4 || pieces[2].String() != "${ns}" || pieces[3].Flat() != "app" {
		t.Errorf("Split = %v, %v", pieces, certain)
	}
	if _, certain := text(t, "a:<x>").Split(":"); certain {
		t.Error("Split over a symbol that can hold the separator is certain")
	}
	rest, ok := text(t, "https://oidc.eks.<region:r>.amazonaws.com").TrimPrefix("https://")
	if !ok || rest.String() != "oidc.eks.${r}.amazonaws.com" {
		t.Errorf("TrimPrefix = %v, %v", rest, ok)
	}
	if _, ok := text(t, "<x>").TrimPrefix("https://"); ok {
		t.Error("TrimPrefix of an unknown text is certain")
	}
	if before, after, ok := text(t, "a<name:n>:b:c").Cut(":"); !ok || before.String() != "a${n}" || after.Flat() != "b:c" {
		t.Errorf("Cut = %v, %v, %v", before, after, ok)
	}
}

func TestLookup(t *testing.T) {
	at := source.Span{}
	inner := MapAt([]Field{{Key: Literal("b", at), Value: StringAt("v", at)}}, at)
	m := MapAt([]Field{
		{Key: Literal("a", at), Value: inner},
		{Key: Literal("n", at), Value: NullAt(at)},
		{Key: Literal("l", at), Value: ListAt([]Value{inner}, at)},
		{Key: Literal("o", at), Value: inner.Open(nil)},
	}, at)
	tests := []struct {
		path []string
		want Truth
	}{
		{[]string{"a", "b"}, Yes},
		{[]string{"a", "c"}, No},
		{[]string{"n"}, No},
		{[]string{"l", "b"}, Yes},
		{[]string{"o", "c"}, Maybe},
		{[]string{"o", "b"}, Yes},
	}
	for _, tt := range tests {
		if _, got := m.Lookup(tt.path...); got != tt.want {
			t.Errorf("Lookup(%v) = %v, want %v", tt.path, got, tt.want)
		}
	}
}
