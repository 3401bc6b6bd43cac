package iam

import (
	"strings"

	"github.com/irsalint/irsalint/pkg/value"
)

// principals reads a Principal or NotPrincipal element: "*", or an object of
// types with one text or a list each.
func (r *reader) principals(m value.Value, name string) Principals {
	v, key, found := r.element(m, name)
	p := Principals{Present: found, Known: value.Yes, At: v.At(), KeyAt: key.At()}
	unsure := func(s *value.Symbol) {
		p.Known, p.Any = value.Maybe, p.Any.Or(value.Maybe)
		if p.Why == nil {
			p.Why = s
		}
	}
	switch {
	case found == value.No:
		return p
	case found == value.Maybe:
		if !key.Empty() {
			p.Present = value.Yes
		}
		unsure(reason(v, m))
		return p
	}
	switch v.Kind() {
	case value.Map:
		if v.IsOpen() {
			unsure(v.Symbol())
		}
		r.principalTypes(v, &p, unsure)
	case value.String:
		t, _ := v.AsText()
		switch {
		case t.Is("*"):
			p.Any = value.Yes
			p.Items = append(p.Items, Principal{Type: PrincipalAny, Value: t})
		case t.Symbolic():
			p.Items = append(p.Items, Principal{Value: t})
			unsure(t.Cause())
		default:
			p.Items = append(p.Items, Principal{Value: t})
			r.problem(ProblemBadPrincipal, t.Flat(), v.At())
		}
	default:
		r.problem(ProblemBadPrincipal, v.Kind().String(), v.At())
		unsure(notObject)
	}
	return p
}

func (r *reader) principalTypes(v value.Value, p *Principals, unsure func(*value.Symbol)) {
	seen := map[string]bool{}
	for _, f := range v.Fields() {
		typ, known := f.Key.Known()
		if !known {
			unsure(f.Key.Cause())
			continue
		}
		if seen[typ] {
			r.problem(ProblemDuplicateKey, typ, f.Key.At())
		}
		seen[typ] = true
		if f.Value.IsNull() {
			continue
		}
		want := ""
		for _, t := range [...]string{PrincipalAWS, PrincipalService, PrincipalFederated, PrincipalCanonicalUser} {
			if strings.EqualFold(t, typ) {
				want = t
			}
		}
		if want != typ {
			r.problem(ProblemBadPrincipal, typ, f.Key.At())
		}
		if want == "" {
			want = typ
		}
		texts, certain, why := r.texts(f.Value)
		if certain != value.Yes {
			unsure(why)
		}
		for _, t := range texts {
			p.Items = append(p.Items, Principal{Type: want, Value: t, TypeAt: f.Key.At()})
			if want != PrincipalAWS {
				continue
			}
			p.Any = p.Any.Or(value.Equal(t, value.Literal("*", t.At())))
		}
	}
}

// conditions reads the Condition element: operator → key → one text or list.
func (r *reader) conditions(m value.Value, s *Statement) {
	v, key, found := r.element(m, "Condition")
	s.ConditionsKnown, s.ConditionsAt = value.Yes, v.At()
	if found != value.No && !key.Empty() {
		s.ConditionsAt = key.At().To(v.At())
	}
	unsure := func(why *value.Symbol) {
		s.ConditionsKnown = value.Maybe
		if s.ConditionsWhy == nil {
			s.ConditionsWhy = why
		}
	}
	switch {
	case found == value.No:
		return
	case found == value.Maybe:
		unsure(reason(v, m))
		return
	case v.Kind() != value.Map:
		if v.Kind() == value.List && len(v.Items()) == 0 && !v.IsOpen() {
			return
		}
		r.problem(ProblemBadCondition, v.Kind().String(), v.At())
		unsure(notObject)
		return
	}
	if v.IsOpen() {
		unsure(v.Symbol())
	}
	fields := v.Fields()
	for i, f := range fields {
		op := ParseOperator(f.Key)
		if text, known := f.Key.Known(); known && op.Base == "" {
			r.problem(ProblemUnknownOperator, text, f.Key.At())
		}
		overridden := r.repeated(fields, i)
		switch f.Value.Kind() {
		case value.Null:
			continue
		case value.Unknown:
			unsure(f.Value.Symbol())
			continue
		case value.Map:
		default:
			r.problem(ProblemBadCondition, f.Key.String(), f.Value.At())
			unsure(notObject)
			continue
		}
		if f.Value.IsOpen() {
			unsure(f.Value.Symbol())
		}
		keys := f.Value.Fields()
		for j, k := range keys {
			again := r.repeated(keys, j)
			if k.Value.IsNull() {
				continue
			}
			c := Condition{
				Operator: f.Key, Op: op, Key: k.Key, At: k.Key.At(), ValuesAt: k.Value.At(),
				Overridden: overridden || again,
			}
			c.Values, c.ValuesKnown, c.ValuesWhy = r.texts(k.Value)
			s.Conditions = append(s.Conditions, c)
		}
	}
}

// repeated reports whether a later field has the same key as field i. The
// problem is put at the later one, once. Blocks are small, but hostile ones
// need not be: past a bound only neighbours are compared.
func (r *reader) repeated(fields []value.Field, i int) bool {
	end := min(len(fields), i+1+64)
	for j := i + 1; j < end; j++ {
		if fields[j].Key.Flat() == fields[i].Key.Flat() {
			r.problem(ProblemDuplicateKey, fields[j].Key.String(), fields[j].Key.At())
			return true
		}
	}
	return false
}
