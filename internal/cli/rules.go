package cli

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"github.com/irsalint/irsalint/pkg/lint"
	"github.com/irsalint/irsalint/pkg/rules"
)

func rulesFlags(flags *pflag.FlagSet) func(Env, []string) (int, error) {
	p := &projectFlags{}
	p.addPolicy(flags)
	return func(env Env, args []string) (int, error) {
		policies, err := p.extra(env)
		if err != nil {
			return 0, err
		}
		set, err := rules.Load(policies...)
		if err != nil {
			return 0, &lint.ConfigError{Err: err}
		}
		switch len(args) {
		case 0:
			return ExitOK, writeRules(env.Stdout, ruleRows(set, ""))
		case 1:
		default:
			return 0, usagef("rules takes one rule, not %d", len(args))
		}
		for _, b := range lint.Builtin() {
			if b.ID == args[0] {
				return ExitOK, explain(env.Stdout, &rules.Rule{ID: b.ID, Severity: b.Severity.String(), Title: b.Title, Description: b.Description, Tags: b.Tags})
			}
		}
		if r, ok := set.Rule(args[0]); ok {
			return ExitOK, explain(env.Stdout, r)
		}
		if rows := ruleRows(set, strings.TrimSuffix(args[0], "/*")); len(rows) > 0 {
			return ExitOK, writeRules(env.Stdout, rows)
		}
		return 0, usagef("%v", set.Check(rules.Selection{Only: args}))
	}
}

// ruleRow is one line of the catalogue.
type ruleRow struct{ id, severity, title string }

// ruleRows gives the rules of a category, all if it is empty.
func ruleRows(set *rules.Set, category string) []ruleRow {
	var rows []ruleRow
	for _, r := range lint.Builtin() {
		rows = append(rows, ruleRow{r.ID, r.Severity.String(), r.Title})
	}
	for _, r := range set.Rules {
		rows = append(rows, ruleRow{r.ID, r.Severity, r.Title})
	}
	rows = slices.DeleteFunc(rows, func(r ruleRow) bool { return category != "" && !strings.HasPrefix(r.id, category+"/") })
	slices.SortFunc(rows, func(a, b ruleRow) int { return strings.Compare(a.id, b.id) })
	return rows
}

func writeRules(w io.Writer, rows []ruleRow) error {
	b := bufio.NewWriter(w)
	width := 0
	for _, r := range rows {
		width = max(width, len(r.id))
	}
	for _, r := range rows {
		fmt.Fprintf(b, "%-*s  %-7s  %s\n", width, r.id, r.severity, r.title)
	}
	fmt.Fprintln(b, "\n`irsalint rules ID` explains one; https://github.com/irsalint/irsalint/tree/main/docs/rules shows an example of each.")
	return b.Flush()
}

func explain(w io.Writer, r *rules.Rule) error {
	b := bufio.NewWriter(w)
	fmt.Fprintf(b, "%s (%s)\n\n%s\n", r.ID, r.Severity, r.Title)
	for _, part := range []string{r.Description, r.Why()} {
		if part = strings.TrimSpace(part); part != "" {
			fmt.Fprintf(b, "\n%s\n", part)
		}
	}
	if len(r.Tags) > 0 {
		fmt.Fprintf(b, "\nTags: %s\n", strings.Join(r.Tags, ", "))
	}
	if r.Since != "" {
		fmt.Fprintf(b, "Since: %s\n", r.Since)
	}
	return b.Flush()
}
