package facts

import (
	"slices"

	"github.com/irsalint/irsalint/pkg/iam"
	"github.com/irsalint/irsalint/pkg/source"
	"github.com/irsalint/irsalint/pkg/value"
)

// Attached is one policy attached to a role. Exactly one of Managed and
// Document is set; neither for a policy of which nothing is known.
type Attached struct {
	// Managed is the name of an AWS managed policy, without its path.
	Managed string
	// Document is the content of a customer or inline policy.
	Document *iam.Document
	// Why explains a policy of which nothing is known.
	Why *value.Symbol
	// Maybe: it may not be attached.
	Maybe bool
	// Boundary: it is the permissions boundary, which only limits the others.
	Boundary bool
}

// Grant is the answer to whether a role has a capability.
type Grant struct {
	// Is is No only if some action is certainly not allowed.
	Is value.Truth
	// Missing are the actions that are certainly not allowed, sorted as the
	// capability lists them.
	Missing []string
	// Restricted are those of Missing that a statement allows, but not on the
	// resource that they need; RestrictedAt is the place of the first such
	// statement.
	Restricted   []string
	RestrictedAt source.Span
	// Absent: not one of the actions may be allowed.
	Absent bool
	// By is the index of the policy that grants all of it alone, else -1.
	By int
	// Why explains a Maybe, if there is a reason other than conditions.
	Why *value.Symbol
}

// unknownContent explains an AWS managed policy whose content is not known.
func unknownContent(name string) *value.Symbol {
	return &value.Symbol{Key: "policy:" + name, Label: name, Why: "the content of the AWS managed policy " + name + " is not known here"}
}

// incompleteSet explains a set of policies that may hold more.
var incompleteSet = &value.Symbol{Key: "policies", Label: "policies", Why: "the role may have policies that the files do not show"}

// Check says whether a role with these policies has the capability. An action
// counts as allowed if a statement allows it on the resource that it needs, or
// if a policy that the capability names is attached, and no Deny takes it
// back. Complete tells whether these are all policies; if not, or if the
// content of one is not known, nothing is certainly missing. Why explains an
// incomplete set; it may be nil.
//
// A permissions boundary takes away what it certainly does not allow, also
// from a set that is not complete. Service control policies are not looked at.
func (c *Capability) Check(attached []Attached, complete bool, why *value.Symbol) Grant {
	sources := make([]iam.Source, len(attached))
	var limits []iam.Source // the boundary, as a policy
	listed := value.No
	for i, a := range attached {
		sources[i] = a.Source()
		if a.Boundary {
			limits = append(limits, a.source())
			sources[i] = iam.Source{Document: iam.Document{Known: value.Yes}} // keeps the indexes
			continue
		}
		if a.Managed != "" && slices.Contains(c.Policies, a.Managed) {
			listed = listed.Or(a.attached())
		}
	}
	if listed == value.Yes && !denies(sources) && len(limits) == 0 {
		return Grant{Is: value.Yes, By: c.alone(attached, sources)}
	}
	if why == nil {
		why = incompleteSet
	}
	g := Grant{Is: value.Yes, By: -1, Absent: len(c.Actions) > 0}
	because := func(s *value.Symbol) {
		if g.Why == nil {
			g.Why = s
		}
	}
	for _, action := range c.Actions {
		d := iam.Evaluate(sources, request(action))
		t := d.Allowed.Or(listed.And(d.Denied.Not()))
		if t == value.No && !complete && d.Denied != value.Yes {
			t = value.Maybe
			because(why)
		}
		if len(limits) > 0 {
			if b := iam.Evaluate(limits, request(action)); b.Allowed < t {
				d, t = b, b.Allowed
			}
		}
		switch t {
		case value.No:
			g.Missing = append(g.Missing, action)
			if d.Fails == iam.FailsResource && d.Denied == value.No {
				if len(g.Restricted) == 0 {
					g.RestrictedAt = place(d.Nearest)
				}
				g.Restricted = append(g.Restricted, action)
			}
		case value.Maybe:
			because(d.Why)
		}
		g.Absent = g.Absent && t == value.No
		g.Is = g.Is.And(t)
	}
	if len(c.Actions) == 0 && (listed != value.Yes || len(limits) > 0) {
		g.Is = value.Maybe // only its policies are known, and others may do
		because(why)
	}
	if g.Is != value.Maybe {
		g.Why = nil
	}
	if g.Is == value.Yes {
		g.By = c.alone(attached, sources)
	}
	return g
}

// denies reports whether some statement is, or may be, a Deny.
func denies(sources []iam.Source) bool {
	for i := range sources {
		for j := range sources[i].Document.Statements {
			if sources[i].Document.Statements[j].Effect != iam.Allow {
				return true
			}
		}
	}
	return false
}

// place gives the place of a statement's resources.
func place(s *iam.Statement) source.Span {
	for _, r := range [...]iam.Patterns{s.Resources, s.NotResources} {
		if r.Present == value.Yes && !r.At.IsZero() {
			return r.At
		}
	}
	return s.At
}

// alone gives the first policy that grants everything by itself.
func (c *Capability) alone(attached []Attached, sources []iam.Source) int {
	for i, a := range attached {
		if a.Maybe || a.Boundary {
			continue
		}
		if a.Managed != "" && slices.Contains(c.Policies, a.Managed) {
			return i
		}
		all := len(c.Actions) > 0
		for _, action := range c.Actions {
			all = all && iam.Evaluate(sources[i:i+1], request(action)).Allowed == value.Yes
		}
		if all {
			return i
		}
	}
	return -1
}

func (a Attached) attached() value.Truth {
	if a.Maybe {
		return value.Maybe
	}
	return value.Yes
}

// Source gives the policy as iam.Evaluate takes it: a managed policy whose
// content is not known here may do anything.
func (a Attached) Source() iam.Source {
	s := a.source()
	s.Boundary = a.Boundary
	return s
}

func (a Attached) source() iam.Source {
	switch {
	case a.Managed != "":
		doc, ok := ManagedPolicy(a.Managed)
		if !ok {
			return iam.UnknownSource(a.Managed, unknownContent(a.Managed))
		}
		return iam.Source{Name: a.Managed, Document: doc, Maybe: a.Maybe}
	case a.Document != nil:
		return iam.Source{Document: *a.Document, Maybe: a.Maybe}
	}
	return iam.UnknownSource("", a.Why)
}

// request gives the requests by which an action is judged: on the resource
// that nodes use it on, where that is known, with all condition keys free.
//
// Account and region of network interfaces and clusters are those of the node,
// so any one written in a policy is taken to be right. Images are pulled from
// accounts of AWS as well, so that a single account is not enough there.
func request(action string) iam.Request {
	r := iam.Request{Action: action}
	switch action {
	case "ecr:GetAuthorizationToken":
		// It has no resource: only "*" allows it.
		r.Resource = value.Literal("*", source.Span{})
	case "ecr:BatchGetImage", "ecr:GetDownloadUrlForLayer":
		r.Resource = text("arn:", partition, ":ecr:", "*", ":", "*", ":repository/", "*")
	case "ec2:CreateTags", "ec2:AssignPrivateIpAddresses", "ec2:UnassignPrivateIpAddresses",
		"ec2:AssignIpv6Addresses", "ec2:DeleteNetworkInterface":
		r.Resource = text("arn:", partition, ":ec2:", region, ":", account, ":network-interface/", "*")
	case "eks-auth:AssumeRoleForPodIdentity", "eks:DescribeCluster":
		r.Resource = text("arn:", partition, ":eks:", region, ":", account, ":cluster/", "*")
	default:
		// Resources of several kinds, or none at all: "*" is sure to do, and
		// anything else may.
		r.Resource = text("*")
	}
	return r
}

// Stand-ins for the place where a role is used.
const (
	partition = "\x00partition"
	region    = "\x00region"
	account   = "\x00account"
)

// text makes a resource: "*" and the stand-ins become symbols.
func text(parts ...string) value.Text {
	var pieces []value.Piece
	classes := map[string]value.Class{partition: value.Partition, region: value.Region, account: value.Account}
	for _, p := range parts {
		class, symbol := classes[p]
		switch {
		case p == "*":
			pieces = append(pieces, value.Piece{Text: iam.Class("*")})
		case symbol:
			name := p[1:]
			pieces = append(pieces, value.Piece{Text: value.FromSymbol(&value.Symbol{
				Key: "facts:" + name, Label: name, Why: "the " + name + " is that of the nodes", Class: class}, source.Span{})})
		default:
			pieces = append(pieces, value.Piece{Text: value.Literal(p, source.Span{})})
		}
	}
	return value.Concat(source.Span{}, pieces...)
}
