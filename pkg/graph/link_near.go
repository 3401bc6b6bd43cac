package graph

import (
	"strings"

	"github.com/irsalint/irsalint/pkg/value"
)

// ServiceAccounts are an open kind: one that the files do not show may be made
// by anything. So a name without an account is never a mistake by itself, only
// where the files make exactly one account that is evidently meant.

// accounts finds ServiceAccounts by their names.
type accounts struct {
	byKey       map[string][]*ServiceAccount // by accountKey, whose names are known
	byNamespace map[string][]*ServiceAccount
	byName      map[string][]*ServiceAccount
	loose       []*ServiceAccount // whose namespace or name is not known
}

func (l *linker) indexAccounts() *accounts {
	x := &accounts{
		byKey: map[string][]*ServiceAccount{}, byNamespace: map[string][]*ServiceAccount{}, byName: map[string][]*ServiceAccount{},
	}
	for _, id := range ids(l.g.ServiceAccount) {
		sa := l.g.ServiceAccount[id]
		if !sa.Namespace.IsKnown() || !sa.Name.IsKnown() {
			x.loose = append(x.loose, sa)
			continue
		}
		ns, name := sa.Namespace.Flat(), sa.Name.Flat()
		x.byKey[accountKey(sa.Namespace, sa.Name)] = append(x.byKey[accountKey(sa.Namespace, sa.Name)], sa)
		x.byNamespace[ns] = append(x.byNamespace[ns], sa)
		x.byName[name] = append(x.byName[name], sa)
	}
	return x
}

// maxNear bounds how many accounts one name is compared with.
const maxNear = 256

// may reports whether an account whose names are not known may be this one.
func (x *accounts) may(namespace, name *Val) bool {
	for i, sa := range x.loose {
		if i >= maxPossible || mayEqual(sa.Namespace, namespace) && mayEqual(sa.Name, name) {
			return true
		}
	}
	return false
}

// mayEqual reports whether two names may be one; a name that is not given may
// be any.
func mayEqual(a, b *Val) bool {
	return !a.HasText() || !b.HasText() || value.Equal(a.Text, b.Text) != value.No
}

// near gives the accounts a name was evidently meant for: one half equal, the
// other mistyped, or misplaced where the caller allows it.
func (x *accounts) near(namespace, name *Val, misplaced func(*ServiceAccount) bool) []*ServiceAccount {
	var out []*ServiceAccount
	if there := x.byNamespace[namespace.Flat()]; len(there) <= maxNear {
		for _, sa := range there {
			if mistyped(sa.Name.Flat(), name.Flat()) {
				out = append(out, sa)
			}
		}
	}
	if same := x.byName[name.Flat()]; len(same) <= maxNear {
		for _, sa := range same {
			if !sa.Namespace.Is(namespace.Flat()) && (mistyped(sa.Namespace.Flat(), namespace.Flat()) || misplaced != nil && misplaced(sa)) {
				out = append(out, sa)
			}
		}
	}
	return out
}

// mistyped reports whether two names are one but for a slip of the keyboard:
// up to two letters within one long word, or the case. Words that differ in a
// digit, or in all they have (dev and prd, a and b), are two names.
func mistyped(a, b string) bool {
	if a == b {
		return false
	}
	if strings.EqualFold(a, b) {
		return true
	}
	d := value.Distance(a, b, 2)
	if d > 2 {
		return false
	}
	i := 0
	for i < len(a) && i < len(b) && a[i] == b[i] {
		i++
	}
	j := 0
	for j < len(a)-i && j < len(b)-i && a[len(a)-1-j] == b[len(b)-1-j] {
		j++
	}
	if strings.ContainsAny(a[i:len(a)-j]+b[i:len(b)-j], "0123456789") {
		return false
	}
	long := min(len(word(a, i, len(a)-j)), len(word(b, i, len(b)-j)))
	return long >= 5 && d == 1 || long >= 7
}

// word widens a range of a name to whole words.
func word(s string, from, to int) string {
	edge := func(c byte) bool { return c == '-' || c == '_' || c == '.' || c == '/' }
	for from > 0 && !edge(s[from-1]) {
		from--
	}
	for to < len(s) && !edge(s[to]) {
		to++
	}
	return s[from:to]
}

// meant gives the only node among accounts that is there for certain.
func meant(near []*ServiceAccount) *Near {
	if len(near) != 1 || near[0].Exists.Is != value.Yes || near[0].KustomizeBase || near[0].Template != "" {
		return nil
	}
	sa := near[0]
	return &Near{ID: sa.ID, Label: sa.Label, At: sa.At, Text: sa.Namespace.Flat() + "/" + sa.Name.Flat()}
}

// mentioned reports whether anything of the files but an association stands,
// or may stand, in a namespace: then what is missing there may be made by
// something else.
func (l *linker) mentioned(namespace *Val) bool {
	if l.spaces == nil {
		l.spaces = map[string]*Val{}
		note := func(v *Val) {
			if v.HasText() {
				l.spaces[v.Flat()] = v
			}
		}
		for _, n := range l.g.ServiceAccount {
			note(n.Namespace)
		}
		for _, n := range l.g.Workload {
			note(n.Namespace)
		}
		for _, n := range l.g.AccountReference {
			note(n.Namespace)
		}
		for _, n := range l.g.storeUses {
			note(n.Namespace)
		}
		for _, n := range l.g.namespaces {
			note(n.Name)
		}
		for _, o := range l.g.opaque {
			for _, t := range o.Inputs {
				note(NewVal(t))
			}
		}
	}
	for flat, v := range l.spaces {
		if flat == namespace.Flat() || v.Symbolic() && mayEqual(v, namespace) {
			return true
		}
	}
	return false
}
