package lint

import (
	"errors"
	"fmt"
	"path"
	"slices"

	"github.com/irsalint/irsalint/pkg/config"
	"github.com/irsalint/irsalint/pkg/finding"
	"github.com/irsalint/irsalint/pkg/rules"
	"github.com/irsalint/irsalint/pkg/source"
	"github.com/irsalint/irsalint/pkg/value"
)

// ConfigError is a mistake in how irsalint was asked to run: an unknown rule,
// a policy that does not compile. The command answers it with exit status 2.
type ConfigError struct{ Err error }

// Error gives the message.
func (e *ConfigError) Error() string { return e.Err.Error() }

// Unwrap gives the cause.
func (e *ConfigError) Unwrap() error { return e.Err }

// checkSelection refuses patterns that select no rule.
func checkSelection(set *rules.Set, sel rules.Selection) error {
	policies := func(patterns []string) (out []string) {
		for _, p := range patterns {
			if !slices.ContainsFunc(Builtin(), func(r finding.Rule) bool { ok, err := path.Match(p, r.ID); return ok && err == nil }) {
				out = append(out, p)
			}
		}
		return out
	}
	if err := set.Check(rules.Selection{Only: policies(sel.Only), Skip: policies(sel.Skip)}); err != nil {
		return &ConfigError{err}
	}
	return nil
}

// resolve gives the rules that the flags and the configuration select. What
// the configuration switches off runs only if a flag names exactly it.
func (o *Options) resolve(set *rules.Set) (rules.Selection, error) {
	sel := o.selection()
	if err := checkSelection(set, sel); err != nil {
		return sel, err
	}
	for _, p := range o.Config.Patterns() {
		if err := checkSelection(set, rules.Selection{Only: []string{p.Rules}}); err != nil {
			line := p.At.File.Position(p.At.Start).Line
			return sel, &ConfigError{fmt.Errorf("%s:%d: %w", o.relative(p.At.File.Path), line, err)}
		}
	}
	if err := o.checkEnvironments(); err != nil {
		return sel, err
	}
	sel.Skip = slices.Clone(sel.Skip)
	for _, id := range ruleIDs(set) {
		if l, ok := o.Config.LevelOf(id); ok && l.Severity == 0 && !slices.Contains(o.Rules, id) {
			sel.Skip = append(sel.Skip, id)
		}
	}
	if len(o.Rules)+len(o.SkipRules) > 0 && !slices.ContainsFunc(ruleIDs(set), sel.Has) {
		return sel, &ConfigError{errors.New("--rule and --skip-rule leave no rule to run")}
	}
	return sel, nil
}

// checkEnvironments refuses environments of roots or files that are not there.
func (o *Options) checkEnvironments() error {
	if o.Config == nil {
		return nil
	}
	for _, e := range o.Config.Environments {
		for _, name := range append([]string{e.Root}, e.Files...) {
			if _, err := o.FS.Stat(name); err != nil {
				line := e.At.File.Position(e.At.Start).Line
				return &ConfigError{fmt.Errorf("%s:%d: %s: %s", o.relative(e.At.File.Path), line, name, source.Reason(name, err))}
			}
		}
	}
	return nil
}

// ruleIDs are the ids of all rules.
func ruleIDs(set *rules.Set) []string {
	var out []string
	for _, r := range Builtin() {
		out = append(out, r.ID)
	}
	for _, r := range set.Rules {
		out = append(out, r.ID)
	}
	return out
}

// allRan reports whether a run with a selection runs all rules that a pattern
// means.
func allRan(set *rules.Set, sel rules.Selection, pattern string) bool {
	return !slices.ContainsFunc(ruleIDs(set), func(id string) bool { return config.Selects(pattern, id) && !sel.Has(id) })
}

// Nearest gives the name that a misspelt one most likely means; empty if none
// is near.
func Nearest(name string, names []string) string { return value.Nearest(name, names) }
