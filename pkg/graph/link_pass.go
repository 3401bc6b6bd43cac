package graph

import (
	"slices"
	"strings"

	"github.com/irsalint/irsalint/pkg/facts"
	"github.com/irsalint/irsalint/pkg/iam"
	"github.com/irsalint/irsalint/pkg/source"
	"github.com/irsalint/irsalint/pkg/value"
)

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
		near := l.g.native(role.Scope, slices.Clone(controllers), func(id string) string { return l.g.Role[id].Scope })
		sortNear(role.Scope, near, func(id string) string { return l.g.Role[id].Scope })
		if len(near) == 0 {
			continue
		}
		l.pass(n, role, near, controllers)
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
// keeps the verdict from being no. all are those of other environments too.
func (l *linker) pass(n *NodeClass, role *Role, controllers, all []string) {
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
		limited := l.limits(p.Controller, role, services)
		if limited {
			p.Problem, p.Resource, p.Service, p.At = "boundary", nil, nil, controller.At
			if at := controller.Boundary.Span(); !at.IsZero() {
				p.At = Place{at}
			}
		}
		if !controller.Policies.Complete && !limited {
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
			for _, by := range all {
				if l.g.foreign(l.g.Role[by].Scope, l.g.Role[id].Scope) {
					continue
				}
				if other := l.mayPass(by, l.g.Role[id], services); other.Allowed != value.No || !l.g.Role[by].Policies.Complete {
					p.Verdict = Fact{Is: value.Maybe, Why: "the node class may mean " + l.g.Role[id].Label, At: l.g.Role[id].At}
				}
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
	return passes(l.sources(controller), role, services)
}

// limits reports whether the permissions boundary of a controller alone keeps
// it from passing a role.
func (l *linker) limits(controller string, role *Role, services [][]string) bool {
	var boundary []iam.Source
	for _, s := range l.sources(controller) {
		if s.Boundary {
			s.Boundary = false
			boundary = append(boundary, s)
		}
	}
	return len(boundary) > 0 && passes(boundary, role, services).Allowed == value.No
}

func passes(sources []iam.Source, role *Role, services [][]string) iam.Decision {
	var out iam.Decision
	for i, all := range services {
		var worst iam.Decision
		for j, service := range all {
			d := iam.Evaluate(sources, iam.Request{
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
				if !slices.Contains(launch, s) {
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
			// A name may come from anywhere: wrong is that it stands here.
			if p.Resource.Text.HasPrefix("arn:") == value.No && !p.Resource.Is("*") {
				p.Problem, p.At = "no_arn", Place{d.Nearest.Resources.KeyAt}
			}
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
	limit := l.g.Role[p.Controller].Boundary
	unsure := func(f Fact) {
		if p.Unrestricted.Is == value.No {
			p.Unrestricted = f
		}
	}
	if c := l.g.Role[p.Controller].Policies; !c.Complete {
		unsure(Fact{Is: value.Maybe, Why: c.Why, At: c.At})
	}
	for _, a := range l.sources(p.Controller) {
		if a.Boundary {
			continue
		}
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
				case any == value.Yes && covers == value.Yes && !a.Maybe && limit != nil:
					unsure(Fact{Is: value.Maybe, Why: "a permissions boundary limits the role", At: Place{limit.Span()}})
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
