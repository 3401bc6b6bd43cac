package graph

import (
	"github.com/irsalint/irsalint/pkg/facts"
	"github.com/irsalint/irsalint/pkg/value"
)

// boundary gives the permissions boundary of a role, for evaluation. It is
// not ok for a role that has none. One of which the content is not certain,
// since another policy may be meant or it may not be made, is unknown: it may
// allow everything, and may not.
func (l *linker) boundary(r *Role) (a facts.Attached, ok bool) {
	v := r.Boundary
	if v == nil {
		return facts.Attached{}, false
	}
	a.Boundary = true
	if !v.HasText() {
		a.Why = causeOf(v)
		return a, true
	}
	if owner, path, ok := cutPolicy(v.Text); ok && owner.Is("aws") {
		if name := lastName(path); name.Cause() == nil {
			a.Managed = name.Flat()
			return a, true
		}
	}
	ref := l.documents.resolve(r.Scope, lastName(v.Text), v.Text)
	if len(ref.IDs) == 1 {
		if d := l.docByID[ref.IDs[0]]; d.Exists.Is == value.Yes && d.Managed {
			a.Document = l.document(d.ID, d.Document)
			return a, true
		}
	}
	if a.Why = v.Cause(); a.Why == nil || a.Why.Class.Environment() {
		a.Why = &value.Symbol{Why: "what the permissions boundary " + v.Display() + " allows is not certain from these files", At: v.Span()}
	}
	return a, true
}

// cutPolicy cuts the ARN of a policy into its owner and its path with name.
func cutPolicy(arn value.Text) (owner, path value.Text, ok bool) {
	_, rest, ok := arn.Cut(":iam::")
	if !ok {
		return owner, path, false
	}
	return rest.Cut(":policy/")
}

// unbounded gives policies without the boundaries among them.
func unbounded(all []facts.Attached) []facts.Attached {
	var out []facts.Attached
	for _, a := range all {
		if !a.Boundary {
			out = append(out, a)
		}
	}
	return out
}

// bounds names the boundary of a role if that alone forbids what is denied.
func (l *linker) bounds(r *Role, without value.Truth) string {
	if r.Boundary == nil || without == value.No {
		return ""
	}
	return r.Boundary.Display()
}
