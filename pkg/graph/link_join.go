package graph

import (
	"strings"

	"github.com/irsalint/irsalint/pkg/facts"
	"github.com/irsalint/irsalint/pkg/iam"
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
	if o := l.otherCNI(); o != nil {
		out.Needed = Fact{Is: value.Maybe, Why: o.Why, At: o.At}
	}
	own, source, why := l.awsNodeRole(c)
	out.Source = source
	if u.Kind == "cluster" && len(own.IDs) == 0 { // judged for each kind of nodes
		out.Needed = FactOf(value.No)
		return out
	}
	switch {
	case len(own.IDs) > 0:
		out.Role = own.IDs[0]
		cap := l.grant(own, out.Capability)
		out.Granted, out.Missing = cap.Fact, cap.Missing
		out.At = Place{l.g.Role[own.IDs[0]].At.Span}
	case source != "" || why.Is == value.Maybe:
		out.Granted = why
	case u.Role == "":
		out.Granted = Fact{Is: value.Maybe, Why: u.Why}
	default:
		out.Source, out.Role = "node_role", u.Role
		cap := l.capability(u.Role, out.Capability)
		out.Granted, out.Missing, out.At = cap.Fact, cap.Missing, u.At
	}
	return out
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
				if strings.Contains(in.Flat(), name) {
					return o
				}
			}
		}
	}
	for _, id := range ids(l.g.Workload) {
		w := l.g.Workload[id]
		if w.Kind == "DaemonSet" && (w.Name.KnownText() == "cilium" || w.Name.KnownText() == "calico-node") {
			return &Opaque{Why: w.Label + " is another network plugin", At: w.At}
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
	for _, id := range ids(g.Association) {
		a := g.Association[id]
		if !l.sameCluster(a.Cluster, c) || a.AccountName.IsKnown() && a.AccountName.Flat() != "aws-node" {
			continue
		}
		if !a.AccountName.IsKnown() || a.Exists.Is != value.Yes {
			return Ref{}, "", Fact{Is: value.Maybe, Why: a.Label + " may be for aws-node", At: a.At}
		}
		if len(a.Role.IDs) > 0 {
			return a.Role, "pod_identity", Fact{}
		}
		return Ref{}, "pod_identity", Fact{Is: value.Maybe, Why: "the role of " + a.Label + " is not in these files", At: a.At}
	}
	for _, id := range ids(g.ServiceAccount) {
		sa := g.ServiceAccount[id]
		if sa.Name.KnownText() != "aws-node" || sa.RoleARN == nil {
			continue
		}
		if ref := l.role(sa.Scope, sa.RoleARN); len(ref.IDs) > 0 {
			return ref, "irsa", Fact{}
		}
		return Ref{}, "irsa", Fact{Is: value.Maybe, Why: "the role of " + sa.Label + " is not in these files", At: sa.At}
	}
	// A role made for aws-node is meant to be used, by something not seen.
	for _, rid := range l.mayAdmit("system:serviceaccount:kube-system:aws-node") {
		r := g.Role[rid]
		return Ref{}, "", Fact{Is: value.Maybe, Why: r.Label + " may be made for aws-node; the files do not show whether it is given to it", At: r.At}
	}
	for _, part := range []*Completeness{&c.Addons, &c.Associations} {
		if !part.Complete {
			return Ref{}, "", Fact{Is: value.Maybe, Why: "aws-node may have a role of its own: " + part.Why, At: part.At}
		}
	}
	return Ref{}, "", Fact{}
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

func (l *linker) sameCluster(ref Ref, c *Cluster) bool {
	for _, id := range append(append([]string(nil), ref.IDs...), ref.Possible...) {
		if id == c.ID {
			return true
		}
	}
	return false
}

// mapped says whether a cluster lets nodes with the role of a use join.
func (l *linker) mapped(u *NodeUse) Mapped {
	out := Mapped{Fact: FactOf(value.Maybe), Needed: FactOf(value.No), Entries: []string{}, Auths: []string{}}
	if u.Kind != "karpenter" && u.Kind != "self_managed" {
		return out
	}
	out.Needed = FactOf(value.Yes)
	if u.Role == "" {
		out.Why = u.Why
		return out
	}
	if bare, ok := withoutPath(l.g.Role[u.Role].ARN.textOrEmpty()); ok {
		out.WantedARN = bare.String()
	}
	for _, other := range l.g.NodeUse { // EKS maps the roles of its own groups
		if other.Role == u.Role && other.Kind == "managed" {
			out.Needed = Fact{Is: value.No, Why: "EKS maps the role, a managed node group has it too"}
			return out
		}
	}
	mode, complete := l.authMode(u, &out)
	entries := l.entries(u, &out, mode)
	auths := l.auths(u, &out, mode)
	is := entries.Or(auths)
	if is == value.No && !(complete && out.Managed) {
		is = value.Maybe
		if out.Why == "" {
			out.Why = "the files do not show how nodes are let into the cluster"
		}
	}
	out.Is = is
	return out
}

// authMode gives the authentication mode of the cluster of a use, and whether
// the files show all its access entries and mappings.
func (l *linker) authMode(u *NodeUse, out *Mapped) (mode string, complete bool) {
	complete = true
	if len(u.Cluster.IDs) == 0 {
		return "", len(u.Cluster.Possible) == 0
	}
	c := l.g.Cluster[u.Cluster.IDs[0]]
	if c.Managed {
		mode = c.AuthMode.KnownText()
		for _, part := range []*Completeness{&c.AccessEntries, &c.AWSAuth} {
			if !part.Complete && complete {
				complete, out.Why, out.Fact.At = false, part.Why, part.At
			}
		}
	}
	out.Mode = mode
	return mode, complete
}

func (l *linker) entries(u *NodeUse, out *Mapped, mode string) value.Truth {
	is := value.No
	for _, id := range ids(l.g.AccessEntry) {
		e := l.g.AccessEntry[id]
		if mode != "CONFIG_MAP" {
			out.Managed = true
		}
		switch {
		case contains(e.Role.IDs, u.Role):
			out.Entries = append(out.Entries, id)
			if mode != "CONFIG_MAP" {
				is = is.Or(existsOr(e.Exists.Is, value.Yes))
			}
		case contains(e.Role.Possible, u.Role) || !e.PrincipalARN.HasText():
			is = is.Or(value.Maybe)
			out.Why, out.Fact.At = e.Label+" may be for it", e.At
		}
	}
	return is
}

func (l *linker) auths(u *NodeUse, out *Mapped, mode string) value.Truth {
	is := value.No
	for _, id := range ids(l.g.AWSAuth) {
		a := l.g.AWSAuth[id]
		if mode == "API" {
			continue
		}
		out.Managed = true
		out.Auths = append(out.Auths, id)
		if a.MappingsKnown.Is != value.Yes {
			is = is.Or(value.Maybe)
			out.Why, out.Fact.At = a.MappingsKnown.Why, a.MappingsKnown.At
		}
		for i := range a.Mappings {
			m := &a.Mappings[i]
			switch {
			case contains(m.Role.IDs, u.Role):
				is = value.Yes
			case contains(m.Role.Possible, u.Role), m.RoleARN != nil && !m.RoleARN.HasText(), m.Form == "template":
				is = is.Or(value.Maybe)
				out.Why, out.Fact.At = "a mapping of "+a.Label+" may be for it", m.At
			case m.Node.Is == value.Yes && out.NearestAt.IsZero():
				out.NearestAt, out.NearestLabel = m.At, m.RoleARN.Display()
			}
		}
	}
	return is
}

func existsOr(exists, t value.Truth) value.Truth { return exists.And(t) }

func contains(list []string, s string) bool {
	for _, x := range list {
		if x == s {
			return true
		}
	}
	return false
}

// linkPasses judges for each Karpenter node class whether the controller may
// pass the node role.
func (l *linker) linkPasses() {
	controllers := l.controllers()
	for _, id := range ids(l.g.NodeClass) {
		n := l.g.NodeClass[id]
		if n.Kind == "NodeClass" || len(n.Role.IDs) == 0 {
			continue
		}
		role := l.g.Role[n.Role.IDs[0]]
		near := append([]string(nil), controllers...)
		sortNear(role.Scope, near, func(id string) string { return l.g.Role[id].Scope })
		if len(near) == 0 {
			continue
		}
		l.pass(n, role, near)
	}
}

// controllers gives the roles of Karpenter controllers: those that a
// ServiceAccount karpenter is given.
func (l *linker) controllers() []string {
	seen := map[string]bool{}
	var out []string
	add := func(id string) {
		if id != "" && !seen[id] && l.g.Role[id] != nil && l.g.Role[id].Managed {
			seen[id] = true
			out = append(out, id)
		}
	}
	for subject, roles := range l.admits {
		if strings.HasPrefix(subject, "system:serviceaccount:") && strings.HasSuffix(subject, ":karpenter") {
			for _, id := range roles {
				add(id)
			}
		}
	}
	for _, id := range ids(l.g.Identity) {
		i := l.g.Identity[id]
		if l.g.ServiceAccount[i.Account].Name.KnownText() == "karpenter" {
			add(i.Role)
		}
	}
	for _, id := range ids(l.g.Association) {
		if a := l.g.Association[id]; a.AccountName.KnownText() == "karpenter" && len(a.Role.IDs) > 0 {
			add(a.Role.IDs[0])
		}
	}
	sortNear("", out, func(id string) string { return l.g.Role[id].Scope })
	return out
}

// pass judges one node class. The nearest controller is the one that is
// meant; another one that may pass the role, or of which it is not known,
// keeps the verdict from being no.
func (l *linker) pass(n *NodeClass, role *Role, controllers []string) {
	p := &Pass{
		ID: n.ID + "/pass", Label: n.Label, NodeClass: n.ID, NodeRole: role.ID,
		Controller: controllers[0], Wanted: role.ARN.Display(),
	}
	services := passServices(l.partition(role.ID), n.RoleName != nil)
	p.Services = services[0]
	controller := l.g.Role[p.Controller]
	p.At = controller.At
	p.Together = FactOf(value.Yes)
	if len(controllers) > 1 && controller.Scope != role.Scope {
		p.Together = Fact{Is: value.Maybe, Why: "the files do not say which controller it belongs to"}
	}
	d := l.mayPass(p.Controller, role, services)
	p.Verdict = FactOf(d.Allowed)
	switch d.Allowed {
	case value.Maybe:
		p.Verdict = Because(d.Why)
	case value.No:
		p.Problem = "absent"
		l.explain(p, d)
		if !controller.Policies.Complete {
			p.Verdict = Fact{Is: value.Maybe, Why: controller.Policies.Why, At: controller.Policies.At}
		}
		if role.Exists.Is != value.Yes || controller.Exists.Is != value.Yes || role.ARN.State() == Unknown || !role.Managed {
			p.Verdict = Fact{Is: value.Maybe, Why: "the role is not certainly made here", At: role.At}
		}
	}
	if p.Verdict.Is == value.No {
		for _, id := range controllers[1:] {
			if other := l.mayPass(id, role, services); other.Allowed != value.No || !l.g.Role[id].Policies.Complete {
				p.Verdict = Fact{Is: value.Maybe, Why: "another controller role may pass it: " + l.g.Role[id].Label, At: l.g.Role[id].At}
			}
		}
		for _, id := range n.Role.IDs[1:] { // the node class may mean another role
			if other := l.mayPass(p.Controller, l.g.Role[id], services); other.Allowed != value.No {
				p.Verdict = Fact{Is: value.Maybe, Why: "the node class may mean " + l.g.Role[id].Label, At: l.g.Role[id].At}
			}
		}
	}
	l.unrestricted(p)
	l.g.Pass[p.ID] = p
}

// mayPass says whether a controller may pass a role to every service that it
// must be able to pass it to. Where the partition is not known, those of one
// partition are enough.
func (l *linker) mayPass(controller string, role *Role, services [][]string) iam.Decision {
	if !role.ARN.HasText() {
		return iam.Decision{Allowed: value.Maybe, Why: causeOf(role.ARN)}
	}
	var out iam.Decision
	for i, all := range services {
		var worst iam.Decision
		for j, service := range all {
			d := iam.Evaluate(l.sources(controller), iam.Request{
				Action:   "iam:PassRole",
				Resource: role.ARN.Text,
				Context:  map[string]iam.ContextValue{"iam:passedtoservice": iam.FixedString(service)},
			})
			if j == 0 || d.Allowed < worst.Allowed {
				worst = d
			}
		}
		if i == 0 || worst.Allowed > out.Allowed {
			out = worst
		}
	}
	return out
}

// passServices gives the services that a node class needs its role passed to,
// one list for each partition that may be meant
// (facts/pass_role.json).
func passServices(partition string, makesProfile bool) [][]string {
	partitions := []string{partition}
	if _, _, ok := facts.PassService(partition); !ok {
		partitions = []string{"aws", "aws-cn"}
	}
	var out [][]string
	for _, p := range partitions {
		launch, profile, _ := facts.PassService(p)
		if makesProfile {
			for _, s := range profile {
				if !contains(launch, s) {
					launch = append(launch, s)
				}
			}
		}
		out = append(out, launch)
	}
	return out
}

// explain says why passing is denied, and where.
func (l *linker) explain(p *Pass, d iam.Decision) {
	if d.Denied == value.Yes {
		p.Problem = "deny"
		p.At = Place{d.By.At}
		return
	}
	if d.Nearest == nil {
		return
	}
	p.Problem = d.Fails
	p.At = Place{d.Nearest.At}
	switch d.Fails {
	case iam.FailsResource:
		if len(d.Nearest.Resources.Items) > 0 {
			p.Resource = NewVal(d.Nearest.Resources.Items[0])
			p.At = Place{p.Resource.Span()}
		}
	case iam.FailsCondition:
		if c := d.FailedCondition; c != nil && strings.EqualFold(c.Key.Flat(), "iam:PassedToService") && len(c.Values) > 0 {
			p.Problem = "service"
			p.Service = NewVal(c.Values[0])
			p.At = Place{p.Service.Span()}
		}
	}
}

// unrestricted looks for a statement that lets the controller pass any role.
func (l *linker) unrestricted(p *Pass) {
	p.Unrestricted = FactOf(value.No)
	unsure := func(f Fact) {
		if p.Unrestricted.Is == value.No {
			p.Unrestricted = f
		}
	}
	if c := l.g.Role[p.Controller].Policies; !c.Complete {
		unsure(Fact{Is: value.Maybe, Why: c.Why, At: c.At})
	}
	for _, a := range l.sources(p.Controller) {
		if a.Document.Known != value.Yes {
			unsure(Because(a.Document.Why))
		}
		for i := range a.Document.Statements {
			st := &a.Document.Statements[i]
			covers := iam.ActionAllows(*st, "iam:PassRole")
			if covers == value.No {
				continue
			}
			for _, r := range st.Resources.Items {
				switch any := value.Equal(r, value.Literal("*", source.Span{})); {
				case any == value.Yes && covers == value.Yes && !a.Maybe:
					p.Unrestricted, p.UnrestrictedAt = FactOf(value.Yes), Place{r.At()}
					return
				case any != value.No:
					unsure(Because(r.Cause()))
				}
			}
			if st.Resources.Known != value.Yes {
				unsure(Because(st.Resources.Why))
			}
		}
	}
}
