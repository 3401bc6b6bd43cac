// Package iam reads IAM policy documents and evaluates them with three
// answers, so that whatever is not known before apply stays "unknown" instead
// of becoming a wrong yes or no.
//
// How IAM evaluates policies follows the IAM user guide (evaluation logic,
// condition operators, multi-value conditions). The package knows nothing of
// files, clusters or nodes.
package iam

import (
	"github.com/irsalint/irsalint/pkg/source"
	"github.com/irsalint/irsalint/pkg/value"
)

// Document is a policy document as far as it is known.
type Document struct {
	// At is the place of the whole document.
	At source.Span
	// Version is the policy language's version as written; empty if there is
	// none.
	Version    value.Text
	Statements []Statement
	// Known is Yes if Statements is all there is. Maybe means that the
	// document may hold more, or other statements, than these; Why explains.
	Known value.Truth
	Why   *value.Symbol
	// Problems are what IAM refuses, or what cannot mean what was intended.
	Problems []Problem
}

// The versions of the policy language.
const (
	Version2012 = "2012-10-17"
	Version2008 = "2008-10-17"
)

// Kinds of Problem.
const (
	ProblemNotObject       = "not_object"       // the document is no object
	ProblemBadVersion      = "bad_version"      // a Version that the language does not have
	ProblemNoStatement     = "no_statement"     // it holds no statement
	ProblemBadStatement    = "bad_statement"    // a statement is no object
	ProblemNoEffect        = "no_effect"        // a statement without Effect
	ProblemBadEffect       = "bad_effect"       // an Effect that is not Allow or Deny
	ProblemNoAction        = "no_action"        // neither Action nor NotAction
	ProblemBothActions     = "both_actions"     // Action and NotAction
	ProblemBothResources   = "both_resources"   // Resource and NotResource
	ProblemBadValue        = "bad_value"        // an element holds what is no text
	ProblemBadPrincipal    = "bad_principal"    // a principal of no known type or shape
	ProblemBadCondition    = "bad_condition"    // a condition block of no known shape
	ProblemUnknownOperator = "unknown_operator" // a condition operator IAM does not have
	ProblemDuplicateKey    = "duplicate_key"    // one object holds a key twice
	ProblemUnknownElement  = "unknown_element"  // an element IAM does not have
	ProblemElementCase     = "element_case"     // an element's name in the wrong case
)

// Problem is one thing that is wrong with a document's form.
type Problem struct {
	Kind string
	// Text is what was found: a key, a value.
	Text string
	At   source.Span
	// Statement is the index of the statement, -1 for the document itself.
	Statement int
}

// Effect is what a statement does.
type Effect uint8

// The effects. EffectUnknown is one that the files do not settle.
const (
	EffectUnknown Effect = iota
	Allow
	Deny
)

// Statement is one statement of a policy.
type Statement struct {
	// Index counts from 0 in the document.
	Index int
	At    source.Span
	Sid   value.Text
	// Effect is what it does, EffectText how it is written (an empty text at
	// the statement's place if it is absent).
	Effect     Effect
	EffectText value.Text
	// Exists is Maybe for a statement that may not be there.
	Exists value.Truth

	Actions, NotActions     Patterns
	Resources, NotResources Patterns

	Principals, NotPrincipals Principals

	Conditions []Condition
	// ConditionsKnown is Maybe if there may be further conditions.
	ConditionsKnown value.Truth
	ConditionsWhy   *value.Symbol
	// ConditionsAt is the place of the Condition element.
	ConditionsAt source.Span
}

// Pattern is one action or resource pattern. Its place is its Text's.
type Pattern = value.Text

// Patterns is the value of an element that holds one text or a list of them.
type Patterns struct {
	Items []Pattern
	// Present says whether the element is there.
	Present value.Truth
	// Known is Maybe if there may be more or other items than these.
	Known value.Truth
	Why   *value.Symbol
	// At is the place of the value, KeyAt of the element's name.
	At, KeyAt source.Span
}

// Any is the Kleene "or" of match over the items, with what is unknown
// counted as a possible match.
func (p Patterns) Any(match func(Pattern) value.Truth) value.Truth {
	out := value.No
	for _, it := range p.Items {
		if out = out.Or(match(it)); out == value.Yes {
			return out
		}
	}
	if p.Known != value.Yes {
		out = out.Or(value.Maybe)
	}
	return out
}

// Principals is the value of a Principal or NotPrincipal element.
type Principals struct {
	Items []Principal
	// Any is Yes if everyone is meant: "*", or AWS "*".
	Any value.Truth
	// Present says whether the element is there, Known whether Items is all.
	Present, Known value.Truth
	Why            *value.Symbol
	At, KeyAt      source.Span
}

// Types of Principal. PrincipalAny is the type of a bare "*".
const (
	PrincipalAWS           = "AWS"
	PrincipalService       = "Service"
	PrincipalFederated     = "Federated"
	PrincipalCanonicalUser = "CanonicalUser"
	PrincipalAny           = "*"
)

// Principal is one principal. Type is as IAM spells it; empty for a text that
// stands where an object belongs.
type Principal struct {
	Type  string
	Value value.Text
	// TypeAt is the place of the type's name.
	TypeAt source.Span
}

// Names says whether a principal of a type and value is among the principals:
// Maybe also where everyone is meant and the type is not AWS, since "*" is no
// common way to let a service in.
func (p Principals) Names(typ string, want value.Text) value.Truth {
	out := value.No
	for _, it := range p.Items {
		switch it.Type {
		case typ:
			out = out.Or(value.Equal(Expand(it.Value), want))
		case PrincipalAny, "":
			if typ == PrincipalAWS && it.Type == PrincipalAny {
				out = value.Yes
			}
			out = out.Or(value.Maybe)
		}
		if typ == PrincipalAWS && it.Type == typ && it.Value.Is("*") {
			out = value.Yes
		}
	}
	if p.Known != value.Yes {
		out = out.Or(value.Maybe)
	}
	return out
}

// Condition is one key of one operator of a condition block.
type Condition struct {
	Operator value.Text
	// Op is the operator as understood; Op.Base is empty if it is not known.
	Op  Operator
	Key value.Text
	// Values are the values as written. ValuesKnown is Maybe if there may be
	// more or others.
	Values      []value.Text
	ValuesKnown value.Truth
	ValuesWhy   *value.Symbol
	// At is the key's place, ValuesAt that of the value or list of values.
	At, ValuesAt source.Span
	// Overridden: a later duplicate of the same operator or key stands in the
	// same object. Whether IAM reads both, the last, or refuses the document
	// is not confirmed, so that this one never settles a "no".
	Overridden bool
}

// Covers says whether the statement is about an action, whatever its effect,
// resources and conditions: its Action matches, or its NotAction does not.
func (s Statement) Covers(action string) value.Truth {
	match := func(p Pattern) value.Truth { return MatchAction(p, action) }
	out := value.No
	if s.Actions.Present != value.No {
		out = s.Actions.Any(match).And(s.Actions.Present)
	}
	if s.Actions.Present != value.Yes && s.NotActions.Present != value.No {
		out = out.Or(s.NotActions.Any(match).Not().And(s.NotActions.Present))
	}
	return out.And(s.Exists)
}

// ActionAllows says whether the statement is an Allow about an action,
// whatever its resources, principals and conditions.
func ActionAllows(s Statement, action string) value.Truth {
	return s.is(Allow).And(s.Covers(action))
}

// is says whether the statement has an effect.
func (s Statement) is(e Effect) value.Truth {
	switch s.Effect {
	case e:
		return value.Yes
	case EffectUnknown:
		return value.Maybe
	}
	return value.No
}
