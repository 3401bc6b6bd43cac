package terraform

import (
	"cmp"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/irsalint/irsalint/pkg/source"
	"github.com/irsalint/irsalint/pkg/value"
)

// reference gives the value of a name with the steps after it.
func (e *env) reference(x *hclsyntax.ScopeTraversalExpr) (value.Value, *evalErr) {
	at, t := e.span(x.SrcRange), x.Traversal
	if v, ok := e.vars[t.RootName()]; ok {
		return e.traverse(v, t[1:], at)
	}
	if e.resolve == nil {
		return value.Value{}, fail(at, "there is no variable named %q here", t.RootName())
	}
	v, used := e.resolve(t)
	if used <= 0 {
		v, used = e.undeclared(t, at)
	}
	return e.traverse(v, t[min(used, len(t)):], at)
}

// undeclared gives the value of a name that nothing declares here. As the
// configuration works for its authors, a file that is not there declares it;
// so it is unknown, and no error that try could see.
func (e *env) undeclared(t hcl.Traversal, at source.Span) (v value.Value, used int) {
	name, steps := t.RootName(), 2
	if name == "data" {
		steps = 3
	}
	used = 1
	for ; used < min(steps, len(t)); used++ {
		a, ok := t[used].(hcl.TraverseAttr)
		if !ok {
			break
		}
		name += "." + a.Name
	}
	s := &value.Symbol{Key: e.symScope + name, Label: name, Why: name + " is not declared", At: at}
	return value.UnknownAt(s, at), used
}

func (e *env) traverse(v value.Value, steps hcl.Traversal, at source.Span) (value.Value, *evalErr) {
	for _, step := range steps {
		var err *evalErr
		switch s := step.(type) {
		case hcl.TraverseAttr:
			v, err = e.attr(v, s.Name, at)
		case hcl.TraverseIndex:
			if s.Key.Type() == cty.Number {
				v, err = e.index(v, value.NumberAt(s.Key.AsBigFloat(), at), at)
			} else {
				v, err = e.index(v, fromCty(s.Key, e.span(s.SrcRange)), at)
			}
		default:
			err = fail(at, "this kind of reference is not supported")
		}
		if err != nil {
			return value.Value{}, err
		}
	}
	return v.Placed(at), nil
}

// opaque gives the symbol of a value of which nothing is known: an unknown
// value, or text that is one symbol, which may turn out to be anything.
func opaque(v value.Value) (*value.Symbol, bool) {
	switch v.Kind() {
	case value.Unknown:
		return v.Symbol(), true
	case value.String:
		t, _ := v.AsText()
		if s := onlySymbol(t); s != nil && s.Class == value.Any {
			return s, true
		}
	}
	return nil, false
}

// onlySymbol gives the symbol that a text consists of, nil if there is more.
func onlySymbol(t value.Text) *value.Symbol {
	flat := t.Flat()
	if !strings.HasPrefix(flat, string(source.SymbolOpen)) ||
		strings.IndexRune(flat, source.SymbolClose) != len(flat)-len(string(source.SymbolClose)) {
		return nil
	}
	if all := t.Symbols(); len(all) == 1 {
		return all[0]
	}
	return nil
}

// unknownFrom gives an unknown value that inherits the mark of another.
func unknownFrom(s *value.Symbol, at source.Span, from value.Value) value.Value {
	return mark(value.UnknownAt(s, at), from)
}

// mark gives v marked sensitive if one of the others is.
func mark(v value.Value, others ...value.Value) value.Value {
	for _, o := range others {
		if o.IsSensitive() {
			return v.Sensitive()
		}
	}
	return v
}

// attr gives an attribute of a value.
func (e *env) attr(v value.Value, name string, at source.Span) (value.Value, *evalErr) {
	if s, ok := opaque(v); ok {
		return unknownFrom(e.derive(s, "."+name, at), at, v), nil
	}
	switch v.Kind() {
	case value.Map:
		out, err := e.field(v, value.Literal(name, source.Span{}), "."+name, at)
		return mark(out, v), err
	case value.Null:
		return v, fail(at, "the value is null and has no attribute %q", name)
	}
	return v, fail(at, "a %s has no attribute %q", v.Kind(), name)
}

// field gives the value of a key of a map. part is how a symbol of an open
// map is continued.
func (e *env) field(v value.Value, key value.Text, part string, at source.Span) (value.Value, *evalErr) {
	if out, ok := v.Get(key.Flat()); ok {
		return out, nil
	}
	maybe := v.IsOpen()
	for _, f := range v.Fields() {
		if maybe {
			break
		}
		if key.Symbolic() || f.Key.Symbolic() {
			maybe = value.Equal(f.Key, key) != value.No
		}
	}
	switch {
	case !maybe:
		return v, fail(at, "there is no key %q in the map", key.String())
	case v.IsOpen() && !key.Symbolic() && part != "" && !hasSymbolicKey(v):
		return value.UnknownAt(e.derive(v.Symbol(), part, at), at), nil
	}
	return value.UnknownAt(e.term("index", v, value.FromText(key)), at), nil
}

func hasSymbolicKey(v value.Value) bool {
	for _, f := range v.Fields() {
		if f.Key.Symbolic() {
			return true
		}
	}
	return false
}

// index gives v[key].
func (e *env) index(v, key value.Value, at source.Span) (value.Value, *evalErr) {
	out, err := e.indexed(v, key, at)
	if err == nil {
		out = mark(out, v, key).Placed(at)
	}
	return out, err
}

func (e *env) indexed(v, key value.Value, at source.Span) (value.Value, *evalErr) {
	if key.IsNull() {
		return v, fail(at, "the index is null")
	}
	if v.IsNull() {
		return v, fail(at, "the value is null and has no elements")
	}
	if s, ok := opaque(v); ok {
		switch {
		case !key.WhollyKnown():
			return value.UnknownAt(e.term("index", v, key), at), nil
		case key.Kind() == value.Number || key.Kind() == value.String:
			return value.UnknownAt(e.derive(s, keyPart(key), at), at), nil
		}
		return v, fail(at, "a %s cannot be an index", key.Kind())
	}
	switch v.Kind() {
	case value.Map:
		t, err := e.text(key, at)
		if err != nil {
			return v, err
		}
		part := ""
		if k, ok := t.Known(); ok {
			part = "[" + strconv.Quote(k) + "]"
			if hclsyntax.ValidIdentifier(k) { // m["k"] is m.k
				part = "." + k
			}
		}
		return e.field(v, t, part, at)
	case value.List:
		if v.IsSet() {
			return v, fail(at, "the elements of a set have no index")
		}
		return e.item(v, key, at)
	}
	return v, fail(at, "a %s has no elements", v.Kind())
}

func keyPart(key value.Value) string {
	t, _ := key.AsText()
	if key.Kind() == value.Number {
		return "[" + t.Flat() + "]"
	}
	if hclsyntax.ValidIdentifier(t.Flat()) {
		return "." + t.Flat()
	}
	return "[" + strconv.Quote(t.Flat()) + "]"
}

// item gives an element of a list by position.
func (e *env) item(v, key value.Value, at source.Span) (value.Value, *evalErr) {
	n, known, err := e.num(key, at)
	if err != nil {
		return v, err
	}
	items := v.Items()
	if !known {
		if len(items) > 0 && !v.IsOpen() {
			same := true
			for _, it := range items[1:] {
				same = same && value.EqualValues(items[0], it) == value.Yes
			}
			if same {
				return items[0], nil
			}
		}
		if len(items) == 0 && !v.IsOpen() {
			return v, fail(at, "the list is empty")
		}
		return value.UnknownAt(e.term("index", v, key), at), nil
	}
	i, acc := n.Int64()
	if acc != big.Exact || i < 0 {
		return v, fail(at, "the index %s is no position in a list", value.FormatNumber(n))
	}
	switch {
	case i < int64(v.Fixed()):
		return items[i], nil
	case v.IsOpen() && !v.IsLoose():
		return value.UnknownAt(e.derive(v.Symbol(), "["+strconv.FormatInt(i, 10)+"]", at), at), nil
	case v.IsOpen() || i < int64(len(items)):
		return value.UnknownAt(e.term("index", v, key), at), nil
	}
	return v, fail(at, "the list has %d elements, so none at index %d", len(items), i)
}

// sorted gives the fields of a map in the order in which Terraform visits
// them, by key. The order is not certain if a key is symbolic.
func sorted(v value.Value) (fields []value.Field, certain bool) {
	in := v.Fields()
	fields = make([]value.Field, 0, len(in))
	last := make(map[string]int, len(in))
	symbolic := false
	for _, f := range in {
		symbolic = symbolic || f.Key.Symbolic()
		if i, ok := last[f.Key.Flat()]; ok {
			fields[i] = f
			continue
		}
		last[f.Key.Flat()] = len(fields)
		fields = append(fields, f)
	}
	slices.SortStableFunc(fields, func(a, b value.Field) int { return cmp.Compare(a.Key.Flat(), b.Key.Flat()) })
	certain = true
	if symbolic {
		for i := 1; i < len(fields) && certain; i++ {
			certain = before(fields[i-1].Key, fields[i].Key)
		}
	}
	return fields, certain
}

// before reports whether a text certainly comes before another in order: they
// differ first in literal text.
func before(a, b value.Text) bool {
	s, t := tokenize(a), tokenize(b)
	for i := range s {
		if i >= len(t) {
			return false
		}
		x, y := s[i], t[i]
		if x.sym != nil && y.sym != nil && x.sym.Key == y.sym.Key {
			continue
		}
		if x.sym != nil || y.sym != nil {
			return false
		}
		if x.r != y.r {
			return x.r < y.r
		}
	}
	for _, y := range t[len(s):] {
		if y.sym == nil || y.sym.Class.MinLen() > 0 {
			return true
		}
	}
	return false
}
