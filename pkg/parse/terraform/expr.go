package terraform

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/irsalint/irsalint/pkg/source"
	"github.com/irsalint/irsalint/pkg/value"
)

// Bounds of one expression. They end hostile ones in bounded time and memory.
const (
	maxLoops   = 50_000     // iterations of for and splat
	maxNesting = 400        // expressions inside each other, also through templates
	maxText    = 1 << 20    // bytes of one text
	maxItems   = 50_000     // items that a function may make
	maxWork    = 50_000_000 // values and bytes that functions may visit in a root
)

// frame counts the work of one top-level expression.
type frame struct {
	loops int // iterations
	depth int // nesting of the node at hand
}

// eval evaluates an expression. It never fails: an error gives an unknown
// value whose symbol says why.
func (e *env) eval(x hclsyntax.Expression) value.Value {
	v, err := e.try(x)
	if err != nil {
		return e.broken(x, err)
	}
	return v
}

// try is eval for readers that have to tell an error from an unknown value.
func (e *env) try(x hclsyntax.Expression) (v value.Value, err *evalErr) {
	c := *e
	c.frame = &frame{}
	defer func() { // a library panic on odd input must not end the run
		if p := recover(); p != nil {
			v, err = value.Value{}, fail(c.span(x.Range()), "the expression cannot be evaluated: %.120s", fmt.Sprint(p))
		}
	}()
	return c.x(x)
}

// broken gives the unknown value that stands for an expression with an error.
func (e *env) broken(x hclsyntax.Expression, err *evalErr) value.Value {
	at := e.span(x.Range())
	s := e.fresh(at, label(at), err.msg)
	if !err.at.IsZero() {
		s.At = err.at
	}
	return value.UnknownAt(s, at)
}

// x evaluates one node.
func (e *env) x(x hclsyntax.Expression) (value.Value, *evalErr) {
	e.frame.depth++
	defer func() { e.frame.depth-- }()
	if e.frame.depth > maxNesting {
		return value.Value{}, fail(e.span(x.Range()), "the expression is nested too deep")
	}
	if err := e.spend(1, x); err != nil {
		return value.Value{}, err
	}
	switch x := x.(type) {
	case *hclsyntax.LiteralValueExpr:
		return e.literal(x)
	case *hclsyntax.TemplateExpr:
		return e.template(x)
	case *hclsyntax.TemplateWrapExpr:
		return e.x(x.Wrapped)
	case *hclsyntax.TemplateJoinExpr:
		return e.templateJoin(x)
	case *hclsyntax.ParenthesesExpr:
		return e.x(x.Expression)
	case *hclsyntax.ScopeTraversalExpr:
		return e.reference(x)
	case *hclsyntax.RelativeTraversalExpr:
		v, err := e.x(x.Source)
		if err != nil {
			return v, err
		}
		return e.traverse(v, x.Traversal, e.span(x.SrcRange))
	case *hclsyntax.IndexExpr:
		v, err := e.x(x.Collection)
		if err != nil {
			return v, err
		}
		key, err := e.x(x.Key)
		if err != nil {
			return key, err
		}
		return e.index(v, key, e.span(x.SrcRange))
	case *hclsyntax.AnonSymbolExpr:
		if v, ok := e.anon[x]; ok {
			return v, nil
		}
	case *hclsyntax.SplatExpr:
		return e.splat(x)
	case *hclsyntax.FunctionCallExpr:
		return e.call(x)
	case *hclsyntax.ConditionalExpr:
		return e.conditional(x)
	case *hclsyntax.ForExpr:
		if x.KeyExpr != nil {
			return e.forObject(x)
		}
		return e.forList(x)
	case *hclsyntax.ObjectConsExpr:
		return e.object(x)
	case *hclsyntax.ObjectConsKeyExpr:
		return e.objectKey(x)
	case *hclsyntax.TupleConsExpr:
		return e.tuple(x)
	case *hclsyntax.BinaryOpExpr:
		return e.binary(x)
	case *hclsyntax.UnaryOpExpr:
		return e.unary(x)
	}
	return value.Value{}, fail(e.span(x.Range()), "this kind of expression is not supported")
}

// tuple gives a list.
func (e *env) tuple(x *hclsyntax.TupleConsExpr) (value.Value, *evalErr) {
	items := make([]value.Value, len(x.Exprs))
	for i, it := range x.Exprs {
		v, err := e.x(it)
		if err != nil {
			return v, err
		}
		items[i] = v
	}
	return value.ListAt(items, e.span(x.SrcRange)), nil
}

// literal gives a number, a boolean, null, or the text of a template.
func (e *env) literal(x *hclsyntax.LiteralValueExpr) (value.Value, *evalErr) {
	at := e.span(x.SrcRange)
	v := x.Val
	switch {
	case v.IsNull():
		return value.NullAt(at), nil
	case v.Type() == cty.String:
		return value.FromText(literalText(v.AsString(), at)), nil
	case v.Type() == cty.Bool:
		return value.BoolAt(v.True(), at), nil
	case v.Type() == cty.Number:
		return e.number(v, at)
	}
	return fromCty(v, at), nil
}

// objectKey gives the text of a key of an object: a bare name is itself.
func (e *env) objectKey(x *hclsyntax.ObjectConsKeyExpr) (value.Value, *evalErr) {
	if !x.ForceNonLiteral {
		if t, ok := x.Wrapped.(*hclsyntax.ScopeTraversalExpr); ok && len(t.Traversal) > 1 {
			return value.Value{}, fail(e.span(x.Range()), "the key is ambiguous: put it in parentheses or in quotes")
		}
		if name := hcl.ExprAsKeyword(x.Wrapped); name != "" {
			return value.StringAt(name, e.span(x.Range())), nil
		}
	}
	return e.x(x.Wrapped)
}

func (e *env) object(x *hclsyntax.ObjectConsExpr) (value.Value, *evalErr) {
	at := e.span(x.SrcRange)
	fields := make([]value.Field, 0, len(x.Items))
	sensitive := false
	for _, it := range x.Items {
		k, err := e.x(it.KeyExpr)
		if err != nil {
			return k, err
		}
		key, err := e.text(k, e.span(it.KeyExpr.Range()))
		if err != nil {
			return k, err
		}
		v, err := e.x(it.ValueExpr)
		if err != nil {
			return v, err
		}
		sensitive = sensitive || k.IsSensitive()
		fields = append(fields, value.Field{Key: key, Value: v})
	}
	out, err := e.fields(fields, at)
	if sensitive {
		out = out.Sensitive()
	}
	return out, err
}

// fields makes a map of fields of which a later one replaces an earlier one
// with the same key. A later key that may turn out to be an earlier one makes
// the earlier value unknown.
func (e *env) fields(fields []value.Field, at source.Span) (value.Value, *evalErr) {
	symbolic := 0
	for _, f := range fields {
		if f.Key.Symbolic() {
			symbolic++
		}
	}
	out := fields[:0:0]
	where := make(map[string]int, len(fields))
	for _, f := range fields {
		if i, ok := where[f.Key.Flat()]; ok {
			out[i] = f
			continue
		}
		where[f.Key.Flat()] = len(out)
		out = append(out, f)
	}
	if symbolic == 0 || len(out) < 2 {
		return value.MapAt(out, at), nil
	}
	if symbolic*len(out) > maxItems {
		return value.MapAt(nil, at).Open(e.fresh(at, label(at), "the map has too many keys that are not known before apply")), nil
	}
	if err := e.spendAt(symbolic*len(out)*8, at); err != nil {
		return value.Value{}, err
	}
	for i := range out {
		for j := i + 1; j < len(out); j++ {
			a, b := out[i], out[j]
			if !a.Key.Symbolic() && !b.Key.Symbolic() || value.Equal(a.Key, b.Key) == value.No ||
				value.EqualValues(a.Value, b.Value) == value.Yes {
				continue
			}
			s := e.term("override", value.FromText(a.Key), a.Value, value.FromText(b.Key), b.Value)
			s.Label = a.Key.String()
			out[i].Value = value.UnknownAt(s, a.Value.At())
			break
		}
	}
	return value.MapAt(out, at), nil
}

// fresh makes a symbol that is equal to nothing but itself.
func (e *env) fresh(at source.Span, label, why string) *value.Symbol {
	e.ev.serial++
	if label == "" {
		label = "unknown"
	}
	return &value.Symbol{
		Key: e.symScope + "~" + at.Place() + "~" + strconv.Itoa(e.ev.serial), Label: label, Why: why, At: at,
	}
}

// derive gives the symbol of a part of what a symbol stands for.
func (e *env) derive(s *value.Symbol, part string, at source.Span) *value.Symbol {
	if s == nil {
		return e.fresh(at, label(at), "the value is not known before apply")
	}
	out := *s
	out.Key, out.Label, out.Class = s.Key+part, s.Label+part, value.Any
	if len(out.Key) > 4096 {
		return value.Term("part", s, s.Key, part)
	}
	return &out
}

// term gives the symbol of an operation on values that are not all known:
// equal to the same operation on the same values.
func (e *env) term(name string, args ...value.Value) *value.Symbol {
	var cause *value.Symbol
	flats := make([]string, len(args))
	for i, a := range args {
		flats[i] = e.identity(a)
		if cause == nil || cause.Class.Environment() {
			if s := a.FirstUnknown(); s != nil {
				cause = s
			}
		}
	}
	s := value.Term(name, cause, flats...)
	if cause != nil && cause.Label != "" && len(args) > 1 {
		s.Label = name + "(" + cause.Label + ",…)"
	}
	if s.Why == "" {
		s.Why = "the result of " + name + " is not known before apply"
	}
	return s
}

// identity gives text that is the same for two values only if they are the
// same.
func (e *env) identity(v value.Value) string {
	var b strings.Builder
	e.identify(&b, v)
	return b.String()
}

func (e *env) identify(b *strings.Builder, v value.Value) {
	if b.Len() > maxText || v.IsOpen() || v.IsLoose() {
		e.ev.serial++
		b.WriteString("~" + strconv.Itoa(e.ev.serial))
		return
	}
	switch v.Kind() {
	case value.Null:
		b.WriteString("null")
	case value.Unknown:
		if v.Symbol() == nil {
			e.ev.serial++
			b.WriteString("~" + strconv.Itoa(e.ev.serial))
			return
		}
		t, _ := v.AsText()
		b.WriteString(strconv.Quote(t.Flat()))
	case value.String:
		t, _ := v.AsText()
		b.WriteString(strconv.Quote(t.Flat()))
	case value.List:
		b.WriteByte('[')
		for _, it := range v.Items() {
			e.identify(b, it)
			b.WriteByte(',')
		}
		b.WriteByte(']')
	case value.Map:
		b.WriteByte('{')
		fields, _ := sorted(v)
		for _, f := range fields {
			b.WriteString(strconv.Quote(f.Key.Flat()))
			b.WriteByte(':')
			e.identify(b, f.Value)
			b.WriteByte(',')
		}
		b.WriteByte('}')
	default:
		t, _ := v.AsText()
		b.WriteString(t.Flat())
	}
}

// spend counts work; it fails once the budget of the root is used up.
func (e *env) spend(n int, x hclsyntax.Expression) *evalErr {
	e.ev.work += n
	if e.ev.work <= maxWork {
		return nil
	}
	return e.spent(e.span(x.Range()))
}

func (e *env) spendAt(n int, at source.Span) *evalErr {
	e.ev.work += n
	if e.ev.work <= maxWork {
		return nil
	}
	return e.spent(at)
}

func (e *env) spent(at source.Span) *evalErr {
	const msg = "the configuration takes too much work to evaluate; the rest of it is unknown"
	e.ev.problem(source.Span{}, msg)
	return fail(at, msg)
}

// loop counts one iteration.
func (e *env) loop(at source.Span) *evalErr {
	e.frame.loops++
	if e.frame.loops > maxLoops {
		return fail(at, "the expression makes more than %d iterations", maxLoops)
	}
	if !e.ev.step() {
		return fail(at, "the configuration takes too many steps to evaluate")
	}
	return nil
}

// label gives source text as one short line for a person.
func label(at source.Span) string {
	if at.End-at.Start > 4096 {
		at.End = at.Start + 4096
	}
	s := strings.Join(strings.Fields(at.Text()), " ")
	if r := []rune(s); len(r) > 60 {
		return string(r[:57]) + "…"
	}
	return s
}
