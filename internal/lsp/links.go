package lsp

import (
	"cmp"
	"slices"

	"github.com/irsalint/irsalint/pkg/graph"
	"github.com/irsalint/irsalint/pkg/source"
	"github.com/irsalint/irsalint/pkg/value"
)

// link is a reference in the files and the places of what it names.
type link struct {
	from source.Span
	to   []source.Span
}

// links gives the references of the graph, made when they are first asked
// for.
func (s *snapshot) links() []link {
	s.linkOnce.Do(func() {
		if s.Graph != nil {
			s.linked = linksOf(s.Graph)
		}
	})
	return s.linked
}

// linker collects the references of a graph.
type linker struct {
	g   *graph.Graph
	out []link
}

func linksOf(g *graph.Graph) []link {
	l := &linker{g: g}
	for _, n := range g.ServiceAccount {
		l.ref(n.RoleARN, n.Role, l.role)
	}
	for _, n := range g.Workload {
		l.ref(n.AccountName, n.Account, l.account)
	}
	for _, n := range g.AccountReference {
		l.ref(n.Name, n.Account, l.account)
	}
	for _, n := range g.Association {
		l.ref(n.RoleARN, n.Role, l.role)
		l.ref(n.AccountName, n.Account, l.account)
		l.ref(n.ClusterName, n.Cluster, l.cluster)
	}
	for _, n := range g.Addon {
		l.ref(n.RoleARN, n.Role, l.role)
		l.ref(n.ClusterName, n.Cluster, l.cluster)
	}
	for _, n := range g.NodeGroup {
		l.ref(n.RoleARN, n.Role, l.role)
		l.ref(n.ClusterName, n.Cluster, l.cluster)
	}
	for _, n := range g.NodeClass {
		l.ref(n.RoleName, n.Role, l.role)
		l.ref(n.ProfileName, n.Profile, l.profile)
	}
	for _, n := range g.InstanceProfile {
		l.ref(n.RoleName, n.Role, l.role)
	}
	for _, n := range g.AccessEntry {
		l.ref(n.PrincipalARN, n.Role, l.role)
		l.ref(n.ClusterName, n.Cluster, l.cluster)
	}
	for _, n := range g.AWSAuth {
		for _, m := range n.Mappings {
			l.ref(m.RoleARN, m.Role, l.role)
		}
	}
	for _, n := range g.Policy {
		l.ref(n.RoleName, n.Role, l.role)
	}
	for _, n := range g.Cluster {
		l.ref(n.RoleARN, n.Role, l.role)
	}
	for _, n := range g.Pass {
		l.add(n.Resource, l.role(n.NodeRole))
	}
	l.trust()
	slices.SortFunc(l.out, func(a, b link) int {
		return cmp.Or(cmp.Compare(a.from.File.Path, b.from.File.Path), cmp.Compare(a.from.Start, b.from.Start), cmp.Compare(a.from.End, b.from.End))
	})
	return l.out
}

// ref adds what a reference names; if that is not certain, what it may name.
func (l *linker) ref(from *graph.Val, ref graph.Ref, place func(id string) []source.Span) {
	ids := ref.IDs
	if len(ids) == 0 {
		ids = ref.Possible
	}
	var to []source.Span
	for _, id := range ids {
		to = append(to, place(id)...)
	}
	l.add(from, to)
}

func (l *linker) add(from *graph.Val, to []source.Span) {
	at := from.Span()
	to = slices.DeleteFunc(to, source.Span.IsZero)
	if !at.IsZero() && len(to) > 0 {
		l.out = append(l.out, link{at, to})
	}
}

// trust adds the principals and subjects of trust policies.
func (l *linker) trust() {
	byName := map[string][]source.Span{} // ServiceAccounts by namespace and name
	ids := make([]string, 0, len(l.g.ServiceAccount))
	for id := range l.g.ServiceAccount {
		ids = append(ids, id)
	}
	slices.Sort(ids)
	for _, id := range ids {
		if n := l.g.ServiceAccount[id]; n.Namespace.IsKnown() && n.Name.IsKnown() {
			key := n.Namespace.KnownText() + "/" + n.Name.KnownText()
			byName[key] = append(byName[key], l.account(id)...)
		}
	}
	users := map[string][]*graph.Identity{} // of a role
	for _, i := range l.g.Identity {
		for _, r := range i.Candidates {
			users[r] = append(users[r], i)
		}
	}
	for _, s := range l.g.Statement {
		for _, p := range s.Principals {
			l.ref(p.Value, p.Provider, l.provider)
		}
		for _, c := range s.Conditions {
			for _, v := range c.Values {
				if c.Claim == "sub" {
					l.subject(v, users[s.Role], byName)
				}
			}
		}
	}
}

// subject adds the ServiceAccounts that a subject of a trust policy admits:
// of those that name the role, else of all with that name.
func (l *linker) subject(v graph.CondValue, users []*graph.Identity, byName map[string][]source.Span) {
	if !v.Value.HasText() {
		return
	}
	slices.SortFunc(users, func(a, b *graph.Identity) int { return cmp.Compare(a.ID, b.ID) })
	var to []source.Span
	for _, i := range users {
		if i.Subject.HasText() && value.Match(v.Value.Text, i.Subject.Text, value.Glob) != value.No {
			to = append(to, l.account(i.Account)...)
		}
	}
	if len(to) == 0 && v.Namespace.IsKnown() && v.Name.IsKnown() {
		to = slices.Clone(byName[v.Namespace.KnownText()+"/"+v.Name.KnownText()])
	}
	l.add(v.Value, to)
}

// The places of nodes. A node that is not in the files has none.

func (l *linker) role(id string) []source.Span {
	if n := l.g.Role[id]; n != nil {
		return declared(&n.Base, n.Name)
	}
	return nil
}

func (l *linker) account(id string) []source.Span {
	if n := l.g.ServiceAccount[id]; n != nil {
		return declared(&n.Base, n.Name)
	}
	return nil
}

func (l *linker) cluster(id string) []source.Span {
	if n := l.g.Cluster[id]; n != nil {
		return declared(&n.Base, n.Name)
	}
	return nil
}

func (l *linker) profile(id string) []source.Span {
	if n := l.g.InstanceProfile[id]; n != nil {
		return declared(&n.Base, n.Name)
	}
	return nil
}

func (l *linker) provider(id string) []source.Span {
	if n := l.g.Provider[id]; n != nil {
		return declared(&n.Base, nil)
	}
	return nil
}

// declared gives the place of a node: of its name, if its declaration holds
// it, as in YAML, where the declaration begins with less telling lines.
func declared(b *graph.Base, name *graph.Val) []source.Span {
	at := b.At.Span
	if n := name.Span(); !n.IsZero() && n.File == at.File && n.Start >= at.Start && n.End <= at.End {
		return []source.Span{n}
	}
	return []source.Span{at}
}
