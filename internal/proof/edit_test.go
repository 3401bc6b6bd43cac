package proof

import (
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/irsalint/irsalint/internal/golden"
)

// edit is one change to the files of a repository.
type edit struct {
	file       string
	start, end int    // bytes of the file that are replaced
	text       string // what stands there instead
	gone       bool   // the file is taken away
	what       string // for messages, if the covered text does not say enough
	also       []edit // changes made with it, in other places
}

// name says what an edit replaces, with its line.
func (e edit) name(files golden.Files) string {
	if e.what != "" {
		return e.what
	}
	old := files[e.file][e.start:e.end]
	return position(files[e.file], e.file, e.start) + ": " + clip(old) + " → " + clip(e.text)
}

// apply gives the files after an edit. Files that it does not touch are
// shared.
func (e edit) apply(files golden.Files) golden.Files {
	out := maps.Clone(files)
	byFile := map[string][]edit{}
	for _, c := range append([]edit{e}, e.also...) {
		if c.file != "" {
			byFile[c.file] = append(byFile[c.file], c)
		}
	}
	for name, list := range byFile {
		slices.SortFunc(list, func(a, b edit) int { return b.start - a.start }) // from the back
		text := out[name]
		for _, c := range list {
			text = text[:c.start] + c.text + text[c.end:]
		}
		if out[name] = text; list[0].gone {
			delete(out, name)
		}
	}
	return out
}

// position gives file:line of an offset.
func position(text, file string, offset int) string {
	return file + ":" + itoa(1+strings.Count(text[:offset], "\n"))
}

func clip(s string) string {
	s = strings.Join(strings.Fields(s), " ")
	if s == "" {
		return "(nothing)"
	}
	if r := []rune(s); len(r) > 80 {
		return string(r[:77]) + "…"
	}
	return s
}

// folder gives the files in a folder, not below it.
func folder(files golden.Files, dir string) (out []string) {
	for _, n := range names(files) {
		if path.Dir(n) == dir {
			out = append(out, n)
		}
	}
	return out
}

func itoa(n int) string { return strconv.Itoa(n) }

// atoi reads a number that the tests wrote; 0 if it is none.
func atoi(s string) int {
	n, _ := strconv.Atoi(s)
	return n
}
