package source

import (
	"errors"
	"path"
	"strings"
)

// Glob is a pattern over project paths, as in .gitignore: * and ? stay within
// a folder, ** is any number of folders, a pattern without a slash inside
// matches at any depth, and what matches a folder covers everything below it.
type Glob struct {
	text     string
	segments []string
}

var errGlob = errors.New("want a path relative to the project root, with *, ?, [a-z] and **")

// maxGlob bounds the length of a pattern, in bytes.
const maxGlob = 1000

// ParseGlob reads a pattern.
func ParseGlob(text string) (Glob, error) {
	clean := strings.TrimSuffix(strings.TrimPrefix(text, "./"), "/")
	anchored := strings.Contains(clean, "/")
	clean = strings.TrimPrefix(clean, "/")
	if clean == "" || len(clean) > maxGlob {
		return Glob{}, errGlob
	}
	g := Glob{text: text}
	if !anchored && clean != "." {
		g.segments = []string{"**"}
	}
	for s := range strings.SplitSeq(clean, "/") {
		if _, err := path.Match(s, ""); err != nil || s == "" || s == ".." {
			return Glob{}, errGlob
		}
		if s != "." { // the project root itself
			g.segments = append(g.segments, s)
		}
	}
	return g, nil
}

// String gives the pattern as it was written.
func (g Glob) String() string { return g.text }

// Match reports whether the pattern matches a path, relative to the project
// root, or a folder that it is in.
func (g Glob) Match(name string) bool {
	if len(g.segments) == 0 {
		return g.text != ""
	}
	// at holds the numbers of segments of the pattern that may be used up
	// after the parts of the name so far.
	at := make([]bool, len(g.segments)+1)
	at[0] = true
	g.skip(at)
	for part := range strings.SplitSeq(name, "/") {
		next := make([]bool, len(at))
		for i, s := range g.segments {
			switch ok, _ := path.Match(s, part); {
			case !at[i]:
			case s == "**":
				next[i] = true
				next[i+1] = next[i+1] || i == len(g.segments)-1
			case ok:
				next[i+1] = true
			}
		}
		at = next
		g.skip(at)
		if at[len(g.segments)] {
			return true
		}
	}
	return false
}

// skip lets each ** but the last stand for no folder at all: a/** is what is
// in a.
func (g Glob) skip(at []bool) {
	for i := range len(g.segments) - 1 {
		if at[i] && g.segments[i] == "**" {
			at[i+1] = true
		}
	}
}

// Wild reports whether a text matches a pattern in which * is any text.
func Wild(pattern, text string) bool {
	parts := strings.Split(pattern, "*")
	if len(parts) == 1 {
		return pattern == text
	}
	first, last := parts[0], parts[len(parts)-1]
	if len(text) < len(first)+len(last) || !strings.HasPrefix(text, first) || !strings.HasSuffix(text, last) {
		return false
	}
	text = text[len(first) : len(text)-len(last)]
	for _, p := range parts[1 : len(parts)-1] {
		i := strings.Index(text, p)
		if i < 0 {
			return false
		}
		text = text[i+len(p):]
	}
	return true
}
