package graph

import (
	"slices"
	"strings"

	"github.com/irsalint/irsalint/pkg/iam"
	"github.com/irsalint/irsalint/pkg/value"
)

// agentName is the name of the add-on, the chart and the DaemonSet of the EKS
// Pod Identity agent (facts/pod_identity.json, agent).
const agentName = "eks-pod-identity-agent"

// linkAgents says of each cluster whether it has the Pod Identity agent, and
// of each role for Pod Identity whether an association gives it to pods.
func (l *linker) linkAgents() {
	others := l.mayBeAgents()
	for _, id := range l.clusterIDs {
		if c := l.g.Cluster[id]; len(c.Associations.IDs) > 0 {
			c.Agent = l.agent(c, others)
		}
	}
	here := map[string]bool{} // scopes that make associations
	for _, a := range l.g.Association {
		here[a.Scope] = here[a.Scope] || a.Managed
	}
	index := newRoleIndex()
	for _, id := range ids(l.g.Association) {
		a := l.g.Association[id]
		index.add(id, a.Role, a.RoleARN != nil && !a.RoleARN.HasText())
	}
	for _, id := range ids(l.g.Role) {
		r := l.g.Role[id]
		if r.PodIdentity = l.onlyPods(r); r.Loose {
			continue
		}
		if r.PodIdentity.Is == value.Yes {
			r.Associated = l.associated(r, here[r.Scope], index.of(r.ID))
		}
	}
}

// agent says whether pods of a cluster find the agent on their node.
func (l *linker) agent(c *Cluster, a *agents) Fact {
	out := c.AutoMode // where it is built in
	if out.Is == value.Yes {
		return out
	}
	for _, id := range c.Addons.IDs {
		add := l.g.Addon[id]
		is := value.Maybe
		if add.Name.HasText() {
			is = value.Equal(add.Name.Text, value.Literal(agentName, add.At.Span))
		}
		widenFact(&out, Fact{Is: is.And(add.Exists.Is), Why: add.Label + " may be it", At: add.At})
	}
	for i, add := range a.addons {
		if i >= maxPossible || add.Scope == c.Scope && mayEqual(add.ClusterName, c.Name) {
			widenFact(&out, Fact{Is: value.Maybe, Why: add.Label + " may be it", At: add.At})
		}
	}
	for _, w := range a.workloads {
		widenFact(&out, Fact{Is: value.Maybe, Why: w.Label + " may be it", At: w.At})
	}
	for _, o := range a.opaque {
		if len(o.Inputs) > 0 || o.Scope == c.Scope {
			widenFact(&out, Fact{Is: value.Maybe, Why: o.Why, At: o.At})
		}
	}
	if out.Is == value.No && !c.Addons.Complete {
		return Fact{Is: value.Maybe, Why: c.Addons.Why, At: c.Addons.At}
	}
	return out
}

// agents are what may be the agent of any cluster, besides its add-ons.
type agents struct {
	addons    []*Addon // of a cluster that is not known
	workloads []*Workload
	opaque    []*Opaque
}

func (l *linker) mayBeAgents() *agents {
	a := &agents{}
	for _, id := range ids(l.g.Addon) {
		add := l.g.Addon[id]
		if !add.ClusterName.IsKnown() && mayEqual(add.Name, LiteralVal(agentName, add.At.Span)) {
			a.addons = append(a.addons, add)
		}
	}
	for _, id := range ids(l.g.Workload) {
		if w := l.g.Workload[id]; w.Kind == "DaemonSet" && (w.Name == nil || mayEqual(w.Name, LiteralVal(agentName, w.At.Span))) {
			a.workloads = append(a.workloads, w)
		}
	}
	for i := range l.g.opaque {
		o := &l.g.opaque[i]
		if o.makes("workload") && (len(o.Inputs) == 0 || slices.ContainsFunc(o.Inputs, func(in value.Text) bool {
			return strings.Contains(in.Flat(), "pod-identity") || strings.Contains(in.Flat(), "pod_identity")
		})) {
			a.opaque = append(a.opaque, o)
		}
	}
	return a
}

func widenFact(f *Fact, to Fact) {
	if to.Is > f.Is {
		*f = to
	}
}

// onlyPods says whether a role can be assumed by EKS Pod Identity alone.
func (l *linker) onlyPods(r *Role) Fact {
	if r.Trust.Is != value.Yes {
		return r.Trust
	}
	out := value.No
	for _, id := range r.Statements {
		st := l.g.Statement[id]
		if st.Allow.Is == value.No {
			continue
		}
		if st.PrincipalsKnown.Is != value.Yes || st.Allow.Is != value.Yes || st.Exists.Is != value.Yes {
			return Fact{Is: value.Maybe, Why: st.PrincipalsKnown.Why, At: st.At}
		}
		for i := range st.Principals {
			switch p := &st.Principals[i]; {
			case p.Type == iam.PrincipalService && p.Service == "eks_pods":
				out = value.Yes
			case p.Service == "unknown":
				return Because(causeOf(p.Value))
			default:
				return FactOf(value.No)
			}
		}
	}
	return FactOf(out)
}

// associated says whether an association gives a role to pods. It is no only
// where the same root makes associations, and none may be for the role.
func (l *linker) associated(r *Role, here bool, associations []string) Fact {
	elsewhere := Fact{Is: value.Maybe, Why: "the files beside it make no association: another place may", At: r.At}
	out := FactOf(value.No)
	for _, id := range associations {
		a := l.g.Association[id]
		for _, rid := range a.Role.IDs {
			if rid == r.ID {
				return Fact{Is: a.Exists.Is, Why: a.Exists.Why, At: a.At}
			}
		}
		for _, rid := range a.Role.Possible {
			if rid == r.ID {
				widenFact(&out, Fact{Is: value.Maybe, Why: a.Label + " may be for it", At: a.At})
			}
		}
		if a.RoleARN != nil && !a.RoleARN.HasText() {
			widenFact(&out, Fact{Is: value.Maybe, Why: a.RoleARN.Why(), At: a.At})
		}
	}
	var given []value.Text
	for _, v := range []*Val{r.Name, r.ARN} {
		if v.HasText() {
			given = append(given, v.Text)
		}
	}
	if o := l.opaque().touching("association", given, r.Scope); o != nil {
		widenFact(&out, Fact{Is: value.Maybe, Why: o.Why, At: o.At})
	}
	switch {
	case !r.Managed || r.Exists.Is != value.Yes:
		return Fact{Is: value.Maybe, Why: r.Exists.Why, At: r.At}
	case out.Is == value.No && !here:
		return elsewhere
	}
	return out
}
