package lint

import (
	"strconv"
	"strings"

	"github.com/irsalint/irsalint/pkg/finding"
	"github.com/irsalint/irsalint/pkg/source"
)

// placer turns the places of the graph, path:line:column:line:column from the
// project root, into the locations of a report.
type placer struct {
	tree     *source.Tree
	relative func(name string) string // as seen from the working directory
}

// location reads a place. Paths may hold colons, so it reads from the right.
// It is not ok for text that is no place.
func (p placer) location(place string) (finding.Location, bool) {
	rest := place
	var n [4]int
	for i := len(n) - 1; i >= 0; i-- {
		colon := strings.LastIndexByte(rest, ':')
		if colon < 0 {
			return finding.Location{}, false
		}
		v, err := strconv.Atoi(rest[colon+1:])
		if err != nil || v < 1 {
			return finding.Location{}, false
		}
		n[i], rest = v, rest[:colon]
	}
	if rest == "" {
		return finding.Location{}, false
	}
	return p.at(rest, n), true
}

// span gives the location of a span.
func (p placer) span(s source.Span) finding.Location {
	if s.IsZero() {
		return finding.Location{}
	}
	a, b := s.File.Position(s.Start), s.File.Position(s.End)
	return p.at(s.File.Path, [4]int{a.Line, a.Column, b.Line, b.Column})
}

// file gives the location of a file as a whole: its first character.
func (p placer) file(name string) finding.Location { return p.at(name, [4]int{1, 1, 1, 1}) }

// maxSnippet is the longest line that is quoted, in bytes.
const maxSnippet = 1 << 14

func (p placer) at(name string, n [4]int) finding.Location {
	l := finding.Location{File: p.relative(name), Line: n[0], Column: n[1], EndLine: n[2], EndColumn: n[3]}
	if f, err := p.tree.File(name); err == nil {
		l.Source = f
		if line := f.Line(n[0]); len(line) <= maxSnippet {
			l.Snippet = redact(line)
		}
	}
	return l
}

// oneLine ends a location at the end of its first line: a finding names one
// line, since a pull request annotation shows only if all its lines are in the
// diff.
func (p placer) oneLine(l finding.Location) finding.Location {
	if l.EndLine > l.Line {
		l.EndLine, l.EndColumn = l.Line, max(l.Column, len([]rune(l.Snippet))+1)
	}
	return l
}
