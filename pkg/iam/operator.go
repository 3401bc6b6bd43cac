package iam

import (
	"strings"
	"sync"

	"github.com/irsalint/irsalint/pkg/value"
)

// Operator is a condition operator taken apart.
type Operator struct {
	// Base is the operator in IAM's spelling without modifiers, such as
	// StringLike; empty if it is unknown or none of IAM's.
	Base string
	// Negated: it asks that no value matches (StringNotEquals).
	Negated bool
	// IfExists: it passes if the key is absent from the request.
	IfExists bool
	// Set is ForAllValues, ForAnyValue or empty.
	Set string
}

// Set modifiers of an Operator.
const (
	ForAllValues = "ForAllValues"
	ForAnyValue  = "ForAnyValue"
)

// Operators that compare texts; they are what trust conditions are made of.
const (
	StringEquals           = "StringEquals"
	StringEqualsIgnoreCase = "StringEqualsIgnoreCase"
	StringLike             = "StringLike"
	StringNotEquals        = "StringNotEquals"
	StringNotLike          = "StringNotLike"
	Null                   = "Null"
)

// comparison is how an operator compares one value with one of the request.
type comparison uint8

const (
	compareExact comparison = iota
	compareFold
	compareGlob
	compareArn
	compareNumber
	compareDate
	compareBool
	compareIP
	compareNull
)

// order is what a numeric or date operator asks of (request value, value).
type order uint8

const (
	equal order = iota
	less
	lessEqual
	greater
	greaterEqual
)

type operatorKind struct {
	name    string
	compare comparison
	order   order
	negated bool
}

// operators are IAM's, by name in lower case.
var operators = sync.OnceValue(func() map[string]operatorKind {
	list := []operatorKind{
		{"StringEquals", compareExact, equal, false},
		{"StringNotEquals", compareExact, equal, true},
		{"StringEqualsIgnoreCase", compareFold, equal, false},
		{"StringNotEqualsIgnoreCase", compareFold, equal, true},
		{"StringLike", compareGlob, equal, false},
		{"StringNotLike", compareGlob, equal, true},
		{"ArnEquals", compareArn, equal, false},
		{"ArnLike", compareArn, equal, false},
		{"ArnNotEquals", compareArn, equal, true},
		{"ArnNotLike", compareArn, equal, true},
		{"Bool", compareBool, equal, false},
		{"BinaryEquals", compareExact, equal, false},
		{"IpAddress", compareIP, equal, false},
		{"NotIpAddress", compareIP, equal, true},
		{"Null", compareNull, equal, false},
	}
	for _, t := range []struct {
		name    string
		compare comparison
	}{{"Numeric", compareNumber}, {"Date", compareDate}} {
		list = append(list,
			operatorKind{t.name + "Equals", t.compare, equal, false},
			operatorKind{t.name + "NotEquals", t.compare, equal, true},
			operatorKind{t.name + "LessThan", t.compare, less, false},
			operatorKind{t.name + "LessThanEquals", t.compare, lessEqual, false},
			operatorKind{t.name + "GreaterThan", t.compare, greater, false},
			operatorKind{t.name + "GreaterThanEquals", t.compare, greaterEqual, false},
		)
	}
	m := make(map[string]operatorKind, len(list))
	for _, o := range list {
		m[strings.ToLower(o.name)] = o
	}
	return m
})

// ParseOperator takes an operator apart. Case is ignored. Base is empty for
// text that holds a symbol and for an operator that IAM does not have.
func ParseOperator(t value.Text) Operator {
	text, known := t.Known()
	if !known {
		return Operator{}
	}
	var op Operator
	if set, rest, ok := strings.Cut(text, ":"); ok {
		switch {
		case strings.EqualFold(set, ForAllValues):
			op.Set = ForAllValues
		case strings.EqualFold(set, ForAnyValue):
			op.Set = ForAnyValue
		default:
			return Operator{}
		}
		text = rest
	}
	text = strings.ToLower(text)
	if rest, ok := strings.CutSuffix(text, "ifexists"); ok {
		text, op.IfExists = rest, true
	}
	o, ok := operators()[text]
	if !ok || o.compare == compareNull && (op.IfExists || op.Set != "") {
		return Operator{}
	}
	op.Base, op.Negated = o.name, o.negated
	return op
}

// Wildcards reports whether * and ? in a value are wildcards to the operator.
func (o Operator) Wildcards() bool {
	k := o.kind()
	return o.Base != "" && (k.compare == compareGlob || k.compare == compareArn)
}

// Exact reports whether the operator compares whole texts, so that * and ?
// stand for themselves.
func (o Operator) Exact() bool {
	k := o.kind()
	return o.Base != "" && (k.compare == compareExact || k.compare == compareFold)
}

// PassesAbsent reports whether the operator is met by a request without the
// key, so that it does not restrict who may come without one.
func (o Operator) PassesAbsent() bool {
	return o.IfExists || o.Set == ForAllValues || o.Negated && o.Set == ""
}

func (o Operator) kind() operatorKind { return operators()[strings.ToLower(o.Base)] }
