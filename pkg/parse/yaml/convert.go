package yaml

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	yamlv3 "go.yaml.in/yaml/v3"

	"github.com/irsalint/irsalint/pkg/value"
)

// converter turns the nodes of one chunk into values.
type converter struct {
	r     *reader
	end   int   // of the chunk
	lines []int // offset of the start of each line of the chunk

	// the last position that was looked up, so that the nodes of one long
	// line are found in one pass
	line, column, offset int

	anchors  map[*yamlv3.Node]*anchored
	expanded int // values that aliases stand for
}

// anchored is a node that aliases may name; nil value while it is read.
type anchored struct {
	done bool
	node
}

// node is a converted node, its range, and how many values it holds.
type node struct {
	value      value.Value
	start, end int
	size       int
}

func newConverter(r *reader, start, end int) *converter {
	c := &converter{r: r, end: end, lines: []int{start}, anchors: map[*yamlv3.Node]*anchored{}}
	for p := start; p < end; {
		if n := breakAt(r.src, p); n > 0 {
			p += n
			c.lines = append(c.lines, p)
			continue
		}
		p++
	}
	return c
}

func (c *converter) lineStart(line int) int {
	return c.lines[min(max(line, 1), len(c.lines))-1]
}

// at gives the offset of a line and column of the chunk.
func (c *converter) at(line, column int) int {
	if line != c.line || column < c.column {
		c.line, c.column, c.offset = line, 1, c.lineStart(line)
	}
	for c.column < column && c.offset < c.end {
		_, n := utf8.DecodeRune(c.r.src[c.offset:c.end])
		c.offset += n
		c.column++
	}
	return c.offset
}

func (c *converter) fail(offset int, format string, args ...any) error {
	return &Error{At: c.r.lineAt(offset), Message: fmt.Sprintf(format, args...)}
}

// limit is an error of text that may be right, but is too much.
func (c *converter) limit(offset int, format string, args ...any) error {
	return &Error{At: c.r.lineAt(offset), Message: fmt.Sprintf(format, args...), Limit: true}
}

func (c *converter) document(n *yamlv3.Node) (Document, error) {
	if n.Kind != yamlv3.DocumentNode || len(n.Content) == 0 {
		return Document{}, nil
	}
	out, err := c.node(n.Content[0], -1, 0)
	if err != nil {
		return Document{}, err
	}
	at := out.value.At()
	if out.end > out.start {
		at = c.r.cut.Locate(out.start, out.end)
	}
	return Document{Value: out.value, At: at}, nil
}

// node converts a node that stands in a collection which begins at the column
// indent, counted from 0; -1 for the document itself.
func (c *converter) node(n *yamlv3.Node, indent, depth int) (node, error) {
	start := c.at(n.Line, n.Column)
	if depth > MaxDepth {
		return node{}, c.limit(start, "nested deeper than %d levels", MaxDepth)
	}
	if n.Kind == yamlv3.AliasNode {
		out, err := c.alias(n, start)
		return out, err
	}
	var a *anchored
	if n.Anchor != "" {
		a = &anchored{}
		c.anchors[n] = a
	}
	out := node{}
	var err error
	content, verbatim := c.properties(start)
	switch n.Kind {
	case yamlv3.ScalarNode:
		out = c.scalar(n, content, indent, verbatim)
	case yamlv3.SequenceNode:
		out, err = c.sequence(n, content, depth)
	case yamlv3.MappingNode:
		if out = c.placeholder(n, content); out.size == 0 {
			out, err = c.mapping(n, content, depth)
		}
	default:
		err = c.fail(start, "unexpected node")
	}
	if err != nil {
		return node{}, err
	}
	if a != nil {
		a.done, a.node = true, out
	}
	return out, nil
}

func (c *converter) alias(n *yamlv3.Node, start int) (node, error) {
	a := c.anchors[n.Alias]
	if a == nil || !a.done {
		return node{}, c.fail(start, "the alias *%s stands inside its own anchor", n.Value)
	}
	if c.expanded += a.size; c.expanded > MaxAliasNodes {
		return node{}, c.limit(start, "the aliases stand for more than %d values", MaxAliasNodes)
	}
	return node{value: a.value, start: start, end: start + 1 + len(n.Value), size: a.size}, nil
}

// properties skips tags and anchors before the content of a node. Verbatim is
// true after the tag "!", which makes any scalar a string.
func (c *converter) properties(start int) (content int, verbatim bool) {
	src, p := c.r.src[:c.end], start
	for p < len(src) && (src[p] == '!' || src[p] == '&') {
		from := p
		for p < len(src) && !isBlank(src[p]) && breakAt(src, p) == 0 && src[p] != ',' {
			p++
		}
		verbatim = verbatim || string(src[from:p]) == "!"
		p = c.skip(p, "")
	}
	return p, verbatim
}

// skip moves past space, line breaks, comments, and the characters of also.
func (c *converter) skip(p int, also string) int {
	src := c.r.src[:c.end]
	for p < len(src) {
		w := breakAt(src, p)
		switch {
		case w > 0:
			p += w
		case isBlank(src[p]) || strings.IndexByte(also, src[p]) >= 0:
			p++
		case src[p] == '#' && p > 0 && (isBlank(src[p-1]) || src[p-1] == '\n' || src[p-1] == '\r'):
			for p < len(src) && breakAt(src, p) == 0 {
				p++
			}
		default:
			return p
		}
	}
	return p
}

func (c *converter) sequence(n *yamlv3.Node, start, depth int) (node, error) {
	out := node{start: start, end: start, size: 1}
	flow := n.Style&yamlv3.FlowStyle != 0
	items := make([]value.Value, 0, len(n.Content))
	indent := -1
	if len(n.Content) > 0 && !flow {
		indent = n.Column - 1
	}
	var open *value.Symbol
	for _, child := range n.Content {
		it, err := c.node(child, indent, depth+1)
		if err != nil {
			return node{}, err
		}
		if flow && it.value.IsUnknown() {
			open = it.value.Symbol() // it may be several elements, or none
		}
		items = append(items, it.value)
		out.end = max(out.end, it.end)
		out.size += it.size
	}
	if flow {
		out.end = c.flowEnd(out.start, out.end, '[', ']')
	}
	v := value.ListAt(items, c.r.cut.Locate(out.start, out.end))
	if s := c.opener(out); s != nil {
		open = s
	}
	if open != nil {
		v = v.Open(open)
	}
	out.value = v
	return out, nil
}

// opener gives the symbol that may add to a collection: one alone on its line
// inside it, or right after it.
func (c *converter) opener(n node) *value.Symbol {
	if len(c.r.loose) == 0 {
		return nil
	}
	if s := c.r.looseFrom(n.start); s != nil && s.start < n.end {
		return s.sym
	}
	if s := c.r.looseAfter(n.end); s != nil {
		return s.sym
	}
	return nil
}

// flowEnd finds the closing bracket of a flow collection after its last child.
func (c *converter) flowEnd(start, last int, open, closing byte) int {
	if last == start && start < c.end && c.r.src[start] == open {
		last++
	}
	if p := c.skip(last, ",:?"); p < c.end && c.r.src[p] == closing {
		return p + 1
	}
	return last
}

type entry struct {
	value.Field
	merged bool
}

func (c *converter) mapping(n *yamlv3.Node, start, depth int) (node, error) {
	out := node{start: start, end: start, size: 1}
	flow := n.Style&yamlv3.FlowStyle != 0
	indent := -1
	if len(n.Content) > 0 && !flow {
		indent = n.Content[0].Column - 1
	}
	fields := make([]value.Field, 0, len(n.Content)/2)
	var entries []entry // of a map with a merge key
	var open *value.Symbol
	for i := 0; i+1 < len(n.Content); i += 2 {
		k, err := c.node(n.Content[i], indent, depth+1)
		if err != nil {
			return node{}, err
		}
		v, err := c.node(n.Content[i+1], indent, depth+1)
		if err != nil {
			return node{}, err
		}
		out.end = max(out.end, k.end, v.end)
		out.size += k.size + v.size
		if !isMerge(n.Content[i]) {
			f := value.Field{Key: c.key(k), Value: v.value}
			if fields = append(fields, f); entries != nil {
				entries = append(entries, entry{Field: f})
			}
			continue
		}
		if entries == nil {
			entries = make([]entry, 0, len(n.Content))
			for _, f := range fields {
				entries = append(entries, entry{Field: f})
			}
		}
		if s := v.value.Symbol(); v.value.IsUnknown() || v.value.IsOpen() {
			open = s
		}
		more, ok := merged(v.value)
		if !ok {
			return node{}, c.fail(v.start, "a merge key needs a map or a list of maps")
		}
		if c.expanded += len(more); c.expanded > MaxAliasNodes {
			return node{}, c.limit(v.start, "the merge keys stand for more than %d values", MaxAliasNodes)
		}
		entries = append(entries, more...)
	}
	if flow {
		out.end = c.flowEnd(out.start, out.end, '{', '}')
	}
	if entries != nil {
		fields = fields[:0]
		for _, e := range effective(entries) {
			fields = append(fields, e.Field)
		}
	}
	v := value.MapAt(fields, c.r.cut.Locate(out.start, out.end))
	if s := c.opener(out); s != nil {
		open = s
	}
	if open != nil {
		v = v.Open(open)
	}
	out.value = v
	return out, nil
}

func isMerge(k *yamlv3.Node) bool {
	return k.Kind == yamlv3.ScalarNode && k.Value == "<<" && (k.Style == 0 || k.Tag == "!!merge")
}

// merged gives the fields that a merge key adds, the strongest last.
func merged(v value.Value) ([]entry, bool) {
	var out []entry
	switch v.Kind() {
	case value.Unknown:
	case value.Map:
		for _, f := range v.Fields() {
			out = append(out, entry{Field: f, merged: true})
		}
	case value.List: // an earlier map is stronger
		items := v.Items()
		for i := len(items) - 1; i >= 0; i-- {
			if items[i].Kind() == value.List {
				return nil, false
			}
			more, ok := merged(items[i])
			if !ok {
				return nil, false
			}
			out = append(out, more...)
		}
	default:
		return nil, false
	}
	return out, true
}

// effective drops the fields that a merge replaced, or that replace a merged
// one. As for kubectl the later field stands, also where it is the merged
// one. Two fields that were both written out are kept.
func effective(all []entry) []entry {
	type seen struct{ any, merged bool }
	later := map[string]seen{}
	kept := make([]entry, 0, len(all))
	for i := len(all) - 1; i >= 0; i-- {
		e := all[i]
		s := later[e.Key.Flat()]
		if s.any && (e.merged || s.merged) {
			continue
		}
		later[e.Key.Flat()] = seen{any: true, merged: s.merged || e.merged}
		kept = append(kept, e)
	}
	for i, j := 0, len(kept)-1; i < j; i, j = i+1, j-1 {
		kept[i], kept[j] = kept[j], kept[i]
	}
	return kept
}

// key gives a key as text, as kubectl does: a boolean is true or false.
func (c *converter) key(k node) value.Text {
	v := k.value
	switch v.Kind() {
	case value.Null:
		return value.Literal("null", v.At())
	case value.List, value.Map:
		return c.r.cut.Slice(k.start, k.end)
	case value.Number:
		n, _ := v.AsNumber()
		if n.IsInt() {
			break
		}
		f, _ := n.Float64()
		return value.Literal(strconv.FormatFloat(f, 'g', -1, 32), v.At())
	}
	if t, ok := v.AsText(); ok {
		return t
	}
	return c.r.cut.Slice(k.start, k.end)
}

// placeholder reads {{ … }}, which YAML takes for a map in a map, as what it
// is: a part that a template engine fills in. The size is 0 if it is none.
func (c *converter) placeholder(n *yamlv3.Node, start int) node {
	src := c.r.src[:c.end]
	if n.Style&yamlv3.FlowStyle == 0 || !bytes.HasPrefix(src[start:], []byte("{{")) {
		return node{}
	}
	i := bytes.Index(src[start:], []byte("}}"))
	if i < 0 {
		return node{}
	}
	end := start + i + 2
	at := c.r.cut.Locate(start, end)
	text := strings.TrimSpace(c.r.text.Flat()[start+2 : end-2])
	sym := value.Term("template", nil, text)
	if at.File != nil {
		sym = value.Term("template", nil, text, at.File.Path)
	}
	sym.Label, sym.Why, sym.At = text, "it is a placeholder of a template", at
	if strings.Contains(text, symbolOpen) {
		sym.Label = "template"
	}
	return node{start: start, end: end, size: 1, value: value.UnknownAt(sym, at)}
}
