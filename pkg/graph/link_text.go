package graph

import (
	"strings"

	"github.com/irsalint/irsalint/pkg/iam"
	"github.com/irsalint/irsalint/pkg/value"
)

// linkTexts says what is wrong with the form of every policy document.
func (l *linker) linkTexts() {
	for _, id := range ids(l.g.Role) {
		if r := l.g.Role[id]; r.Document.Kind() != value.Null && (r.Managed || r.Loose) {
			doc := l.trust[id]
			l.policyText(&r.Base, "trust policy of "+r.Label, &doc, true)
		}
	}
	for _, id := range ids(l.g.Policy) {
		if p := l.g.Policy[id]; p.Kind == "inline" && p.Document.Kind() != value.Null {
			l.policyText(&p.Base, p.Label, l.document(id, p.Document), false)
		}
	}
	for _, d := range l.g.documents {
		if d.Document.Kind() != value.Null {
			l.policyText(&d.Base, d.Label, l.document(d.ID, d.Document), false)
		}
	}
}

// document reads a permission policy once.
func (l *linker) document(id string, v value.Value) *iam.Document {
	if doc, ok := l.texts[id]; ok {
		return doc
	}
	doc := iam.Read(v)
	l.texts[id] = &doc
	return &doc
}

func (l *linker) policyText(b *Base, label string, doc *iam.Document, trust bool) {
	t := &PolicyText{Base: *b, Read: FactOf(doc.Known)}
	t.ID, t.Label = b.ID+"/text", label
	if doc.Known != value.Yes {
		t.Read = Because(doc.Why)
	}
	if !doc.At.IsZero() {
		t.At = Place{doc.At}
	}
	for _, p := range doc.Problems {
		if q, ok := policyProblem(p, trust); ok {
			if q.At.IsZero() {
				q.At = t.At
			}
			t.Problems = append(t.Problems, q)
		}
	}
	l.g.PolicyText[t.ID] = t
}

// policyProblem says what a problem of a document means. It is not ok for one
// that other rules speak of, or of which IAM may take no notice.
func policyProblem(p iam.Problem, trust bool) (PolicyProblem, bool) {
	out := PolicyProblem{Kind: p.Kind, Text: p.Text, At: Place{p.At}}
	switch p.Kind {
	case iam.ProblemElementCase:
		return out, false // whether IAM looks at the case is not confirmed
	case iam.ProblemBadPrincipal:
		if trust {
			return out, false // whom a role trusts has rules of its own
		}
		out.Refused = true
		for _, t := range []string{iam.PrincipalAWS, iam.PrincipalService, iam.PrincipalFederated, iam.PrincipalCanonicalUser} {
			out.Refused = out.Refused && !strings.EqualFold(t, p.Text)
		}
	case iam.ProblemNotObject, iam.ProblemBadVersion, iam.ProblemBadStatement, iam.ProblemNoEffect, iam.ProblemBadEffect, iam.ProblemNoAction,
		iam.ProblemBothActions, iam.ProblemBothResources, iam.ProblemUnknownElement:
		out.Refused = true
	case iam.ProblemUnknownOperator:
		out.Refused = true
		out.Wanted = nearestOf(p.Text, iam.StringEquals, iam.StringLike, iam.StringNotEquals, iam.StringNotLike, iam.StringEqualsIgnoreCase,
			"ForAnyValue:StringEquals", "ForAnyValue:StringLike", "ForAllValues:StringEquals", "ForAllValues:StringLike", "ArnLike", "ArnEquals", iam.Null, "Bool")
	}
	switch p.Kind {
	case iam.ProblemUnknownElement:
		out.Wanted = nearestOf(p.Text, "Version", "Id", "Statement", "Sid", "Effect", "Action", "NotAction", "Resource", "NotResource", "Principal", "NotPrincipal", "Condition")
	case iam.ProblemBadVersion:
		out.Wanted = iam.Version2012
	case iam.ProblemBadEffect:
		out.Wanted = nearestOf(p.Text, "Allow", "Deny")
	}
	return out, true
}

// nearestOf gives the name that a text evidently means; empty if none is near.
func nearestOf(s string, names ...string) string {
	best, at := "", 3
	for _, n := range names {
		d := value.Distance(strings.ToLower(s), strings.ToLower(n), 3)
		if d < at {
			best, at = n, d
		}
	}
	return best
}
