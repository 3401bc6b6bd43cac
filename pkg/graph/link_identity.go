package graph

import (
	"strings"

	"github.com/irsalint/irsalint/pkg/iam"
	"github.com/irsalint/irsalint/pkg/source"
	"github.com/irsalint/irsalint/pkg/value"
)

// token is what STS sees of a ServiceAccount.
type token struct {
	subject, audience value.Text
}

// attempt is the judgement of one statement for one token.
type attempt struct {
	statement *Statement
	links     []Link
	verdict   value.Truth
	fails     int // how many links are no
	first     int // the first link that is not yes, len(links) if all are
}

// linkIdentities judges each annotated ServiceAccount against the roles that
// its annotation may name.
func (l *linker) linkIdentities() {
	associated := map[string]bool{}
	for _, a := range l.g.Association {
		if key := accountKey(a.Namespace, a.AccountName); a.Namespace != nil && key != "" {
			associated[key] = true
		}
	}
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
		i.OtherIdentity = associated[accountKey(sa.Namespace, sa.Name)]
		l.g.Identity[i.ID] = i
	}
}

func (l *linker) identity(sa *ServiceAccount) *Identity {
	tok := token{subject: subject(sa), audience: value.Literal(defaultAudience, source.Span{})}
	if sa.Audience.HasText() {
		tok.audience = sa.Audience.Text
	}
	i := &Identity{
		ID: sa.ID + "/identity", Label: sa.Label, At: Place{sa.RoleARN.Span()}, Account: sa.ID,
		Role: sa.Role.IDs[0], Candidates: sa.Role.IDs,
		Subject: NewVal(tok.subject), Audience: tok.audience.String(),
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
			if !contains(i.Candidates, rid) {
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

// tryRole judges a role's trust policy for a token.
func (l *linker) tryRole(id string, tok token) (Fact, []attempt) {
	r := l.g.Role[id]
	doc := l.trust[id]
	var attempts []attempt
	allowed, denied := value.No, value.No
	for i := range doc.Statements {
		s := &doc.Statements[i]
		st := l.g.Statement[r.Statements[i]]
		switch s.Effect {
		case iam.Deny:
			denied = denied.Or(l.denies(s, tok))
		default:
			a := l.try(s, st, tok)
			allowed = allowed.Or(a.verdict)
			if s.Covers(webIdentityAction) != value.No {
				attempts = append(attempts, a)
			}
		}
	}
	verdict := allowed.And(denied.Not())
	if denied == value.Yes {
		for i := range attempts {
			attempts[i].links = append(attempts[i].links, Link{Stage: StageDeny, Fact: FactOf(value.No)})
		}
	}
	out := FactOf(verdict)
	switch {
	case r.Trust.Is != value.Yes && verdict != value.Yes:
		out = r.Trust
		out.Is = value.Maybe
	case !r.Managed && verdict == value.No:
		out = Fact{Is: value.Maybe, Why: r.Label + " is not made in these files", At: r.At}
	case r.Exists.Is != value.Yes && verdict == value.No:
		out = Fact{Is: value.Maybe, Why: r.Exists.Why, At: r.Exists.At}
	case verdict == value.Maybe:
		if a := closest(attempts); a != nil {
			out.Why = linkWhy(a.links, "")
		}
	}
	return out, attempts
}

// denies says whether a Deny statement takes the token back.
func (l *linker) denies(s *iam.Statement, tok token) value.Truth {
	out := s.Covers(webIdentityAction)
	for i := range s.Conditions {
		c := &s.Conditions[i]
		ctx := iam.Free()
		switch _, claim, form := iam.SplitClaim(c.Key); {
		case form == "claim" && claim == "sub":
			ctx = iam.Fixed(tok.subject)
		case form == "claim" && claim == "aud":
			ctx = iam.Fixed(tok.audience)
		}
		out = out.And(iam.EvalCondition(*c, ctx))
	}
	if s.ConditionsKnown != value.Yes {
		out = out.And(value.Maybe)
	}
	return out
}

// try judges one Allow statement, link by link.
func (l *linker) try(s *iam.Statement, st *Statement, tok token) attempt {
	a := attempt{statement: st}
	add := func(stage string, f Fact) { a.links = append(a.links, Link{Stage: stage, Fact: f}) }
	action := covers(s, webIdentityAction)
	action.Is = action.Is.And(effectIs(s, iam.Allow))
	add(StageAction, action)
	add(StagePrincipal, principalFact(s, st))
	add(StageIssuer, issuerFact(st))
	add(StageKey, keyFact(s, st))
	add(StageOperator, operatorFact(st))
	add(StageAudience, audienceFact(s, tok.audience))
	add(StageExclude, st.Satisfiable)
	add(StageSubject, subjectFact(s, st, tok.subject))

	a.verdict, a.first = s.Exists, len(a.links)
	for i, k := range a.links {
		a.verdict = a.verdict.And(k.Is)
		if k.Is == value.No {
			a.fails++
		}
		if k.Is != value.Yes && a.first == len(a.links) {
			a.first = i
		}
	}
	for i, k := range a.links { // a link that fails explains more than one not known
		if k.Is == value.No {
			a.first = i
			break
		}
	}
	return a
}

// closest gives the attempt with the fewest failing links, of those the one
// that gets furthest; nil if there is none.
func closest(attempts []attempt) *attempt {
	var best *attempt
	for i := range attempts {
		a := &attempts[i]
		if best == nil || a.verdict > best.verdict ||
			a.verdict == best.verdict && (a.fails < best.fails || a.fails == best.fails && a.first > best.first) {
			best = a
		}
	}
	return best
}

func principalFact(s *iam.Statement, st *Statement) Fact {
	if s.Principals.Present == value.No && s.NotPrincipals.Present == value.No {
		return FactOf(value.No)
	}
	out := Fact{Is: value.No}
	for i := range st.Principals {
		p := &st.Principals[i]
		is := value.No
		switch {
		case p.Type == iam.PrincipalFederated && p.Form == "oidc_provider":
			is = value.Yes
			if p.PartitionAgrees.Is == value.No {
				is = value.No
			}
		case p.Type == iam.PrincipalFederated && (p.Form == "unknown" || p.Form == "template"):
			is = value.Maybe
		case p.Type == iam.PrincipalAny || p.Type == "":
			is = value.Maybe
		}
		if is > out.Is {
			out = Fact{Is: is}
			if is == value.Maybe {
				out = Because(causeOf(p.Value))
			}
		}
	}
	if out.Is == value.No && (s.Principals.Known != value.Yes || s.NotPrincipals.Present != value.No) {
		out = Because(s.Principals.Why)
	}
	return out
}

// issuerFact joins what the keys say about the issuers that are trusted. A
// key that is malformed is the next link's matter.
func issuerFact(st *Statement) Fact {
	out := FactOf(value.Yes)
	for i := range st.Conditions {
		c := &st.Conditions[i]
		if c.KeyForm != "claim" || c.Issuer == nil || c.Claim != "sub" && c.Claim != "aud" {
			continue
		}
		if c.IssuerAgrees.Is < out.Is {
			out = c.IssuerAgrees
		}
	}
	return out
}

func keyFact(s *iam.Statement, st *Statement) Fact {
	out := FactOf(value.Yes)
	lower := func(f Fact) {
		if f.Is < out.Is {
			out = f
		}
	}
	for i := range st.Conditions {
		c := &st.Conditions[i]
		switch c.KeyForm {
		case "scheme", "provider_arn", "no_claim", "template":
			if !c.IfExists && !c.Negated && c.Set != iam.ForAllValues {
				lower(FactOf(value.No))
			}
		case "claim":
			lower(FactOf(rightClaim(c)))
		default:
			lower(freeKey(s, i, c))
		}
	}
	if s.ConditionsKnown != value.Yes {
		lower(Because(s.ConditionsWhy))
	}
	return out
}

// rightClaim is No where every value is certainly about the other claim.
func rightClaim(c *Condition) value.Truth {
	other := map[string]string{"sub": "audience", "aud": "subject"}[c.Claim]
	if other == "" || c.Negated || len(c.Values) == 0 || c.ValuesKnown.Is != value.Yes {
		return value.Yes
	}
	for i := range c.Values {
		if c.Values[i].Form != other {
			return value.Yes
		}
	}
	return value.No
}

// freeKey judges a condition on a key that is not about the token.
func freeKey(s *iam.Statement, i int, c *Condition) Fact {
	is := iam.EvalCondition(s.Conditions[i], iam.Free())
	if is == value.Yes {
		return FactOf(value.Yes)
	}
	return Fact{Is: value.Maybe, Why: "the condition on " + c.Key.Display() + " depends on the request", At: c.At}
}

// operatorFact is No where an exact operator is given a pattern.
func operatorFact(st *Statement) Fact {
	out := FactOf(value.Yes)
	for i := range st.Conditions {
		c := &st.Conditions[i]
		if c.Claim != "sub" && c.Claim != "aud" {
			continue
		}
		if c.Base == "" {
			if out.Is == value.Yes {
				out = Because(c.Operator.Cause())
			}
			continue
		}
		if c.wildcardLiteral() {
			return FactOf(value.No)
		}
	}
	return out
}

// wildcardLiteral reports whether all values of an exact operator are
// patterns, which it compares as they stand.
func (c *Condition) wildcardLiteral() bool {
	if c.Base != iam.StringEquals && c.Base != iam.StringEqualsIgnoreCase || len(c.Values) == 0 || c.ValuesKnown.Is != value.Yes {
		return false
	}
	for i := range c.Values {
		if !c.Values[i].Wildcard {
			return false
		}
	}
	return true
}

// subjectFact says whether the conditions on the subject admit a token. A
// pattern under an exact operator is judged as what it is meant to be: that
// it does not work is the operator's link.
func subjectFact(s *iam.Statement, st *Statement, sub value.Text) Fact {
	out := FactOf(value.Yes)
	for i := range st.Conditions {
		c := s.Conditions[i]
		g := &st.Conditions[i]
		if !aboutSub(g) {
			continue
		}
		if g.wildcardLiteral() {
			c.Op.Base = iam.StringLike
		}
		is := iam.EvalCondition(c, iam.Fixed(sub))
		switch {
		case is == value.No:
			return FactOf(value.No)
		case is == value.Maybe && out.Is == value.Yes:
			why := sub.Cause()
			if cause := conditionCause(&c); cause != nil {
				why = cause
			}
			out = Because(why)
		}
	}
	return out
}

// aboutSub reports whether a condition restricts the subject, by its claim or,
// where the key is wrong, by its values.
func aboutSub(c *Condition) bool {
	if c.Claim == "sub" {
		return true
	}
	for i := range c.Values {
		if c.Values[i].Form == "subject" {
			return true
		}
	}
	return false
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

// linkInterpolations collects texts that read like a forgotten interpolation,
// once for each place that supplies one.
func (l *linker) linkInterpolations() {
	add := func(v *Val, field string, b *Base) {
		if b.Exists.Is != value.Yes || !v.IsKnown() || !iam.ForgottenInterpolation(v.Text) {
			return
		}
		id := v.Span().Place()
		n := l.g.Interpolation[id]
		if n == nil {
			n = &Interpolation{ID: id, Label: b.Label, At: Place{v.Span()}, Text: v.Flat(), Field: field, Wanted: interpolated(v.Text)}
			l.g.Interpolation[id] = n
		}
		n.UsedAt = append(n.UsedAt, b.At)
	}
	for _, id := range ids(l.g.ServiceAccount) {
		sa := l.g.ServiceAccount[id]
		add(sa.Name, "name", &sa.Base)
		add(sa.Namespace, "namespace", &sa.Base)
		add(sa.RoleARN, "role ARN", &sa.Base)
	}
	for _, id := range ids(l.g.Association) {
		a := l.g.Association[id]
		add(a.AccountName, "name", &a.Base)
		add(a.Namespace, "namespace", &a.Base)
	}
	for _, id := range ids(l.g.Statement) {
		st := l.g.Statement[id]
		for i := range st.Conditions {
			for j := range st.Conditions[i].Values {
				v := &st.Conditions[i].Values[j]
				if v.Namespace != nil {
					add(v.Namespace, "namespace", &st.Base)
					add(v.Name, "name", &st.Base)
				} else {
					add(v.Value, "subject", &st.Base)
				}
			}
		}
	}
}

// interpolated writes a forgotten interpolation as it is meant, where that is
// a matter of the dollar sign alone.
func interpolated(t value.Text) string {
	start, _, ok := iam.FindForgotten(t)
	flat := t.Flat()
	if !ok || flat[start] != '{' {
		return ""
	}
	return flat[:start] + "$" + flat[start:]
}
