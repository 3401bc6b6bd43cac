package rules

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"testing"

	"github.com/open-policy-agent/opa/v1/ast"

	"github.com/irsalint/irsalint/pkg/graph"
	"github.com/irsalint/irsalint/pkg/source"
	"github.com/irsalint/irsalint/pkg/value"
)

// filled gives a graph in which every field of every kind of node has a value
// of its own: of each kind one node without, one with elements in its lists.
func filled() *graph.Graph {
	f := source.NewFile("k8s/ä.yaml", []byte("first\nsecond é line\nthird\n"))
	n := 0
	next := func() source.Span {
		n++
		return source.Span{File: f, Start: n % 20, End: n%20 + 3}
	}
	symbol := func() *value.Symbol {
		return &value.Symbol{Key: fmt.Sprint("k", n), Label: "var.x", Why: "no value \"here\" <&>", At: next(), Class: value.Name}
	}
	var fill func(v reflect.Value, depth int)
	fill = func(v reflect.Value, depth int) {
		switch x := v.Addr().Interface().(type) {
		case **graph.Val:
			switch n++; n % 4 {
			case 0:
				*x = graph.LiteralVal(fmt.Sprint("text\n\u2028 <é> ", n), next())
			case 1:
				*x = graph.UnknownVal(symbol(), next())
			case 2:
				*x = graph.NewVal(value.FromSymbol(symbol(), next()))
			}
			return
		case *graph.Place:
			x.Span = next()
			return
		case *value.Truth:
			n++
			*x = value.Truth(n % 3)
			return
		}
		switch v.Kind() {
		case reflect.Pointer:
			v.Set(reflect.New(v.Type().Elem()))
			fill(v.Elem(), depth)
		case reflect.Struct:
			for i := range v.NumField() {
				if f := v.Type().Field(i); f.IsExported() && f.Tag.Get("json") != "-" {
					fill(v.Field(i), depth)
				}
			}
		case reflect.Slice:
			v.Set(reflect.MakeSlice(v.Type(), depth%3, depth%3))
			for i := range v.Len() {
				fill(v.Index(i), depth+1)
			}
		case reflect.Map:
			v.Set(reflect.MakeMap(v.Type()))
			for i := range 3 {
				e := reflect.New(v.Type().Elem()).Elem()
				if i > 0 {
					fill(e, i)
				} else if e.Kind() == reflect.Pointer {
					e.Set(reflect.New(e.Type().Elem()))
				}
				v.SetMapIndex(reflect.ValueOf(fmt.Sprint("id#", i)), e)
			}
		case reflect.String:
			n++
			v.SetString(fmt.Sprint("s", n))
		case reflect.Bool:
			n++
			v.SetBool(n%2 == 0)
		case reflect.Int:
			n++
			v.SetInt(int64(n))
		default:
			panic(v.Type())
		}
	}
	g := &graph.Graph{}
	fill(reflect.ValueOf(g).Elem(), 1)
	return g
}

// TestInputIsTheJSONOfTheGraph: rules see exactly the published document.
func TestInputIsTheJSONOfTheGraph(t *testing.T) {
	for name, g := range map[string]*graph.Graph{
		"filled": filled(), "zero": {}, "empty": graph.NewBuilder().Link(),
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
