package graph

import (
	"slices"

	"github.com/irsalint/irsalint/pkg/value"
)

// linkSubjects finds for each exact subject of a trust policy the accounts
// that have it, or the one that is evidently meant.
func (l *linker) linkSubjects(x *accounts) {
	named, open := l.namedRoles()
	for _, id := range ids(l.g.Statement) {
		st := l.g.Statement[id]
		if st.Allow.Is != value.Yes || st.WebIdentity.Is == value.No {
			continue
		}
		for i := range st.Conditions {
			c := &st.Conditions[i]
			if c.Claim != "sub" || c.Negated {
				continue
			}
			for j := range c.Values {
				v := &c.Values[j]
				if v.Form != "subject" || v.Wildcard || !v.Namespace.IsKnown() || !v.Name.IsKnown() {
					continue
				}
				v.MadeElsewhere = madeElsewhere(v.Namespace.Flat(), v.Name.Flat())
				for _, sa := range x.byKey[accountKey(v.Namespace, v.Name)] {
					if l.g.foreign(st.Scope, sa.Scope) {
						continue
					}
					v.Account.IDs = append(v.Account.IDs, sa.ID)
				}
				sortNear(st.Scope, v.Account.IDs, func(id string) string { return l.g.ServiceAccount[id].Scope })
				if len(v.Account.IDs) == 0 && !open && !named[st.Role] {
					v.NearAccount = l.subjectMeant(v, x, l.g.Role[st.Role].Loose)
				}
			}
		}
	}
}

// namedRoles are those that an annotation or association names, or may name.
// Open: one of them may name any role.
func (l *linker) namedRoles() (named map[string]bool, open bool) {
	named = map[string]bool{}
	note := func(arn *Val, ref Ref) {
		if arn != nil && !arn.HasText() {
			open = true
		}
		for _, id := range slices.Concat(ref.IDs, ref.Possible) {
			named[id] = true
		}
	}
	for _, sa := range l.g.ServiceAccount {
		note(sa.RoleARN, sa.Role)
	}
	for _, a := range l.g.Association {
		note(a.RoleARN, a.Role)
	}
	return named, open
}

// subjectMeant gives the account that a subject without one evidently means:
// it is used by pods and has no role, by whatever way; for a trust policy of
// whatever role, none that the files show.
func (l *linker) subjectMeant(v *CondValue, x *accounts, loose bool) *Near {
	if v.MadeElsewhere || x.may(v.Namespace, v.Name) {
		return nil
	}
	near := x.near(v.Namespace, v.Name, func(*ServiceAccount) bool { return !l.mentionedBeside(v.Namespace, nil) })
	near = slices.DeleteFunc(near, func(sa *ServiceAccount) bool { return madeElsewhere(sa.Namespace.Flat(), sa.Name.Flat()) })
	if len(near) != 1 || !bare(near[0]) && !(loose && lost(near[0])) || len(near[0].Workloads) == 0 {
		return nil
	}
	return meant(near)
}

// lost reports whether an account is annotated with a role that is certainly
// not in the files, and has no other.
func lost(sa *ServiceAccount) bool {
	return sa.RoleARN.IsKnown() && sa.RoleForm == "role" && len(sa.Role.IDs)+len(sa.Role.Possible) == 0 &&
		len(sa.Associations.IDs)+len(sa.Associations.Possible)+len(sa.TrustedBy.IDs) == 0
}

// bare reports whether an account certainly has no role: no annotation, no
// association, no trust policy that names it.
func bare(sa *ServiceAccount) bool {
	return sa.RoleARN == nil && sa.Annotations.Is == value.Yes && len(sa.Misread) == 0 &&
		len(sa.Associations.IDs)+len(sa.Associations.Possible)+len(sa.TrustedBy.IDs) == 0
}
