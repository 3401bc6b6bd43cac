package cli

import (
	"bufio"
	"fmt"
	"io"
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
			return ExitOK, listRules(env.Stdout, set)
		case 1:
			r, ok := set.Rule(args[0])
			if !ok {
				return 0, usagef("%v", set.Check(rules.Selection{Only: args}))
			}
			return ExitOK, explain(env.Stdout, r)
		}
		return 0, usagef("rules takes one rule, not %d", len(args))
	}
}

func listRules(w io.Writer, set *rules.Set) error {
	b := bufio.NewWriter(w)
	id := len(lint.Unparsable)
	for _, r := range set.Rules {
		id = max(id, len(r.ID))
	}
	fmt.Fprintf(b, "%-*s  %-7s  %s\n", id, lint.Unparsable, "error", "every file that matters can be read")
	for _, r := range set.Rules {
		fmt.Fprintf(b, "%-*s  %-7s  %s\n", id, r.ID, r.Severity, r.Title)
	}
	fmt.Fprintln(b, "\n`irsalint rules ID` explains one.")
	return b.Flush()
}

func explain(w io.Writer, r *rules.Rule) error {
	b := bufio.NewWriter(w)
	fmt.Fprintf(b, "%s (%s)\n\n%s\n", r.ID, r.Severity, r.Title)
	for _, part := range []string{r.Description, r.Why} {
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
