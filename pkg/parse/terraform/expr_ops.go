package terraform

import (
	"math/big"

	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/irsalint/irsalint/pkg/source"
	"github.com/irsalint/irsalint/pkg/value"
)

// text gives a value as text where Terraform would convert it.
func (e *env) text(v value.Value, at source.Span) (value.Text, *evalErr) {
	switch v.Kind() {
	case value.Null:
		return value.Text{}, fail(at, "null cannot be used as text")
	case value.List, value.Map:
		return value.Text{}, fail(at, "a %s cannot be used as text", v.Kind())
	case value.Unknown:
		if v.Symbol() == nil {
			return value.FromSymbol(e.fresh(at, label(at), "the value is not known before apply"), at), nil
		}
	}
	t, _ := v.AsText()
	return t, nil
}

// num gives a value as a number; known is false if it is one, as far as that
// can be told, but not known.
func (e *env) num(v value.Value, at source.Span) (n *big.Float, known bool, err *evalErr) {
	switch v.Kind() {
	case value.Unknown:
		return nil, false, nil
	case value.Number:
		n, _ := v.AsNumber()
		return n, true, nil
	case value.String:
		t, _ := v.AsText()
		if t.Symbolic() {
			return nil, false, nil
		}
		c, err := cty.ParseNumberVal(t.Flat())
		if len(t.Flat()) > 400 || err != nil {
			return nil, false, fail(at, "a number is required")
		}
		w, bad := e.number(c, at)
		if bad != nil {
			return nil, false, bad
		}
		n, _ := w.AsNumber()
		return n, true, nil
	}
	return nil, false, fail(at, "a number is required, not a %s", v.Kind())
}

// number gives a cty number, unless it is so large that to write it down
// would take forever.
func (e *env) number(n cty.Value, at source.Span) (value.Value, *evalErr) {
	f := n.AsBigFloat()
	if x := f.MantExp(nil); x > 4096 || x < -4096 || f.IsInf() {
		return value.Value{}, fail(at, "the number is out of range")
	}
	return value.NumberAt(f, at), nil
}

// truth gives a value as a boolean.
func (e *env) truth(v value.Value, at source.Span) (value.Truth, *evalErr) {
	switch v.Kind() {
	case value.Unknown:
		return value.Maybe, nil
	case value.Bool:
		b, _ := v.AsBool()
		return value.Of(b), nil
	case value.String:
		t, _ := v.AsText()
		switch {
		case t.Symbolic():
			return value.Maybe, nil
		case t.Is("true") || t.Is("1"):
			return value.Yes, nil
		case t.Is("false") || t.Is("0"):
			return value.No, nil
		}
	}
	return value.Maybe, fail(at, "a boolean is required, not a %s", v.Kind())
}

// null says whether a value is null. Text that is one symbol of any text may
// stand for null.
func null(v value.Value) value.Truth {
	if v.IsNull() {
		return value.Yes
	}
	if _, ok := opaque(v); ok {
		return value.Maybe
	}
	return value.No
}

// equal is Terraform's ==.
func equal(a, b value.Value) value.Truth {
	if a.IsNull() || b.IsNull() {
		n, m := null(a), null(b)
		if n == value.Yes && m == value.Yes {
			return value.Yes
		}
		return min(n, m)
	}
	return value.EqualValues(a, b)
}

// same is equal for the operands of == and !=. Terraform tells a list from a
// tuple and a map from an object there, which values do not: var.list == [] is
// false whatever the list.
func (e *env) same(x *hclsyntax.BinaryOpExpr, a, b value.Value) value.Truth {
	t := equal(a, b)
	if t != value.Yes || a.Kind() != value.List && a.Kind() != value.Map {
		return t
	}
	literal := func(x hclsyntax.Expression) bool {
		switch x.(type) {
		case *hclsyntax.TupleConsExpr, *hclsyntax.ObjectConsExpr, *hclsyntax.ForExpr:
			return true
		}
		return false
	}
	if literal(x.LHS) && literal(x.RHS) || e.span(x.LHS.Range()).Text() == e.span(x.RHS.Range()).Text() {
		return t
	}
	return value.Maybe
}

// verdict gives a three-valued answer as a value.
func (e *env) verdict(t value.Truth, at source.Span, op string, args ...value.Value) value.Value {
	out := value.BoolAt(t == value.Yes, at)
	if t == value.Maybe {
		s := e.term(op, args...)
		if l := label(at); l != "" {
			s.Label = l
		}
		out = value.UnknownAt(s, at)
	}
	return mark(out, args...)
}

func (e *env) unary(x *hclsyntax.UnaryOpExpr) (value.Value, *evalErr) {
	at := e.span(x.SrcRange)
	v, err := e.x(x.Val)
	if err != nil {
		return v, err
	}
	if v.IsNull() {
		return v, fail(at, "the operand is null")
	}
	if x.Op == hclsyntax.OpLogicalNot {
		t, err := e.truth(v, at)
		if err != nil {
			return v, err
		}
		return e.verdict(t.Not(), at, "!", v), nil
	}
	n, known, err := e.num(v, at)
	if err != nil {
		return v, err
	}
	if !known {
		return unknownFrom(e.term("-", v), at, v), nil
	}
	return mark(value.NumberAt(new(big.Float).Neg(n), at), v), nil
}

func (e *env) binary(x *hclsyntax.BinaryOpExpr) (value.Value, *evalErr) {
	at := e.span(x.SrcRange)
	a, err := e.x(x.LHS)
	if x.Op == hclsyntax.OpLogicalAnd || x.Op == hclsyntax.OpLogicalOr {
		return e.logical(x, a, err, at)
	}
	if err != nil {
		return a, err
	}
	b, err := e.x(x.RHS)
	if err != nil {
		return b, err
	}
	switch x.Op {
	case hclsyntax.OpEqual:
		return e.verdict(e.same(x, a, b), at, "==", a, b), nil
	case hclsyntax.OpNotEqual:
		return e.verdict(e.same(x, a, b).Not(), at, "!=", a, b), nil
	}
	n, known, err := e.num(a, at)
	if err != nil {
		return a, err
	}
	m, also, err := e.num(b, at)
	if err != nil {
		return b, err
	}
	if !known || !also {
		s := e.term(opName(x.Op), a, b)
		if l := label(at); l != "" {
			s.Label = l
		}
		return mark(value.UnknownAt(s, at), a, b), nil
	}
	p, q := precise(n), precise(m)
	var out cty.Value
	switch x.Op {
	case hclsyntax.OpAdd:
		out = p.Add(q)
	case hclsyntax.OpSubtract:
		out = p.Subtract(q)
	case hclsyntax.OpMultiply:
		out = p.Multiply(q)
	case hclsyntax.OpDivide, hclsyntax.OpModulo:
		if m.Sign() == 0 {
			return a, fail(at, "division by zero")
		}
		if x.Op == hclsyntax.OpDivide {
			out = p.Divide(q)
		} else {
			out = p.Modulo(q)
		}
	default:
		c := n.Cmp(m)
		yes := x.Op == hclsyntax.OpLessThan && c < 0 || x.Op == hclsyntax.OpLessThanOrEqual && c <= 0 ||
			x.Op == hclsyntax.OpGreaterThan && c > 0 || x.Op == hclsyntax.OpGreaterThanOrEqual && c >= 0
		return mark(value.BoolAt(yes, at), a, b), nil
	}
	v, err := e.number(out, at)
	return mark(v, a, b), err
}

// precise gives a number with the precision in which Terraform computes.
func precise(n *big.Float) cty.Value {
	return cty.NumberVal(new(big.Float).SetPrec(max(n.Prec(), 512)).Set(n))
}

// opName gives the sign of an operator.
func opName(op *hclsyntax.Operation) string {
	switch op {
	case hclsyntax.OpAdd:
		return "+"
	case hclsyntax.OpSubtract:
		return "-"
	case hclsyntax.OpMultiply:
		return "*"
	case hclsyntax.OpDivide:
		return "/"
	case hclsyntax.OpModulo:
		return "%"
	case hclsyntax.OpLessThan:
		return "<"
	case hclsyntax.OpLessThanOrEqual:
		return "<="
	case hclsyntax.OpGreaterThan:
		return ">"
	}
	return ">="
}

// logical is && and ||. Whichever side decides alone hides an error of the
// other.
func (e *env) logical(x *hclsyntax.BinaryOpExpr, a value.Value, errA *evalErr, at source.Span) (value.Value, *evalErr) {
	op, decides := "&&", value.No
	if x.Op == hclsyntax.OpLogicalOr {
		op, decides = "||", value.Yes
	}
	side := func(v value.Value, err *evalErr) (value.Truth, *evalErr) {
		if err != nil {
			return value.Maybe, err
		}
		if v.IsNull() {
			return value.Maybe, fail(at, "the operand is null")
		}
		return e.truth(v, at)
	}
	ta, errA := side(a, errA)
	if errA == nil && ta == decides {
		return mark(value.BoolAt(decides == value.Yes, at), a), nil
	}
	b, errB := e.x(x.RHS)
	tb, errB := side(b, errB)
	switch {
	case errB == nil && tb == decides:
		return mark(value.BoolAt(decides == value.Yes, at), b), nil
	case errA != nil:
		return a, errA
	case errB != nil && ta == value.Maybe: // the left side may yet decide
		return unknownFrom(e.term(op, a, value.UnknownAt(nil, at)), at, a), nil
	case errB != nil:
		return b, errB
	}
	t := ta.And(tb)
	if decides == value.Yes {
		t = ta.Or(tb)
	}
	return e.verdict(t, at, op, a, b), nil
}
