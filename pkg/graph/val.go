// Package graph is the one picture of a project: typed nodes made from every
// format, the references between them, and the facts that need an algorithm.
// It is what rules read.
package graph

import (
	"encoding/json"

	"github.com/irsalint/irsalint/pkg/source"
	"github.com/irsalint/irsalint/pkg/value"
)

// Val is a field of a node: text that may be known, symbolic (its shape is
// known, a part stands for something else) or unknown. A field that certainly
// has no value is a nil *Val.
type Val struct {
	value.Text
	unknown   bool
	sensitive bool // never shown
	why       *value.Symbol
	at        source.Span
}

// States of a Val.
const (
	Known    = "known"
	Symbolic = "symbolic"
	Unknown  = "unknown"
)

// NewVal makes a Val of text.
func NewVal(t value.Text) *Val { return &Val{Text: t, at: t.At()} }

// LiteralVal makes a Val of literal text at a place.
func LiteralVal(s string, at source.Span) *Val { return NewVal(value.Literal(s, at)) }

// UnknownVal makes a Val of which nothing is known.
func UnknownVal(why *value.Symbol, at source.Span) *Val {
	return &Val{unknown: true, why: why, at: at}
}

// ValOf makes a Val of an evaluated value; nil if it is null. A list or map
// is no text, and so unknown here.
func ValOf(v value.Value) *Val {
	if v.IsNull() {
		return nil
	}
	if t, ok := v.AsText(); ok {
		out := NewVal(t)
		out.at, out.sensitive = v.At(), v.IsSensitive()
		if s := v.At(); s.IsZero() {
			out.at = t.At()
		}
		return out
	}
	return UnknownVal(v.Symbol(), v.At())
}

// ValAt gives the field at a path of v: nil if it is certainly absent,
// unknown if it may be there.
func ValAt(v value.Value, path ...string) *Val {
	out, found := v.Lookup(path...)
	switch found {
	case value.No:
		return nil
	case value.Maybe:
		if t, ok := out.AsText(); ok && out.IsUnknown() {
			return &Val{Text: t, why: out.Symbol(), at: out.At()}
		}
		return UnknownVal(out.Symbol(), out.At())
	}
	return ValOf(out)
}

// State gives known, symbolic or unknown.
func (v *Val) State() string {
	switch {
	case v.unknown:
		return Unknown
	case v.Symbolic():
		return Symbolic
	}
	return Known
}

// IsKnown reports whether there is text without symbols.
func (v *Val) IsKnown() bool { return v != nil && !v.unknown && !v.Symbolic() }

// KnownText gives the text if it is known; "" otherwise, also for nil.
func (v *Val) KnownText() string {
	if !v.IsKnown() {
		return ""
	}
	return v.Flat()
}

// HasText reports whether there is any text to compare, symbols or not.
func (v *Val) HasText() bool { return v != nil && !v.unknown }

// Span gives the place that supplied the value.
func (v *Val) Span() source.Span {
	if v == nil {
		return source.Span{}
	}
	return v.at
}

// WithSpan gives the same value with another place.
func (v *Val) WithSpan(at source.Span) *Val {
	if v == nil {
		return nil
	}
	out := *v
	out.at = at
	return &out
}

// Cause gives the symbol that explains why the value is not known; nil if it
// is known or there is no reason.
func (v *Val) Cause() *value.Symbol {
	if v == nil {
		return nil
	}
	if v.unknown {
		return v.why
	}
	return v.Text.Cause()
}

// Why gives the reason in one sentence, empty for a known value.
func (v *Val) Why() string {
	if v == nil || v.IsKnown() {
		return ""
	}
	if s := v.Cause(); s != nil && s.Why != "" {
		return s.Why
	}
	return "the value is not known before apply"
}

// Display gives the text for a person.
func (v *Val) Display() string {
	switch {
	case v == nil:
		return ""
	case v.sensitive:
		return "(sensitive)"
	case v.unknown:
		if v.why != nil && v.why.Label != "" {
			return "${" + v.why.Label + "}"
		}
		return "(unknown)"
	}
	return v.Text.String()
}

// valJSON is the form in which rules and `irsalint graph` see a Val.
type valJSON struct {
	State string `json:"state"`
	Text  string `json:"text"`
	At    string `json:"at"`
	Why   string `json:"why"`
}

func (v *Val) form() valJSON {
	return valJSON{State: v.State(), Text: v.Display(), At: v.at.Place(), Why: v.Why()}
}

// MarshalJSON gives {state, text, at, why}; text is for a person, rules never
// compare it.
func (v *Val) MarshalJSON() ([]byte, error) { return json.Marshal(v.form()) }

// Place is a place in the graph, as text for rules. See source.Span.Place.
type Place struct{ source.Span }

// MarshalText gives path:line:column:line:column.
func (p Place) MarshalText() ([]byte, error) { return []byte(p.Place()), nil }

// Fact is the answer to a question that Go settled, with the reason where the
// answer is unknown.
type Fact struct {
	Is  value.Truth `json:"is"`
	Why string      `json:"why"`
	At  Place       `json:"at"`
}

// FactOf gives a Fact without a reason.
func FactOf(t value.Truth) Fact { return Fact{Is: t} }

// Because gives a Fact that is not settled, for the reason of a symbol.
func Because(s *value.Symbol) Fact {
	f := Fact{Is: value.Maybe, Why: "the value is not known before apply"}
	if s != nil {
		if s.Why != "" {
			f.Why = s.Why
		}
		f.At = Place{s.At}
	}
	return f
}
