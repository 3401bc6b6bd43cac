package graph

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/irsalint/irsalint/pkg/source"
	"github.com/irsalint/irsalint/pkg/value"
)

// TestOpaqueIndex: the index finds what a look at everything in turn finds.
func TestOpaqueIndex(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	pick := func(from ...string) string { return from[rnd.IntN(len(from))] }
	text := func() value.Text {
		var b strings.Builder
		for range 1 + rnd.IntN(4) {
			b.WriteString(pick("demo", "prod", "a", ":", "/", "-", ".", "é", "arn:aws:eks:", " "))
		}
		at := source.Span{}
		if rnd.IntN(3) == 0 {
			s := &value.Symbol{Key: pick("tf#demo", "prod"), Label: "x"}
			return value.Concat(at, value.Piece{Text: value.Literal(b.String(), at)}, value.Piece{Text: value.FromSymbol(s, at)})
		}
		return value.Literal(b.String(), at)
	}
	texts := func(n int) (out []value.Text) {
		for range rnd.IntN(n) {
			out = append(out, text())
		}
		return out
	}
	found := 0
	for range 2000 {
		var all []Opaque
		for i := range rnd.IntN(8) {
			o := Opaque{Why: fmt.Sprint(i), Scope: pick("a", "b", "c"), Inputs: texts(4), Anywhere: rnd.IntN(30) == 0}
			if rnd.IntN(3) == 0 {
				o.Kinds = []string{pick("role", "addon")}
			}
			all = append(all, o)
		}
		x := newOpaqueIndex(all)
		for range 5 {
			kind, scopes, ids := pick("role", "addon"), []string{"a", "b"}[:1+rnd.IntN(2)], texts(3)
			want := ""
			for i := len(all) - 1; i >= 0; i-- {
				for _, s := range scopes {
					if all[i].touches(kind, s, ids) {
						want = all[i].Why
					}
				}
			}
			have := ""
			if o := x.touching(kind, ids, scopes...); o != nil {
				have = o.Why
				found++
			}
			if have != want {
				t.Fatalf("%s in %s of %v: found %q, want %q", kind, scopes, ids, have, want)
			}
		}
	}
	if found == 0 {
		t.Error("nothing was found")
	}
}
