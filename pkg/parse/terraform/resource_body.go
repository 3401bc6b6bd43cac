package terraform

import (
	"cmp"
	"slices"
	"strconv"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/irsalint/irsalint/pkg/source"
	"github.com/irsalint/irsalint/pkg/value"
)

// Arguments and nested blocks that are Terraform's own and no configuration.
var (
	resourceMeta = func(name string) bool {
		switch name {
		case "count", "for_each", "provider", "depends_on", "lifecycle", "connection", "enabled":
			return true
		}
		return false
	}
	callMeta = func(name string) bool {
		switch name {
		case "count", "for_each", "providers", "depends_on", "source", "version":
			return true
		}
		return false
	}
	providerMeta = func(name string) bool { return name == "alias" || name == "version" || name == "for_each" }
	noMeta       = func(string) bool { return false }
)

func itoa(n int) string { return strconv.Itoa(n) }

// part gives the symbol of an argument that cannot be read.
func (in *instance) part(self, name string, partial *value.Symbol) *value.Symbol {
	s := &value.Symbol{Key: in.ev.scope + self + "." + name, Label: self + "." + name, Why: self + "." + name + " is not known"}
	if partial != nil {
		s.Why, s.At = partial.Why, partial.At
	}
	return s
}

// blockList collects the nested blocks of one type.
type blockList struct {
	name  string
	key   value.Text
	items []value.Value
	at    source.Span
	open  *value.Symbol
	fixed int // blocks before the first dynamic one that is not known
}

// block evaluates a body: arguments in the order of the text, then nested
// blocks as lists of maps. at is the place of the block, self its address;
// partial says why something of it may be missing.
func (in *instance) block(b *hclsyntax.Body, e *env, at source.Span, self string, partial *value.Symbol, meta func(string) bool, depth int) value.Value {
	if depth > maxBlocks {
		return value.MapAt(nil, at).Open(in.symbol("nesting", "blocks are nested too deep", at))
	}
	args := arguments(b)
	fields := make([]value.Field, 0, len(args)+len(b.Blocks))
	for _, a := range args {
		if meta(a.Name) {
			continue
		}
		v := in.value(a.Expr, e)
		if v.IsUnknown() && v.Symbol() == nil { // what the parser could not read
			v = value.UnknownAt(in.part(self, a.Name, partial), v.At())
		}
		fields = append(fields, value.Field{Key: value.Literal(a.Name, in.m.span(a.NameRange)), Value: v})
	}
	for _, l := range in.nested(b, e, self, meta, depth) {
		v := value.ListAt(l.items, l.at)
		if l.open != nil {
			v = v.Open(l.open).Loose(l.fixed)
		}
		fields = append(fields, value.Field{Key: l.key, Value: v})
	}
	out := value.MapAt(fields, at)
	if partial != nil {
		out = out.Open(partial)
	}
	return out
}

// nested evaluates the nested blocks of a body, by type in the order in which
// the types first occur.
func (in *instance) nested(b *hclsyntax.Body, e *env, self string, meta func(string) bool, depth int) []*blockList {
	var lists []*blockList
	list := func(name string, at source.Span) *blockList {
		for _, l := range lists {
			if l.name == name {
				return l
			}
		}
		l := &blockList{name: name, key: value.Literal(name, unquoted(at)), at: at}
		lists = append(lists, l)
		return l
	}
	for _, nb := range b.Blocks {
		if nb.Type == "dynamic" && len(nb.Labels) == 1 {
			in.dynamic(nb, e, self+"."+nb.Labels[0], list, depth)
			continue
		}
		if meta(nb.Type) {
			continue
		}
		l := list(nb.Type, in.m.span(nb.TypeRange))
		l.add(in.block(nb.Body, e, in.rangeOf(nb), self+"."+nb.Type, nil, noMeta, depth+1))
	}
	return lists
}

func (l *blockList) add(v value.Value) {
	if l.open == nil {
		l.fixed++
	}
	l.items = append(l.items, v)
}

// rangeOf gives the place of a whole nested block.
func (in *instance) rangeOf(b *hclsyntax.Block) source.Span {
	at := in.m.span(b.TypeRange)
	if end := in.m.span(b.CloseBraceRange); !end.IsZero() {
		at = at.To(end)
	}
	return at
}

// dynamic expands a dynamic block. Where its for_each is not known there may
// be any number of blocks, also none.
func (in *instance) dynamic(b *hclsyntax.Block, e *env, self string, list func(string, source.Span) *blockList, depth int) {
	at := in.m.span(b.DefRange())
	if len(b.LabelRanges) > 0 {
		at = in.m.span(b.LabelRanges[0])
	}
	l := list(b.Labels[0], at)
	var content *hclsyntax.Block
	for _, c := range b.Body.Blocks {
		if c.Type == "content" {
			content = c
		}
	}
	x := attribute(b.Body, "for_each")
	if x == nil || content == nil {
		l.open = in.symbol("dynamic", "the dynamic block is not complete", at)
		return
	}
	iterator := b.Labels[0]
	if name := dotted(reference(attribute(b.Body, "iterator"))); name != "" {
		iterator = name
	}
	v := in.value(x, e)
	n := 0
	each := func(key, val value.Value) bool {
		if n++; n > maxInstances || !in.ev.steps(20) {
			l.open = in.tooMany("the dynamic block", at)
			return false
		}
		it := value.MapAt([]value.Field{
			{Key: value.Literal("key", key.At()), Value: key},
			{Key: value.Literal("value", val.At()), Value: val},
		}, val.At())
		l.add(in.block(content.Body, e.with(map[string]value.Value{iterator: it}), in.rangeOf(content), self, nil, noMeta, depth+1))
		return true
	}
	switch v.Kind() {
	case value.Map:
		fields := slices.Clone(v.Fields())
		slices.SortStableFunc(fields, func(a, b value.Field) int { return cmp.Compare(a.Key.Flat(), b.Key.Flat()) })
		for _, f := range fields {
			if !each(value.FromText(f.Key), f.Value) {
				return
			}
		}
	case value.List:
		for i, it := range v.Items() {
			key := value.IntAt(i, it.At())
			if v.IsSet() {
				key = it
			}
			if !each(key, it) {
				return
			}
		}
	}
	if v.IsOpen() || v.Kind() != value.Map && v.Kind() != value.List {
		if l.open == nil {
			l.open = in.why(v, "dynamic."+l.name, "the for_each of the dynamic block is not known", at)
		}
	}
}

// nestedTypes gives the types of the nested blocks of a body.
func nestedTypes(b *hclsyntax.Body) map[string]bool {
	out := map[string]bool{}
	for _, nb := range b.Blocks {
		out[nestedType(nb)] = true
	}
	return out
}
