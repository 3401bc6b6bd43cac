package proof

import (
	"fmt"
	"slices"
	"sort"
	"strings"
	"sync"
	"testing"

	"github.com/irsalint/irsalint/internal/golden"
	"github.com/irsalint/irsalint/pkg/finding"
	"github.com/irsalint/irsalint/pkg/source"
)

// mutant is a good repository with one mistake.
type mutant struct {
	kind string
	edit edit
	// drop: something is taken away, so that no finding can name its place.
	drop bool
}

// sites are the fields whose text is changed by one character, with the name
// of the mistake that this is.
var sites = map[string]string{
	"service_account.namespace":             "namespace of a ServiceAccount",
	"service_account.name":                  "name of a ServiceAccount",
	"service_account.role_arn":              "role in an annotation",
	"workload.account_name":                 "serviceAccountName of a workload",
	"association.namespace":                 "namespace of an association",
	"association.account_name":              "ServiceAccount of an association",
	"statement.conditions.values.namespace": "namespace in a subject",
	"statement.conditions.values.name":      "name in a subject",
	"statement.conditions.values.value":     "audience",
	"statement.conditions.issuer":           "issuer",
	"statement.principals.issuer":           "issuer",
	"statement.principals.value":            "service principal",
	"provider.client_ids":                   "client id of a provider",
	"node_class.role_name":                  "role of a node class",
	"access_entry.principal_arn":            "role of an access entry",
	"aws_auth.mappings.role_arn":            "role of a mapping",
	"aws_auth.mappings.username":            "user name of a mapping",
	"aws_auth.mappings.groups":              "group of a mapping",
	"policy.arn":                            "managed policy",
	"role.name":                             "name of a role",
}

// expectation is what holds of the mutants of a kind. It may only rise.
type expectation struct {
	// found is how many are found at least; the repositories may become more.
	found int
	// silent: some may pass without a finding and without an open check. why
	// says what these are.
	silent bool
	why    string
}

const (
	unseen  = "the other end is made by a chart, an add-on or by hand: the files do not hold it"
	written = "it is written once and used in both ends, which stay alike"
	later   = "a rule of its own, to come"
)

var expected = map[string]expectation{
	"audience":                         {found: 35},
	"service principal":                {found: 43},
	"role in an annotation":            {why: "open: the role may be made elsewhere"},
	"role of a node class":             {found: 11},
	"an access entry is missing":       {found: 7},
	"an entry of mapRoles is missing":  {found: 1},
	"namespace of a ServiceAccount":    {found: 21, silent: true, why: unseen + "; or a pattern admits it"},
	"name of a ServiceAccount":         {found: 25, silent: true, why: unseen + "; or a pattern admits it"},
	"namespace in a subject":           {found: 22, silent: true, why: unseen + "; " + later},
	"name in a subject":                {found: 24, silent: true, why: unseen + "; " + later},
	"serviceAccountName of a workload": {found: 8, silent: true, why: "an overlay changes it, or the name has three letters"},
	"a statement is missing":           {found: 69, silent: true, why: unseen},
	"an element of a list is missing":  {found: 69, silent: true, why: unseen},
	"an attachment is missing":         {found: 37, silent: true, why: "what applications may do is not judged"},
	"an inline policy is missing":      {found: 11, silent: true, why: "what applications may do is not judged"},
	"managed policy":                   {silent: true, why: "what applications may do is not judged; others are open"},
	"group of a mapping":               {found: 12, silent: true, why: "the mapping of people, not of nodes"},
	"user name of a mapping":           {found: 3, silent: true, why: "the mapping of people, not of nodes; or how nodes join is open"},
	"role of a mapping":                {found: 1, silent: true, why: unseen},
	"role of an access entry":          {silent: true, why: unseen},
	"client id of a provider":          {found: 9, silent: true, why: "a provider that no role trusts"},
	"a provider is missing":            {found: 2, silent: true, why: "no role trusts the issuer, or the cluster is made elsewhere"},
	"name of a role":                   {found: 8, silent: true, why: written},
	"issuer":                           {silent: true, why: written},
	"an association is missing":        {silent: true, why: later},
	"namespace of an association":      {silent: true, why: later},
	"ServiceAccount of an association": {silent: true, why: later},
}

// characters gives the mutants of one character: of each field above that is
// written out somewhere, and, where a literal is part of more than one value,
// once.
func characters(t *testing.T, files golden.Files) (out []mutant) {
	done := map[source.Span]bool{}
	for _, p := range placesOf(graphOf(t, files)) {
		kind := sites[p.field]
		if kind == "" || p.val == nil || !p.val.IsKnown() || p.at.IsZero() || p.at.Text() != p.val.Flat() {
			continue
		}
		text := p.val.Flat()
		if p.field == "statement.conditions.values.value" && !strings.HasPrefix(text, "sts.") ||
			p.field == "statement.principals.value" && strings.HasPrefix(text, "arn:") {
			continue // what matters in them are sites of their own
		}
		at := source.Span{File: p.at.File, Start: p.at.End - 1, End: p.at.End}
		if text == "" || done[at] {
			continue
		}
		done[at] = true
		out = append(out, mutant{kind: kind, edit: edit{
			file: p.at.File.Path, start: p.at.Start, end: p.at.End, text: text[:len(text)-1] + other(text[len(text)-1]),
		}})
	}
	return out
}

// other gives another character of the same class.
func other(c byte) string {
	switch {
	case c >= '0' && c < '9', c >= 'a' && c < 'z', c >= 'A' && c < 'Z':
		return string(c + 1)
	}
	return string(c - 1)
}

// outcome counts what became of the mutants of a kind.
type outcome struct{ tried, found, elsewhere, unverified, survived int }

// TestMutants makes one mistake at a time in repositories that have none, and
// counts those that are found, with the changed place among the finding's.
func TestMutants(t *testing.T) {
	var mu sync.Mutex
	table := map[string]*outcome{}
	var survivors []string
	t.Run("repositories", func(t *testing.T) {
		for _, r := range repositories(t) {
			if !strings.HasSuffix(r.name, "/good") && strings.Contains(r.name, "/") {
				continue
			}
			t.Run(r.name, func(t *testing.T) {
				t.Parallel()
				base := run(t, r.files)
				for _, m := range append(characters(t, r.files), drops(r.files)...) {
					report := run(t, m.edit.apply(r.files))
					fresh := slices.DeleteFunc(slices.Clone(report.Findings), func(f finding.Finding) bool {
						return slices.ContainsFunc(base.Findings, func(b finding.Finding) bool { return same(b, f) })
					})
					mu.Lock()
					o := table[m.kind]
					if o == nil {
						o = &outcome{}
						table[m.kind] = o
					}
					o.tried++
					switch {
					case len(fresh) == 0 && doubted(base, report):
						o.unverified++
						survivors = append(survivors, fmt.Sprintf("unverified: %s: %s: %s", m.kind, r.name, m.edit.name(r.files)))
					case len(fresh) == 0:
						o.survived++
						survivors = append(survivors, fmt.Sprintf("silent: %s: %s: %s", m.kind, r.name, m.edit.name(r.files)))
					case m.drop || near(fresh, r.files, m.edit):
						o.found++
					default:
						o.elsewhere++
						survivors = append(survivors, fmt.Sprintf("found elsewhere: %s: %s: %s: %s %s", m.kind, r.name, m.edit.name(r.files), fresh[0].Location, fresh[0].Message))
					}
					mu.Unlock()
				}
			})
		}
	})
	kinds := make([]string, 0, len(table))
	for k := range table {
		kinds = append(kinds, k)
	}
	sort.Strings(kinds)
	t.Logf("%-34s %6s %6s %9s %10s %6s", "mistake", "tried", "found", "elsewhere", "unverified", "silent")
	for _, k := range kinds {
		o, want := table[k], expected[k]
		t.Logf("%-34s %6d %6d %9d %10d %6d  %s", k, o.tried, o.found, o.elsewhere, o.unverified, o.survived, want.why)
		if got := o.found + o.elsewhere; got < want.found {
			t.Errorf("%s: %d are found, and were %d", k, got, want.found)
		}
		if o.survived > 0 && !want.silent {
			t.Errorf("%s: %d pass without a word", k, o.survived)
		}
	}
	sort.Strings(survivors)
	for _, s := range survivors {
		t.Log(s)
	}
}

// doubted tells whether a report has an open check that the base has not.
func doubted(base, report finding.Report) bool {
	return slices.ContainsFunc(report.Unverified, func(u finding.Unverified) bool {
		return !slices.ContainsFunc(base.Unverified, func(b finding.Unverified) bool {
			return b.Rule == u.Rule && b.Reason == u.Reason && line(b.Location) == line(u.Location)
		})
	})
}

// near tells whether a finding has a place within two lines of an edit.
func near(list []finding.Finding, files golden.Files, e edit) bool {
	place := position(files[e.file], e.file, e.start)
	return slices.ContainsFunc(list, func(f finding.Finding) bool { return touches(f, place) })
}
