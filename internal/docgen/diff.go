package docgen

import (
	"fmt"
	"slices"
	"strings"

	"github.com/irsalint/irsalint/internal/golden"
)

// simple is how many lines a remedy may change and still be read at a glance.
const simple = 8

// remedy gives the change from the bad example to the good one that is nearest,
// as a diff; empty if none is simple. That irsalint finds nothing in good
// examples is tested where all examples are.
func remedy(variants map[string]golden.Files, bad golden.Files) string {
	var good []string
	for name := range variants {
		if name == "good" || strings.HasPrefix(name, "good-") {
			good = append(good, name)
		}
	}
	slices.Sort(good)
	best, least := "", simple+1
	for _, name := range good {
		if text, changed := diffFiles(bad, variants[name]); changed > 0 && changed < least {
			best, least = text, changed
		}
	}
	return best
}

// diffFiles gives the difference of two repositories, and how many lines
// differ.
func diffFiles(from, to golden.Files) (string, int) {
	all := append(names(from), names(to)...)
	slices.Sort(all)
	var b strings.Builder
	changed := 0
	for _, name := range slices.Compact(all) {
		text, n := diff(lines(from[name]), lines(to[name]))
		if n == 0 {
			continue
		}
		changed += n
		fmt.Fprintf(&b, "--- %s\n+++ %s\n%s", name, name, text)
	}
	return b.String(), changed
}

// lines gives the lines of a file, without blank ones at its end.
func lines(text string) []string {
	if text = strings.TrimRight(text, "\n"); text == "" {
		return nil
	}
	return strings.Split(text, "\n")
}

// diff gives the lines that differ with the two before and after them, in the
// unified form, and how many differ. It takes time and space as the product
// of the two lengths, which are those of examples.
func diff(a, b []string) (string, int) {
	edits := script(a, b)
	const context = 2
	near := make([]bool, len(edits))
	changed := 0
	for i, e := range edits {
		if e[0] == ' ' {
			continue
		}
		changed++
		for j := max(0, i-context); j <= min(len(edits)-1, i+context); j++ {
			near[j] = true
		}
	}
	var out strings.Builder
	for i, e := range edits {
		if !near[i] {
			continue
		}
		if i > 0 && !near[i-1] {
			out.WriteString("@@\n")
		}
		out.WriteString(strings.TrimRight(e, " ") + "\n")
	}
	return out.String(), changed
}

// script gives the lines of a and b in one row: kept ones after " ", those of
// a alone after "-", those of b alone after "+".
func script(a, b []string) []string {
	// common[i][j] is the length of the longest common subsequence of a[i:]
	// and b[j:].
	common := make([][]int, len(a)+1)
	for i := range common {
		common[i] = make([]int, len(b)+1)
	}
	for i := len(a) - 1; i >= 0; i-- {
		for j := len(b) - 1; j >= 0; j-- {
			if a[i] == b[j] {
				common[i][j] = common[i+1][j+1] + 1
			} else {
				common[i][j] = max(common[i+1][j], common[i][j+1])
			}
		}
	}
	var out []string
	i, j := 0, 0
	for i < len(a) || j < len(b) {
		switch {
		case i < len(a) && j < len(b) && a[i] == b[j]:
			out = append(out, " "+a[i])
			i, j = i+1, j+1
		case j == len(b) || i < len(a) && common[i+1][j] >= common[i][j+1]:
			out = append(out, "-"+a[i])
			i++
		default:
			out = append(out, "+"+b[j])
			j++
		}
	}
	return out
}
