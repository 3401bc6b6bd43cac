package graph

import (
	"slices"
	"strings"

	"github.com/irsalint/irsalint/pkg/facts"
	"github.com/irsalint/irsalint/pkg/iam"
	"github.com/irsalint/irsalint/pkg/value"
)

// reference gives the address of a Terraform resource as the files beside it
// name it: without the modules that it stands in.
func reference(b *Base) string {
	address, ok := strings.CutPrefix(b.ID, b.Scope+"#")
	if b.Format != "terraform" || !ok {
		return ""
	}
	for strings.HasPrefix(address, "module.") {
		rest := address[len("module."):]
		end, depth, quoted := -1, 0, false
		for i := 0; i < len(rest) && end < 0; i++ {
			switch c := rest[i]; {
			case quoted && c == '\\':
				i++
			case c == '"':
				quoted = !quoted
			case quoted:
			case c == '[':
				depth++
			case c == ']':
				depth--
			case c == '.' && depth == 0:
				end = i
			}
		}
		if end < 0 {
			return ""
		}
		address = rest[end+1:]
	}
	if i := strings.IndexByte(address, '~'); i >= 0 { // made unique by the adapter
		address = address[:i]
	}
	return address
}

// linkForms fills the facts about single nodes that rules may not read from
// text.
func (l *linker) linkForms() {
	g := l.g
	for _, r := range g.Role {
		r.Reference = reference(&r.Base)
		r.Partition = l.partition(r.ID)
	}
	for _, c := range g.Cluster {
		c.Reference = reference(&c.Base)
		c.Mode = clusterMode(c)
	}
	for _, n := range g.NodeGroup {
		n.Reference = reference(&n.Base)
	}
	for _, e := range g.AccessEntry {
		e.TypeForm = "STANDARD"
		if e.Type != nil {
			e.TypeForm = "unknown"
			if e.Type.IsKnown() {
				e.TypeForm = strings.ToUpper(e.Type.Flat())
			}
		}
	}
	for _, a := range g.AWSAuth {
		a.Misplaced = misplaced(a)
		for i := range a.Mappings {
			a.Mappings[i].UsernameForm = usernameForm(a.Mappings[i].Username)
			a.Mappings[i].Nodes = l.nodesRole(&a.Mappings[i])
		}
	}
}

// nodesRole says whether the role of a mapping can be that of nodes.
func (l *linker) nodesRole(m *Mapping) Fact {
	if m.Node.Is != value.Yes {
		return FactOf(value.Yes)
	}
	for _, u := range l.g.NodeUse {
		missing := u.Mapped.Is == value.No && u.Mapped.NearestAt == m.At // which says it all
		if slices.Contains(m.Role.IDs, u.Role) || missing {
			return FactOf(value.Yes)
		}
	}
	f, _ := l.trusted(m.Role, append(facts.Principals("ec2", ""), facts.Principals("eks-fargate-pods", "")...))
	return f
}

// clusterMode is the authentication mode; CONFIG_MAP is the default of the
// EKS API (facts/node_role.json, authentication_mode_defaults).
func clusterMode(c *Cluster) string {
	switch {
	case !c.Managed:
		return "unknown"
	case c.AuthMode == nil:
		return "CONFIG_MAP"
	case c.AuthMode.IsKnown():
		return c.AuthMode.Flat()
	}
	return "unknown"
}

func misplaced(a *AWSAuth) string {
	out := ""
	for _, f := range []struct {
		v          *Val
		want, name string
	}{{a.Name, "aws-auth", "name"}, {a.Namespace, "kube-system", "namespace"}} {
		switch {
		case !f.v.IsKnown():
			if out == "" {
				out = "unknown"
			}
		case f.v.Flat() != f.want:
			return f.name
		}
	}
	return out
}

func usernameForm(v *Val) string {
	switch {
	case v == nil:
		return "absent"
	case !v.HasText():
		return "unknown"
	case v.Is("system:node:{{EC2PrivateDNSName}}"):
		return "node"
	case v.Is("system:node:{{SessionName}}"):
		return "session"
	case v.Symbolic():
		return "unknown"
	}
	return "other"
}

// serviceOf names a service principal whatever its partition
// (facts/node_role.json, trust_principals_per_partition).
func serviceOf(p *Principal) string {
	switch p.Type {
	case iam.PrincipalService:
	case iam.PrincipalAny, "":
		return "unknown"
	default:
		return ""
	}
	text := p.Value.Flat()
	for service, name := range map[string]string{
		"ec2": "ec2", "eks": "eks", "eks-fargate-pods": "eks_fargate_pods", "pods.eks": "eks_pods",
	} {
		switch {
		case !strings.HasPrefix(text, service+"."):
		case p.Value.Symbolic() || slices.Contains(facts.Principals(service, ""), text):
			return name
		case isolated(text):
			return "unknown" // the forms there are not confirmed
		}
	}
	if p.Value.Symbolic() {
		return "unknown"
	}
	return "other"
}

// isolated reports whether a host is of a partition apart from the internet.
func isolated(host string) bool {
	for _, domain := range [...]string{".ic.gov", ".sgov.gov", ".adc-e.uk", ".amazonaws.eu"} {
		if strings.HasSuffix(host, domain) {
			return true
		}
	}
	return false
}

// nearestRole finds the only role of the files whose name comes near to a
// reference that names none.
func (l *linker) nearestRole(v *Val) *Near {
	if !v.IsKnown() {
		return nil
	}
	name := lastName(v.Text).Flat()
	var found *Role
	for _, id := range ids(l.g.Role) {
		r := l.g.Role[id]
		if !r.Managed || !r.Name.IsKnown() || value.Distance(r.Name.Flat(), name, 2) > 2 {
			continue
		}
		if found != nil {
			return nil
		}
		found = r
	}
	if found == nil {
		return nil
	}
	return &Near{ID: found.ID, Label: found.Label, At: found.At, Text: found.Name.Flat()}
}
