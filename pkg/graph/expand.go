package graph

import (
	"strings"

	"github.com/irsalint/irsalint/pkg/iam"
)

// expand puts symbols for placeholders (${X}, {{ }}, <NAMESPACE>, ACCOUNT_ID)
// in the names by which nodes refer to each other: a manifest that something
// else fills in before it is applied says nothing certain there.
func (l *linker) expand() {
	g := l.g
	for _, n := range g.ServiceAccount {
		fill(&n.Namespace, &n.Name, &n.RoleARN, &n.Audience)
	}
	for _, n := range g.Workload {
		fill(&n.Namespace, &n.Name, &n.AccountName)
	}
	for _, n := range g.AccountReference {
		fill(&n.Namespace, &n.Name)
	}
	for _, n := range g.Association {
		fill(&n.ClusterName, &n.Namespace, &n.AccountName, &n.RoleARN)
	}
	for _, n := range g.Addon {
		fill(&n.ClusterName, &n.RoleARN)
	}
	for _, n := range g.NodeGroup {
		fill(&n.ClusterName, &n.RoleARN, &n.ProfileName)
	}
	for _, n := range g.NodeClass {
		fill(&n.RoleName, &n.ProfileName)
	}
	for _, n := range g.AccessEntry {
		fill(&n.ClusterName, &n.PrincipalARN, &n.Type)
	}
	for _, n := range g.AWSAuth {
		fill(&n.Namespace, &n.Name)
		for i := range n.Mappings {
			m := &n.Mappings[i]
			fill(&m.RoleARN)
			if m.Username.HasText() && strings.Contains(m.Username.Flat(), "${") {
				fill(&m.Username) // {{ }} is the authenticator's own
			}
			for g := range m.Groups {
				fill(&m.Groups[g])
			}
		}
	}
	for _, n := range g.Role {
		fill(&n.Name, &n.Path, &n.ARN)
	}
	for _, n := range g.Policy {
		fill(&n.RoleName, &n.ARN)
	}
}

// Filled gives a value with symbols for its placeholders.
func Filled(v *Val) *Val {
	fill(&v)
	return v
}

func fill(fields ...**Val) {
	for _, f := range fields {
		if v := *f; v.HasText() && iam.HasPlaceholder(v.Text) {
			*f = NewVal(iam.Expand(v.Text)).WithSpan(v.Span())
		}
	}
}
