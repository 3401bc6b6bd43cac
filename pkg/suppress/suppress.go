// Package suppress finds out which findings someone decided to live with: by
// a comment at the line, an annotation of the object, an entry of the
// configuration, or a baseline. Every such decision carries a reason.
package suppress

import (
	"slices"
	"strings"
	"time"

	"github.com/irsalint/irsalint/pkg/finding"
	"github.com/irsalint/irsalint/pkg/source"
)

// Suppression is one decision. What it covers is the meet of everything that
// it says: rules, file, lines, paths, objects.
type Suppression struct {
	// Rules are ids or category/*.
	Rules []string
	// Reason says why; without one it is malformed.
	Reason string
	// Until is the last day on which it holds; zero: for ever.
	Until time.Time
	// At is where it was decided.
	At source.Span

	// File is a project path, empty for any.
	File string
	// From and To are the first and the last line; zero for the whole file.
	From, To int
	Paths    []source.Glob
	Objects  []string // * is any text

	// Problem says what is wrong with it; it suppresses nothing then.
	Problem string

	used map[string]bool // rules by which it covered a finding
}

// Expired reports whether it held only until a day before today. No today,
// no expiry.
func (s *Suppression) Expired(today time.Time) bool {
	if s.Until.IsZero() || today.IsZero() {
		return false
	}
	y, m, d := today.Date()
	return time.Date(y, m, d, 0, 0, 0, 0, time.UTC).After(s.Until)
}

// Covers reports whether something a rule says of an object at a place is
// meant, and by which of the patterns over rules.
func (s *Suppression) Covers(rule, object string, at finding.Location) (pattern string, ok bool) {
	i := slices.IndexFunc(s.Rules, func(p string) bool { return selects(p, rule) })
	if i < 0 || s.Problem != "" {
		return "", false
	}
	return s.Rules[i], s.lies(at) && s.about(object)
}

// Near reports whether something that is said of an object at a place is what
// the suppression is about, by whatever rule.
func (s *Suppression) Near(object string, at finding.Location) bool {
	return s.lies(at) && s.about(object)
}

func (s *Suppression) lies(at finding.Location) bool {
	name := ""
	if at.Source != nil {
		name = at.Source.Path
	}
	switch {
	case s.File != "" && s.File != name:
		return false
	case s.To > 0 && (at.Line < s.From || at.Line > s.To):
		return false
	}
	return len(s.Paths) == 0 || slices.ContainsFunc(s.Paths, func(g source.Glob) bool { return g.Match(name) })
}

func (s *Suppression) about(object string) bool {
	return len(s.Objects) == 0 || slices.ContainsFunc(s.Objects, func(p string) bool { return source.Wild(p, object) })
}

// selects is config.Selects: whether an id or category/* means a rule.
func selects(pattern, rule string) bool {
	if category, ok := strings.CutSuffix(pattern, "/*"); ok {
		before, _, _ := strings.Cut(rule, "/")
		return before == category
	}
	return pattern == rule
}

// Apply takes the findings that are covered out of a list. Suppressions that
// have expired cover nothing.
func Apply(list []finding.Finding, by []*Suppression, today time.Time) (kept []finding.Finding, out []finding.Suppressed) {
	index := newIndex(by)
	kept = list[:0:0]
	for _, f := range list {
		if s := index.find(&f, today); s != nil {
			out = append(out, finding.Suppressed{Finding: f, Reason: s.Reason})
		} else {
			kept = append(kept, f)
		}
	}
	return kept, out
}

// index finds suppressions by file, so that the cost does not grow with the
// product of findings and suppressions.
type index struct {
	byFile map[string][]*Suppression
	any    []*Suppression
}

func newIndex(by []*Suppression) *index {
	x := &index{byFile: map[string][]*Suppression{}}
	for _, s := range by {
		if s.File == "" {
			x.any = append(x.any, s)
		} else {
			x.byFile[s.File] = append(x.byFile[s.File], s)
		}
	}
	return x
}

// find gives the suppression of a finding. All that cover it count as used.
func (x *index) find(f *finding.Finding, today time.Time) *Suppression {
	var found *Suppression
	try := func(list []*Suppression) {
		for _, s := range list {
			pattern, ok := s.Covers(f.Rule, f.Object, f.Location)
			if !ok {
				continue
			}
			if s.used == nil {
				s.used = map[string]bool{}
			}
			s.used[pattern] = true
			if found == nil && !s.Expired(today) {
				found = s
			}
		}
	}
	if f.Location.Source != nil {
		try(x.byFile[f.Location.Source.Path])
	}
	try(x.any)
	return found
}

// Used reports whether it covered a finding by a pattern.
func (s *Suppression) Used(pattern string) bool { return s.used[pattern] }
