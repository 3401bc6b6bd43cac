package report

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/irsalint/irsalint/pkg/finding"
)

// cause is a reason for which checks are not settled.
type cause struct {
	reason string
	at     finding.Location // the first place it was met
	checks int
}

// causes groups the unverified checks by reason, the most frequent first.
func causes(list []finding.Unverified) []cause {
	index := map[string]int{}
	var out []cause
	for i := range list {
		u := &list[i]
		n, ok := index[u.Reason]
		if !ok {
			n = len(out)
			index[u.Reason] = n
			out = append(out, cause{reason: u.Reason, at: u.Location})
		}
		out[n].checks++
	}
	slices.SortStableFunc(out, func(a, b cause) int {
		return cmp.Or(cmp.Compare(b.checks, a.checks), strings.Compare(a.reason, b.reason))
	})
	return out
}

// shownCauses is how many causes are listed without --verbose.
const shownCauses = 8

// writeCoverage says what silence means: how much was proved, and what was
// left open for which reasons.
func writeCoverage(b io.Writer, p painter, r *finding.Report, verbose bool) {
	s, c := &r.Summary, &r.Summary.Checks
	fmt.Fprintf(b, "%s in %s: %d verified, %d contradicted, %d unverified\n",
		plural(c.Verified+c.Contradicted+c.Unverified, "check"), plural(s.Files, "file"),
		c.Verified, c.Contradicted, c.Unverified)
	if s.Suppressed > 0 {
		fmt.Fprintf(b, "%s suppressed\n", plural(s.Suppressed, "finding"))
	}
	if c.Verified+c.Contradicted+c.Unverified == 0 {
		fmt.Fprintln(b, nothing(s.Objects))
	}
	if len(r.Unverified) == 0 {
		return
	}
	list := causes(r.Unverified)
	fmt.Fprintln(b, "The files do not settle:")
	for i, c := range list {
		if i == shownCauses && !verbose {
			fmt.Fprintf(b, "  and %s (--verbose lists them)\n", more(len(list)-i))
			break
		}
		fmt.Fprintf(b, "  %4d  %s", c.checks, clean(c.reason))
		if !c.at.IsZero() {
			fmt.Fprintf(b, " %s", p.paint(dim, clean("("+c.at.String()+")")))
		}
		fmt.Fprintln(b)
	}
	writeInputs(b, list, len(r.Unverified))
	if verbose {
		for _, u := range r.Unverified {
			fmt.Fprintf(b, "%s: unverified: %s: %s [%s]\n", clean(u.Location.String()), clean(u.Object), clean(u.Reason), u.Rule)
		}
	}
}

// nothing says why there are no checks: nothing was found, or only what no
// rule checks, such as a role that nothing of EKS uses.
func nothing(objects map[string]int) string {
	for _, n := range objects {
		if n > 0 {
			return "No rule has anything to check in the roles and objects that are here."
		}
	}
	return "Nothing here is about IAM roles, ServiceAccounts or nodes of EKS."
}

// writeInputs names the few variables whose values would settle most checks.
func writeInputs(b io.Writer, list []cause, total int) {
	writeModules(b, list, total)
	const most = 3
	var names []string
	index := map[string]bool{}
	settled := 0
	for _, c := range list {
		name := variable(c.reason)
		if name == "" || len(names) == most && !index[name] {
			continue
		}
		if !index[name] {
			index[name] = true
			names = append(names, name)
		}
		settled += c.checks
	}
	if settled == 0 {
		return
	}
	noun := "A value for "
	if len(names) > 1 {
		noun = "Values for "
	}
	fmt.Fprintf(b, "%s%s (--var NAME=VALUE, --var-file FILE or a tfvars file) would make %d of %d checkable.\n",
		noun, enumerate(names), settled, total)
}

// writeModules says what modules that are not installed keep open.
func writeModules(b io.Writer, list []cause, total int) {
	open := 0
	for _, c := range list {
		if strings.Contains(c.reason, "module ") && strings.Contains(c.reason, "is not installed") {
			open += c.checks
		}
	}
	if open > 0 {
		fmt.Fprintf(b, "Installed modules (terraform init -backend=false) would make up to %d of %d checkable.\n", open, total)
	}
}

// variable gives the Terraform variable that a reason blames, as var.NAME,
// whether it says var.NAME or variable "NAME"; empty if it blames none.
func variable(reason string) string {
	const quotes = "\"'`,.:;()${}"
	words := strings.Fields(reason)
	for i, word := range words {
		name, ok := strings.CutPrefix(strings.Trim(word, quotes), "var.")
		if !ok && word == "variable" && i+1 < len(words) && strings.HasPrefix(words[i+1], `"`) {
			name, ok = strings.Trim(words[i+1], quotes), true
		}
		if end := strings.IndexAny(name, ".["); end >= 0 {
			name = name[:end]
		}
		if ok && name != "" {
			return "var." + name
		}
	}
	return ""
}

func enumerate(names []string) string {
	switch n := len(names); n {
	case 1:
		return names[0]
	default:
		return strings.Join(names[:n-1], ", ") + " and " + names[n-1]
	}
}

func more(n int) string {
	if n == 1 {
		return "1 more cause"
	}
	return fmt.Sprintf("%d more causes", n)
}

func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
