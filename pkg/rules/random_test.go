package rules

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"reflect"
	"regexp"
	"slices"
	"testing"

	"github.com/irsalint/irsalint/pkg/graph"
	"github.com/irsalint/irsalint/pkg/source"
	"github.com/irsalint/irsalint/pkg/value"
)

// filled gives a graph in which every field of every kind of node has some
// value, chosen by a seed: texts from the words given, by which the nodes
// refer to each other and enumerations get values that exist.
func filled(seed uint64, words []string) *graph.Graph {
	rnd := rand.New(rand.NewPCG(seed, 0))
	f := source.NewFile("k8s/ä.yaml", []byte("first\nsecond é line\nthird\n"))
	span := func() source.Span {
		n := rnd.IntN(20)
		return source.Span{File: f, Start: n, End: n + 3}
	}
	symbol := func() *value.Symbol {
		return &value.Symbol{Key: fmt.Sprint("k", rnd.IntN(9)), Label: "var.x", Why: "no value \"here\" <&>", At: span(), Class: value.Name}
	}
	word := func() string { return words[rnd.IntN(len(words))] }
	// kind is the kind of node that a text refers to, if it does.
	var fill func(v reflect.Value, kind string)
	fill = func(v reflect.Value, kind string) {
		switch x := v.Addr().Interface().(type) {
		case **graph.Val:
			switch rnd.IntN(5) {
			case 0:
				*x = graph.UnknownVal(symbol(), span())
			case 1:
				*x = graph.NewVal(value.FromSymbol(symbol(), span()))
			case 2, 3:
				*x = graph.LiteralVal("text\n\u2028 <é> "+word(), span())
			}
			return
		case *graph.Place:
			x.Span = span()
			return
		case *value.Truth:
			*x = value.Truth(rnd.IntN(3))
			return
		}
		switch v.Kind() {
		case reflect.Pointer:
			v.Set(reflect.New(v.Type().Elem()))
			fill(v.Elem(), kind)
		case reflect.Struct:
			for i := range v.NumField() {
				if f := v.Type().Field(i); f.IsExported() && f.Tag.Get("json") != "-" {
					k := kind
					if to, ok := refers[f.Tag.Get("json")]; ok {
						k = to
					}
					fill(v.Field(i), k)
				}
			}
		case reflect.Slice:
			n := rnd.IntN(4)
			v.Set(reflect.MakeSlice(v.Type(), n, n))
			for i := range n {
				fill(v.Index(i), kind)
			}
		case reflect.Map:
			v.Set(reflect.MakeMap(v.Type()))
			for i := range 4 {
				e := reflect.New(v.Type().Elem()).Elem()
				fill(e, "")
				key := fmt.Sprint("key#", i)
				if e.Kind() == reflect.Pointer {
					key = fmt.Sprint(e.Type().Elem().Name(), "#", i)
					e.Elem().FieldByName("ID").SetString(key)
				}
				v.SetMapIndex(reflect.ValueOf(key), e)
			}
		case reflect.String:
			v.SetString(word())
			if kind != "" && rnd.IntN(8) > 0 {
				v.SetString(fmt.Sprint(kind, "#", rnd.IntN(4)))
			}
		case reflect.Bool:
			v.SetBool(rnd.IntN(2) == 0)
		case reflect.Int:
			v.SetInt(rnd.Int64N(9))
		default:
			panic(v.Type())
		}
	}
	g := &graph.Graph{}
	fill(reflect.ValueOf(g).Elem(), "")
	return g
}

// refers says of which kind the nodes are that a field names.
var refers = map[string]string{
	"role": "Role", "candidates": "Role", "other_roles": "Role", "node_role": "Role", "controller": "Role",
	"statement": "Statement", "statements": "Statement", "account": "ServiceAccount", "meant": "ServiceAccount",
	"cluster": "Cluster", "provider": "Provider", "providers": "Provider", "workloads": "Workload",
	"policies": "Policy", "profile": "InstanceProfile", "node_class": "NodeClass",
	"entries": "AccessEntry", "access_entries": "AccessEntry", "auths": "AWSAuth", "aws_auth": "AWSAuth",
}

// ruleWords are the texts in quotes in the rules, among them every name of an
// enumeration that a rule asks for.
func ruleWords(t testing.TB) []string {
	t.Helper()
	seen := map[string]bool{"": true}
	quoted := regexp.MustCompile(`"([a-z0-9_]+)"`)
	for _, data := range regoTexts(t) {
		for _, m := range quoted.FindAllStringSubmatch(data, -1) {
			seen[m[1]] = true
		}
	}
	return slices.Sorted(maps.Keys(seen))
}

// TestRulesStandAnyGraph: whatever the graph holds, no rule ends in an error,
// and none contradicts itself.
func TestRulesStandAnyGraph(t *testing.T) {
	set, err := Load()
	if err != nil {
		t.Fatal(err)
	}
	words := ruleWords(t)
	said := map[string]int{}
	for seed := range uint64(60) {
		out, err := set.Evaluate(context.Background(), filled(seed, words), Selection{})
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		for _, s := range out.Inconsistent {
			if said[s]++; said[s] == 1 {
				t.Errorf("seed %d: %s", seed, s)
			}
		}
	}
}
