// Package rules loads the rules of policies/, evaluates them over a graph,
// and says for every check that they make whether it is verified,
// contradicted or unverified.
package rules

import (
	"fmt"
	"io/fs"
	"path"
	"sort"
	"strings"

	"github.com/open-policy-agent/opa/v1/ast"

	"github.com/irsalint/irsalint/pkg/value"
)

// Rule is one rule. Everything but the queries comes from its directory: the
// path gives the ID, the METADATA of rule.rego the rest.
type Rule struct {
	ID          string // category/name
	Title       string // what must hold, one line
	Description string
	Severity    string // error, warning or note, unless a violation says otherwise
	Precision   string // very-high, high or medium, in the words of SARIF
	Tags        []string
	Since       string // the version that brought it
	Custom      bool   // from a directory given by the user

	pkg     ast.Ref         // package path, with data
	exports map[string]bool // which of violation, applies, unverified it has
	fsys    fs.FS           // where its directory is; nil for a rule of a user
	dir     string
}

// Why gives why.md, for the rule's page; empty for a rule of a user.
func (r *Rule) Why() string { return r.text("why.md") }

// Example gives examples.txtar, likewise.
func (r *Rule) Example() string { return r.text("examples.txtar") }

// text reads a text of the rule only when it is asked for: a run does not.
func (r *Rule) text(name string) string {
	if r.fsys == nil {
		return ""
	}
	data, err := fs.ReadFile(r.fsys, path.Join(r.dir, name))
	if err != nil {
		return "" // the conformance test demands it of our own rules
	}
	return string(data)
}

// Selection says which rules to run. The zero Selection is all of them.
type Selection struct {
	// Only and Skip are rule ids or category/*; Skip wins.
	Only []string
	Skip []string
}

// Has reports whether the selection includes a rule.
func (s Selection) Has(id string) bool {
	has := func(patterns []string) bool {
		for _, p := range patterns {
			if ok, _ := path.Match(p, id); ok {
				return true
			}
		}
		return false
	}
	return (len(s.Only) == 0 || has(s.Only)) && !has(s.Skip)
}

// Check reports a pattern of the selection that selects no rule, and the name
// that comes nearest.
func (s *Set) Check(sel Selection) error {
	for _, p := range append(append([]string(nil), sel.Only...), sel.Skip...) {
		if s.selects(p) {
			continue
		}
		if near := s.nearest(p); near != "" {
			return fmt.Errorf("unknown rule %q; did you mean %q?", p, near)
		}
		return fmt.Errorf("unknown rule %q", p)
	}
	return nil
}

func (s *Set) selects(pattern string) bool {
	for _, r := range s.Rules {
		if ok, _ := path.Match(pattern, r.ID); ok {
			return true
		}
	}
	return false
}

// nearest gives the id that is most like a name: by edits, or the same name
// in another category.
func (s *Set) nearest(name string) string {
	best, at := "", 6
	for _, r := range s.Rules {
		d := value.Distance(name, r.ID, 5)
		if _, n, _ := strings.Cut(r.ID, "/"); n == path.Base(name) {
			d = min(d, 1)
		}
		if d < at {
			best, at = r.ID, d
		}
	}
	return best
}

// Rule gives the rule of an id.
func (s *Set) Rule(id string) (*Rule, bool) {
	i := sort.Search(len(s.Rules), func(i int) bool { return s.Rules[i].ID >= id })
	if i < len(s.Rules) && s.Rules[i].ID == id {
		return s.Rules[i], true
	}
	return nil, false
}
