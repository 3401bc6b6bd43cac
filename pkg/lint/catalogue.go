package lint

import "github.com/irsalint/irsalint/pkg/finding"

// Rules gives what a run with these options checks, sorted by id, as reports
// explain it; nothing if the rules do not compile, which Run says.
func (s *Session) Rules(o Options) []finding.Rule {
	set, err := s.load()
	if err != nil {
		return nil
	}
	selected := o.selection()
	var out []finding.Rule
	add := func(r finding.Rule) {
		if selected.Has(r.ID) {
			out = append(out, r)
		}
	}
	pending := true // the rule that is no policy stands among the others
	for _, r := range set.Rules {
		if pending && r.ID > Unparsable {
			add(unparsable())
			pending = false
		}
		severity, _ := finding.ParseSeverity(r.Severity) // rules.Load accepts no other
		add(finding.Rule{
			ID: r.ID, Title: r.Title, Description: r.Text(), Page: r.Page(),
			Severity: severity, Precision: r.Precision, Tags: r.Tags,
		})
	}
	if pending {
		add(unparsable())
	}
	return out
}

func unparsable() finding.Rule {
	const (
		title = "Every file that matters can be read"
		text  = "A file that looks relevant, carries no template marker and cannot be parsed is a finding at its line. It hides nothing else: what other files prove is still reported, and what may depend on this one is unverified."
	)
	return finding.Rule{
		ID: Unparsable, Title: title, Description: text, Page: "# " + title + "\n\n`" + Unparsable + "`, error\n\n" + text + "\n",
		Severity: finding.Error, Precision: "very-high", Tags: []string{"input"},
	}
}
