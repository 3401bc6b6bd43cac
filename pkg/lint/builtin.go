package lint

import (
	"path"

	"github.com/irsalint/irsalint/pkg/finding"
)

// Rules that are no policies: what is reported of the input itself, and of
// decisions about findings.
const (
	// Unparsable: a file that matters can be read.
	Unparsable = "input/unparsable"

	suppressMalformed = "suppress/malformed"
	suppressUnknown   = "suppress/unknown-rule"
	suppressExpired   = "suppress/expired"
	suppressUnused    = "suppress/unused"
	suppressStale     = "suppress/stale-baseline"
)

// Builtin gives the rules that are no policies, sorted by id.
func Builtin() []finding.Rule {
	rule := func(id string, severity finding.Severity, title, text string) finding.Rule {
		category, _ := path.Split(id)
		return finding.Rule{
			ID: id, Title: title, Description: text,
			Page:     "# " + title + "\n\n`" + id + "`, " + severity.String() + "\n\n" + text + "\n",
			Severity: severity, Precision: "very-high", Tags: []string{path.Clean(category)},
		}
	}
	return []finding.Rule{
		rule(Unparsable, finding.Error, "Every file that matters can be read",
			"A file that looks relevant, carries no template marker and cannot be parsed is a finding at its line. It hides nothing else: what other files prove is still reported, and what may depend on this one is unverified."),
		rule(suppressExpired, finding.Warning, "A suppression is taken away when its time is over",
			"A suppression with until=YYYY-MM-DD holds through that day. After it the finding is back, and this says since when."),
		rule(suppressMalformed, finding.Warning, "A suppression names its rules and gives a reason",
			"A suppression without a reason, without a rule, or with a date that is none suppresses nothing. It is written irsalint:ignore RULE[,RULE] [until=YYYY-MM-DD] -- REASON."),
		rule(suppressStale, finding.Note, "A baseline holds only what is still there",
			"Entries of the baseline that no finding meets any more would hide a mistake that comes back. irsalint --write-baseline drops them. It is reported only by runs over the whole project with all rules."),
		rule(suppressUnknown, finding.Warning, "A suppression names rules that exist",
			"A suppression of a rule that does not exist suppresses nothing: the name is misspelt, or the rule is gone."),
		rule(suppressUnused, finding.Warning, "A suppression suppresses something",
			"A suppression that covers no finding hides a mistake that someone makes later. It is reported only by runs over the whole project with all rules, and not where what is not known leaves open whether there is a finding."),
	}
}

// isBuiltin gives the rule of an id that is no policy.
func isBuiltin(id string) (finding.Rule, bool) {
	for _, r := range Builtin() {
		if r.ID == id {
			return r, true
		}
	}
	return finding.Rule{}, false
}
