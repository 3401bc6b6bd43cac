package iam

import (
	"strings"

	"github.com/irsalint/irsalint/pkg/value"
)

// Request is a class of requests: one action, on one resource or on every
// resource of a Class, with what the requests carry.
type Request struct {
	Action   string
	Resource value.Text
	// Context holds what is known of condition keys, by key in lower case. A
	// key that is not listed is free.
	Context map[string]ContextValue
}

// Source is a policy that applies to the requester.
type Source struct {
	// Name is the caller's name for the policy.
	Name     string
	Document Document
	// Maybe: the policy may not be attached.
	Maybe bool
	// Boundary: a permissions boundary, which only limits what others allow.
	Boundary bool
}

// UnknownSource is an attachment of which the content is not known.
func UnknownSource(name string, why *value.Symbol) Source {
	return Source{Name: name, Document: Document{Known: value.Maybe, Why: why}}
}

// Where a statement fails that comes close.
const (
	FailsResource  = "resource"
	FailsCondition = "condition"
)

// Decision is the outcome of Evaluate.
type Decision struct {
	// Allowed is Yes if every request of the class is allowed, No if none is.
	Allowed value.Truth
	// MayBeDenied: a policy that is not known, or not wholly, might deny what
	// is Allowed. An unknown policy alone does not turn Yes into Maybe.
	MayBeDenied bool
	// By is the statement that decides: the one that allows, or that denies;
	// nil if none does. Source is the index of its policy, -1 without.
	By     *Statement
	Source int
	// Denied says whether a Deny statement is met.
	Denied value.Truth
	// Why explains a Maybe; nil if conditions on free keys alone are the reason.
	Why *value.Symbol
	// Nearest is the Allow statement about the action that fails closest, with
	// the index of its policy and where it Fails; nil if there is none.
	Nearest       *Statement
	NearestSource int
	Fails         string
	// FailedCondition is the first condition of Nearest that is not met.
	FailedCondition *Condition
}

// Evaluate decides a request class by identity policies, as IAM does: an
// explicit Deny wins, then an Allow, else it is denied. A boundary limits.
func Evaluate(sources []Source, req Request) Decision {
	d := evaluate(sources, req, false)
	limited := false
	for i := range sources {
		limited = limited || sources[i].Boundary
	}
	if !limited {
		return d
	}
	b := evaluate(sources, req, true)
	d.MayBeDenied = d.MayBeDenied || b.MayBeDenied
	d.Denied = d.Denied.Or(b.Denied)
	if b.Allowed < d.Allowed {
		d.Allowed = b.Allowed
		d.By, d.Source, d.Why = b.By, b.Source, b.Why
		d.Nearest, d.NearestSource, d.Fails, d.FailedCondition = b.Nearest, b.NearestSource, b.Fails, b.FailedCondition
	}
	return d
}

func evaluate(sources []Source, req Request, boundary bool) Decision {
	d := Decision{Source: -1, NearestSource: -1}
	allowed := value.No
	closeness := 0
	var deny *Statement
	denySource := -1
	for i := range sources {
		src := &sources[i]
		if src.Boundary != boundary {
			continue
		}
		if src.Document.Known != value.Yes {
			allowed = allowed.Or(value.Maybe)
			d.MayBeDenied = true
			d.because(src.Document.Why)
		}
		for j := range src.Document.Statements {
			st := &src.Document.Statements[j]
			f := st.fit(req)
			t := f.all()
			if src.Maybe {
				t = t.And(value.Maybe)
			}
			if t == value.Maybe {
				d.because(f.why)
			}
			if a := st.is(Allow).And(t); a > allowed || a != value.No && d.By == nil && a == allowed {
				allowed, d.By, d.Source = a, st, i
			}
			if n := st.is(Deny).And(t); n > d.Denied {
				d.Denied, deny, denySource = n, st, i
			}
			if st.Effect != Deny && t == value.No {
				if c := f.closeness(); c > closeness {
					closeness = c
					d.Nearest, d.NearestSource = st, i
					d.Fails, d.FailedCondition = f.fails()
				}
			}
		}
	}
	d.Allowed = allowed.And(d.Denied.Not())
	if d.Denied == value.Yes {
		d.By, d.Source = deny, denySource
	}
	if d.Allowed != value.Maybe {
		d.Why = nil
	}
	return d
}

func (d *Decision) because(why *value.Symbol) {
	if d.Why == nil {
		d.Why = why
	}
}

// fit is how a statement meets a request class, part by part.
type fit struct {
	action, resource, condition value.Truth
	failed                      *Condition
	why                         *value.Symbol
}

func (f fit) all() value.Truth { return f.action.And(f.resource).And(f.condition) }

// closeness ranks statements that fail: 0 for one about other actions.
func (f fit) closeness() int {
	switch {
	case f.action == value.No:
		return 0
	case f.resource != value.No:
		return 2 + int(f.action)*2 + 3
	case f.condition != value.No:
		return 1 + int(f.action)*2
	}
	return int(f.action)
}

func (f fit) fails() (string, *Condition) {
	if f.resource == value.No {
		return FailsResource, f.failed
	}
	return FailsCondition, f.failed
}

// fit judges the statement's action, resource and conditions.
func (s *Statement) fit(req Request) fit {
	f := fit{action: s.Covers(req.Action)}
	if f.action == value.No {
		return f
	}
	f.note(f.action, s.Actions.cause(), s.NotActions.cause())
	f.resource = s.Applies(req.Resource)
	f.note(f.resource, s.Resources.cause(), s.NotResources.cause(), req.Resource.Cause())
	f.condition = s.ConditionsKnown
	f.note(f.condition, s.ConditionsWhy)
	for i := range s.Conditions {
		c := &s.Conditions[i]
		ctx, found := lookup(req.Context, c.Key)
		t := value.Maybe
		if found != value.Maybe {
			t = EvalCondition(*c, ctx)
		}
		if t == value.Maybe {
			f.note(t, c.Key.Cause(), c.cause())
		}
		if t == value.No && f.failed == nil {
			f.failed = c
		}
		f.condition = f.condition.And(t)
	}
	return f
}

func (f *fit) note(t value.Truth, causes ...*value.Symbol) {
	if t != value.Maybe || f.why != nil {
		return
	}
	for _, c := range causes {
		if c != nil {
			f.why = c
			return
		}
	}
}

// lookup finds what requests carry for a key. Keys ignore case. Maybe: the key
// holds a symbol, so that it is not known which key it is.
func lookup(ctx map[string]ContextValue, key value.Text) (ContextValue, value.Truth) {
	if v, ok := ctx[strings.ToLower(key.Flat())]; ok {
		return v, value.Yes
	}
	if v, ok := ctx[key.Flat()]; ok {
		return v, value.Yes
	}
	if key.Symbolic() {
		return ContextValue{}, value.Maybe
	}
	return ContextValue{}, value.No
}

// Applies says whether the statement is about a resource: its Resource covers
// it, or its NotResource does not. A statement without either (a trust policy
// has none) applies if no resource is asked for. Unknown accounts, regions and
// partitions unify (MatchResource) only where that allows something.
func (s *Statement) Applies(resource value.Text) value.Truth {
	if s.Resources.Present == value.No && s.NotResources.Present == value.No {
		if resource.Empty() {
			return value.Yes
		}
		return value.Maybe
	}
	switch {
	case s.Resources.Present == value.Yes:
		return s.Resources.Any(func(p Pattern) value.Truth { return matchResource(p, resource, s.Effect == Allow) })
	case s.NotResources.Present == value.Yes:
		return s.NotResources.Any(func(p Pattern) value.Truth { return matchResource(p, resource, s.Effect == Deny) }).Not()
	}
	return value.Maybe
}

// cause gives the first symbol that makes the items unsure.
func (p Patterns) cause() *value.Symbol {
	if p.Why != nil {
		return p.Why
	}
	for _, it := range p.Items {
		if c := it.Cause(); c != nil {
			return c
		}
	}
	return nil
}

func (c *Condition) cause() *value.Symbol {
	if c.ValuesWhy != nil {
		return c.ValuesWhy
	}
	for _, v := range c.Values {
		if s := v.Cause(); s != nil {
			return s
		}
	}
	return nil
}
