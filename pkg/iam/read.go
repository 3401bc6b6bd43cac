package iam

import (
	"strings"

	"github.com/irsalint/irsalint/pkg/source"
	"github.com/irsalint/irsalint/pkg/value"
)

// notRead explains a document that is text which nobody decoded.
var notRead = &value.Symbol{Key: "iam:text", Label: "policy", Why: "the policy is text that could not be read as a document"}

// notObject explains a document that is known, but no policy.
var notObject = &value.Symbol{Key: "iam:shape", Label: "policy", Why: "the policy is not an object with statements"}

// Read gives the document that a decoded value holds. It never fails: what is
// unknown makes the document, a statement or an element not Known, and what
// IAM would refuse becomes a Problem, read as leniently as its meaning is
// clear. A text is taken by the value that it is known to encode.
func Read(v value.Value) Document {
	r := reader{statement: -1}
	r.doc.At, r.doc.Known = v.At(), value.Yes
	if v.Kind() == value.String {
		t, _ := v.AsText()
		if inner, ok := t.Doc(); ok && inner.Kind() != value.String {
			v = inner
		}
	}
	switch v.Kind() {
	case value.Map:
		r.document(v)
	case value.Unknown:
		r.unknown(v.Symbol())
	case value.String:
		t, _ := v.AsText()
		if why := t.Cause(); why != nil {
			r.unknown(why)
			break
		}
		r.unknown(notRead)
	default:
		r.problem(ProblemNotObject, v.Kind().String(), v.At())
		r.unknown(notObject)
	}
	return r.doc
}

// reader builds one Document.
type reader struct {
	doc       Document
	statement int
}

func (r *reader) unknown(why *value.Symbol) {
	r.doc.Known = value.Maybe
	if r.doc.Why == nil {
		r.doc.Why = why
	}
}

func (r *reader) problem(kind, text string, at source.Span) {
	r.doc.Problems = append(r.doc.Problems, Problem{Kind: kind, Text: text, At: at, Statement: r.statement})
}

func (r *reader) document(v value.Value) {
	r.elements(v, "Version", "Id", "Statement")
	if f, _, found := r.element(v, "Version"); found == value.Yes {
		r.doc.Version, _ = f.AsText()
		if text, known := f.KnownString(); known && text != Version2012 && text != Version2008 {
			r.problem(ProblemBadVersion, text, f.At())
		}
	}
	st, _, found := r.element(v, "Statement")
	switch {
	case found == value.No:
		r.problem(ProblemNoStatement, "", v.At())
		return
	case found == value.Maybe:
		r.unknown(reason(st, v))
		return
	}
	switch st.Kind() {
	case value.List:
		if st.IsOpen() {
			r.unknown(st.Symbol())
		}
		if len(st.Items()) == 0 && !st.IsOpen() {
			r.problem(ProblemNoStatement, "", st.At())
		}
		for _, it := range st.Items() {
			r.add(it)
		}
	default:
		r.add(st)
	}
}

// add reads one statement.
func (r *reader) add(v value.Value) {
	switch v.Kind() {
	case value.Map:
	case value.Unknown:
		r.unknown(v.Symbol())
		return
	case value.Null:
		r.problem(ProblemBadStatement, "null", v.At())
		return
	default:
		r.problem(ProblemBadStatement, v.Kind().String(), v.At())
		if v.FirstUnknown() != nil {
			r.unknown(v.FirstUnknown())
		} else {
			r.unknown(notObject)
		}
		return
	}
	s := Statement{Index: len(r.doc.Statements), At: v.At(), Exists: value.Yes}
	r.statement = s.Index
	defer func() { r.statement = -1 }()
	r.elements(v, "Sid", "Effect", "Action", "NotAction", "Resource", "NotResource",
		"Principal", "NotPrincipal", "Condition")

	if f, _, found := r.element(v, "Sid"); found == value.Yes {
		s.Sid, _ = f.AsText()
	}
	r.effect(v, &s)
	s.Actions, s.NotActions = r.patterns(v, "Action"), r.patterns(v, "NotAction")
	s.Resources, s.NotResources = r.patterns(v, "Resource"), r.patterns(v, "NotResource")
	switch a, n := s.Actions.Present, s.NotActions.Present; {
	case a == value.No && n == value.No:
		r.problem(ProblemNoAction, "", v.At())
	case a == value.Yes && n == value.Yes:
		r.problem(ProblemBothActions, "", s.NotActions.KeyAt)
	}
	if s.Resources.Present == value.Yes && s.NotResources.Present == value.Yes {
		r.problem(ProblemBothResources, "", s.NotResources.KeyAt)
	}
	s.Principals, s.NotPrincipals = r.principals(v, "Principal"), r.principals(v, "NotPrincipal")
	r.conditions(v, &s)
	r.doc.Statements = append(r.doc.Statements, s)
}

func (r *reader) effect(v value.Value, s *Statement) {
	s.EffectText = value.Literal("", v.At())
	f, _, found := r.element(v, "Effect")
	if found == value.No {
		r.problem(ProblemNoEffect, "", v.At())
		return
	}
	t, ok := f.AsText()
	if !ok {
		if found == value.Yes {
			r.problem(ProblemBadEffect, f.Kind().String(), f.At())
		}
		return
	}
	s.EffectText = t
	text, known := t.Known()
	if !known {
		return
	}
	switch {
	case strings.EqualFold(text, "Allow"):
		s.Effect = Allow
	case strings.EqualFold(text, "Deny"):
		s.Effect = Deny
	}
	if text != "Allow" && text != "Deny" {
		r.problem(ProblemBadEffect, text, t.At())
	}
}

// patterns reads an element that is one text or a list of them.
func (r *reader) patterns(m value.Value, name string) Patterns {
	v, key, found := r.element(m, name)
	p := Patterns{Present: found, Known: value.Yes, At: v.At(), KeyAt: key.At()}
	switch {
	case found == value.No:
		return p
	case found == value.Maybe && key.Empty(): // not known whether it is there
		p.Known, p.Why = value.Maybe, reason(v, m)
		return p
	}
	p.Present = value.Yes
	p.Items, p.Known, p.Why = r.texts(v)
	return p
}

// texts gives the texts of a value that may be one or a list.
func (r *reader) texts(v value.Value) (out []value.Text, known value.Truth, why *value.Symbol) {
	known = value.Yes
	if v.Kind() != value.List {
		t, ok := v.AsText()
		if ok {
			out = append(out, t)
		}
		switch {
		case v.IsUnknown(): // may as well be a list
			return out, value.Maybe, v.Symbol()
		case !ok:
			r.problem(ProblemBadValue, v.Kind().String(), v.At())
			return out, value.Maybe, notObject
		}
		return out, known, nil
	}
	unsure := func(s *value.Symbol) {
		known = value.Maybe
		if why == nil {
			why = s
		}
	}
	if v.IsOpen() {
		unsure(v.Symbol())
	}
	for _, it := range v.Items() {
		t, ok := it.AsText()
		switch {
		case ok:
			out = append(out, t)
		case it.IsNull():
			r.problem(ProblemBadValue, "null", it.At())
		case it.IsUnknown():
			unsure(it.Symbol())
		default:
			r.problem(ProblemBadValue, it.Kind().String(), it.At())
			unsure(notObject)
		}
	}
	return out, known, why
}

// element gives the value of an element of a map, and its key. Found is Maybe
// with an empty key if the map may hold it unseen, Maybe with a key if it is
// there with an unknown value. A name in another case is taken, since what was
// meant is clear.
func (r *reader) element(m value.Value, name string) (v value.Value, key value.Text, found value.Truth) {
	f, ok := m.Field(name)
	if !ok {
		for _, g := range m.Fields() {
			if strings.EqualFold(g.Key.Flat(), name) {
				f, ok = g, true
			}
		}
	}
	if !ok {
		if m.IsOpen() {
			return value.UnknownAt(m.Symbol(), m.At()), key, value.Maybe
		}
		for _, g := range m.Fields() {
			if g.Key.Symbolic() && value.Equal(g.Key, value.Literal(name, source.Span{})) != value.No {
				return value.UnknownAt(g.Key.Cause(), g.Key.At()), key, value.Maybe
			}
		}
		return v, key, value.No
	}
	switch f.Value.Kind() {
	case value.Null:
		return f.Value, f.Key, value.No
	case value.Unknown:
		return f.Value, f.Key, value.Maybe
	}
	return f.Value, f.Key, value.Yes
}

// elements reports keys that an object does not have in IAM, and duplicates.
func (r *reader) elements(m value.Value, names ...string) {
	seen := make(map[string]bool, len(names))
	for _, f := range m.Fields() {
		key, known := f.Key.Known()
		if !known {
			continue
		}
		if seen[key] {
			r.problem(ProblemDuplicateKey, key, f.Key.At())
		}
		seen[key] = true
		kind := ProblemUnknownElement
		for _, n := range names {
			if n == key {
				kind = ""
				break
			}
			if strings.EqualFold(n, key) {
				kind = ProblemElementCase
			}
		}
		if kind != "" && !f.Value.IsNull() {
			r.problem(kind, key, f.Key.At())
		}
	}
}

// reason gives why a field is not known: its own symbol, else its owner's.
func reason(v, owner value.Value) *value.Symbol {
	if s := v.Symbol(); s != nil {
		return s
	}
	return owner.FirstUnknown()
}
