package graph

import (
	"slices"

	"github.com/irsalint/irsalint/pkg/value"
)

// opaqueIndex finds what is opaque and may touch an owner, without looking at
// all of it for each owner.
type opaqueIndex struct {
	all      []Opaque
	anywhere []int
	byScope  map[string][]int
	// byWord finds it by the words of its inputs: the longest runs of
	// characters of names.
	byWord map[string][]int
}

func newOpaqueIndex(all []Opaque) *opaqueIndex {
	x := &opaqueIndex{all: all, byScope: map[string][]int{}, byWord: map[string][]int{}}
	for i := range all {
		o := &all[i]
		if o.Anywhere {
			x.anywhere = append(x.anywhere, i)
		}
		x.byScope[o.Scope] = append(x.byScope[o.Scope], i)
		for _, in := range o.Inputs {
			words(in.Flat(), func(word string) {
				if list := x.byWord[word]; len(list) == 0 || list[len(list)-1] != i {
					x.byWord[word] = append(list, i)
				}
			})
		}
	}
	return x
}

// words calls f for each word of a flat text.
func words(flat string, f func(string)) {
	start := 0
	for i := 0; i <= len(flat); i++ {
		if i < len(flat) && inName(flat[i]) {
			continue
		}
		if start < i {
			f(flat[start:i])
		}
		start = i + 1
	}
}

// touching gives the first that touches an owner in one of the scopes, see
// Opaque.touches; nil if none does.
func (x *opaqueIndex) touching(kind string, identities []value.Text, scopes ...string) *Opaque {
	candidates := slices.Clone(x.anywhere)
	for _, s := range scopes {
		candidates = append(candidates, x.byScope[s]...)
	}
	for _, id := range identities {
		candidates = append(candidates, x.naming(id.Flat())...)
	}
	slices.Sort(candidates)
	for _, i := range slices.Compact(candidates) {
		o := &x.all[i]
		if slices.ContainsFunc(scopes, func(scope string) bool { return o.touches(kind, scope, identities) }) {
			return o
		}
	}
	return nil
}

// naming gives what may hold a text as a name of its own: it then holds each
// word of it, so the rarest one tells most.
func (x *opaqueIndex) naming(flat string) []int {
	var rarest []int
	any := false
	words(flat, func(word string) {
		if list := x.byWord[word]; !any || len(list) < len(rarest) {
			rarest, any = list, true
		}
	})
	if any || flat == "" {
		return rarest
	}
	all := make([]int, len(x.all))
	for i := range all {
		all[i] = i
	}
	return all
}
