package graph

import (
	"slices"

	"github.com/irsalint/irsalint/pkg/iam"
	"github.com/irsalint/irsalint/pkg/value"
)

// linkCredentials says of each ServiceAccount which roles and associations
// are for it, whether it has them in a way of its own or another, and which
// role or account is evidently meant where a name fits none.
func (l *linker) linkCredentials() {
	x := l.indexAccounts()
	l.associate(x)
	annotated := map[string]bool{} // keys of accounts that some node annotates
	for _, sa := range l.g.ServiceAccount {
		if sa.RoleARN != nil {
			annotated[accountKey(sa.Namespace, sa.Name)] = true
		}
	}
	for _, id := range ids(l.g.ServiceAccount) {
		sa := l.g.ServiceAccount[id]
		l.trustedBy(sa)
		sa.Elsewhere = l.elsewhere(sa, x, annotated)
		if sa.RoleForm == "role" && len(sa.Role.IDs)+len(sa.Role.Possible) == 0 {
			sa.NearRole = l.roleMeant(sa)
		}
	}
	l.linkSubjects(x)
	l.linkReferences(x)
	l.linkAssociated(x)
	l.linkAgents()
}

// trustedBy finds the roles whose trust policy names an account.
func (l *linker) trustedBy(sa *ServiceAccount) {
	if !sa.Namespace.HasText() || !sa.Name.HasText() {
		return
	}
	sub := iam.SubjectOf(sa.Namespace.Text, sa.Name.Text)
	flat, known := sub.Known()
	if !known {
		return
	}
	scopeOf := func(id string) string { return l.g.Role[id].Scope }
	sa.TrustedBy.IDs = l.g.native(sa.Scope, slices.Clone(l.admits[flat]), scopeOf)
	sortNear(sa.Scope, sa.TrustedBy.IDs, scopeOf)
	if len(sa.TrustedBy.IDs) == 0 || sa.RoleARN != nil {
		return // then nobody asks for the others
	}
	for _, p := range l.patterns {
		if value.Match(p.value.Text, sub, value.Glob) != value.No {
			sa.TrustedBy.Possible = append(sa.TrustedBy.Possible, p.role)
		}
	}
	for _, id := range l.openRoles() {
		if !slices.Contains(sa.TrustedBy.IDs, id) {
			sa.TrustedBy.Possible = append(sa.TrustedBy.Possible, id)
		}
	}
}

// openRoles are the roles that the files make whose trust is not wholly known.
func (l *linker) openRoles() []string {
	if l.untrusted == nil {
		l.untrusted = []string{}
		for _, id := range ids(l.g.Role) {
			if r := l.g.Role[id]; r.Managed && r.Trust.Is != value.Yes {
				l.untrusted = append(l.untrusted, id)
			}
		}
	}
	return l.untrusted
}

// associate ties associations to accounts, by their names.
func (l *linker) associate(x *accounts) {
	var loose []*Association
	for _, id := range ids(l.g.Association) {
		a := l.g.Association[id]
		if !a.Namespace.IsKnown() || !a.AccountName.IsKnown() {
			loose = append(loose, a)
			continue
		}
		for _, sa := range x.byKey[accountKey(a.Namespace, a.AccountName)] {
			if l.g.foreign(a.Scope, sa.Scope) {
				continue
			}
			sa.Associations.IDs = append(sa.Associations.IDs, id)
		}
		for _, sa := range x.loose {
			if mayEqual(sa.Namespace, a.Namespace) && mayEqual(sa.Name, a.AccountName) {
				sa.Associations.Possible = append(sa.Associations.Possible, id)
			}
		}
	}
	for i, a := range loose {
		for _, id := range ids(l.g.ServiceAccount) {
			sa := l.g.ServiceAccount[id]
			if i >= maxPossible || mayEqual(sa.Namespace, a.Namespace) && mayEqual(sa.Name, a.AccountName) {
				sa.Associations.Possible = append(sa.Associations.Possible, a.ID)
			}
		}
	}
}

// elsewhere says whether an account without an annotation may get one, or the
// role, in another way that the files show.
func (l *linker) elsewhere(sa *ServiceAccount, x *accounts, annotated map[string]bool) Fact {
	maybe := func(why string, at Place) Fact { return Fact{Is: value.Maybe, Why: why, At: at} }
	switch {
	case sa.RoleARN != nil || len(sa.TrustedBy.IDs) == 0:
		return FactOf(value.No) // nobody asks
	case sa.Annotations.Is != value.Yes:
		return maybe(sa.Annotations.Why, sa.Annotations.At)
	case sa.KustomizeBase:
		return maybe("an overlay may annotate it", sa.At)
	case annotated[accountKey(sa.Namespace, sa.Name)]:
		return maybe("it is annotated in another place", sa.At)
	case len(sa.Associations.Possible) > 0:
		return maybe("a Pod Identity association may be for it", l.g.Association[sa.Associations.Possible[0]].At)
	}
	for _, other := range x.byKey[accountKey(sa.Namespace, sa.Name)] {
		if other.Annotations.Is != value.Yes || other.KustomizeBase {
			return maybe("it may be annotated in another place", other.At)
		}
	}
	for _, other := range x.loose {
		if (other.RoleARN != nil || other.Annotations.Is != value.Yes) && mayEqual(other.Namespace, sa.Namespace) && mayEqual(other.Name, sa.Name) {
			return maybe(other.Label+" may be the same ServiceAccount, annotated", other.At)
		}
	}
	role := l.g.Role[sa.TrustedBy.IDs[0]]
	given := []value.Text{sa.Name.Text}
	for _, v := range []*Val{role.Name, role.ARN} {
		if v.HasText() {
			given = append(given, v.Text)
		}
	}
	if o := l.opaque().touching("service_account", given, sa.Scope, role.Scope); o != nil {
		return maybe(o.Why, o.At)
	}
	return FactOf(value.No)
}

// roleMeant gives the only role that trusts exactly this account and whose ARN
// the annotation evidently means: the path is missing, or the name mistyped.
func (l *linker) roleMeant(sa *ServiceAccount) *Near {
	have, ok := iam.ParseRole(sa.RoleARN.Text)
	if !ok || !have.ARN || !sa.RoleARN.IsKnown() {
		return nil
	}
	var found *Role
	for _, id := range sa.TrustedBy.IDs {
		r := l.g.Role[id]
		if !r.Managed || r.Exists.Is != value.Yes || !r.Name.IsKnown() || !r.ARN.HasText() {
			continue
		}
		want, ok := iam.ParseRole(r.ARN.Text)
		if !ok || !want.ARN || value.Join(have.Account, want.Account) < value.Unifies {
			continue
		}
		path := have.Name.Is(r.Name.Flat()) && value.Equal(have.Path, want.Path) == value.No
		if !path && !mistyped(have.Name.Flat(), r.Name.Flat()) {
			continue
		}
		if found != nil {
			return nil
		}
		found = r
	}
	if found == nil {
		return nil
	}
	return &Near{ID: found.ID, Label: found.Label, At: found.At, Text: found.ARN.Display()}
}
