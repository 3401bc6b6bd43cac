package lint

import (
	"slices"
	"strings"

	"github.com/irsalint/irsalint/pkg/finding"
)

// Rules gives what a run with these options checks, sorted by id, as reports
// explain it; nothing if the rules do not compile, which Run says.
func (s *Session) Rules(o Options) []finding.Rule {
	set, err := s.load()
	if err != nil {
		return nil
	}
	selected, err := o.resolve(set)
	if err != nil {
		return nil
	}
	all := Builtin()
	for _, r := range set.Rules {
		severity, _ := finding.ParseSeverity(r.Severity) // rules.Load accepts no other
		all = append(all, finding.Rule{
			ID: r.ID, Title: r.Title, Description: r.Text(), Page: r.Page(),
			Severity: severity, Precision: r.Precision, Tags: r.Tags,
		})
	}
	var out []finding.Rule
	for _, r := range all {
		if !selected.Has(r.ID) {
			continue
		}
		if l, ok := o.Config.LevelOf(r.ID); ok && l.Severity > 0 {
			r.Severity = l.Severity
		}
		out = append(out, r)
	}
	slices.SortFunc(out, func(a, b finding.Rule) int { return strings.Compare(a.ID, b.ID) })
	return out
}
