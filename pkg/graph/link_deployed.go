package graph

import (
	"github.com/irsalint/irsalint/pkg/source"
	"github.com/irsalint/irsalint/pkg/value"
)

// Deployed says how to find the cluster that the manifests of a file are
// applied to: of gives its name and the place that says so, for the path of a
// file. It is not ok where nothing says so.
func (b *Builder) Deployed(of func(path string) (name string, at source.Span, ok bool)) {
	b.g.deployed = of
}

// deployedTo says to which cluster the ServiceAccount of an identity is
// deployed, and whether the trust policy is about that one. Where it certainly
// is about others, by all roles that may be meant, the pods cannot assume it.
func (l *linker) deployedTo(i *Identity, sa *ServiceAccount, tok token) {
	if l.g.deployed == nil || sa.At.IsZero() || sa.Format != "kubernetes" {
		return
	}
	name, at, ok := l.g.deployed(sa.At.File.Path)
	if !ok {
		return
	}
	ref := l.cluster(sa.Scope, LiteralVal(name, at))
	if len(ref.IDs) != 1 || len(ref.Possible) > 0 || !l.g.Cluster[ref.IDs[0]].Issuer.HasText() {
		return // which cluster it is is not settled
	}
	c := l.g.Cluster[ref.IDs[0]]
	i.Cluster = c.ID
	if i.Statement == "" {
		return
	}
	i.ClusterAgrees = FactOf(trusts(l.g.Statement[i.Statement], c))
	if i.Verdict.Is == value.No || i.ClusterAgrees.Is != value.No {
		return
	}
	for _, list := range [...][]string{sa.Role.IDs, sa.Role.Possible} {
		for _, id := range list {
			if l.mayTrust(id, c, tok) {
				i.ClusterAgrees = Fact{Is: value.Maybe, Why: l.g.Role[id].Label + " may trust " + c.Label, At: l.g.Role[id].At}
				return
			}
		}
	}
	i.Verdict, i.Stage = FactOf(value.No), StageIssuer
}

// mayTrust reports whether a role may admit a token of a cluster.
func (l *linker) mayTrust(id string, c *Cluster, tok token) bool {
	r := l.g.Role[id]
	if r.Trust.Is != value.Yes || !r.Managed || r.Exists.Is != value.Yes {
		return true
	}
	_, attempts := l.tryRole(id, tok)
	for _, a := range attempts {
		if a.verdict != value.No && trusts(a.statement, c) != value.No {
			return true
		}
	}
	return false
}

// trusts says whether one of the issuers that a statement trusts is that of a
// cluster.
func trusts(st *Statement, c *Cluster) value.Truth {
	if st.PrincipalsKnown.Is != value.Yes {
		return value.Maybe
	}
	out := value.No
	for i := range st.Principals {
		switch p := &st.Principals[i]; {
		case p.Issuer.HasText():
			out = out.Or(value.Equal(p.Issuer.Text, c.Issuer.Text))
		case p.Type == "Federated" || p.Type == "*" || p.Type == "":
			out = out.Or(value.Maybe)
		}
	}
	return out
}
