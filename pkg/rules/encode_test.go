package rules

import (
	"bytes"
	"encoding/json"
	"testing"

	"github.com/open-policy-agent/opa/v1/ast"

	"github.com/irsalint/irsalint/pkg/graph"
)

// TestInputIsTheJSONOfTheGraph: rules see exactly the published document.
func TestInputIsTheJSONOfTheGraph(t *testing.T) {
	for name, g := range map[string]*graph.Graph{
		"filled": filled(1, ruleWords(t)), "zero": {}, "empty": graph.NewBuilder().Link(),
	} {
		t.Run(name, func(t *testing.T) {
			input := Input(g) // first: MarshalJSON fills nil lists
			doc, err := json.Marshal(g)
			if err != nil {
				t.Fatal(err)
			}
			if name == "zero" && bytes.Contains(doc, []byte("null")) {
				t.Errorf("a list or dictionary is null: %s", doc)
			}
			want := ast.MustParseTerm(string(doc)).Value
			if input.Compare(want) != 0 {
				t.Errorf("input differs from the JSON document\ninput: %.2000s\nJSON:  %.2000s", input, want)
			}
		})
	}
}
