package graph

import (
	"slices"
	"sort"
	"sync"

	"github.com/irsalint/irsalint/pkg/facts"
	"github.com/irsalint/irsalint/pkg/iam"
	"github.com/irsalint/irsalint/pkg/source"
	"github.com/irsalint/irsalint/pkg/value"
)

// linker resolves references and derives the facts that need an algorithm.
type linker struct {
	g *Graph

	roles        *named // by role name, full text the ARN
	roleNames    *named // by role name, full text the name
	profiles     *named // by profile name, full text the ARN
	profileNames *named
	clusters     *named
	documents    *named
	docByID      map[string]*PolicyDocument
	// clusterIDs are all clusters in order; the indexes are by the last part
	// of an issuer.
	clusterIDs      []string
	issuerClusters  map[string][]string
	issuerProviders map[string][]string
	rolesByScope    map[string][]string
	awsNode         []string // annotated ServiceAccounts of aws-node

	// trust and permissions as read, by role id.
	trust    map[string]iam.Document
	policies map[string][]*Policy // attached to a role
	// admits are the exact subjects of trust statements, by flat text.
	admits map[string][]string
	// patterns are the subjects that are no exact text.
	patterns []subjectPattern
	// texts are the permission policies as read, by the id of their node.
	texts map[string]*iam.Document
	// spaces are the namespaces that the files mention, by flat text; made when
	// first asked for.
	spaces map[string]*Val
	// untrusted are the roles made here whose trust is not wholly known.
	untrusted []string
	// attached caches the permission documents of a role.
	attached map[string][]facts.Attached

	// What is the same for every use of a role by nodes.
	cniFacts func() *cniFacts
	managed  map[string]bool // roles of managed node groups
	entries  *roleIndex      // access entries

	opaque func() *opaqueIndex
}

// subjectPattern is a subject with wildcards or symbols that a role admits.
type subjectPattern struct {
	role  string
	value *Val
}

// Link makes the graph of everything that was added: it resolves references
// and judges the chains. The Builder must not be used afterwards.
func (b *Builder) Link() *Graph {
	l := &linker{
		g:        &b.g,
		trust:    map[string]iam.Document{},
		policies: map[string][]*Policy{},
		admits:   map[string][]string{},
		attached: map[string][]facts.Attached{},
		docByID:  map[string]*PolicyDocument{},
		texts:    map[string]*iam.Document{},

		rolesByScope: map[string][]string{},
	}
	l.cniFacts = sync.OnceValue(l.findCNIFacts)
	l.opaque = sync.OnceValue(func() *opaqueIndex { return newOpaqueIndex(l.g.opaque) })
	l.expand()
	l.nameClusters()
	l.index()
	l.linkPolicies()
	l.linkClusters()
	l.linkTrust()
	l.linkAccounts()
	l.linkIdentities()
	l.judgeStatements()
	l.linkAssociations()
	l.linkCredentials()
	l.linkAuth()
	l.linkNodes()
	l.linkPasses()
	l.linkInterpolations()
	l.linkTexts()
	l.linkForms()
	return l.g
}

// ids gives the keys of a kind in order, so that every pass over nodes is the
// same from run to run.
func ids[T any](m map[string]T) []string {
	out := make([]string, 0, len(m))
	for id := range m {
		out = append(out, id)
	}
	sort.Strings(out)
	return out
}

func (l *linker) index() {
	l.roles, l.roleNames, l.clusters, l.documents = newNamed(l.g), newNamed(l.g), newNamed(l.g), newNamed(l.g)
	l.profiles, l.profileNames = newNamed(l.g), newNamed(l.g)
	for _, id := range ids(l.g.Role) {
		r := l.g.Role[id]
		if r.Loose {
			continue // nothing says which role it is
		}
		l.roles.add(&r.Base, r.Name, r.ARN)
		l.roleNames.add(&r.Base, r.Name, r.Name)
		l.rolesByScope[r.Scope] = append(l.rolesByScope[r.Scope], id)
	}
	for _, id := range ids(l.g.InstanceProfile) {
		p := l.g.InstanceProfile[id]
		l.profiles.add(&p.Base, p.Name, p.ARN)
		l.profileNames.add(&p.Base, p.Name, p.Name)
	}
	l.clusterIDs = ids(l.g.Cluster)
	l.issuerClusters, l.issuerProviders = map[string][]string{}, map[string][]string{}
	for _, id := range l.clusterIDs {
		c := l.g.Cluster[id]
		l.clusters.add(&c.Base, c.Name, c.Name)
		if c.Issuer.HasText() {
			key := lastName(c.Issuer.Text).Flat()
			l.issuerClusters[key] = append(l.issuerClusters[key], id)
		}
	}
	for _, id := range ids(l.g.Provider) {
		if p := l.g.Provider[id]; p.Issuer.HasText() {
			key := lastName(p.Issuer.Text).Flat()
			l.issuerProviders[key] = append(l.issuerProviders[key], id)
		}
	}
	sort.SliceStable(l.g.documents, func(i, j int) bool { return l.g.documents[i].ID < l.g.documents[j].ID })
	for _, d := range l.g.documents {
		if !d.Loose {
			l.documents.add(&d.Base, d.Name, d.ARN)
		}
		l.docByID[d.ID] = d
	}
}

// role resolves a role by its ARN or its name.
func (l *linker) role(scope string, v *Val) Ref {
	if !v.HasText() {
		return Ref{Why: v.Why()}
	}
	ref := byNameOrARN(l.roleNames, l.roles, scope, v.Text)
	if len(ref.IDs) == 0 {
		ref.Why = l.unresolved(v, ref.Possible)
	}
	return ref
}

// byNameOrARN resolves what may be written either way, in an index of each.
func byNameOrARN(names, arns *named, scope string, v value.Text) Ref {
	var byName, byARN Ref
	prefix := v.HasPrefix("arn:")
	if prefix != value.Yes {
		if byName = names.resolve(scope, v, v); len(byName.IDs) > 0 || prefix == value.No {
			return byName
		}
	}
	if byARN = arns.resolve(scope, lastName(v), v); len(byARN.IDs) > 0 {
		return byARN
	}
	for _, id := range byName.Possible {
		if !slices.Contains(byARN.Possible, id) {
			byARN.Possible = append(byARN.Possible, id)
		}
	}
	return Ref{Possible: byARN.Possible}
}

// unresolved says why a reference to a role names none for certain.
func (l *linker) unresolved(v *Val, possible []string) string {
	if len(possible) == 0 {
		what := "ARN"
		if v.HasPrefix("arn:") == value.No {
			what = "name"
		}
		return "no role in these files has the " + what + " " + v.Display()
	}
	if s := causeFor(v); !v.IsKnown() && !s.Class.Environment() && s.Why != "" {
		return s.Why
	}
	r := l.g.Role[possible[0]]
	if s := causeFor(r.Name, r.Path); s.Why != "" {
		return "it may be " + r.Label + ": " + s.Why
	}
	return "it may be " + r.Label + " or another one"
}

// cluster resolves a cluster by its name.
func (l *linker) cluster(scope string, v *Val) Ref {
	if !v.HasText() {
		return Ref{Why: v.Why()}
	}
	return l.clusters.resolve(scope, v.Text, v.Text)
}

// nameClusters makes a node for each cluster that others only name, so that
// everything about one cluster has one owner.
func (l *linker) nameClusters() {
	have := map[string]bool{}
	for _, c := range l.g.Cluster {
		if c.Name.HasText() {
			have[c.Scope+"\x00"+c.Name.Flat()] = true
		}
	}
	need := func(b *Base, name *Val) {
		if !name.HasText() || have[b.Scope+"\x00"+name.Flat()] {
			return
		}
		have[b.Scope+"\x00"+name.Flat()] = true
		id := ID(b.Scope, "cluster "+name.Flat())
		l.g.Cluster[id] = &Cluster{
			Base: Base{ID: id, Label: "cluster " + name.Display(), Scope: b.Scope, Format: b.Format, At: Place{name.Span()}, Exists: FactOf(value.Yes)},
			Name: name,
		}
	}
	for _, id := range ids(l.g.NodeGroup) {
		need(&l.g.NodeGroup[id].Base, l.g.NodeGroup[id].ClusterName)
	}
	for _, id := range ids(l.g.Addon) {
		need(&l.g.Addon[id].Base, l.g.Addon[id].ClusterName)
	}
	for _, id := range ids(l.g.Association) {
		need(&l.g.Association[id].Base, l.g.Association[id].ClusterName)
	}
	for _, id := range ids(l.g.AccessEntry) {
		need(&l.g.AccessEntry[id].Base, l.g.AccessEntry[id].ClusterName)
	}
}

// text makes a text of parts that code puts together at a place.
func text(at source.Span, parts ...any) value.Text {
	var pieces []value.Piece
	for _, p := range parts {
		switch p := p.(type) {
		case string:
			pieces = append(pieces, value.Piece{Text: value.Literal(p, source.Span{})})
		case value.Text:
			pieces = append(pieces, value.Piece{Text: p})
		}
	}
	return value.Concat(at, pieces...)
}
