package iam

import (
	"strconv"
	"strings"

	"github.com/irsalint/irsalint/pkg/source"
	"github.com/irsalint/irsalint/pkg/value"
)

// ARN is an Amazon Resource Name taken apart. Any part may hold symbols.
type ARN struct {
	Partition, Service, Region, Account, Resource value.Text
	// Certain: no symbol can move a border between the parts, so that the
	// parts differ where the ARNs do.
	Certain bool
}

// ParseARN takes an ARN apart. It is not ok for a text that is not of the form
// arn:partition:service:region:account:resource in its literal parts. A symbol
// between two colons is read as one part.
func ParseARN(t value.Text) (ARN, bool) {
	if !strings.HasPrefix(t.Flat(), "arn:") {
		return ARN{}, false
	}
	a := ARN{Certain: true}
	rest := t.Slice(len("arn:"), len(t.Flat()))
	for _, part := range [...]*value.Text{&a.Partition, &a.Service, &a.Region, &a.Account} {
		i := literalIndex(rest, ":")
		if i < 0 {
			return ARN{}, false
		}
		*part, rest = split(rest, i, 1)
		a.Certain = a.Certain && !symbolsHold(*part, ':')
	}
	a.Resource = rest
	return a, true
}

// Role is a role as an ARN or a name gives it.
type Role struct {
	// ARN tells which it is; Account and Partition are empty for a name.
	ARN                bool
	Partition, Account value.Text
	// Path begins and ends with a slash; it is "/" for none. Name is what
	// follows it.
	Path, Name value.Text
	// Certain: no symbol can move a border.
	Certain bool
}

// ParseRole reads a role ARN, or a role name with or without a path. It is not
// ok for another ARN, an empty text, or a text that may be an ARN.
func ParseRole(t value.Text) (Role, bool) {
	a, ok := ParseARN(t)
	if !ok {
		if t.Empty() || t.HasPrefix("arn:") != value.No {
			return Role{}, false
		}
		return rolePath(t, Role{Certain: true}), true
	}
	if !a.Service.Is("iam") || !strings.HasPrefix(a.Resource.Flat(), "role/") {
		return Role{}, false
	}
	r := Role{ARN: true, Partition: a.Partition, Account: a.Account, Certain: a.Certain}
	name := a.Resource.Slice(len("role/"), len(a.Resource.Flat()))
	if name.Empty() {
		return Role{}, false
	}
	return rolePath(name, r), true
}

// rolePath cuts path and name at the last slash.
func rolePath(t value.Text, r Role) Role {
	r.Path, r.Name = lit("/"), t
	if i := literalLast(t, "/"); i >= 0 {
		before, after := split(t, i+1, 0)
		r.Name = after
		r.Path = before
		if !strings.HasPrefix(before.Flat(), "/") {
			r.Path = value.Concat(source.Span{}, value.Piece{Text: lit("/")}, value.Piece{Text: before})
		}
	}
	r.Certain = r.Certain && !symbolsHold(t, '/')
	return r
}

// AWSManagedPolicy gives the name of the policy that an ARN means, without its
// path: Yes if it is one that AWS manages (account aws), No if it is certainly
// not, Maybe if it may be, or its name is not known.
func AWSManagedPolicy(arn value.Text) (name value.Text, is value.Truth) {
	a, ok := ParseARN(arn)
	if !ok {
		if arn.HasPrefix("arn:") == value.No {
			return value.Text{}, value.No
		}
		if arn.Symbolic() {
			return value.Text{}, value.Maybe
		}
		return value.Text{}, value.No
	}
	is = value.Equal(a.Account, lit("aws")).And(value.Equal(a.Service, lit("iam"))).And(a.Resource.HasPrefix("policy/"))
	if is == value.No || !strings.HasPrefix(a.Resource.Flat(), "policy/") {
		return value.Text{}, is
	}
	name = a.Resource.Slice(len("policy/"), len(a.Resource.Flat()))
	if i := literalLast(name, "/"); i >= 0 {
		_, name = split(name, i, 1)
	}
	if name.Symbolic() {
		is = is.And(value.Maybe)
	}
	return name, is
}

// matchARN compares two ARNs as ArnLike and ArnEquals do: part by part, * and
// ? in each part of the pattern, the last part being everything that is left.
func matchARN(pattern, subject value.Text) value.Truth {
	p, okP := ParseARN(pattern)
	s, okS := ParseARN(subject)
	if !okS && !subject.Symbolic() {
		return value.No
	}
	whole := value.Match(pattern, subject, value.Glob)
	if !okP || !okS {
		return whole.And(value.Maybe)
	}
	if whole == value.No {
		return value.No
	}
	out := value.Yes
	for _, pair := range [...][2]value.Text{
		{p.Partition, s.Partition}, {p.Service, s.Service}, {p.Region, s.Region},
		{p.Account, s.Account}, {p.Resource, s.Resource},
	} {
		out = out.And(value.Match(pair[0], pair[1], value.Glob))
	}
	if out == value.No && (!p.Certain || !s.Certain) {
		return value.Maybe
	}
	return out
}

// MatchResource says whether a Resource pattern covers a resource. Account,
// region and partition that are not known are taken for those of the other
// side where they can be, since a configuration is applied to one place.
func MatchResource(pattern Pattern, resource value.Text) value.Truth {
	return matchResource(pattern, resource, true)
}

// matchResource is MatchResource, and without unify the same without that
// assumption.
func matchResource(pattern Pattern, resource value.Text, unify bool) value.Truth {
	if pattern.Is("*") {
		return value.Yes
	}
	whole := value.Match(pattern, resource, value.Glob)
	if whole == value.No {
		pattern = withoutPlaceholders(pattern)
		whole = value.Match(pattern, resource, value.Glob)
	}
	if whole != value.Maybe {
		return whole
	}
	p, okP := ParseARN(pattern)
	r, okR := ParseARN(resource)
	if !okP || !okR {
		return whole
	}
	places := value.Yes
	for _, pair := range [...][2]value.Text{
		{p.Partition, r.Partition}, {p.Region, r.Region}, {p.Account, r.Account},
	} {
		t := value.Match(pair[0], pair[1], value.Glob)
		if t == value.Maybe && unify && (environment(pair[0]) || environment(pair[1])) {
			t = value.Yes
		}
		places = places.And(t)
	}
	out := places.And(value.Match(p.Service, r.Service, value.Glob)).And(value.Match(p.Resource, r.Resource, value.Glob))
	if out == value.No && !(sixParts(p) && sixParts(r)) {
		// A wildcard or a symbol may reach over the borders of the parts.
		return value.Maybe
	}
	return out
}

// withoutPlaceholders is Expand, and takes words in the place of an account
// for a placeholder too.
func withoutPlaceholders(pattern Pattern) Pattern {
	pattern = Expand(pattern)
	a, ok := ParseARN(pattern)
	if !ok {
		return pattern
	}
	account, known := a.Account.Known()
	if !known || account == "" || account == "aws" || isDigits(account) || strings.ContainsAny(account, "*?") {
		return pattern
	}
	before := len("arn:") + len(a.Partition.Flat()) + 1 + len(a.Service.Flat()) + 1 + len(a.Region.Flat()) + 1
	at := a.Account.At()
	return value.Concat(pattern.At(),
		value.Piece{Text: pattern.Slice(0, before)},
		value.Piece{Text: value.FromSymbol(&value.Symbol{
			Key: "placeholder:" + account, Label: account, At: at,
			Why: "the placeholder " + account + " is filled in by something else",
		}, at)},
		value.Piece{Text: pattern.Slice(before+len(account), len(pattern.Flat()))})
}

// sixParts reports whether the ARN has exactly five colons, so that no
// wildcard can match one. The wildcards of a Class are taken to hold none.
func sixParts(a ARN) bool {
	if literalContains(a.Resource, ":") {
		return false
	}
	for _, t := range [...]value.Text{a.Partition, a.Service, a.Region, a.Account, a.Resource} {
		for _, s := range t.Symbols() {
			if s.Class.Holds(':') && !strings.HasPrefix(s.Key, classKey) {
				return false
			}
		}
	}
	return true
}

// classKey begins the keys of the symbols that Class makes.
const classKey = "iam:any:"

// environment reports whether a text is one symbol that names a place which a
// whole configuration shares.
func environment(t value.Text) bool {
	s := t.Symbols()
	return len(s) == 1 && s[0].Class.Environment() && literalLen(t) == 0
}

// literalLen gives the number of bytes outside symbols.
func literalLen(t value.Text) int {
	n := 0
	eachLiteral(t.Flat(), func(start, end int) bool {
		n += end - start
		return true
	})
	return n
}

// Class gives the text that stands for everything a pattern matches: each * and
// ? becomes a symbol of its own, which holds no colon. As the resource of a Request it asks about
// every such resource at once.
func Class(pattern string) value.Text {
	var pieces []value.Piece
	start := 0
	for i := 0; i < len(pattern); i++ {
		if pattern[i] != '*' && pattern[i] != '?' {
			continue
		}
		if start < i {
			pieces = append(pieces, value.Piece{Text: lit(pattern[start:i])})
		}
		pieces = append(pieces, value.Piece{Text: value.FromSymbol(&value.Symbol{
			Key:   classKey + pattern + ":" + strconv.Itoa(i),
			Label: pattern[i : i+1],
			Why:   "the question is about every " + pattern,
		}, source.Span{})})
		start = i + 1
	}
	if start < len(pattern) {
		pieces = append(pieces, value.Piece{Text: lit(pattern[start:])})
	}
	return value.Concat(source.Span{}, pieces...)
}
