package terraform

import (
	"path"
	"strings"
)

// matchGlob matches a path with a pattern of *, **, ?, [ ] and { , }.
func matchGlob(pattern, name string) bool {
	for _, p := range alternatives(pattern, 0) {
		if matchParts(strings.Split(p, "/"), strings.Split(name, "/")) {
			return true
		}
	}
	return false
}

// alternatives expands the first { , } and then the others.
func alternatives(p string, depth int) []string {
	i := strings.IndexByte(p, '{')
	if i < 0 || depth > 6 {
		return []string{p}
	}
	level, start := 0, i+1
	var parts []string
	for j := i; j < len(p); j++ {
		switch p[j] {
		case '{':
			level++
		case ',':
			if level == 1 {
				parts = append(parts, p[start:j])
				start = j + 1
			}
		case '}':
			if level--; level > 0 {
				continue
			}
			parts = append(parts, p[start:j])
			var out []string
			for _, x := range parts {
				out = append(out, alternatives(p[:i]+x+p[j+1:], depth+1)...)
				if len(out) > 256 {
					return out
				}
			}
			return out
		}
	}
	return []string{p}
}

func matchParts(pattern, name []string) bool {
	// reach[j]: the pattern so far can end before part j of the name.
	reach := make([]bool, len(name)+1)
	reach[0] = true
	for _, p := range pattern {
		next := make([]bool, len(name)+1)
		if p == "**" {
			on := false
			for j := range reach {
				on = on || reach[j]
				next[j] = on
			}
		} else {
			for j := range name {
				if !reach[j] {
					continue
				}
				if ok, err := path.Match(p, name[j]); err == nil && ok {
					next[j+1] = true
				}
			}
		}
		reach = next
	}
	return reach[len(name)]
}
