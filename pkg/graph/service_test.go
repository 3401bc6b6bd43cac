package graph

import (
	"testing"

	"github.com/irsalint/irsalint/pkg/iam"
	"github.com/irsalint/irsalint/pkg/source"
	"github.com/irsalint/irsalint/pkg/value"
)

// A service principal is one only if it is written right to its last letter.
func TestServiceOf(t *testing.T) {
	suffix := value.FromSymbol(&value.Symbol{Key: "suffix", Label: "dns_suffix"}, source.Span{})
	literal := func(s string) value.Text { return value.Literal(s, source.Span{}) }
	for _, tt := range []struct {
		typ  string
		text value.Text
		want string
	}{
		{iam.PrincipalService, literal("ec2.amazonaws.com"), "ec2"},
		{iam.PrincipalService, literal("ec2.amazonaws.com.cn"), "ec2"},
		{iam.PrincipalService, literal("ec2.amazonaws.con"), "other"},
		{iam.PrincipalService, literal("eks.amazonaws.com.cn"), "other"},
		{iam.PrincipalService, literal("pods.eks.amazonaws.com"), "eks_pods"},
		{iam.PrincipalService, literal("pods.eks.amazonaws.con"), "other"},
		{iam.PrincipalService, literal("pods.eks.amazonaws.com.cn"), "other"},
		{iam.PrincipalService, literal("pods.eks.sc2s.sgov.gov"), "unknown"},
		{iam.PrincipalService, literal("lambda.amazonaws.com"), "other"},
		{iam.PrincipalService, value.Concat(source.Span{}, value.Piece{Text: literal("ec2.")}, value.Piece{Text: suffix}), "ec2"},
		{iam.PrincipalService, suffix, "unknown"},
		{iam.PrincipalAny, literal("*"), "unknown"},
		{iam.PrincipalAWS, literal("111122223333"), ""},
	} {
		p := Principal{Type: tt.typ, Value: NewVal(tt.text)}
		if got := serviceOf(&p); got != tt.want {
			t.Errorf("%s is %q, want %q", tt.text, got, tt.want)
		}
	}
}

func TestSlip(t *testing.T) {
	for _, tt := range []struct {
		a, b string
		want bool
	}{
		{"exporter", "exportr", true},
		{"exporter", "exporters", true},
		{"exporter", "exporter", false},
		{"exporter", "importer", false},
		{"web-1", "web-2", false},
		{"web", "wec", false},
		{"worker", "worker2", false},
	} {
		if got := slip(tt.a, tt.b); got != tt.want {
			t.Errorf("slip(%q, %q) is %t", tt.a, tt.b, got)
		}
	}
}
