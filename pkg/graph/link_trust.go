package graph

import (
	"fmt"
	"slices"

	"github.com/irsalint/irsalint/pkg/iam"
	"github.com/irsalint/irsalint/pkg/source"
	"github.com/irsalint/irsalint/pkg/value"
)

// Actions that trust policies are about.
const (
	webIdentityAction = "sts:AssumeRoleWithWebIdentity"
	assumeRoleAction  = "sts:AssumeRole"
	tagSessionAction  = "sts:TagSession"
	defaultAudience   = "sts.amazonaws.com"
)

// linkTrust reads the trust policy of each role into statements.
func (l *linker) linkTrust() {
	for _, id := range ids(l.g.Role) {
		r := l.g.Role[id]
		doc := iam.Read(r.Document)
		l.trust[id] = doc
		r.Trust = FactOf(doc.Known)
		if doc.Known != value.Yes {
			r.Trust = Because(doc.Why)
		}
		if r.TrustAt.IsZero() {
			r.TrustAt = Place{doc.At}
		}
		if r.TrustAt.IsZero() {
			r.TrustAt = r.At
		}
		for i := range doc.Statements {
			st := l.statement(r, &doc.Statements[i])
			r.Statements = append(r.Statements, st.ID)
			l.g.Statement[st.ID] = st
			for c := range st.Conditions {
				if r.Loose {
					break // it is the policy of no role that something names
				}
				l.noteSubjects(id, st, &st.Conditions[c])
			}
		}
		l.narrowed(r)
	}
}

// noteSubjects remembers which exact subjects a role admits by name.
func (l *linker) noteSubjects(role string, st *Statement, c *Condition) {
	if c.Claim != "sub" || c.Negated || st.Allow.Is != value.Yes {
		return
	}
	for _, v := range c.Values {
		switch {
		case v.Form != "subject" && v.Form != "unknown":
		case v.Wildcard || !v.Value.IsKnown():
			l.patterns = append(l.patterns, subjectPattern{role, v.Value})
		case !slices.Contains(l.admits[v.Value.Flat()], role):
			l.admits[v.Value.Flat()] = append(l.admits[v.Value.Flat()], role)
		}
	}
}

func (l *linker) statement(r *Role, s *iam.Statement) *Statement {
	st := &Statement{
		Base: Base{
			ID:    fmt.Sprintf("%s/trust/%d", r.ID, s.Index),
			Label: "trust policy of " + r.Label, Scope: r.Scope, Format: r.Format,
			At: Place{s.At}, Exists: FactOf(s.Exists), Managed: r.Managed,
		},
		Role: r.ID, Index: s.Index,
		Effect:      NewVal(s.EffectText),
		Allow:       FactOf(effectIs(s, iam.Allow)),
		WebIdentity: covers(s, webIdentityAction),
		AssumeRole:  covers(s, assumeRoleAction),
		TagSession:  covers(s, tagSessionAction),
		ActionAt:    Place{s.Actions.At},
		PrincipalAt: Place{s.Principals.At},
		ConditionAt: Place{s.ConditionsAt},
	}
	if s.Sid.Flat() != "" {
		st.Sid = NewVal(s.Sid)
	}
	if s.Exists != value.Yes {
		st.Exists = Because(l.trust[r.ID].Why)
	}
	for _, p := range s.Principals.Items {
		st.Principals = append(st.Principals, l.principal(r.Scope, p))
	}
	st.PrincipalsKnown = FactOf(s.Principals.Known)
	if s.Principals.Known != value.Yes || s.NotPrincipals.Present != value.No {
		st.PrincipalsKnown = Because(s.Principals.Why)
	}
	issuers := principalIssuers(st)
	for i := range s.Conditions {
		st.Conditions = append(st.Conditions, l.condition(&s.Conditions[i], issuers))
	}
	st.Audience = audienceFact(s, value.Literal(defaultAudience, source.Span{}))
	st.Satisfiable = satisfiable(s)
	st.Reach, st.ChecksAudience = st.reach(), st.checksAudience()
	if s.ConditionsKnown != value.Yes {
		why := Because(s.ConditionsWhy)
		if wideness(st.Reach.Level) > 0 {
			st.Reach = Reach{Level: ReachUnknown, Why: why.Why, At: why.At}
		}
		if st.ChecksAudience.Is == value.No {
			st.ChecksAudience = why
		}
	}
	return st
}

func effectIs(s *iam.Statement, want iam.Effect) value.Truth {
	switch s.Effect {
	case want:
		return value.Yes
	case iam.EffectUnknown:
		return value.Maybe
	}
	return value.No
}

// covers says whether a statement is about an action, with the reason where
// that is not known.
func covers(s *iam.Statement, action string) Fact {
	is := s.Covers(action)
	if is != value.Maybe {
		return FactOf(is)
	}
	why := s.Actions.Why
	for _, p := range s.Actions.Items {
		if why == nil {
			why = p.Cause()
		}
	}
	return Because(why)
}

func (l *linker) principal(scope string, p iam.Principal) Principal {
	out := Principal{Type: p.Type, Value: NewVal(p.Value), Form: string(iam.FormOf(p.Value))}
	out.Service = serviceOf(&out)
	switch p.Type {
	case iam.PrincipalService:
		out.Form = "service"
		return out
	case iam.PrincipalFederated:
	default:
		return out
	}
	issuer, ok := iam.IssuerOf(p.Value)
	if !ok {
		return out
	}
	if issuer.HasPrefix("https://") == value.Yes { // no provider has such an ARN
		out.Form = "provider_scheme"
		return out
	}
	out.Issuer = NewVal(issuer)
	out.ClusterIssuer = FactOf(iam.IsClusterIssuer(issuer))
	out.PartitionAgrees = partitionAgrees(p.Value, issuer)
	out.Cluster.IDs = l.byIssuer(scope, l.issuerClusters, out.Issuer, func(id string) (*Val, string) { return l.g.Cluster[id].Issuer, l.g.Cluster[id].Scope })
	if len(out.Cluster.IDs) > 0 {
		out.ClusterIssuer = FactOf(value.Yes)
	}
	sortNear(scope, out.Cluster.IDs, func(id string) string { return l.g.Cluster[id].Scope })
	out.Provider.IDs = l.byIssuer(scope, l.issuerProviders, out.Issuer, func(id string) (*Val, string) { return l.g.Provider[id].Issuer, l.g.Provider[id].Scope })
	sortNear(scope, out.Provider.IDs, func(id string) string { return l.g.Provider[id].Scope })
	return out
}

// partitionAgrees compares the partition of a provider's ARN with the host of
// its issuer: in China the host ends with .amazonaws.com.cn
// (facts/irsa.json, trust_policy.federated_forms).
func partitionAgrees(arn, issuer value.Text) Fact {
	a, ok := iam.ParseARN(arn)
	partition, known := a.Partition.Known()
	wanted, sure := iam.PartitionOf(issuer)
	if !ok || !known || !sure { // an unknown partition unifies with the host's
		return FactOf(value.Yes)
	}
	return FactOf(value.Of(partition == wanted))
}

// principalIssuers gives the issuers that a statement trusts, each unknown
// where it is not.
func principalIssuers(st *Statement) []*Val {
	var out []*Val
	for i := range st.Principals {
		p := &st.Principals[i]
		if p.Type != iam.PrincipalFederated {
			continue
		}
		issuer := p.Issuer
		if issuer == nil {
			issuer = UnknownVal(p.Value.Cause(), p.Value.Span())
		}
		out = append(out, issuer)
	}
	return out
}

func (l *linker) condition(c *iam.Condition, issuers []*Val) Condition {
	out := Condition{
		Operator: NewVal(c.Operator), Base: c.Op.Base, Negated: c.Op.Negated,
		IfExists: c.Op.IfExists, Set: c.Op.Set, Key: NewVal(c.Key),
		ValuesKnown: FactOf(c.ValuesKnown), At: Place{c.At},
	}
	if c.ValuesKnown != value.Yes {
		out.ValuesKnown = Because(c.ValuesWhy)
	}
	issuer, claim, form := iam.SplitClaim(c.Key)
	out.Claim, out.KeyForm = claim, form
	if issuer.Flat() != "" {
		out.Issuer = NewVal(issuer)
	}
	out.IssuerAgrees = issuerAgrees(out.Issuer, issuers)
	for _, v := range c.Values {
		out.Values = append(out.Values, condValue(v))
	}
	out.WantedKey = wantedKey(&out, issuers)
	return out
}

// issuerAgrees compares the issuer in a key with those of the principals.
func issuerAgrees(issuer *Val, issuers []*Val) Fact {
	if issuer == nil || len(issuers) == 0 {
		return FactOf(value.Maybe)
	}
	best, why := value.Different, Fact{}
	for _, p := range issuers {
		if !p.HasText() || !issuer.HasText() {
			return Because(causeOf(p))
		}
		j := value.Join(issuer.Text, p.Text)
		if j == value.Possible {
			why = Because(causeFor(issuer, p))
		}
		best = max(best, j)
	}
	switch best {
	case value.Different:
		return FactOf(value.No)
	case value.Possible:
		return why
	}
	return FactOf(value.Yes)
}

func causeFor(vals ...*Val) *value.Symbol {
	for _, v := range vals {
		if s := v.Cause(); s != nil && !s.Class.Environment() {
			return s
		}
	}
	return causeOf(vals[0])
}

// condValue classifies one value of a condition.
func condValue(v value.Text) CondValue {
	out := CondValue{Value: NewVal(v), Form: "other", Template: iam.ForgottenInterpolation(v)}
	for _, r := range literalRunes(v) {
		if r == '*' || r == '?' {
			out.Wildcard = true
		}
	}
	ns, name, is := iam.Subject(v)
	switch {
	case is == value.Yes:
		out.Form, out.Namespace, out.Name = "subject", NewVal(ns), NewVal(name)
	case iam.IsAudience(v) == value.Yes:
		out.Form = "audience"
	case is == value.Maybe:
		out.Form = "unknown"
	}
	return out
}

// literalRunes gives the characters of a text outside symbols.
func literalRunes(t value.Text) []rune {
	var out []rune
	open := false
	for _, r := range t.Flat() {
		switch r {
		case source.SymbolOpen:
			open = true
		case source.SymbolClose:
			open = false
		default:
			if !open {
				out = append(out, r)
			}
		}
	}
	return out
}

// wantedKey gives the condition key as it should be written: the issuer that
// is trusted, and the claim that the values are about.
func wantedKey(c *Condition, issuers []*Val) string {
	issuer := c.Issuer
	if len(issuers) > 0 && issuers[0].HasText() {
		issuer = issuers[0]
	}
	if !issuer.HasText() {
		return ""
	}
	claim := c.Claim
	for _, v := range c.Values {
		switch v.Form {
		case "subject":
			claim = "sub"
		case "audience":
			claim = "aud"
		}
	}
	if claim == "" {
		return ""
	}
	return issuer.Display() + ":" + claim
}

// audienceFact says whether tokens of an audience meet the aud conditions.
func audienceFact(s *iam.Statement, audience value.Text) Fact {
	out := value.Yes
	var why *value.Symbol
	for i := range s.Conditions {
		c := s.Conditions[i]
		if _, claim, _ := iam.SplitClaim(c.Key); claim != "aud" || aboutSubjects(&c) {
			continue
		}
		is := iam.EvalCondition(c, iam.Fixed(audience))
		if is == value.Maybe && why == nil {
			why = conditionCause(&c)
		}
		out = out.And(is)
	}
	if out == value.Maybe {
		return Because(why)
	}
	return FactOf(out)
}

// aboutSubjects reports whether a condition on aud holds a subject: it is the
// key that is wrong then, not the audience.
func aboutSubjects(c *iam.Condition) bool {
	for _, v := range c.Values {
		if _, _, is := iam.Subject(v); is == value.Yes {
			return true
		}
	}
	return false
}

func conditionCause(c *iam.Condition) *value.Symbol {
	if s := valueCause(c); s != nil {
		return s
	}
	return c.Key.Cause()
}

// valueCause is conditionCause for a condition whose key is as it should be,
// though parts of it are not known.
func valueCause(c *iam.Condition) *value.Symbol {
	if c.ValuesWhy != nil {
		return c.ValuesWhy
	}
	for _, v := range append([]value.Text{c.Operator}, c.Values...) {
		if s := v.Cause(); s != nil {
			return s
		}
	}
	return nil
}

// satisfiable says whether one token can meet all conditions on each claim.
func satisfiable(s *iam.Statement) Fact {
	byClaim := map[string][]iam.Condition{}
	for _, c := range s.Conditions {
		if _, claim, form := iam.SplitClaim(c.Key); form == "claim" {
			byClaim[claim] = append(byClaim[claim], c)
		}
	}
	out := value.Yes
	for _, claim := range ids(byClaim) {
		if len(byClaim[claim]) > 1 {
			out = out.And(iam.Satisfiable(byClaim[claim]))
		}
	}
	return FactOf(out)
}
