package graph

import (
	"strings"

	"github.com/irsalint/irsalint/pkg/iam"
	"github.com/irsalint/irsalint/pkg/source"
	"github.com/irsalint/irsalint/pkg/value"
)

// Levels of a Reach, from narrow to wide (facts/irsa.json, over_broad).
const (
	ReachExact     = "exact"         // named ServiceAccounts, or a deliberate pattern of them
	ReachNamespace = "namespace"     // all of one namespace, or of all with a prefix
	ReachAny       = "any_namespace" // a name in whatever namespace
	ReachCluster   = "cluster"       // a pattern that all ServiceAccounts match
	ReachNegated   = "negated"       // all but those named
	ReachAbsent    = "absent"        // an operator that lets in whoever has no such key
	ReachMissing   = "missing"       // no condition on the subject at all
	ReachUnknown   = "unknown"
)

// wideness orders the levels; those of one number are equally wide.
func wideness(level string) int {
	switch level {
	case ReachExact:
		return 0
	case ReachNamespace, ReachAny:
		return 1
	}
	return 2
}

// reach says which ServiceAccounts a statement lets in: all its conditions on
// the subject must hold, so that the narrowest counts.
func (st *Statement) reach() Reach {
	best := Reach{Level: ReachMissing, At: firstPlace(st.ConditionAt, st.PrincipalAt, st.ActionAt, st.At)}
	unsure := Reach{}
	present := st.requires("sub")
	for i := range st.Conditions {
		c := &st.Conditions[i]
		if !aboutSub(c) && (c.Claim != "" || c.KeyForm == iam.KeyAWS) || c.Base == iam.Null {
			continue
		}
		r := c.reach(present)
		switch {
		case r.Level == ReachUnknown:
			if unsure.Level == "" {
				unsure = r
			}
		case wideness(r.Level) < wideness(best.Level) || best.Level == ReachMissing:
			best = r
		}
	}
	if wideness(best.Level) == 0 {
		return best
	}
	if best.Level == ReachMissing && unsure.Level == "" {
		unsure = st.misplaced()
	}
	if unsure.Level != "" {
		return unsure
	}
	return best
}

// misplaced is the reach of a statement without a condition on the subject
// whose condition on the audience has a value that is not known: it may be a
// subject, and the key the wrong one.
func (st *Statement) misplaced() Reach {
	for i := range st.Conditions {
		c := &st.Conditions[i]
		for j := range c.Values {
			if v := &c.Values[j]; c.Claim == "aud" && v.Form == "unknown" {
				return Reach{Level: ReachUnknown, Why: Because(causeOf(v.Value)).Why, At: c.At}
			}
		}
	}
	return Reach{}
}

// requires reports whether a condition demands that a claim is there.
func (st *Statement) requires(claim string) bool {
	for i := range st.Conditions {
		c := &st.Conditions[i]
		if c.Claim == claim && c.Base == iam.Null && len(c.Values) == 1 && strings.EqualFold(c.Values[0].Value.KnownText(), "false") {
			return true
		}
	}
	return false
}

// reach says which subjects one condition lets in.
func (c *Condition) reach(present bool) Reach {
	unknown := func(f Fact) Reach { return Reach{Level: ReachUnknown, Why: f.Why, At: c.At} }
	switch {
	case c.Base == "":
		return unknown(Because(c.Operator.Cause()))
	case c.KeyForm == iam.KeyUnknown:
		return unknown(Because(c.Key.Cause()))
	case c.Claim != "sub" || c.KeyForm != iam.KeyClaim:
		return unknown(Fact{Why: "its condition key is not that of the subject"})
	case c.Negated:
		return Reach{Level: ReachNegated, At: c.At}
	case (c.IfExists || c.Set == iam.ForAllValues) && !present:
		return Reach{Level: ReachAbsent, At: c.At}
	}
	out := Reach{Level: ReachExact, At: c.At}
	var unsure *Reach
	for i := range c.Values {
		v := c.Values[i].Value
		r := Reach{Level: ReachExact, At: Place{v.Span()}, Value: v}
		if c.Base == iam.StringLike {
			r.Level = patternReach(v)
		}
		switch {
		case r.Level == ReachUnknown:
			r.Why = Because(causeOf(v)).Why
			unsure = &r
		case i == 0 || wideness(r.Level) > wideness(out.Level):
			out = r
		}
	}
	switch {
	case wideness(out.Level) == 2:
		return out
	case unsure != nil:
		return *unsure
	case c.ValuesKnown.Is != value.Yes:
		return unknown(c.ValuesKnown)
	}
	return out
}

// patternReach says which ServiceAccounts a pattern under StringLike matches.
func patternReach(v *Val) string {
	if !v.HasText() || iam.HasPlaceholder(v.Text) {
		return ReachUnknown
	}
	flat, ok := plainPattern(v.Text)
	switch {
	case !ok:
		return ReachUnknown
	case !strings.ContainsAny(flat, "*?"):
		return ReachExact
	}
	rest, ok := strings.CutPrefix(flat, subjectPrefix)
	if !ok {
		before, _ := cutAny(flat, "*?")
		if !strings.HasPrefix(subjectPrefix, before) {
			return ReachExact // it is no ServiceAccount's, whatever follows
		}
		rest = flat[len(before):]
	}
	if strings.Trim(rest, "*?:") == "" {
		return ReachCluster
	}
	namespace, name, both := strings.Cut(rest, ":")
	if !both {
		if strings.HasSuffix(namespace, "*") && !strings.ContainsAny(namespace[:1], "*?") {
			return ReachNamespace // team-*, which goes on past the colon
		}
		return ReachAny
	}
	prefix, wild := cutAny(namespace, "*?")
	switch named := strings.Trim(name, "*?:") != ""; {
	case !named:
		return ReachNamespace
	case wild && strings.Trim(namespace, "*?") == "":
		return ReachAny
	case wild && prefix == "":
		return ReachExact // *-prod:app: a suffix of namespaces
	}
	return ReachExact
}

// plainPattern gives a pattern with a letter for each symbol; not ok if one of
// them may hold a wildcard itself.
func plainPattern(t value.Text) (string, bool) {
	flat := t.Flat()
	for _, s := range t.Symbols() {
		if s.Class.Holds('*') || s.Class.Holds('?') {
			return "", false
		}
		flat = strings.ReplaceAll(flat, value.FromSymbol(s, source.Span{}).Flat(), "x")
	}
	return flat, true
}

// subjectPrefix begins the subject of every ServiceAccount.
const subjectPrefix = "system:serviceaccount:"

func cutAny(s, chars string) (before string, found bool) {
	if i := strings.IndexAny(s, chars); i >= 0 {
		return s[:i], true
	}
	return s, false
}

func firstPlace(places ...Place) Place {
	for _, p := range places {
		if !p.IsZero() {
			return p
		}
	}
	return Place{source.Span{}}
}

// checksAudience says whether a statement looks at the audience of tokens.
func (st *Statement) checksAudience() Fact {
	out := FactOf(value.No)
	for i := range st.Conditions {
		c := &st.Conditions[i]
		switch {
		case c.KeyForm == iam.KeyUnknown:
			out = Because(c.Key.Cause())
		case c.Claim == "" && c.KeyForm != iam.KeyAWS:
			out = Fact{Is: value.Maybe, Why: "a condition key is none of the issuer's", At: c.At}
		case c.Claim != "aud" || c.Base == iam.Null:
		default:
			// However it looks at it: what is wrong with that is said elsewhere.
			return FactOf(value.Yes)
		}
	}
	return out
}

// narrowed keeps the reach of a role's statements open where a statement that
// denies, or may deny, web identity may narrow it.
func (l *linker) narrowed(r *Role) {
	for _, id := range r.Statements {
		if d := l.g.Statement[id]; d.Allow.Is == value.Yes || d.WebIdentity.Is == value.No {
			continue
		}
		for _, other := range r.Statements {
			st := l.g.Statement[other]
			why := Fact{Is: value.Maybe, Why: "a statement that denies may keep others out", At: l.g.Statement[id].At}
			if wideness(st.Reach.Level) > 0 && st.Reach.Level != ReachUnknown {
				st.Reach = Reach{Level: ReachUnknown, Why: why.Why, At: why.At}
			}
			if st.ChecksAudience.Is == value.No {
				st.ChecksAudience = why
			}
		}
	}
}
