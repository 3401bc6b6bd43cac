package graph

import (
	"testing"

	"github.com/irsalint/irsalint/pkg/source"
	"github.com/irsalint/irsalint/pkg/value"
)

func TestTouches(t *testing.T) {
	text := func(s string) value.Text { return value.Literal(s, source.Span{}) }
	made := value.FromSymbol(&value.Symbol{Key: "tf#aws_eks_cluster.demo.arn", Label: "arn"}, source.Span{})
	for _, tt := range []struct {
		scope, input string
		want         bool
	}{
		{"tf", "demo", true},
		{"tf", "my-demo-x", true}, // it may be made of the name
		{"tf", "other", false},
		{"elsewhere", "demo", true},
		{"elsewhere", "arn:aws:eks:eu-west-1:111122223333:cluster/demo", true},
		{"elsewhere", "my-demo-x", false},
		{"elsewhere", "demo.example.com", false},
		{"elsewhere", "demolition demo", true},
	} {
		o := Opaque{Scope: tt.scope, Inputs: []value.Text{made, text(tt.input)}}
		if got := o.touches("addon", "tf", []value.Text{text("demo")}); got != tt.want {
			t.Errorf("%s in %s: %v", tt.input, tt.scope, got)
		}
	}
	none := Opaque{Scope: "tf"}
	if !none.touches("addon", "tf", nil) || none.touches("addon", "elsewhere", nil) {
		t.Error("what was handed nothing touches its own scope")
	}
}
