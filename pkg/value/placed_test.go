package value

import (
	"testing"

	"github.com/irsalint/irsalint/pkg/source"
)

func TestPlaced(t *testing.T) {
	f := source.NewFile("main.tf", []byte(`name = "app"  arn = role.arn`))
	at := span(f, 20, 28)
	name := Literal("app", span(f, 8, 11))
	arn := Concat(source.Span{}, Piece{Text: Literal("role/", source.Span{})}, Piece{Text: name})
	v := FromText(arn.WithDoc(NullAt(at))).Placed(at)
	text, _ := v.AsText()
	if got := v.At().Text(); got != "role.arn" {
		t.Errorf("the value stands at %q", got)
	}
	if got := text.At().Text(); got != "role.arn" {
		t.Errorf("the text stands at %q", got)
	}
	if got := text.Locate(5, 8).Text(); got != "app" {
		t.Errorf("the name stands at %q", got)
	}
	if got := text.Locate(0, 3).Text(); got != "role.arn" {
		t.Errorf("made-up text stands at %q", got)
	}
	if _, ok := text.Doc(); !ok {
		t.Error("the text forgot what it encodes")
	}
	if again := v.Placed(span(f, 0, 4)); again.At() != at {
		t.Error("a value with a place was moved")
	}
}
