package lint

import (
	"path"

	"github.com/irsalint/irsalint/pkg/rules"
	"github.com/irsalint/irsalint/pkg/value"
)

// Unparsable is the one rule that is no policy: a file that matters can be
// read.
const Unparsable = "input/unparsable"

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
			if ok, err := path.Match(p, Unparsable); !ok || err != nil {
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

// Nearest gives the name that a misspelt one most likely means; empty if none
// is near.
func Nearest(name string, names []string) string { return value.Nearest(name, names) }
