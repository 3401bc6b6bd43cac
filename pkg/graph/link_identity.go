package graph

import (
	"slices"
	"strings"

	"github.com/irsalint/irsalint/pkg/iam"
	"github.com/irsalint/irsalint/pkg/source"
	"github.com/irsalint/irsalint/pkg/value"
)

// linkIdentities judges each annotated ServiceAccount against the roles that
// its annotation may name.
func (l *linker) linkIdentities() {
	associated := map[string]bool{}
	for _, a := range l.g.Association {
		if key := accountKey(a.Namespace, a.AccountName); a.Namespace != nil && key != "" {
			associated[key] = true
		}
	}
	given := l.givenRoles()
	for _, id := range ids(l.g.ServiceAccount) {
		sa := l.g.ServiceAccount[id]
		if sa.RoleARN == nil || sa.RoleForm != "role" && sa.RoleForm != "unknown" {
			continue
		}
		sa.Role = l.role(sa.Scope, sa.RoleARN)
		if len(sa.Role.IDs) == 0 {
			continue
		}
		i := l.identity(sa)
		i.OtherIdentity = associated[accountKey(sa.Namespace, sa.Name)] || mayBeGiven(sa, given)
		l.g.Identity[i.ID] = i
	}
}

// givenRoles are the associations of each role; those of roles that are not
// known stand under "".
func (l *linker) givenRoles() map[string][]*Association {
	out := map[string][]*Association{}
	for _, id := range ids(l.g.Association) {
		a := l.g.Association[id]
		if !a.RoleARN.HasText() {
			out[""] = append(out[""], a)
		}
		for _, rid := range slices.Concat(a.Role.IDs, a.Role.Possible) {
			out[rid] = append(out[rid], a)
		}
	}
	return out
}

// mayBeGiven reports whether an association whose names are not known may give
// the account the very role that it is annotated with.
func mayBeGiven(sa *ServiceAccount, given map[string][]*Association) bool {
	for _, role := range append([]string{""}, sa.Role.IDs...) {
		for i, a := range given[role] {
			if i >= maxPossible || mayEqual(a.Namespace, sa.Namespace) && mayEqual(a.AccountName, sa.Name) {
				return true
			}
		}
	}
	return false
}

func (l *linker) identity(sa *ServiceAccount) *Identity {
	tok := token{subject: subject(sa), audience: value.Literal(defaultAudience, source.Span{})}
	if sa.Audience.HasText() {
		tok.audience = sa.Audience.Text
	}
	i := &Identity{
		ID: sa.ID + "/identity", Label: sa.Label, At: Place{sa.RoleARN.Span()}, Account: sa.ID,
		Role: sa.Role.IDs[0], Candidates: sa.Role.IDs,
		Subject: NewVal(tok.subject).WithSpan(sa.At.Span), Audience: tok.audience.String(),
		ClusterAgrees: FactOf(value.Maybe),
	}
	nearest, attempts := l.tryRole(sa.Role.IDs[0], tok)
	i.Verdict = nearest
	best := closest(attempts)
	if best != nil {
		i.Statement, i.Links = best.statement.ID, best.links
		if best.first < len(best.links) {
			i.Stage = best.links[best.first].Stage
		}
		if i.Verdict.Is == value.Yes {
			i.Stage = ""
		}
	} else if i.Verdict.Is != value.Yes {
		i.Stage = StageAction
	}
	l.otherCandidates(i, sa, tok)
	l.deployedTo(i, sa, tok)
	if i.Verdict.Is == value.Maybe && i.Verdict.Why == "" {
		i.Verdict.Why = linkWhy(i.Links, "the trust policy of "+l.g.Role[i.Role].Label+" is not wholly known")
	}
	if i.Stage == StageSubject {
		i.Nearest = l.nearestSubject(l.g.Role[i.Role], sa)
		if l.forgotten(i, sa) {
			i.Stage = StageInterpolation
		}
	}
	if flat, ok := tok.subject.Known(); ok {
		for _, rid := range l.admits[flat] {
			if !slices.Contains(i.Candidates, rid) && !l.g.foreign(sa.Scope, l.g.Role[rid].Scope) {
				i.OtherRoles = append(i.OtherRoles, rid)
			}
		}
	}
	return i
}

// forgotten reports whether a mismatch follows from a text that reads like a
// forgotten interpolation, in the ServiceAccount or in the subject.
func (l *linker) forgotten(i *Identity, sa *ServiceAccount) bool {
	return sa.Template != "" || i.Nearest != nil && iam.ForgottenInterpolation(i.Nearest.Value.Text)
}

func linkWhy(links []Link, otherwise string) string {
	for _, k := range links {
		if k.Is == value.Maybe && k.Why != "" {
			return k.Why
		}
	}
	return otherwise
}

// otherCandidates keeps a verdict from being no while the annotation may name
// another role that does, or may, admit the ServiceAccount.
func (l *linker) otherCandidates(i *Identity, sa *ServiceAccount, tok token) {
	if i.Verdict.Is != value.No {
		return
	}
	for _, id := range sa.Role.IDs[1:] {
		if v, _ := l.tryRole(id, tok); v.Is != value.No {
			i.Verdict = Fact{Is: value.Maybe, Why: "the annotation may name " + l.g.Role[id].Label + " in " + l.g.Role[id].Scope + ", which may admit it", At: l.g.Role[id].At}
			return
		}
	}
	for _, id := range sa.Role.Possible {
		if v, _ := l.tryRole(id, tok); v.Is == value.Yes {
			i.Verdict = Fact{Is: value.Maybe, Why: "the annotation may name " + l.g.Role[id].Label + ", which admits it", At: l.g.Role[id].At}
			return
		}
	}
}

// nearestSubject finds the subject of a role's trust policy that comes
// closest to a ServiceAccount.
func (l *linker) nearestSubject(r *Role, sa *ServiceAccount) *Nearest {
	ns, name := sa.Namespace.KnownText(), sa.Name.KnownText()
	var best *Nearest
	bestScore := 0
	for _, sid := range r.Statements {
		st := l.g.Statement[sid]
		for ci := range st.Conditions {
			c := &st.Conditions[ci]
			if !aboutSub(c) || c.Negated {
				continue
			}
			for vi := range c.Values {
				n, score := compareSubject(&c.Values[vi], ns, name)
				n.Condition = ci
				if best == nil || score > bestScore {
					best, bestScore = &n, score
				}
			}
		}
	}
	return best
}

func compareSubject(v *CondValue, ns, name string) (Nearest, int) {
	out := Nearest{Value: v.Value, Differs: "shape", Have: v.Value.Display()}
	if v.Namespace == nil || v.Name == nil {
		return out, 0
	}
	vns, vname := v.Namespace.Display(), v.Name.Display()
	sameNS, sameName := vns == ns, vname == name
	score := 1000 - 10*value.Distance(vns, ns, 20) - 10*value.Distance(vname, name, 20)
	switch {
	case strings.EqualFold(vns, ns) && strings.EqualFold(vname, name):
		out.Differs, out.Have, out.Want = "case", vns+":"+vname, ns+":"+name
	case sameName:
		out.Differs, out.Have, out.Want = "namespace", vns, ns
		score += 500
	case sameNS:
		out.Differs, out.Have, out.Want = "name", vname, name
		score += 500
	default:
		out.Differs, out.Have, out.Want = "both", vns+":"+vname, ns+":"+name
	}
	return out, score
}

// judgeStatements settles which statements are ours to judge: an SA names the
// role, a subject is a ServiceAccount's, or the issuer is a cluster's.
func (l *linker) judgeStatements() {
	named := map[string]bool{}
	for _, i := range l.g.Identity {
		for _, id := range i.Candidates {
			named[id] = true
		}
	}
	for _, p := range l.g.Provider {
		p.DefaultAudience = defaultClient(p)
	}
	for _, st := range l.g.Statement {
		st.Ours = ours(st, named[st.Role])
	}
}

func ours(st *Statement, named bool) Fact {
	foreign := false
	for i := range st.Principals {
		p := &st.Principals[i]
		if p.Type != iam.PrincipalFederated {
			continue
		}
		if p.ClusterIssuer.Is == value.Yes {
			return FactOf(value.Yes)
		}
		foreign = foreign || p.Issuer != nil && p.ClusterIssuer.Is == value.No || p.Form == "saml_provider"
	}
	for i := range st.Conditions {
		for j := range st.Conditions[i].Values {
			if st.Conditions[i].Values[j].Form == "subject" {
				return FactOf(value.Yes)
			}
		}
	}
	if foreign {
		return FactOf(value.No)
	}
	return FactOf(value.Of(named && st.WebIdentity.Is != value.No))
}

// defaultClient says whether a provider lets in the audience of EKS tokens.
func defaultClient(p *Provider) Fact {
	out := value.No
	for _, v := range p.ClientIDs {
		if v.HasText() {
			out = out.Or(value.Equal(v.Text, value.Literal(defaultAudience, source.Span{})))
		} else {
			out = value.Maybe
		}
	}
	if out != value.Yes && p.ClientIDsKnown.Is != value.Yes {
		return Fact{Is: value.Maybe, Why: p.ClientIDsKnown.Why, At: p.ClientIDsKnown.At}
	}
	return FactOf(out)
}
