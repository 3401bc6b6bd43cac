package graph

import (
	"strings"

	"github.com/irsalint/irsalint/pkg/facts"
	"github.com/irsalint/irsalint/pkg/iam"
	"github.com/irsalint/irsalint/pkg/value"
)

// linkPolicies ties attachments to roles and says for each role whether the
// files show all its permissions.
func (l *linker) linkPolicies() {
	for _, id := range ids(l.g.Role) {
		r := l.g.Role[id]
		r.Policies = l.completeness(&r.Base, "policy", r.Name, r.ARN)
	}
	for _, id := range ids(l.g.Policy) {
		p := l.g.Policy[id]
		if len(p.Role.IDs) == 0 { // not set by the adapter: the role's own block
			p.Role = l.role(p.Scope, p.RoleName)
		}
		for _, rid := range p.Role.IDs {
			if r := l.g.Role[rid]; r != nil && l.belongs(p, r) {
				l.policies[rid] = append(l.policies[rid], p)
				r.Policies.IDs = append(r.Policies.IDs, id)
			}
		}
		l.strayPolicy(p)
	}
}

// belongs reports whether an attachment is one of a role: a name in another
// root is the same role only if the role of its own root is not meant.
func (l *linker) belongs(p *Policy, r *Role) bool {
	return r.Scope == p.Scope || len(p.Role.IDs) == 0 || l.g.Role[p.Role.IDs[0]].Scope != p.Scope
}

// strayPolicy makes roles incomplete that an attachment may belong to without
// saying so. An attachment whose role is wholly unknown can only be one of
// its own root: elsewhere it would name every role there is.
func (l *linker) strayPolicy(p *Policy) {
	possible := p.Role.Possible
	if !p.RoleName.HasText() {
		possible = l.rolesByScope[p.Scope]
	}
	for _, id := range possible {
		r := l.g.Role[id]
		if r.Scope == p.Scope || literalLength(p.RoleName) >= 3 {
			r.Policies.mayAlso(p.Label, p.RoleName.Why(), p.At)
		}
	}
}

// literalLength is the number of bytes of a text that are not symbols.
func literalLength(v *Val) int {
	if !v.HasText() {
		return 0
	}
	n := len(v.Flat())
	for _, s := range v.Symbols() {
		n -= len(s.Key) + 6
	}
	return n
}

// permissions gives the permission policies of a role, for evaluation. The
// element at an index is that of the attachment at the index; its permissions
// boundary comes last.
func (l *linker) permissions(roleID string) []facts.Attached {
	if a, ok := l.attached[roleID]; ok {
		return a
	}
	var out []facts.Attached
	for _, p := range l.policies[roleID] {
		a := l.attachment(p)
		a.Maybe = p.Exists.Is != value.Yes
		out = append(out, a)
	}
	if a, ok := l.boundary(l.g.Role[roleID]); ok {
		out = append(out, a)
	}
	l.attached[roleID] = out
	return out
}

// sources gives the same for iam.Evaluate.
func (l *linker) sources(roleID string) []iam.Source {
	var out []iam.Source
	for _, a := range l.permissions(roleID) {
		out = append(out, a.Source())
	}
	return out
}

func (l *linker) attachment(p *Policy) facts.Attached {
	switch p.Kind {
	case "inline":
		return facts.Attached{Document: l.document(p.ID, p.Document)}
	case "aws":
		if want := elsewhere(p); want != "" {
			return facts.Attached{Why: &value.Symbol{Why: "AWS has no policy " + p.ARN.Display() + ", it is " + want, At: p.ARN.Span()}}
		}
		return facts.Attached{Managed: p.Name}
	}
	if !p.ARN.HasText() {
		return facts.Attached{Why: causeOf(p.ARN)}
	}
	ref := l.documents.resolve(p.Scope, lastName(p.ARN.Text), p.ARN.Text)
	if len(ref.IDs) > 0 {
		d := l.docByID[ref.IDs[0]]
		return facts.Attached{Document: l.document(d.ID, d.Document)}
	}
	if s := p.ARN.Cause(); s != nil && !s.Class.Environment() {
		return facts.Attached{Why: s}
	}
	return facts.Attached{Why: &value.Symbol{Why: "the policy " + p.ARN.Display() + " is not in these files", At: p.ARN.Span()}}
}

// elsewhere gives the ARN of the AWS managed policy that a policy has the name,
// but not the path of; empty if it has both, or is not known.
func elsewhere(p *Policy) string {
	if !p.ARN.HasText() {
		return ""
	}
	arn, ok := iam.ParseARN(p.ARN.Text)
	resource, known := arn.Resource.Known()
	if !ok || !known {
		return ""
	}
	want, ok := facts.ManagedPolicyARN(p.Name, arn.Partition.String())
	if !ok || strings.HasSuffix(want, ":"+resource) {
		return ""
	}
	return want
}

// causeOf gives the symbol that explains why a field is not known.
func causeOf(v *Val) *value.Symbol {
	if s := v.Cause(); s != nil {
		return s
	}
	s := &value.Symbol{Why: "the value is not known before apply"}
	if v != nil {
		s.At = v.Span()
	}
	return s
}

// capability judges whether a role may do what the facts name.
func (l *linker) capability(roleID, name string) Capability {
	r := l.g.Role[roleID]
	want, _ := facts.CapabilityOf(name)
	out := Capability{Missing: []string{}, Policies: want.Policies}
	why := &value.Symbol{Why: r.Policies.Why, At: r.Policies.At.Span}
	got := want.Check(l.permissions(roleID), r.Policies.Complete, why)
	switch {
	case got.Is == value.Maybe:
		out.Fact = Because(got.Why)
	case got.Is == value.No && (r.Exists.Is != value.Yes || !r.Managed):
		out.Fact = Fact{Is: value.Maybe, Why: r.Exists.Why, At: r.Exists.At}
		if !r.Managed {
			out.Fact = Fact{Is: value.Maybe, Why: r.Label + " is not made in these files", At: r.At}
		}
	case got.Is == value.No && name == "cluster" && !got.Absent:
		// Which single actions a control plane needs is not fixed; only a role
		// without any of them cannot work.
		out.Fact = Fact{Is: value.Maybe, Why: "the permissions of " + r.Label + " are not those of AmazonEKSClusterPolicy"}
	default:
		out.Fact = FactOf(got.Is)
	}
	if out.Is == value.No {
		out.Boundary = l.bounds(r, want.Check(unbounded(l.permissions(roleID)), r.Policies.Complete, why).Is)
	}
	if len(got.Missing) > 0 {
		out.Missing = got.Missing
	}
	if got.Is == value.Yes {
		out.Borrowed = l.borrowed(roleID, want)
	}
	if got.By >= 0 {
		out.By = l.policies[roleID][got.By].ID
	}
	return out
}

// cniPolicy is made for aws-node, which may get it by a role of its own. It
// also holds what the kubelet needs.
const cniPolicy = "AmazonEKS_CNI_Policy"

// borrowed names the policy without which a capability is certainly missing,
// if that policy is meant for something else.
func (l *linker) borrowed(roleID string, want *facts.Capability) string {
	if want.Name != "kubelet_ec2" || !l.g.Role[roleID].Policies.Complete {
		return ""
	}
	var rest []facts.Attached
	for _, a := range l.permissions(roleID) {
		if a.Managed != cniPolicy {
			rest = append(rest, a)
		}
	}
	if len(rest) == len(l.permissions(roleID)) || want.Check(rest, true, nil).Is != value.No {
		return ""
	}
	return cniPolicy
}
