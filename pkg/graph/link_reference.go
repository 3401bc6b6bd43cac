package graph

import "github.com/irsalint/irsalint/pkg/value"

// linkReferences finds for each custom resource that names a ServiceAccount
// where it is looked for, once for each object that uses the resource, and
// which account is evidently meant where there is none.
func (l *linker) linkReferences(x *accounts) {
	uses := map[string][]*StoreUse{}
	for _, u := range l.g.storeUses {
		uses[u.StoreName.Flat()] = append(uses[u.StoreName.Flat()], u)
	}
	stores := map[string]int{} // how often a cluster-wide name is taken
	for _, r := range l.g.AccountReference {
		if r.ClusterWide && r.StoreName.HasText() {
			stores[r.StoreName.Flat()]++
		}
	}
	for _, id := range ids(l.g.AccountReference) {
		r := l.g.AccountReference[id]
		l.linkAsked(r)
		switch {
		case r.Name == nil:
			continue
		case r.Namespace != nil || !r.ClusterWide:
			r.use(x, ReferenceUse{Label: r.Label, At: r.At, Namespace: r.Namespace})
		case r.StoreName.IsKnown() && stores[r.StoreName.Flat()] == 1:
			for _, u := range uses[r.StoreName.Flat()] {
				if u.Exists.Is == value.Yes && !u.KustomizeBase {
					r.use(x, ReferenceUse{Label: u.Label, At: u.At, Namespace: u.Namespace})
				}
			}
		}
		r.Nearest = r.meant(x)
	}
}

// use adds a use, with the accounts of its namespace.
func (r *AccountReference) use(x *accounts, u ReferenceUse) {
	if u.Namespace.IsKnown() && r.Name.IsKnown() {
		for _, sa := range x.byKey[accountKey(u.Namespace, r.Name)] {
			u.Account.IDs = append(u.Account.IDs, sa.ID)
		}
	}
	r.Uses = append(r.Uses, u)
}

// meant gives the account with a role that a reference evidently means: no use
// finds, or may find, one, and the files make exactly one of the name in
// another namespace, or one whose name is a slip away.
func (r *AccountReference) meant(x *accounts) *Near {
	if !r.Name.IsKnown() || len(r.Uses) == 0 || r.KustomizeBase {
		return nil
	}
	var found *Near
	for _, u := range r.Uses {
		if !u.Namespace.IsKnown() || len(u.Account.IDs) > 0 || madeElsewhere(u.Namespace.Flat(), r.Name.Flat()) || x.may(u.Namespace, r.Name) {
			return nil
		}
		near := x.near(u.Namespace, r.Name, func(*ServiceAccount) bool { return true })
		if len(near) != 1 || near[0].RoleARN == nil && len(near[0].Associations.IDs) == 0 {
			return nil
		}
		if found = meant(near); found == nil {
			return nil
		}
	}
	return found
}

// linkAsked resolves the role that a custom resource asks to be assumed, and
// says whether anything may assume it by sts:AssumeRole.
func (l *linker) linkAsked(r *AccountReference) {
	r.Assumable = FactOf(value.Maybe)
	if r.RoleARN == nil {
		return
	}
	r.Role = l.role(r.Scope, Filled(r.RoleARN))
	if len(r.Role.IDs) == 0 {
		return
	}
	out := value.No
	for _, id := range r.Role.IDs {
		role := l.g.Role[id]
		if role.Trust.Is != value.Yes || !role.Managed || role.Exists.Is != value.Yes {
			r.Assumable = Fact{Is: value.Maybe, Why: "the trust policy of " + role.Label + " is not wholly known", At: role.At}
			return
		}
		for _, sid := range role.Statements {
			st := l.g.Statement[sid]
			out = out.Or(st.AssumeRole.Is.And(st.Allow.Is))
		}
	}
	r.Assumable = FactOf(out)
}
