package graph

import (
	"strings"

	"github.com/irsalint/irsalint/pkg/iam"
	"github.com/irsalint/irsalint/pkg/value"
)

// linkAuth judges the mappings of aws-auth ConfigMaps.
func (l *linker) linkAuth() {
	for _, id := range ids(l.g.AWSAuth) {
		a := l.g.AWSAuth[id]
		a.Cluster = l.clusterOf(a.Scope)
		for _, cid := range a.Cluster.IDs {
			c := &l.g.Cluster[cid].AWSAuth
			c.IDs = append(c.IDs, id)
		}
		for i := range a.Mappings {
			l.linkMapping(a, &a.Mappings[i])
		}
	}
}

// unread: the ConfigMap evidently has mappings that the authenticator does not
// read.
func (a *AWSAuth) unread() bool {
	for _, k := range a.DataKeys {
		if k.Want == "mapRoles" {
			return true
		}
	}
	return a.Form == "bad_yaml" || a.Form == "object"
}

func (l *linker) linkMapping(a *AWSAuth, m *Mapping) {
	m.Form = mappingForm(m.RoleARN)
	m.HasNodeGroups = hasAll(m, "system:bootstrappers", "system:nodes")
	m.Node = nodeMapping(m)
	if !m.RoleARN.HasText() {
		return
	}
	m.Role = l.role(a.Scope, m.RoleARN)
	if m.Form == "instance_profile" { // its role is meant, which often has the same name
		m.Role, _ = l.profileRole(a.Scope, m.RoleARN)
		if name := lastName(m.RoleARN.Text); len(m.Role.IDs) == 0 {
			m.Role.IDs = l.roleNames.resolve(a.Scope, name, name).IDs
		}
		return
	}
	if bare, ok := withoutPath(m.RoleARN.Text); ok {
		m.WantedARN = bare.String()
		if len(m.Role.IDs) == 0 { // the authenticator sees no path
			name := lastName(m.RoleARN.Text)
			for _, rid := range l.roleNames.resolve(a.Scope, name, name).IDs {
				full, ok := withoutPath(l.g.Role[rid].ARN.textOrEmpty())
				if ok && value.Join(full, bare) >= value.Unifies {
					m.Role.IDs = append(m.Role.IDs, rid)
				}
			}
		}
	}
}

func (v *Val) textOrEmpty() value.Text {
	if !v.HasText() {
		return value.Text{}
	}
	return v.Text
}

// mappingForm says what the ARN of a mapping is to the authenticator.
func mappingForm(v *Val) string {
	if v == nil {
		return "absent"
	}
	if !v.HasText() {
		return "unknown"
	}
	form := string(iam.FormOf(v.Text))
	if form != "role" {
		return form
	}
	arn, ok := iam.ParseARN(v.Text)
	if !ok {
		return "unknown"
	}
	slashes := 0
	for _, r := range literalRunes(arn.Resource) {
		if r == '/' {
			slashes++
		}
	}
	switch {
	case slashes > 1:
		return "role_with_path"
	case arn.Resource.Symbolic():
		for _, s := range arn.Resource.Symbols() {
			if s.Class.Holds('/') {
				return "unknown" // it may hold a path
			}
		}
	}
	return "role"
}

// withoutPath gives a role's ARN as the authenticator sees it.
func withoutPath(t value.Text) (value.Text, bool) {
	before, after, ok := t.Cut(":role/")
	if !ok {
		return t, false
	}
	return text(t.At(), before, ":role/", lastName(after)), true
}

func hasAll(m *Mapping, wanted ...string) Fact {
	out := value.Yes
	for _, w := range wanted {
		found := value.No
		for _, g := range m.Groups {
			if g.HasText() {
				found = found.Or(value.Equal(g.Text, value.Literal(w, g.Span())))
			} else {
				found = found.Or(value.Maybe)
			}
		}
		if found == value.No && m.GroupsKnown.Is != value.Yes {
			found = value.Maybe
		}
		out = out.And(found)
	}
	f := Fact{Is: out}
	if out == value.Maybe {
		f.Why, f.At = m.GroupsKnown.Why, m.GroupsKnown.At
	}
	return f
}

// nodeMapping says whether a mapping is evidently that of a node role: its
// user name or one of its groups is a node's.
func nodeMapping(m *Mapping) Fact {
	if m.Username.HasText() && strings.HasPrefix(m.Username.Flat(), "system:node:") {
		return FactOf(value.Yes)
	}
	out := value.No
	for _, g := range m.Groups {
		switch {
		case !g.HasText():
			out = out.Or(value.Maybe)
		case g.Is("system:nodes") || g.Is("system:bootstrappers"):
			return FactOf(value.Yes)
		case g.Symbolic():
			out = out.Or(value.Maybe)
		}
	}
	return FactOf(out)
}
