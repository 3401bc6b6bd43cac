package graph

import (
	"github.com/irsalint/irsalint/pkg/iam"
	"github.com/irsalint/irsalint/pkg/value"
)

// linkInterpolations collects texts that read like a forgotten interpolation,
// once for each place that supplies one.
func (l *linker) linkInterpolations() {
	add := func(v *Val, field string, b *Base) {
		if b.Exists.Is != value.Yes || !v.IsKnown() || !iam.ForgottenInterpolation(v.Text) {
			return
		}
		id := v.Span().Place()
		n := l.g.Interpolation[id]
		if n == nil {
			n = &Interpolation{ID: id, Label: b.Label, At: Place{v.Span()}, Text: v.Flat(), Field: field, Wanted: interpolated(v.Text)}
			l.g.Interpolation[id] = n
		}
		n.UsedAt = append(n.UsedAt, b.At)
	}
	for _, id := range ids(l.g.ServiceAccount) {
		sa := l.g.ServiceAccount[id]
		add(sa.Name, "name", &sa.Base)
		add(sa.Namespace, "namespace", &sa.Base)
		add(sa.RoleARN, "role ARN", &sa.Base)
	}
	for _, id := range ids(l.g.Association) {
		a := l.g.Association[id]
		add(a.AccountName, "name", &a.Base)
		add(a.Namespace, "namespace", &a.Base)
	}
	for _, id := range ids(l.g.Statement) {
		st := l.g.Statement[id]
		for i := range st.Conditions {
			for j := range st.Conditions[i].Values {
				v := &st.Conditions[i].Values[j]
				if v.Namespace != nil {
					add(v.Namespace, "namespace", &st.Base)
					add(v.Name, "name", &st.Base)
				} else {
					add(v.Value, "subject", &st.Base)
				}
			}
		}
	}
}

// interpolated writes a forgotten interpolation as it is meant, where that is
// a matter of the dollar sign alone.
func interpolated(t value.Text) string {
	start, _, ok := iam.FindForgotten(t)
	flat := t.Flat()
	if !ok || flat[start] != '{' {
		return ""
	}
	return flat[:start] + "$" + flat[start:]
}
