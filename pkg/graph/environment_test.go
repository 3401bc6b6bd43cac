package graph

import (
	"fmt"
	"testing"

	"github.com/irsalint/irsalint/pkg/source"
	"github.com/irsalint/irsalint/pkg/value"
)

func TestWithoutEnvironment(t *testing.T) {
	b := NewBuilder()
	for _, e := range [][3]string{{"infra@dev", "infra", "dev"}, {"infra@prod", "infra", "prod"}, {"a/infra@dev", "a/infra", "dev"}, {".@dev", ".", "dev"}} {
		b.Environment(e[0], e[1], e[2])
	}
	for text, want := range map[string]string{
		"infra@dev#role.a":                         "infra#role.a [dev]",
		"infra@dev#role.a/karpenter":               "infra#role.a/karpenter [dev]",
		"infra@dev#a infra@prod#b":                 "infra#a infra#b [dev prod]",
		"a/infra@dev#role":                         "a/infra#role [dev]",
		"b/infra@dev#role":                         "b/infra@dev#role []",
		"infra@test#role":                          "infra@test#role []",
		"k8s#ServiceAccount/prod/a@dev":            "k8s#ServiceAccount/prod/a@dev []",
		".@dev#role":                               ".#role [dev]",
		"system:serviceaccount:prod:a@infra":       "system:serviceaccount:prod:a@infra []",
		`infra@dev#aws_iam_role.x["a@b"]/identity`: `infra#aws_iam_role.x["a@b"]/identity [dev]`,
	} {
		free, names := b.g.WithoutEnvironment(text)
		if got := fmt.Sprint(free, " ", names); got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
}

// TestResolveKeepsEnvironmentsApart: a name is looked for in the own
// environment and in other roots, never in another environment of the root.
func TestResolveKeepsEnvironmentsApart(t *testing.T) {
	b := NewBuilder()
	b.Environment("infra@dev", "infra", "dev")
	b.Environment("infra@prod", "infra", "prod")
	x := newNamed(&b.g)
	name := LiteralVal("app", source.Span{})
	for _, scope := range []string{"infra@dev", "infra@prod", "other"} {
		x.add(&Base{ID: scope + "#r", Scope: scope, Managed: true}, name, name)
	}
	unknown := UnknownVal(&value.Symbol{Key: "k", Label: "k"}, source.Span{})
	x.add(&Base{ID: "infra@prod#u", Scope: "infra@prod", Managed: true}, unknown, unknown)
	for scope, want := range map[string]string{
		"infra@dev":  "[infra@dev#r]",
		"infra@prod": "[infra@prod#r]",
		"other":      "[other#r]",
		"infra/k8s":  "[infra@dev#r infra@prod#r other#r] [infra@prod#u]",
	} {
		ref := x.resolve(scope, name.Text, name.Text)
		got := fmt.Sprint(ref.IDs)
		if len(ref.Possible) > 0 {
			got += fmt.Sprint(" ", ref.Possible)
		}
		if got != want {
			t.Errorf("%s: %s, want %s", scope, got, want)
		}
	}
	free := value.FromSymbol(&value.Symbol{Key: "f", Label: "f"}, source.Span{})
	for _, id := range x.resolve("infra@dev", free, free).Possible {
		if b.g.foreign("infra@dev", x.scopes[id]) {
			t.Errorf("an unknown name may be %s", id)
		}
	}
}
