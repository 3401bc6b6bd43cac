package graph

import (
	"strings"

	"github.com/irsalint/irsalint/pkg/source"
	"github.com/irsalint/irsalint/pkg/value"
)

// Absence may be concluded only where the files show every node of a kind
// that an owner has: the owner is made here, nothing opaque that may make the
// kind touches it, and no node of the kind may belong to it without saying so.

// touches reports whether something opaque may make nodes of a kind for an
// owner that is known by the given texts (its name, its ARN). What is opaque
// can do that only if it was handed one of them: in the scope of the owner in
// any form, elsewhere as a name of its own, not as a part of one.
func (o *Opaque) touches(kind, scope string, identities []value.Text) bool {
	if !o.makes(kind) {
		return false
	}
	if o.Anywhere {
		return true
	}
	for _, in := range o.Inputs {
		for _, id := range identities {
			if o.Scope == scope && holds(in.Flat(), id.Flat()) || o.Scope != scope && holdsName(in.Flat(), id.Flat()) {
				return true
			}
		}
	}
	// Nothing was handed to a file that cannot be parsed, or to a count that
	// is not known: it is the scope itself that is not seen whole.
	return len(o.Inputs) == 0 && o.Scope == scope
}

// holds reports whether a flat text holds another one, outside its symbols:
// what merely stands in a symbol's key does not count.
func holds(flat, part string) bool {
	return holdsWhere(flat, part, func(_, _ string) bool { return true })
}

// holdsName is holds for a name that no character of a name stands beside.
func holdsName(flat, name string) bool {
	return holdsWhere(flat, name, func(before, after string) bool {
		return (before == "" || !inName(before[len(before)-1])) && (after == "" || !inName(after[0]))
	})
}

func inName(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '-' || c == '_' || c == '.'
}

func holdsWhere(flat, part string, ok func(before, after string) bool) bool {
	if part == "" {
		return false
	}
	for from := 0; ; {
		i := strings.Index(flat[from:], part)
		if i < 0 {
			return false
		}
		i += from
		before := flat[:i]
		if strings.Count(before, string(source.SymbolOpen)) == strings.Count(before, string(source.SymbolClose)) && ok(before, flat[i+len(part):]) {
			return true
		}
		from = i + len(part)
	}
}

func (o *Opaque) makes(kind string) bool {
	if len(o.Kinds) == 0 {
		return true
	}
	for _, k := range o.Kinds {
		if k == kind {
			return true
		}
	}
	return false
}

// completeness starts the judgement of an owner: incomplete with the reason
// if the owner is made elsewhere or something opaque touches it.
func (l *linker) completeness(owner *Base, kind string, identities ...*Val) Completeness {
	if !owner.Managed {
		return Completeness{Why: owner.Label + " is not made in these files", At: owner.At}
	}
	var texts []value.Text
	for _, v := range identities {
		if v.HasText() {
			texts = append(texts, v.Text)
		}
	}
	if o := l.opaque().touching(kind, texts, owner.Scope); o != nil {
		return Completeness{Why: o.Why, At: o.At}
	}
	return Completeness{Complete: true}
}

// mayAlso makes c incomplete because of a node whose owner is not known for
// certain; the first reason stands.
func (c *Completeness) mayAlso(label string, why string, at Place) {
	if !c.Complete {
		return
	}
	c.Complete = false
	c.Why, c.At = label+" may belong to it", at
	if why != "" {
		c.Why += ": " + why
	}
}
