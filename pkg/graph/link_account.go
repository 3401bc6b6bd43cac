package graph

import (
	"strings"

	"github.com/irsalint/irsalint/pkg/iam"
	"github.com/irsalint/irsalint/pkg/source"
	"github.com/irsalint/irsalint/pkg/value"
)

// accountKey is a name within a namespace, in flat text; an absent namespace
// is that of whoever applies the file.
func accountKey(namespace, name *Val) string {
	ns := "\x00"
	if namespace.HasText() {
		ns = namespace.Flat()
	}
	if !name.HasText() {
		return ""
	}
	return ns + "\x00" + name.Flat()
}

// linkAccounts ties workloads and other references to the ServiceAccounts
// that they run under.
func (l *linker) linkAccounts() {
	g := l.g
	byKey := map[string][]string{}
	for _, id := range ids(g.ServiceAccount) {
		sa := g.ServiceAccount[id]
		sa.RoleForm = roleForm(sa.RoleARN)
		for _, v := range []*Val{sa.Name, sa.Namespace} {
			if v.IsKnown() && iam.ForgottenInterpolation(v.Text) {
				sa.Template = v.Flat()
			}
		}
		if key := accountKey(sa.Namespace, sa.Name); key != "" {
			byKey[key] = append(byKey[key], id)
		}
		if sa.Name.KnownText() == "aws-node" && sa.RoleARN != nil {
			l.awsNode = append(l.awsNode, id)
		}
	}
	find := func(scope string, namespace, name *Val) Ref {
		key := accountKey(namespace, name)
		var ref Ref
		for _, id := range byKey[key] {
			// Without a namespace, only files that are applied together
			// are certain to mean the same one.
			in := g.ServiceAccount[id].Scope
			if namespace != nil && !g.foreign(scope, in) || in == scope {
				ref.IDs = append(ref.IDs, id)
			}
		}
		sortNear(scope, ref.IDs, func(id string) string { return g.ServiceAccount[id].Scope })
		return ref
	}
	for _, id := range ids(g.Workload) {
		w := g.Workload[id]
		name := w.AccountName
		if name == nil {
			name = LiteralVal("default", source.Span{})
		}
		w.Account = find(w.Scope, w.Namespace, name)
		for _, said := range w.Account.IDs {
			sa := g.ServiceAccount[said]
			sa.Workloads = append(sa.Workloads, id)
		}
	}
	for _, id := range ids(g.AccountReference) {
		r := g.AccountReference[id]
		r.Account = find(r.Scope, r.Namespace, r.Name)
	}
	l.linkMeant()
}

// linkMeant finds workloads that evidently should run under an annotated
// ServiceAccount but do not: no pod of the files uses the account, and the
// workload of the same name in the same namespace sets none, or a workload
// there names one that is not in the files and is a slip away from it.
func (l *linker) linkMeant() {
	g := l.g
	byKey := map[string][]string{}
	lost := map[string][]*Workload{} // by namespace: their account is not in the files
	var loose []*Workload            // whose account is not known for certain
	for _, id := range ids(g.Workload) {
		w := g.Workload[id]
		if key := accountKey(w.Namespace, w.Name); key != "" {
			byKey[key] = append(byKey[key], id)
		}
		if !w.Namespace.IsKnown() || w.AccountName != nil && !w.AccountName.IsKnown() {
			loose = append(loose, w)
		} else if w.AccountName != nil && len(w.Account.IDs) == 0 {
			lost[w.Namespace.Flat()] = append(lost[w.Namespace.Flat()], w)
		}
	}
	for _, id := range ids(g.ServiceAccount) {
		sa := g.ServiceAccount[id]
		if sa.RoleARN == nil || len(sa.Workloads) > 0 || !sa.Namespace.IsKnown() || !sa.Name.IsKnown() || mayBeUsed(sa, loose) {
			continue
		}
		for _, wid := range byKey[accountKey(sa.Namespace, sa.Name)] {
			if w := g.Workload[wid]; w.AccountName == nil && w.Scope == sa.Scope {
				w.Meant = append(w.Meant, id)
			}
		}
		for _, w := range lost[sa.Namespace.Flat()] {
			if w.Scope == sa.Scope && slip(w.AccountName.Flat(), sa.Name.Flat()) {
				w.Meant = append(w.Meant, id)
			}
		}
	}
}

// slip reports whether two names differ by one character that is no number:
// web-1 and web-2 are two things.
func slip(a, b string) bool {
	words := func(s string) string { return strings.Trim(s, "-0123456789") }
	return min(len(a), len(b)) > 3 && words(a) != words(b) && value.Distance(a, b, 1) == 1
}

// mayBeUsed reports whether one of the workloads may run under an account.
func mayBeUsed(sa *ServiceAccount, loose []*Workload) bool {
	may := func(a, b *Val) bool {
		return a == nil || !a.HasText() || value.Equal(a.Text, b.Text) != value.No
	}
	for _, w := range loose {
		if w.AccountName != nil && may(w.AccountName, sa.Name) && may(w.Namespace, sa.Namespace) {
			return true
		}
	}
	return false
}

// roleForm classifies the value of a role annotation.
func roleForm(v *Val) string {
	if v == nil {
		return ""
	}
	if !v.HasText() {
		return "unknown"
	}
	return string(iam.FormOf(v.Text))
}

// linkAssociations ties Pod Identity associations to ServiceAccounts.
func (l *linker) linkAssociations() {
	g := l.g
	byKey := map[string][]string{}
	for _, id := range ids(g.ServiceAccount) {
		sa := g.ServiceAccount[id]
		if key := accountKey(sa.Namespace, sa.Name); key != "" {
			byKey[key] = append(byKey[key], id)
		}
	}
	for _, id := range ids(g.Association) {
		a := g.Association[id]
		if a.Namespace == nil {
			continue
		}
		scopeOf := func(id string) string { return g.ServiceAccount[id].Scope }
		a.Account.IDs = append(a.Account.IDs, g.native(a.Scope, byKey[accountKey(a.Namespace, a.AccountName)], scopeOf)...)
		sortNear(a.Scope, a.Account.IDs, scopeOf)
	}
}

// subject gives the subject of a ServiceAccount's tokens.
func subject(sa *ServiceAccount) value.Text {
	part := func(v *Val, what string) value.Text {
		if v.HasText() {
			return v.Text
		}
		s := &value.Symbol{Key: sa.ID + "." + what, Label: what, Class: value.Name, At: sa.At.Span,
			Why: "the " + what + " of " + sa.Label + " is not given"}
		if c := v.Cause(); c != nil {
			s.Why, s.At = c.Why, c.At
		}
		return value.FromSymbol(s, sa.At.Span)
	}
	return iam.SubjectOf(part(sa.Namespace, "namespace"), part(sa.Name, "name"))
}
