package lint

import (
	"strconv"
	"strings"

	"github.com/irsalint/irsalint/pkg/finding"
)

// steps are done after the rules, in this order. Each sees what the ones
// before it left.
func steps(d *decisions) []func(*finding.Report) {
	return []func(*finding.Report){
		d.severity,  // as the configuration says
		sortReport,  // before dedupe, which keeps the first
		dedupe,      // before what counts findings, and before distinguish, which would tell copies apart
		d.suppress,  // comments, annotations, configuration
		d.review,    // needs to know which suppressions were used
		d.severity,  // of what review found
		d.baseline,  // last of those that take away: it holds what is left
		sortReport,  // what was added, and what was suppressed
		distinguish, // needs the final order
		count,       // last: counts what is there
	}
}

func sortReport(r *finding.Report) { r.Sort() }

// dedupe leaves one of the findings, and of the open checks, that say the same
// at the same place: a module that several roots use is evaluated for each.
func dedupe(r *finding.Report) {
	type said struct {
		rule, object, text string
		at                 finding.Location
	}
	seen := map[said]bool{}
	fresh := func(k said) bool {
		known := seen[k]
		seen[k] = true
		return !known
	}
	findings := r.Findings[:0]
	for _, f := range r.Findings {
		if fresh(said{f.Rule, "", f.Message, f.Location}) {
			findings = append(findings, f)
		}
	}
	clear(seen)
	unverified := r.Unverified[:0]
	for _, u := range r.Unverified {
		if fresh(said{u.Rule, u.Object, u.Reason, u.Location}) {
			unverified = append(unverified, u)
		}
	}
	r.Findings, r.Unverified = findings, unverified
}

// distinguish gives different findings different fingerprints, also where a
// rule's key does not tell them apart: the second of equal ones is numbered.
func distinguish(r *finding.Report) {
	met := map[string]int{}
	for i := range r.Findings {
		f := &r.Findings[i]
		met[f.Fingerprint]++
		if n := met[f.Fingerprint]; n > 1 {
			f.Fingerprint = finding.Fingerprint(f.Rule, f.Fingerprint, strconv.Itoa(n))
		}
	}
}

func count(r *finding.Report) {
	r.Count()
	r.Summary.Checks.Contradicted = len(r.Suppressed)
	for i := range r.Findings {
		if !strings.HasPrefix(r.Findings[i].Rule, "suppress/") { // which check decisions, not files
			r.Summary.Checks.Contradicted++
		}
	}
	r.Summary.Checks.Unverified = len(r.Unverified)
}
