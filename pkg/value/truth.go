// Package value is the model of what irsalint knows about a configuration
// value: its shape, the places that supplied each part of it, and which parts
// stand for something that is not known before apply.
//
// Unknown parts are Symbols. A symbol is equal to itself and never provably
// different from anything that it could be, so comparison has three answers.
package value

// Truth is the answer to a question about values that may be unknown. The
// zero Truth is No.
type Truth int8

// The three answers, in Kleene order: And is the minimum, Or the maximum.
const (
	No Truth = iota
	Maybe
	Yes
)

// Of gives Yes for true and No for false.
func Of(b bool) Truth {
	if b {
		return Yes
	}
	return No
}

// And is Yes if both are, No if either is.
func (t Truth) And(u Truth) Truth { return min(t, u) }

// Or is Yes if either is, No if both are.
func (t Truth) Or(u Truth) Truth { return max(t, u) }

// Not exchanges Yes and No.
func (t Truth) Not() Truth { return Yes - t }

// String gives the words used in the graph: yes, no, unknown.
func (t Truth) String() string {
	switch t {
	case Yes:
		return "yes"
	case No:
		return "no"
	}
	return "unknown"
}

// MarshalText gives String.
func (t Truth) MarshalText() ([]byte, error) { return []byte(t.String()), nil }
