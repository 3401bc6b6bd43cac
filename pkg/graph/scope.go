package graph

import (
	"sort"
	"strings"

	"github.com/irsalint/irsalint/pkg/value"
)

// distance says how far apart two scopes are: 0 for the same, else the number
// of folders to go up and down between them through their nearest common
// ancestor.
func distance(a, b string) int {
	if a == b {
		return 0
	}
	a, b = folders(a), folders(b)
	up, down := depth(a), depth(b)
	for a != "" && b != "" { // what they have in common
		x, restA, _ := strings.Cut(a, "/")
		y, restB, _ := strings.Cut(b, "/")
		if x != y {
			break
		}
		a, b = restA, restB
		up, down = up-1, down-1
	}
	return 1 + up + down
}

// folders gives the path of a scope, empty for the root: an environment stands
// where its root does.
func folders(scope string) string {
	if i := strings.LastIndexByte(scope, '@'); i > strings.LastIndexByte(scope, '/') {
		scope = scope[:i]
	}
	if scope == "." {
		return ""
	}
	return scope
}

// depth gives how many folders a path has.
func depth(path string) int {
	if path == "" {
		return 0
	}
	return 1 + strings.Count(path, "/")
}

// named is an index of nodes by a name, for references that give it.
type named struct {
	g        *Graph
	byName   map[string][]int
	symbolic []int // nodes whose name is not wholly known
	nodes    []namedNode
	managed  map[string]bool
	scopes   map[string]string
}

type namedNode struct {
	id, scope string
	managed   bool
	// full is what a reference is compared with: the ARN, or the name itself.
	full value.Text
}

func newNamed(g *Graph) *named {
	return &named{g: g, byName: map[string][]int{}, managed: map[string]bool{}, scopes: map[string]string{}}
}

// add puts a node in under a name; a nil or unknown name is any name.
func (x *named) add(base *Base, name *Val, full *Val) {
	n := namedNode{id: base.ID, scope: base.Scope, managed: base.Managed}
	if full.HasText() {
		n.full = full.Text
	}
	i := len(x.nodes)
	x.nodes = append(x.nodes, n)
	x.scopes[n.id] = n.scope
	if n.managed {
		x.managed[n.id] = true
	}
	if !name.HasText() || !full.HasText() {
		x.symbolic = append(x.symbolic, i)
		return
	}
	x.byName[name.Flat()] = append(x.byName[name.Flat()], i)
	if name.Symbolic() {
		x.symbolic = append(x.symbolic, i)
	}
}

// maxPossible bounds how many nodes with an unknown name are compared with
// one reference; in a configuration with more of them a reference that has no
// certain target is simply not resolved.
const maxPossible = 512

// resolve finds what a reference names. ref is compared with each node's full
// text; name is the part of it that the index is keyed by.
func (x *named) resolve(scope string, name, ref value.Text) Ref {
	type hit struct {
		i    int
		join value.Joined
	}
	var hits []hit
	seen := map[int]bool{}
	try := func(i int) {
		if seen[i] {
			return
		}
		seen[i] = true
		if x.g.foreign(scope, x.nodes[i].scope) {
			return
		}
		if j := value.Join(ref, x.nodes[i].full); j != value.Different {
			hits = append(hits, hit{i, j})
		}
	}
	var exact Ref // what the expression itself names; instances may share a name
	for _, i := range x.byName[name.Flat()] {
		if n := x.nodes[i]; n.scope == scope && n.managed && n.full.Flat() == ref.Flat() {
			exact.IDs = append(exact.IDs, n.id)
		}
	}
	if len(exact.IDs) > 0 {
		return exact
	}
	for _, i := range x.byName[name.Flat()] {
		try(i)
	}
	candidates := x.symbolic
	if name.Symbolic() && len(hits) == 0 {
		candidates = nil
		for i := range x.nodes {
			candidates = append(candidates, i)
		}
	}
	for n, i := range candidates {
		if n >= maxPossible {
			break
		}
		if x.nodes[i].full.Flat() == "" && !x.g.foreign(scope, x.nodes[i].scope) {
			seen[i] = true
			hits = append(hits, hit{i, value.Possible})
			continue
		}
		try(i)
	}
	var out Ref
	for _, h := range hits {
		if n := x.nodes[h.i]; h.join >= value.Unifies {
			out.IDs = append(out.IDs, n.id)
		} else {
			out.Possible = append(out.Possible, n.id)
		}
	}
	scopeOf := func(id string) string { return x.scopes[id] }
	sortNear(scope, out.IDs, scopeOf)
	sortNear(scope, out.Possible, scopeOf)
	return x.preferManaged(out)
}

// preferManaged drops names that only refer to a thing (data sources) where
// the files also make it.
func (x *named) preferManaged(r Ref) Ref {
	var ids []string
	for _, id := range r.IDs {
		if x.managed[id] {
			ids = append(ids, id)
		}
	}
	if len(ids) > 0 {
		r.IDs = ids
	}
	return r
}

// lastName gives the part of an ARN or path after its last slash, or the
// whole text if there is none in its literal parts.
func lastName(t value.Text) value.Text {
	pieces, _ := t.Split("/")
	return pieces[len(pieces)-1]
}

// sortNear orders ids by how far their scope is from a scope, then by id.
func sortNear(scope string, ids []string, scopeOf func(id string) string) {
	if len(ids) < 2 {
		return
	}
	far := make(map[string]int, len(ids))
	for _, id := range ids {
		far[id] = distance(scope, scopeOf(id))
	}
	sort.Slice(ids, func(i, j int) bool {
		if d, e := far[ids[i]], far[ids[j]]; d != e {
			return d < e
		}
		return ids[i] < ids[j]
	})
}
