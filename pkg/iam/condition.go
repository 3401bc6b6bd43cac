package iam

import (
	"math/big"
	"net/netip"
	"strings"
	"time"

	"github.com/irsalint/irsalint/pkg/value"
)

// ContextValue is what a class of requests carries for one condition key. The
// zero ContextValue is free: the requests may carry anything, or nothing.
type ContextValue struct {
	state  contextState
	values []value.Text
}

type contextState uint8

const (
	contextFree contextState = iota
	contextAbsent
	contextFixed
)

// Fixed is a key that every request of the class carries with these values: one
// for an ordinary key, any number for one that holds a set. Parts that may be
// anything are symbols.
func Fixed(values ...value.Text) ContextValue {
	return ContextValue{state: contextFixed, values: values}
}

// FixedString is Fixed with literal values.
func FixedString(values ...string) ContextValue {
	out := make([]value.Text, len(values))
	for i, v := range values {
		out[i] = lit(v)
	}
	return Fixed(out...)
}

// Absent is a key that no request of the class carries.
func Absent() ContextValue { return ContextValue{state: contextAbsent} }

// Free is a key of which nothing is said.
func Free() ContextValue { return ContextValue{} }

// EvalCondition says whether a condition is met by every request (Yes), or by
// no request (No), of a class that carries ctx for the condition's key.
func EvalCondition(c Condition, ctx ContextValue) value.Truth {
	t := evalCondition(c, ctx)
	if c.Overridden {
		t = t.Or(value.Maybe)
	}
	return t
}

func evalCondition(c Condition, ctx ContextValue) value.Truth {
	if c.Op.Base == "" {
		return value.Maybe
	}
	kind := c.Op.kind()
	if kind.compare == compareNull {
		return evalNull(c, ctx)
	}
	absent := func() value.Truth {
		switch c.Op.Set {
		case ForAllValues:
			return value.Yes
		case ForAnyValue:
			return value.Of(c.Op.IfExists)
		}
		return value.Of(c.Op.IfExists || c.Op.Negated)
	}
	switch ctx.state {
	case contextAbsent:
		return absent()
	case contextFree:
		// Only what holds, or fails, with any value and with none is settled.
		if with, without := holdsAlways(c), absent(); with == without {
			return with
		}
		return value.Maybe
	}
	if len(ctx.values) == 0 { // an empty set counts as no key
		return absent()
	}
	some, all := value.No, value.Yes
	for _, v := range ctx.values {
		t := matchValue(c, kind, v)
		if c.Op.Negated {
			t = t.Not()
		}
		some, all = some.Or(t), all.And(t)
	}
	switch c.Op.Set {
	case ForAllValues:
		return all
	case ForAnyValue:
		return some
	}
	if some == all {
		return some
	}
	return value.Maybe // several values without a set modifier: not defined
}

// holdsAlways answers for a key that is there with an unknown value: Yes for
// a positive pattern that everything matches, No for its negation.
func holdsAlways(c Condition) value.Truth {
	if c.Op.kind().compare != compareGlob {
		return value.Maybe
	}
	for _, v := range c.Values {
		if text, ok := v.Known(); ok && text != "" && strings.Trim(text, "*") == "" {
			return value.Of(!c.Op.Negated)
		}
	}
	return value.Maybe
}

// matchValue says whether a request's value matches one of the condition's.
func matchValue(c Condition, kind operatorKind, v value.Text) value.Truth {
	if len(c.Values) == 0 && c.ValuesKnown == value.Yes {
		return value.Maybe // an empty list: what IAM makes of it is not confirmed
	}
	out := value.No
	for _, want := range c.Values {
		out = out.Or(compare(kind, want, v))
		if out == value.Yes {
			return out
		}
	}
	if c.ValuesKnown != value.Yes {
		out = out.Or(value.Maybe)
	}
	return out
}

// compare says whether a request's value v meets one value of a condition.
func compare(kind operatorKind, want, v value.Text) value.Truth {
	switch kind.compare {
	case compareExact:
		return match(want, v, 0)
	case compareFold, compareBool:
		return match(want, v, value.Fold)
	case compareGlob:
		return match(want, v, value.Glob)
	case compareArn:
		return matchARN(Expand(want), v)
	}
	want = Expand(want)
	w, known := want.Known()
	s, also := v.Known()
	if !known || !also {
		if kind.order == equal && kind.compare != compareIP && want.Flat() == v.Flat() {
			return value.Yes
		}
		return value.Maybe
	}
	switch kind.compare {
	case compareNumber:
		a, okA := number(s)
		b, okB := number(w)
		if okA && okB {
			return kind.order.of(a.Cmp(b))
		}
	case compareDate:
		a, okA := date(s)
		b, okB := date(w)
		if okA && okB {
			return kind.order.of(a.Compare(b))
		}
	case compareIP:
		addr, err := netip.ParseAddr(s)
		net, ok := network(w)
		if err == nil && ok {
			return value.Of(net.Contains(addr.Unmap()))
		}
	}
	return value.Maybe
}

func (o order) of(cmp int) value.Truth {
	switch o {
	case less:
		return value.Of(cmp < 0)
	case lessEqual:
		return value.Of(cmp <= 0)
	case greater:
		return value.Of(cmp > 0)
	case greaterEqual:
		return value.Of(cmp >= 0)
	}
	return value.Of(cmp == 0)
}

func number(s string) (*big.Float, bool) {
	if len(s) > 64 || strings.ContainsAny(s, "eEpP") { // no hostile exponents
		return nil, false
	}
	f, _, err := big.ParseFloat(s, 10, 256, big.ToNearestEven)
	return f, err == nil && !f.IsInf()
}

// date reads the forms that IAM accepts: W3C ISO 8601, or seconds since 1970.
func date(s string) (time.Time, bool) {
	for _, layout := range [...]string{time.RFC3339Nano, "2006-01-02T15:04Z07:00", "2006-01-02", "2006-01", "2006"} {
		if t, err := time.Parse(layout, s); err == nil {
			return t, true
		}
	}
	if f, ok := number(s); ok {
		if n, acc := f.Int64(); acc == big.Exact {
			return time.Unix(n, 0), true
		}
	}
	return time.Time{}, false
}

// network reads a CIDR block or a single address.
func network(s string) (netip.Prefix, bool) {
	if p, err := netip.ParsePrefix(s); err == nil {
		return p.Masked(), true
	}
	if a, err := netip.ParseAddr(s); err == nil {
		return netip.PrefixFrom(a, a.BitLen()), true
	}
	return netip.Prefix{}, false
}

// evalNull: "true" asks that the key is absent, "false" that it is there.
func evalNull(c Condition, ctx ContextValue) value.Truth {
	if ctx.state == contextFree {
		return value.Maybe
	}
	absent := ctx.state == contextAbsent || len(ctx.values) == 0
	out := value.No
	for _, v := range c.Values {
		text, known := v.Known()
		switch {
		case !known:
			out = out.Or(value.Maybe)
		case strings.EqualFold(text, "true"):
			out = out.Or(value.Of(absent))
		case strings.EqualFold(text, "false"):
			out = out.Or(value.Of(!absent))
		default:
			out = out.Or(value.Maybe)
		}
	}
	if c.ValuesKnown != value.Yes || len(c.Values) == 0 {
		out = out.Or(value.Maybe)
	}
	return out
}
