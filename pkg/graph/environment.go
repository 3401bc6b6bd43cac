package graph

import (
	"slices"
	"strings"
)

// environment is one environment of a root, which is a scope of its own.
type environment struct{ dir, name string }

// Environment says that a scope is one of several environments of the root in
// a folder. Nothing in it names anything in another environment of the same
// root. Which environments of different roots belong together is not known:
// names are no proof of it.
func (b *Builder) Environment(scope, dir, name string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.g.environments == nil {
		b.g.environments = map[string]environment{}
	}
	b.g.environments[scope] = environment{dir, name}
}

// foreign reports whether two scopes are different environments of one root.
func (g *Graph) foreign(a, b string) bool {
	if a == b || len(g.environments) == 0 {
		return false
	}
	x, ok := g.environments[a]
	y, also := g.environments[b]
	return ok && also && x.dir == y.dir
}

// native leaves those of some nodes that a scope may have to do with.
func (g *Graph) native(scope string, ids []string, scopeOf func(id string) string) []string {
	if len(g.environments) == 0 {
		return ids
	}
	return slices.DeleteFunc(slices.Clone(ids), func(id string) bool { return g.foreign(scope, scopeOf(id)) })
}

// WithoutEnvironment takes the environments out of an id, or of a text that
// holds ids, so that it is the same in each of them. It gives those that it
// took out, sorted.
func (g *Graph) WithoutEnvironment(text string) (free string, names []string) {
	if len(g.environments) == 0 || !strings.Contains(text, "@") {
		return text, nil
	}
	for scope, e := range g.environments {
		rest := text
		var out strings.Builder
		for {
			i := strings.Index(rest, scope+"#")
			if i < 0 {
				break
			}
			if i > 0 && isPath(rest[i-1]) { // the end of another folder's name
				out.WriteString(rest[:i+1])
				rest = rest[i+1:]
				continue
			}
			out.WriteString(rest[:i])
			out.WriteString(e.dir + "#")
			rest = rest[i+len(scope)+1:]
			if !slices.Contains(names, e.name) {
				names = append(names, e.name)
			}
		}
		out.WriteString(rest)
		text = out.String()
	}
	slices.Sort(names)
	return text, names
}

// isPath reports whether a byte before a folder's name belongs to a path.
// Composite ids join with other bytes.
func isPath(c byte) bool {
	return c == '/' || c == '-' || c == '_' || c == '.' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
}
