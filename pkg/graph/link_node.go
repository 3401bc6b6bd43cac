package graph

import (
	"github.com/irsalint/irsalint/pkg/facts"
	"github.com/irsalint/irsalint/pkg/iam"
	"github.com/irsalint/irsalint/pkg/value"
)

// linkNodes makes a NodeUse for each role and kind of nodes.
func (l *linker) linkNodes() {
	g := l.g
	for _, id := range ids(g.NodeGroup) {
		n := g.NodeGroup[id]
		if n.RoleARN == nil && n.ProfileName != nil {
			n.Role, _ = l.profileRole(n.Scope, n.ProfileName)
		} else {
			n.Role = l.role(n.Scope, n.RoleARN)
		}
		at := n.RoleARN.Span()
		if at.IsZero() {
			at = n.ProfileName.Span()
		}
		l.use(n.Kind, &n.Base, n.Role, Place{at}, n.Cluster)
	}
	for _, id := range ids(g.NodeClass) {
		l.linkNodeClass(g.NodeClass[id])
	}
	for _, id := range ids(g.Cluster) {
		c := g.Cluster[id]
		if !c.Managed {
			continue
		}
		self := Ref{IDs: []string{id}}
		l.use("cluster", &c.Base, c.Role, Place{c.RoleARN.Span()}, self)
		if c.NodeRoleARN != nil {
			l.use("auto_mode", &c.Base, l.role(c.Scope, c.NodeRoleARN), Place{c.NodeRoleARN.Span()}, self)
		}
	}
	l.entries = newRoleIndex()
	for _, id := range ids(g.AccessEntry) {
		e := g.AccessEntry[id]
		l.entries.add(id, e.Role, !e.PrincipalARN.HasText())
	}
	l.managed = map[string]bool{}
	for _, u := range g.NodeUse {
		if u.Kind == "managed" {
			l.managed[u.Role] = true
		}
	}
	for _, id := range ids(g.NodeUse) {
		u := g.NodeUse[id]
		u.Mapped = l.mapped(u)
		u.CNI = l.cni(u)
	}
}

func (l *linker) linkNodeClass(n *NodeClass) {
	n.RoleForm = nodeRoleForm(n.RoleName)
	at := Place{n.RoleName.Span()}
	switch {
	case n.RoleName != nil:
		n.Role = l.role(n.Scope, n.RoleName)
		if n.RoleForm == "path" && n.RoleName.HasText() {
			name := lastName(n.RoleName.Text)
			n.Role = l.roleNames.resolve(n.Scope, name, name)
		}
	case n.ProfileName != nil:
		at = Place{n.ProfileName.Span()}
		n.Role, n.Profile = l.profileRole(n.Scope, n.ProfileName)
	default:
		return
	}
	kind := "karpenter"
	if n.Kind == "NodeClass" {
		kind = "auto_mode"
	}
	if len(n.Role.IDs) == 0 && len(n.Role.Possible) == 0 && n.RoleForm == "name" {
		n.Nearest = l.nearestRole(n.RoleName)
	}
	n.Use = l.use(kind, &n.Base, n.Role, at, l.clusterOf(n.Scope))
}

// profileRole gives the role of an instance profile that is named.
func (l *linker) profileRole(scope string, name *Val) (role, profile Ref) {
	if !name.HasText() {
		return Ref{Why: name.Why()}, Ref{Why: name.Why()}
	}
	profile = byNameOrARN(l.profileNames, l.profiles, scope, name.Text)
	for _, id := range profile.IDs {
		p := l.g.InstanceProfile[id]
		if p.Role.IDs == nil {
			p.Role = l.role(p.Scope, p.RoleName)
		}
		role.IDs = append(role.IDs, p.Role.IDs...)
		role.Possible = append(role.Possible, p.Role.Possible...)
		role.Why = p.Role.Why
	}
	switch cause := causeFor(name); {
	case len(role.IDs) > 0:
		role.Why = ""
	case len(profile.IDs) > 0 && role.Why != "":
	case len(profile.IDs) == 0 && !cause.Class.Environment() && cause.Why != "" && !name.IsKnown():
		profile.Why, role.Why = cause.Why, cause.Why
	default:
		role.Why = "the role of instance profile " + name.Display() + " is not in these files"
	}
	return role, profile
}

func nodeRoleForm(v *Val) string {
	if v == nil {
		return ""
	}
	if !v.HasText() {
		return "unknown"
	}
	switch form := iam.FormOf(v.Text); form {
	case "role":
		return "arn"
	case "empty", "template", "unknown":
		return string(form)
	}
	if _, _, ok := v.Cut("/"); ok {
		return "path"
	}
	return "name"
}

// use records that a role is used by nodes, and gives the id of the use.
func (l *linker) use(kind string, user *Base, role Ref, at Place, cluster Ref) string {
	want, ok := facts.RoleOf(kind)
	if !ok {
		return ""
	}
	id := user.ID + "/" + kind
	first := ""
	if len(role.IDs) > 0 {
		first = role.IDs[0]
		id = first + "/" + kind
	}
	if u := l.g.NodeUse[id]; u != nil { // one use of a role, however many groups
		u.Users = append(u.Users, user.ID)
		return id
	}
	u := &NodeUse{
		ID: id, Label: user.Label, At: at, Kind: kind, Users: []string{user.ID},
		Role: first, Cluster: cluster, Grants: map[string]Capability{},
		Principals: facts.Principals(want.Service, l.partition(first)),
	}
	if u.At.IsZero() {
		u.At = user.At
	}
	if first == "" {
		u.Why = role.Why
		if u.Why == "" {
			u.Why = "the files do not say which role it is"
		}
	}
	for _, name := range want.Needs {
		u.Grants[name] = l.grant(role, name)
	}
	u.Trusted, u.TrustedNearest = l.trusted(role, u.Principals)
	l.g.NodeUse[id] = u
	return id
}

// partition gives the partition of a role's ARN, empty if it is not known.
func (l *linker) partition(role string) string {
	if role == "" {
		return ""
	}
	arn, ok := iam.ParseARN(l.g.Role[role].ARN.textOrEmpty())
	if !ok {
		return ""
	}
	p, known := arn.Partition.Known()
	if !known {
		return ""
	}
	return p
}

// grant gives the best of what the candidates for a role grant.
func (l *linker) grant(role Ref, name string) Capability {
	want, _ := facts.CapabilityOf(name)
	out := Capability{Fact: Fact{Is: value.Maybe, Why: role.Why}, Missing: []string{}, Policies: want.Policies}
	if out.Why == "" {
		out.Why = "the role is not in these files"
	}
	for i, id := range role.IDs {
		if c := l.capability(id, name); i == 0 || c.Is > out.Is {
			out = c
		}
	}
	return out
}

// trusted says whether a role lets one of the services assume it, and gives
// the service that its trust names instead.
func (l *linker) trusted(role Ref, services []string) (Fact, *Val) {
	out := Fact{Is: value.Maybe, Why: role.Why}
	var nearest *Val
	for i, id := range role.IDs {
		f, n := l.roleTrusts(id, services)
		if i == 0 || f.Is > out.Is {
			out = f
		}
		if i == 0 {
			nearest = n
		}
	}
	return out, nearest
}

// trustDoubt says why it is not known whether a principal may assume a role.
func (l *linker) trustDoubt(r *Role, st *Statement, p *Principal) string {
	for _, f := range []Fact{st.AssumeRole, st.Exists} {
		if f.Is == value.Maybe && f.Why != "" {
			return f.Why
		}
	}
	if s := p.Value.Cause(); s != nil && !s.Class.Environment() && s.Why != "" {
		return s.Why
	}
	return "the trust policy of " + r.Label + " is not wholly known"
}

func (l *linker) roleTrusts(id string, services []string) (Fact, *Val) {
	r := l.g.Role[id]
	out := Fact{Is: value.No}
	if r.Trust.Is != value.Yes {
		out = r.Trust
		out.Is = value.Maybe
	}
	var nearest *Val
	named := false // the right service is named, but not for sts:AssumeRole
	for _, sid := range r.Statements {
		st := l.g.Statement[sid]
		if st.Allow.Is == value.No {
			continue
		}
		if st.PrincipalsKnown.Is != value.Yes && out.Is == value.No {
			out = Fact{Is: value.Maybe, Why: st.PrincipalsKnown.Why, At: st.PrincipalsKnown.At}
		}
		for i := range st.Principals {
			p := &st.Principals[i]
			is := l.isService(p, services)
			if is == value.No && p.Type == iam.PrincipalService && nearest == nil {
				nearest = p.Value
			}
			if is == value.Yes && st.AssumeRole.Is == value.No && !named {
				named, out.At = true, st.ActionAt
			}
			is = is.And(st.AssumeRole.Is).And(st.Exists.Is)
			if is > out.Is {
				out = Fact{Is: is}
				if is == value.Maybe {
					out.Why, out.At = l.trustDoubt(r, st, p), r.TrustAt
				}
			}
		}
	}
	if named {
		nearest = nil
	}
	return out, nearest
}

// isService says whether a principal is one of the services.
func (l *linker) isService(p *Principal, services []string) value.Truth {
	switch {
	case p.Type == iam.PrincipalAny || p.Type == "":
		return value.Maybe
	case p.Type != iam.PrincipalService:
		return value.No
	}
	is := value.No
	for _, s := range services {
		is = is.Or(value.Match(p.Value.Text, value.Literal(s, p.Value.Span()), value.Unify))
	}
	return is
}
