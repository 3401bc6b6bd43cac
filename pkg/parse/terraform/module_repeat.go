package terraform

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/irsalint/irsalint/pkg/source"
	"github.com/irsalint/irsalint/pkg/value"
)

// repetition is one instance that count or for_each makes.
type repetition struct {
	label string                 // "", [0] or ["key"]
	key   value.Text             // of for_each
	vars  map[string]value.Value // each or count
	maybe *value.Symbol          // why the instance may not exist, nil if it does
}

type repeatKind uint8

const (
	single repeatKind = iota
	counted
	keyed
)

// repetitions are the instances of one block.
type repetitions struct {
	kind repeatKind
	list []repetition
	// open says why there may be other instances than the certain ones of the
	// list; nil if there are not.
	open *value.Symbol
}

// repeat evaluates count and for_each of a block with an address within the
// instance.
func (in *instance) repeat(count, forEach hclsyntax.Expression, body *hclsyntax.Body, within string, at source.Span) repetitions {
	switch {
	case count != nil:
		r := in.repeatCount(in.value(count, in.env), within, at)
		if r.open != nil && len(r.list) == 1 && r.list[0].maybe != nil && usesIndex(body) {
			r.list = append(r.list, in.otherCount(r.open, within, at))
		}
		return r
	case forEach != nil:
		return in.repeatEach(in.value(forEach, in.env), within, at)
	}
	return repetitions{list: []repetition{{}}}
}

func (in *instance) repeatCount(v value.Value, within string, at source.Span) repetitions {
	n, ok := v.AsInt()
	if b, isBool := v.AsBool(); isBool {
		n, ok = 0, true
		if b {
			n = 1
		}
	}
	if !ok || n < 0 {
		why := in.why(v, within+".count", "the count of "+in.address(within)+" is not known", at)
		return repetitions{kind: counted, open: why, list: []repetition{countRepetition(0, v.At(), why)}}
	}
	r := repetitions{kind: counted}
	if n > maxInstances {
		r.open = in.tooMany(within, at)
		n = maxInstances
	}
	for i := range n {
		r.list = append(r.list, countRepetition(i, v.At(), nil))
	}
	return r
}

func countRepetition(i int, at source.Span, maybe *value.Symbol) repetition {
	index := value.Field{Key: value.Literal("index", at), Value: value.IntAt(i, at)}
	return repetition{
		label: "[" + strconv.Itoa(i) + "]",
		vars:  map[string]value.Value{"count": value.MapAt([]value.Field{index}, at)},
		maybe: maybe,
	}
}

// otherCount stands for all instances but the first of a block whose count is
// not known. One is needed only where they differ.
func (in *instance) otherCount(why *value.Symbol, within string, at source.Span) repetition {
	sym := &value.Symbol{Key: in.scope() + within + ".count.index", Label: "count.index", Why: why.Why, At: why.At}
	index := value.Field{Key: value.Literal("index", at), Value: value.UnknownAt(sym, at)}
	return repetition{
		label: otherIndex,
		vars:  map[string]value.Value{"count": value.MapAt([]value.Field{index}, at)},
		maybe: why,
	}
}

const otherIndex = "[${count.index}]"

// usesIndex reports whether a block mentions count.index.
func usesIndex(body *hclsyntax.Body) bool {
	found := false
	if body == nil {
		return false
	}
	_ = hclsyntax.VisitAll(body, func(n hclsyntax.Node) hcl.Diagnostics {
		if t, ok := n.(*hclsyntax.ScopeTraversalExpr); ok && t.Traversal.RootName() == "count" {
			found = true
		}
		return nil
	})
	return found
}

func (in *instance) repeatEach(v value.Value, within string, at source.Span) repetitions {
	r := repetitions{kind: keyed}
	if v.IsOpen() || v.Kind() != value.Map && v.Kind() != value.List {
		r.open = in.why(v, within+".for_each", "the for_each of "+in.address(within)+" is not known", at)
	}
	seen := map[string]bool{}
	add := func(key value.Text, val value.Value) {
		if seen[key.Flat()] {
			return
		}
		seen[key.Flat()] = true
		r.list = append(r.list, eachRepetition(key, val, nil))
	}
	for _, f := range v.Fields() {
		add(f.Key, f.Value)
	}
	for _, it := range v.Items() {
		if key, ok := it.AsText(); ok && it.Kind() != value.Number && it.Kind() != value.Bool {
			add(key, it)
		} else if r.open == nil {
			r.open = in.why(it, within+".for_each", "a key of the for_each of "+in.address(within)+" is not known", at)
		}
	}
	slices.SortStableFunc(r.list, func(a, b repetition) int { return cmp.Compare(a.key.Flat(), b.key.Flat()) })
	if len(r.list) > maxInstances {
		r.list = r.list[:maxInstances]
		r.open = in.tooMany(within, at)
	}
	if r.open != nil {
		key := &value.Symbol{Key: in.scope() + within + ".each.key", Label: "each.key", Why: r.open.Why, At: r.open.At}
		val := &value.Symbol{Key: in.scope() + within + ".each.value", Label: "each.value", Why: r.open.Why, At: r.open.At}
		r.list = append(r.list, eachRepetition(value.FromSymbol(key, v.At()), value.UnknownAt(val, v.At()), r.open))
	}
	return r
}

func eachRepetition(key value.Text, val value.Value, maybe *value.Symbol) repetition {
	each := []value.Field{
		{Key: value.Literal("key", key.At()), Value: value.FromText(key)},
		{Key: value.Literal("value", val.At()), Value: val},
	}
	return repetition{
		label: `["` + quoteKey(key) + `"]`,
		key:   key,
		vars:  map[string]value.Value{"each": value.MapAt(each, val.At())},
		maybe: maybe,
	}
}

var keyEscapes = strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`, "\r", `\r`, "\t", `\t`)

// quoteKey gives a key as addresses show it, symbols as ${label}.
func quoteKey(key value.Text) string { return keyEscapes.Replace(key.String()) }

// why gives the symbol that explains an unknown count or for_each.
func (in *instance) why(v value.Value, within, otherwise string, at source.Span) *value.Symbol {
	if s := v.FirstUnknown(); s != nil && s.Why != "" {
		return s
	}
	return in.symbol(within, otherwise, at)
}

func (in *instance) tooMany(within string, at source.Span) *value.Symbol {
	msg := in.address(within) + " has more than " + strconv.Itoa(maxInstances) + " instances"
	in.ev.problem(at, msg+"; the rest is not evaluated")
	return in.symbol(within+".instances", msg, at)
}

// find gives the instance that an index selects. It is not certain to exist
// if the repetition says so.
func (r *repetitions) find(step hcl.Traverser) (i int, ok bool) {
	s, isIndex := step.(hcl.TraverseIndex)
	if !isIndex || s.Key.IsNull() || !s.Key.IsKnown() {
		return 0, false
	}
	switch {
	case r.kind == counted && s.Key.Type() == cty.Number:
		f := s.Key.AsBigFloat()
		n, _ := f.Int64()
		if !f.IsInt() || n < 0 || n >= int64(len(r.list)) || r.list[n].label == otherIndex {
			return 0, false
		}
		return int(n), true
	case r.kind == keyed && s.Key.Type() == cty.String:
		for i := range r.list {
			if r.list[i].key.Is(s.Key.AsString()) {
				return i, true
			}
		}
	}
	return 0, false
}

// indexLabel gives an index step as addresses show it.
func indexLabel(step hcl.Traverser) (string, bool) {
	s, ok := step.(hcl.TraverseIndex)
	if !ok || s.Key.IsNull() || !s.Key.IsKnown() {
		return "", false
	}
	switch s.Key.Type() {
	case cty.Number:
		return "[" + s.Key.AsBigFloat().Text('f', -1) + "]", true
	case cty.String:
		return `["` + keyEscapes.Replace(s.Key.AsString()) + `"]`, true
	}
	return "", false
}
