package lint

import (
	"slices"
	"strings"

	"github.com/irsalint/irsalint/pkg/finding"
	"github.com/irsalint/irsalint/pkg/rules"
	"github.com/irsalint/irsalint/pkg/source"
)

// Level is the severity with which a rule runs, and who says so.
type Level struct {
	Rule string
	// Severity is error, warning, note or off.
	Severity string
	// At is the place in the configuration that says so; if it is none, From
	// is the flag, or "rule" for the rule itself.
	At   source.Span
	From string
}

// Levels gives the severity of every rule in a run with these options, sorted
// by rule.
func (s *Session) Levels(o Options) ([]Level, error) {
	set, err := s.load()
	if err != nil {
		return nil, err
	}
	selected, err := o.resolve(set)
	if err != nil {
		return nil, err
	}
	var out []Level
	add := func(id string, own finding.Severity) {
		l := Level{Rule: id, Severity: own.String(), From: "rule"}
		said, ok := o.Config.LevelOf(id)
		switch {
		case !(rules.Selection{Skip: o.SkipRules}).Has(id):
			l.Severity, l.From = "off", "--skip-rule"
		case !(rules.Selection{Only: o.Rules}).Has(id):
			l.Severity, l.From = "off", "--rule"
		case !selected.Has(id):
			l.Severity, l.At = "off", said.At
		case ok && said.Severity > 0:
			l.Severity, l.At = said.Severity.String(), said.At
		case ok:
			l.From = "--rule"
		}
		out = append(out, l)
	}
	for _, r := range Builtin() {
		add(r.ID, r.Severity)
	}
	for _, r := range set.Rules {
		severity, _ := finding.ParseSeverity(r.Severity) // rules.Load accepts no other
		add(r.ID, severity)
	}
	slices.SortFunc(out, func(a, b Level) int { return strings.Compare(a.Rule, b.Rule) })
	return out, nil
}
