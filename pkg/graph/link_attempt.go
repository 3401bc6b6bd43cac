package graph

import (
	"cmp"

	"github.com/irsalint/irsalint/pkg/iam"
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
			out = Because(cmp.Or(valueCause(&c), sub.Cause(), c.Key.Cause()))
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
