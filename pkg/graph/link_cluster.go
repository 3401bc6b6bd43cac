package graph

import "github.com/irsalint/irsalint/pkg/value"

// linkClusters ties to each cluster what belongs to it, and says of which
// kinds the files show all there is.
func (l *linker) linkClusters() {
	g := l.g
	for _, id := range ids(g.Cluster) {
		c := g.Cluster[id]
		c.Role = l.role(c.Scope, c.RoleARN)
		c.Providers = l.completeness(&c.Base, "provider", c.Name, c.Issuer, c.ARN)
		c.Addons = l.completeness(&c.Base, "addon", c.Name, c.ARN)
		c.AccessEntries = l.completeness(&c.Base, "access_entry", c.Name, c.ARN)
		c.AWSAuth = l.completeness(&c.Base, "aws_auth", c.Name, c.ARN, c.Endpoint)
		c.Associations = l.completeness(&c.Base, "association", c.Name, c.ARN)
	}
	for _, id := range ids(g.Provider) {
		l.linkProvider(g.Provider[id])
	}
	for _, id := range ids(g.Addon) {
		a := g.Addon[id]
		a.Cluster = l.cluster(a.Scope, a.ClusterName)
		a.Role = l.role(a.Scope, a.RoleARN)
		l.belongsTo(a.Cluster, a.ClusterName, &a.Base, func(c *Cluster) *Completeness { return &c.Addons })
	}
	for _, id := range ids(g.AccessEntry) {
		e := g.AccessEntry[id]
		e.Cluster = l.cluster(e.Scope, e.ClusterName)
		e.Role = l.role(e.Scope, e.PrincipalARN)
		l.belongsTo(e.Cluster, e.ClusterName, &e.Base, func(c *Cluster) *Completeness { return &c.AccessEntries })
	}
	for _, id := range ids(g.Association) {
		a := g.Association[id]
		a.Cluster = l.cluster(a.Scope, a.ClusterName)
		a.Role = l.role(a.Scope, a.RoleARN)
		l.belongsTo(a.Cluster, a.ClusterName, &a.Base, func(c *Cluster) *Completeness { return &c.Associations })
	}
	for _, id := range ids(g.NodeGroup) {
		n := g.NodeGroup[id]
		n.Cluster = l.cluster(n.Scope, n.ClusterName)
	}
}

// belongsTo puts a node among those of its clusters, and makes the clusters
// incomplete that it may belong to without saying so.
func (l *linker) belongsTo(ref Ref, name *Val, b *Base, of func(*Cluster) *Completeness) {
	for _, id := range ref.IDs {
		c := of(l.g.Cluster[id])
		c.IDs = append(c.IDs, b.ID)
	}
	possible := ref.Possible
	if !name.HasText() {
		possible = nil
		for _, id := range l.clusterIDs {
			if l.g.Cluster[id].Scope == b.Scope {
				possible = append(possible, id)
			}
		}
	}
	for _, id := range possible {
		c := l.g.Cluster[id]
		if c.Scope == b.Scope || literalLength(name) >= 3 {
			of(c).mayAlso(b.Label, name.Why(), b.At)
		}
	}
	if b.Exists.Is != value.Yes {
		for _, id := range ref.IDs {
			of(l.g.Cluster[id]).mayAlso(b.Label, b.Exists.Why, b.At)
		}
	}
}

// linkProvider finds the cluster of an OIDC provider by its issuer. Clusters
// whose provider it may be without saying so are not complete.
func (l *linker) linkProvider(p *Provider) {
	own := map[string]bool{}
	for _, id := range l.byIssuer(p.Scope, l.issuerClusters, p.Issuer, func(id string) (*Val, string) { return l.g.Cluster[id].Issuer, l.g.Cluster[id].Scope }) {
		own[id] = true
		c := l.g.Cluster[id]
		p.Cluster.IDs = append(p.Cluster.IDs, id)
		c.Providers.IDs = append(c.Providers.IDs, p.ID)
		if p.Exists.Is != value.Yes {
			c.Providers.mayAlso(p.Label, p.Exists.Why, p.At)
		}
	}
	sortNear(p.Scope, p.Cluster.IDs, func(id string) string { return l.g.Cluster[id].Scope })
	telling := p.Issuer.HasText() && literalLength(p.Issuer) >= 3
	for _, id := range l.clusterIDs {
		c := l.g.Cluster[id]
		if own[id] || l.g.foreign(c.Scope, p.Scope) || !c.Providers.Complete || !c.Issuer.HasText() {
			continue
		}
		if p.Issuer.HasText() {
			if (telling || c.Scope == p.Scope) && value.Equal(p.Issuer.Text, c.Issuer.Text) != value.No {
				c.Providers.mayAlso(p.Label, p.Issuer.Why(), p.At)
			}
		} else if c.Scope == p.Scope {
			c.Providers.mayAlso(p.Label, p.Issuer.Why(), p.At)
		}
	}
}

// byIssuer finds the nodes with an issuer that a scope may mean, in an index by
// its last part. of gives the issuer and the scope of a node.
func (l *linker) byIssuer(scope string, index map[string][]string, issuer *Val, of func(id string) (*Val, string)) []string {
	if !issuer.HasText() {
		return nil
	}
	var out []string
	for _, id := range index[lastName(issuer.Text).Flat()] {
		if v, in := of(id); !l.g.foreign(scope, in) && value.Join(issuer.Text, v.Text) >= value.Unifies {
			out = append(out, id)
		}
	}
	return out
}

// clusterOf gives the clusters that a node of a scope belongs to when it does
// not name one: the only cluster of the scope, else the only one of all.
func (l *linker) clusterOf(scope string) Ref {
	var here, all []string
	for _, id := range l.clusterIDs {
		if l.g.foreign(scope, l.g.Cluster[id].Scope) {
			continue
		}
		all = append(all, id)
		if l.g.Cluster[id].Scope == scope {
			here = append(here, id)
		}
	}
	switch {
	case len(here) == 1:
		return Ref{IDs: here}
	case len(here) == 0 && len(all) == 1:
		return Ref{IDs: all}
	}
	return Ref{Possible: all, Why: "the files do not say which cluster it belongs to"}
}
