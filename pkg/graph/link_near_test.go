package graph

import (
	"testing"

	"github.com/irsalint/irsalint/pkg/source"
	"github.com/irsalint/irsalint/pkg/value"
)

func TestMistyped(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want bool
	}{
		{"exporter", "exporter", false},
		{"exporter", "exportor", true},
		{"exporter", "exporters", true},
		{"exporter", "expotrer", true}, // two letters of a long word
		{"cert-manager", "certmanager", true},
		{"Exporter", "exporter", true},
		{"team-a", "team-b", false},
		{"app-dev", "app-prd", false},
		{"web-1", "web-2", false},
		{"reader1", "reader2", false},
		{"reader", "reader2", false},
		{"prod", "prof", false},
		{"orders", "offers", false},
		{"a", "", false},
	} {
		if got := mistyped(c.a, c.b); got != c.want {
			t.Errorf("mistyped(%q, %q) = %v", c.a, c.b, got)
		}
		if got := mistyped(c.b, c.a); got != c.want {
			t.Errorf("mistyped(%q, %q) = %v", c.b, c.a, got)
		}
	}
}

func TestPatternReach(t *testing.T) {
	name := value.FromSymbol(&value.Symbol{Key: "r", Class: value.Region}, source.Span{})
	any := value.FromSymbol(&value.Symbol{Key: "v"}, source.Span{})
	for _, c := range []struct {
		pattern value.Text
		want    string
	}{
		{value.Literal("system:serviceaccount:prod:app", source.Span{}), ReachExact},
		{value.Literal("system:serviceaccount:prod:app-*", source.Span{}), ReachExact},
		{value.Literal("system:serviceaccount:prod:*-sa", source.Span{}), ReachExact},
		{value.Literal("system:serviceaccount:team-*:app", source.Span{}), ReachExact},
		{value.Literal("system:serviceaccount:*-prod:app", source.Span{}), ReachExact},
		{value.Literal("repo:org/*", source.Span{}), ReachExact},
		{value.Literal("system:serviceaccount:prod:*", source.Span{}), ReachNamespace},
		{value.Literal("system:serviceaccount:team-*:*", source.Span{}), ReachNamespace},
		{value.Literal("system:serviceaccount:team-*", source.Span{}), ReachNamespace},
		{value.Literal("system:serviceaccount:*:app", source.Span{}), ReachAny},
		{value.Literal("*:app", source.Span{}), ReachAny},
		{value.Literal("*", source.Span{}), ReachCluster},
		{value.Literal("system:*", source.Span{}), ReachCluster},
		{value.Literal("system:serviceaccount:*", source.Span{}), ReachCluster},
		{value.Literal("system:serviceaccount:*:*", source.Span{}), ReachCluster},
		{text(source.Span{}, "system:serviceaccount:", name, ":*"), ReachNamespace},
		{text(source.Span{}, "system:serviceaccount:", any, ":app"), ReachUnknown},
	} {
		if got := patternReach(NewVal(c.pattern)); got != c.want {
			t.Errorf("patternReach(%s) = %s, want %s", c.pattern.String(), got, c.want)
		}
	}
}
