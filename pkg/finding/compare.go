package finding

import (
	"cmp"
	"slices"
	"strings"
)

// Compare orders locations by file, line, column and end.
func (l Location) Compare(o Location) int {
	return cmp.Or(
		strings.Compare(l.File, o.File),
		cmp.Compare(l.Line, o.Line), cmp.Compare(l.Column, o.Column),
		cmp.Compare(l.EndLine, o.EndLine), cmp.Compare(l.EndColumn, o.EndColumn),
	)
}

// Sort brings findings and unverified checks into the order of a report: by
// place, then rule, then message. It is total for different entries, so that
// one input gives the same bytes each time.
func (r *Report) Sort() {
	slices.SortFunc(r.Findings, compareFindings)
	slices.SortFunc(r.Suppressed, func(a, b Suppressed) int {
		return cmp.Or(compareFindings(a.Finding, b.Finding), strings.Compare(a.Reason, b.Reason))
	})
	slices.SortFunc(r.Unverified, func(a, b Unverified) int {
		return cmp.Or(a.Location.Compare(b.Location), strings.Compare(a.Rule, b.Rule),
			strings.Compare(a.Object, b.Object), strings.Compare(a.Reason, b.Reason))
	})
}

func compareFindings(a, b Finding) int {
	return cmp.Or(
		a.Location.Compare(b.Location), strings.Compare(a.Rule, b.Rule),
		strings.Compare(a.Message, b.Message), strings.Compare(a.Fingerprint, b.Fingerprint),
		strings.Compare(a.Object, b.Object), cmp.Compare(b.Severity, a.Severity),
	)
}
