package graph

import (
	"slices"

	"github.com/irsalint/irsalint/pkg/value"
)

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
	if l.managed[u.Role] { // EKS maps the roles of its own groups
		out.Needed = Fact{Is: value.No, Why: "EKS maps the role, a managed node group has it too"}
		return out
	}
	mode, complete := l.authMode(u, &out)
	entries := l.admit(u, &out, mode)
	auths := l.auths(u, &out, mode)
	is := entries.Or(auths)
	// Where nothing of the kind stands in the files, a cluster that they make may
	// yet be given it by hand: the rule makes that a warning.
	here := len(u.Cluster.IDs) > 0 && l.g.Cluster[u.Cluster.IDs[0]].Managed
	if is == value.No && !(complete && (out.Managed || here)) {
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
		parts := []*Completeness{&c.AccessEntries, &c.AWSAuth}
		switch mode { // the other is not read
		case "API":
			parts = parts[:1]
		case "CONFIG_MAP":
			parts = parts[1:]
		}
		for _, part := range parts {
			if !part.Complete && complete {
				complete, out.Why, out.Fact.At = false, part.Why, part.At
			}
		}
	}
	out.Mode = mode
	return mode, complete
}

// roleIndex finds the nodes that are for a role, or may be.
type roleIndex struct {
	byRole map[string][]string // certain or possible
	any    []string            // whose role is not known
}

func newRoleIndex() *roleIndex { return &roleIndex{byRole: map[string][]string{}} }

func (x *roleIndex) add(id string, role Ref, unknown bool) {
	if unknown {
		x.any = append(x.any, id)
	}
	for _, r := range slices.Concat(role.IDs, role.Possible) {
		x.byRole[r] = append(x.byRole[r], id)
	}
}

// of gives the nodes of a role, in order.
func (x *roleIndex) of(role string) []string {
	out := slices.Concat(x.byRole[role], x.any)
	slices.Sort(out)
	return slices.Compact(out)
}

// admit says whether access entries let the role of a use in.
func (l *linker) admit(u *NodeUse, out *Mapped, mode string) value.Truth {
	is := value.No
	if mode != "CONFIG_MAP" && len(l.g.AccessEntry) > 0 {
		out.Managed = true
	}
	for _, id := range l.entries.of(u.Role) {
		e := l.g.AccessEntry[id]
		if slices.Contains(e.Role.IDs, u.Role) {
			out.Entries = append(out.Entries, id)
			if mode != "CONFIG_MAP" {
				is = is.Or(e.Exists.Is)
			}
			continue
		}
		is = is.Or(value.Maybe)
		out.Why, out.Fact.At = e.Label+" may be for it", e.At
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
		if a.unread() { // which has a rule of its own
			is = is.Or(value.Maybe)
			out.Why, out.Fact.At = "mapRoles of "+a.Label+" is not read as it is written", Place{a.At.Span}
		}
		if a.MappingsKnown.Is != value.Yes {
			is = is.Or(value.Maybe)
			out.Why, out.Fact.At = a.MappingsKnown.Why, a.MappingsKnown.At
		}
		for i := range a.Mappings {
			m := &a.Mappings[i]
			switch {
			case slices.Contains(m.Role.IDs, u.Role):
				is = value.Yes
			case slices.Contains(m.Role.Possible, u.Role), m.RoleARN != nil && !m.RoleARN.HasText(), m.Form == "template":
				is = is.Or(value.Maybe)
				out.Why, out.Fact.At = "a mapping of "+a.Label+" may be for it", m.At
			case m.Node.Is == value.Yes && out.NearestAt.IsZero():
				out.NearestAt, out.NearestLabel = m.At, m.RoleARN.Display()
			}
		}
	}
	return is
}
