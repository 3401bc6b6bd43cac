package rules

import (
	"fmt"
	"strings"
)

// oneMistake joins contradicted checks that are one mistake: the instances of
// a resource (for_each, a module used several times) share the text that is
// wrong. The first stands for all and names the others.
//
// Checks of one rule are one mistake if they stand at the same place and have
// the same "same", a text that a violation may give to say what is wrong
// without saying of which object; else it is the message without the object.
func oneMistake(checks []Check) []Check {
	type mistake struct{ at, same string }
	first := map[mistake]int{}
	also := map[int][]string{}
	out := checks[:0]
	for _, c := range checks {
		m := mistake{c.At, c.same}
		if i, ok := first[m]; ok && c.Status == Contradicted && c.At != "" {
			also[i] = append(also[i], c.Object)
			out[i].Joined = append(out[i].Joined, c.ID)
			continue
		}
		if c.Status == Contradicted {
			first[m] = len(out)
		}
		out = append(out, c)
	}
	for i, objects := range also {
		out[i].Message += others(out[i].Object, objects)
	}
	return out
}

// others names up to three objects that are not the one already named.
func others(named string, objects []string) string {
	seen := map[string]bool{named: true}
	var names []string
	for _, o := range objects {
		if !seen[o] {
			seen[o] = true
			names = append(names, o)
		}
	}
	switch n := len(names); {
	case n == 0:
		return ""
	case n > 3:
		return fmt.Sprintf(" (also %s and %d more)", strings.Join(names[:3], ", "), n-3)
	default:
		return fmt.Sprintf(" (also %s)", strings.Join(names, ", "))
	}
}
