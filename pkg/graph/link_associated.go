package graph

import (
	"slices"

	"github.com/irsalint/irsalint/pkg/iam"
	"github.com/irsalint/irsalint/pkg/value"
)

// linkAssociated says of each Pod Identity association what else the files
// hold about its account: the pods, another role, another kind of node.
func (l *linker) linkAssociated(x *accounts) {
	byAccount := map[string][]*Workload{}
	open := false // a workload may run under any account
	var loose []*Workload
	for _, id := range ids(l.g.Workload) {
		w := l.g.Workload[id]
		switch {
		case w.Namespace.IsKnown() && w.AccountName.IsKnown():
			key := accountKey(w.Namespace, w.AccountName)
			byAccount[key] = append(byAccount[key], w)
		case w.AccountName != nil:
			loose = append(loose, w)
			open = open || len(loose) > maxPossible
		}
	}
	for _, id := range ids(l.g.Association) {
		a := l.g.Association[id]
		a.Conflict, a.Fargate = FactOf(value.No), FactOf(value.No)
		if !a.Namespace.IsKnown() || !a.AccountName.IsKnown() {
			continue
		}
		a.MadeElsewhere = madeElsewhere(a.Namespace.Flat(), a.AccountName.Flat())
		runs := byAccount[accountKey(a.Namespace, a.AccountName)]
		for _, w := range runs {
			a.Workloads = append(a.Workloads, w.ID)
		}
		l.conflict(a)
		a.Fargate = l.onFargate(a, runs)
		used := open || slices.ContainsFunc(loose, func(w *Workload) bool {
			return mayEqual(w.Namespace, a.Namespace) && mayEqual(w.AccountName, a.AccountName)
		})
		if len(runs) == 0 && len(a.Account.IDs) == 0 && !used {
			a.Nearest = l.associationMeant(a, x)
		}
	}
}

// associationMeant gives the account that an association evidently means: its
// pods are in the files, and it has no role.
func (l *linker) associationMeant(a *Association, x *accounts) *Near {
	if a.MadeElsewhere || x.may(a.Namespace, a.AccountName) {
		return nil
	}
	near := x.near(a.Namespace, a.AccountName, func(*ServiceAccount) bool { return !l.mentionedBeside(a.Namespace, a) })
	if len(near) != 1 || !bare(near[0]) || len(near[0].Workloads) == 0 {
		return nil
	}
	return meant(near)
}

// mentionedBeside reports whether something other than one association stands,
// or may stand, in a namespace.
func (l *linker) mentionedBeside(namespace *Val, a *Association) bool {
	for _, other := range l.g.Association {
		if other != a && mayEqual(other.Namespace, namespace) {
			return true
		}
	}
	return l.mentioned(namespace)
}

// conflict says whether the only account of an association is annotated with
// another role of the same AWS account.
func (l *linker) conflict(a *Association) {
	if len(a.Account.IDs) != 1 {
		return
	}
	sa := l.g.ServiceAccount[a.Account.IDs[0]]
	if sa.RoleARN == nil || sa.RoleForm != "role" && sa.RoleForm != "unknown" {
		return
	}
	a.ConflictWith = sa.ID
	switch {
	case !sa.RoleARN.HasText() || !a.RoleARN.HasText():
		a.Conflict = Because(causeFor(sa.RoleARN, a.RoleARN))
		return
	case len(sa.Associations.IDs) > 1:
		a.Conflict = Fact{Is: value.Maybe, Why: "several associations are for it, each of another cluster"}
		return
	}
	one, ok := iam.ParseRole(sa.RoleARN.Text)
	two, other := iam.ParseRole(a.RoleARN.Text)
	same := ok && other && one.ARN && two.ARN && value.Join(one.Account, two.Account) >= value.Unifies
	switch join := value.Join(sa.RoleARN.Text, a.RoleARN.Text); {
	case join == value.Possible || join == value.Different && !same:
		a.Conflict = Because(causeFor(sa.RoleARN, a.RoleARN))
		if same || ok && other {
			a.Conflict.Why = "the two roles may be of two clusters"
		}
	case join == value.Different:
		a.Conflict = FactOf(value.Yes)
	}
}

// onFargate says whether the pods of an association run on Fargate, where Pod
// Identity does not work (facts/pod_identity.json, unsupported).
func (l *linker) onFargate(a *Association, runs []*Workload) Fact {
	if len(runs) > 0 && !slices.ContainsFunc(runs, func(w *Workload) bool { return w.Fargate.Is != value.No }) {
		return FactOf(value.No)
	}
	out := FactOf(value.No)
	for _, id := range ids(l.g.NodeGroup) {
		n := l.g.NodeGroup[id]
		if n.Kind != "fargate" || !slices.ContainsFunc(n.Cluster.IDs, func(c string) bool { return slices.Contains(a.Cluster.IDs, c) }) {
			continue
		}
		for _, s := range n.Selectors {
			f := Fact{Is: value.Maybe, Why: s.Namespace.Why(), At: s.At}
			if s.Namespace.HasText() {
				f.Is = value.Match(s.Namespace.Text, a.Namespace.Text, value.Glob)
			}
			switch {
			case f.Is == value.No:
				continue
			case s.Labels.Is != value.No:
				f.Is, f.Why = value.Maybe, "the Fargate profile takes only pods with its labels"
			case n.Exists.Is != value.Yes:
				f.Is, f.Why = value.Maybe, n.Exists.Why
			}
			for _, w := range runs {
				if f.Is == value.Yes && (w.Fargate.Is == value.No || w.Fargate.Why != "") {
					f.Is, f.Why = value.Maybe, "some of its pods may not run on Fargate"
				}
			}
			if f.Is > out.Is {
				out = f
			}
		}
	}
	return out
}
