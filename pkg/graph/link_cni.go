package graph

import (
	"slices"

	"github.com/irsalint/irsalint/pkg/source"
	"github.com/irsalint/irsalint/pkg/value"
)

// cni says from where aws-node gets its permission on the nodes of a use.
func (l *linker) cni(u *NodeUse) CNI {
	out := CNI{Needed: FactOf(value.Yes), Capability: "vpc_cni_ipv4", Missing: []string{}}
	if u.Kind == "fargate" || u.Kind == "auto_mode" {
		out.Needed = FactOf(value.No)
		return out
	}
	if len(u.Cluster.IDs) == 0 {
		out.Needed = Fact{Is: value.Maybe, Why: u.Cluster.Why}
		out.Granted = out.Needed
		return out
	}
	c := l.g.Cluster[u.Cluster.IDs[0]]
	if c.AutoMode.Is == value.Yes {
		out.Needed = FactOf(value.No)
		return out
	}
	switch family := c.IPFamily; {
	case family == nil, family.Is("ipv4"):
	case family.Is("ipv6"):
		out.Capability = "vpc_cni_ipv6"
	case family.Symbolic() || !family.HasText():
		out.Needed = Fact{Is: value.Maybe, Why: family.Why(), At: Place{family.Span()}}
	}
	if o := l.cniFacts().other; o != nil {
		out.Needed = Fact{Is: value.Maybe, Why: "another network plugin may run, or aws-node in another way: " + o.Why, At: o.At}
	}
	own, from, why := l.awsNodeRole(c)
	out.Source = from
	if u.Kind == "cluster" && len(own.IDs) == 0 { // judged for each kind of nodes
		out.Needed = FactOf(value.No)
		return out
	}
	switch {
	case len(own.IDs) > 0:
		out.Role = own.IDs[0]
		cap := l.grant(own, out.Capability)
		out.Granted, out.Missing, out.Boundary = cap.Fact, cap.Missing, cap.Boundary
		out.At = Place{l.g.Role[own.IDs[0]].At.Span}
		if from == "irsa" && cap.Is == value.Yes && !l.admitsAwsNode(own) {
			out.Granted = Fact{
				Is: value.Maybe, At: Place{l.g.Role[own.IDs[0]].TrustAt.Span},
				Why: "the trust policy of " + l.g.Role[own.IDs[0]].Label + " does not admit " + awsNodeSubject,
			}
		}
	case from != "" || why.Is == value.Maybe:
		out.Granted = why
	case u.Role == "":
		out.Granted = Fact{Is: value.Maybe, Why: u.Why}
	default:
		out.Source, out.Role = "node_role", u.Role
		cap := l.capability(u.Role, out.Capability)
		out.Granted, out.Missing, out.Boundary, out.At = cap.Fact, cap.Missing, cap.Boundary, u.At
	}
	return out
}

const awsNodeSubject = "system:serviceaccount:kube-system:aws-node"

// admitsAwsNode reports whether the trust of one of the roles may admit
// aws-node.
func (l *linker) admitsAwsNode(roles Ref) bool {
	tok := token{value.Literal(awsNodeSubject, source.Span{}), value.Literal(defaultAudience, source.Span{})}
	for _, id := range roles.IDs {
		if verdict, _ := l.tryRole(id, tok); verdict.Is != value.No {
			return true
		}
	}
	return false
}

// cniFacts is what bears on aws-node of any cluster.
type cniFacts struct {
	other *Opaque         // perhaps another network plugin
	mayBe *ServiceAccount // perhaps that of aws-node
	admit []string        // roles that may admit aws-node
	// associations of aws-node, or perhaps so, by cluster, in order
	associations map[string][]*Association
}

func (l *linker) findCNIFacts() *cniFacts {
	f := &cniFacts{
		other: l.otherCNI(), mayBe: l.mayBeAwsNode(), admit: l.mayAdmit(awsNodeSubject),
		associations: map[string][]*Association{},
	}
	for _, id := range ids(l.g.Association) {
		a := l.g.Association[id]
		if a.AccountName.IsKnown() && a.AccountName.Flat() != "aws-node" {
			continue
		}
		for _, c := range slices.Concat(a.Cluster.IDs, a.Cluster.Possible) {
			f.associations[c] = append(f.associations[c], a)
		}
	}
	return f
}

// otherCNI gives something in the files that may be another network plugin.
func (l *linker) otherCNI() *Opaque {
	for i := range l.g.opaque {
		o := &l.g.opaque[i]
		if !o.makes("workload") {
			continue
		}
		for _, in := range o.Inputs {
			for _, name := range [...]string{"cilium", "calico", "tigera-operator", "antrea", "weave-net", "flannel", "kube-ovn", "aws-vpc-cni", "aws-cni"} {
				if holds(in.Flat(), name) {
					return o
				}
			}
		}
	}
	for _, id := range ids(l.g.Workload) {
		w := l.g.Workload[id]
		if w.Kind == "DaemonSet" && (w.Name.KnownText() == "cilium" || w.Name.KnownText() == "calico-node") {
			return &Opaque{Why: w.Label, At: w.At}
		}
	}
	return nil
}

// awsNodeRole finds the role that aws-node itself has on a cluster: by its
// add-on, by an association, or by its ServiceAccount. why is unknown if it
// may have one that the files do not show, or do not tell.
func (l *linker) awsNodeRole(c *Cluster) (role Ref, source string, why Fact) {
	g := l.g
	for _, id := range c.Addons.IDs {
		a := g.Addon[id]
		if a.Name.KnownText() != "vpc-cni" && a.Name.IsKnown() {
			continue
		}
		if !a.Name.IsKnown() {
			return Ref{}, "", Fact{Is: value.Maybe, Why: a.Name.Why(), At: a.At}
		}
		if a.RoleARN != nil {
			if len(a.Role.IDs) > 0 {
				return a.Role, "irsa", Fact{}
			}
			return Ref{}, "irsa", Fact{Is: value.Maybe, Why: "the role of add-on vpc-cni is not in these files", At: a.At}
		}
		if a.Config != nil && a.Exists.Is != value.Yes {
			return Ref{}, "", Fact{Is: value.Maybe, Why: a.Exists.Why, At: a.At}
		}
	}
	if found := l.cniFacts().associations[c.ID]; len(found) > 0 {
		a := found[0]
		if !a.AccountName.IsKnown() || a.Exists.Is != value.Yes {
			return Ref{}, "", Fact{Is: value.Maybe, Why: a.Label + " may be for aws-node", At: a.At}
		}
		if len(a.Role.IDs) > 0 {
			return a.Role, "pod_identity", Fact{}
		}
		return Ref{}, "pod_identity", Fact{Is: value.Maybe, Why: "the role of " + a.Label + " is not in these files", At: a.At}
	}
	for _, id := range l.awsNode {
		sa := g.ServiceAccount[id]
		if g.foreign(c.Scope, sa.Scope) {
			continue
		}
		if ref := l.role(sa.Scope, sa.RoleARN); len(ref.IDs) > 0 {
			return ref, "irsa", Fact{}
		}
		return Ref{}, "irsa", Fact{Is: value.Maybe, Why: "the role of " + sa.Label + " is not in these files", At: sa.At}
	}
	if sa := l.cniFacts().mayBe; sa != nil {
		return Ref{}, "", Fact{Is: value.Maybe, Why: sa.Label + " may be that of aws-node", At: sa.At}
	}
	// A role made for aws-node is meant to be used, by something not seen.
	for _, rid := range l.cniFacts().admit {
		r := g.Role[rid]
		if g.foreign(c.Scope, r.Scope) {
			continue
		}
		return Ref{}, "", Fact{Is: value.Maybe, Why: r.Label + " may be made for aws-node; the files do not show whether it is given to it", At: r.At}
	}
	for _, part := range []*Completeness{&c.Addons, &c.Associations} {
		if !part.Complete {
			return Ref{}, "", Fact{Is: value.Maybe, Why: "aws-node may have a role of its own: " + part.Why, At: part.At}
		}
	}
	return Ref{}, "", Fact{}
}

// mayBeAwsNode gives a ServiceAccount with a role whose name is not known and
// may be aws-node.
func (l *linker) mayBeAwsNode() *ServiceAccount {
	may := func(v *Val, want string) bool {
		return v == nil || !v.HasText() || value.Equal(v.Text, value.Literal(want, v.Span())) != value.No
	}
	for _, id := range ids(l.g.ServiceAccount) {
		sa := l.g.ServiceAccount[id]
		if sa.RoleARN != nil && sa.Name != nil && !sa.Name.IsKnown() && may(sa.Name, "aws-node") && may(sa.Namespace, "kube-system") {
			return sa
		}
	}
	return nil
}

// mayAdmit gives the roles whose trust names a subject, or may do.
func (l *linker) mayAdmit(subject string) []string {
	out := append([]string(nil), l.admits[subject]...)
	want := value.Literal(subject, source.Span{})
	for _, p := range l.patterns {
		if !p.value.HasText() || value.Match(p.value.Text, want, value.Glob) != value.No {
			out = append(out, p.role)
		}
	}
	return out
}
