// Package lint is the one way from files to findings: walk, parse, adapt,
// link, rules, steps. The command, a hook and an editor differ only in the
// file system that they hand it.
package lint

import (
	"maps"
	"path/filepath"
	"time"

	"github.com/irsalint/irsalint/pkg/config"
	"github.com/irsalint/irsalint/pkg/finding"
	"github.com/irsalint/irsalint/pkg/rules"
	"github.com/irsalint/irsalint/pkg/source"
	"github.com/irsalint/irsalint/pkg/suppress"
)

// Options says what to lint and how.
type Options struct {
	// FS is the files of the project.
	FS source.FS
	// Root is the absolute path of the project and Dir that of the working
	// directory: files are reported relative to Dir. Either empty: relative
	// to the project root.
	Root, Dir string
	// Paths are folders and files to lint, relative to the project root; none
	// is the whole project. A folder is linted by itself, with the modules
	// that it uses. For a file the project around it is linted, and what
	// touches the file is reported.
	Paths []string
	// Jobs is how many goroutines read and evaluate; 0 is one.
	Jobs int
	// Vars and VarFiles give values to Terraform variables. VarFiles are
	// relative to the project root.
	Vars     map[string]string
	VarFiles []string
	// Rules are the rules to run and SkipRules those not to, by id or
	// category/*. Neither: all.
	Rules, SkipRules []string
	// Config is the project's configuration; nil if there is none. What the
	// fields above say stands before it.
	Config *config.Config
	// Baseline is what is known already; nil: nothing. WriteBaseline makes it
	// anew: all that is found is known then (see Analysis.Baseline).
	Baseline      *suppress.Baseline
	WriteBaseline bool
	// Now is the day of the run, by which suppressions expire; zero: none do.
	Now time.Time
	// Tool is who the report says made it.
	Tool finding.Tool
	// Shuffle, if it is set, changes the order in which files are read. The
	// report must not depend on it; tests see to that.
	Shuffle func(n int, swap func(i, j int))
}

func (o *Options) selection() rules.Selection {
	return rules.Selection{Only: o.Rules, Skip: o.SkipRules}
}

// vars gives the values of variables: those of the configuration, then those
// of Vars.
func (o *Options) vars() map[string]string {
	out := map[string]string{}
	if o.Config != nil {
		for _, v := range o.Config.Vars {
			out[v.Name] = v.Value
		}
	}
	maps.Copy(out, o.Vars)
	return out
}

// relative gives a path of the project as seen from the working directory.
func (o *Options) relative(name string) string {
	if o.Root == "" || o.Dir == "" {
		return name
	}
	abs := filepath.Join(o.Root, filepath.FromSlash(name))
	rel, err := filepath.Rel(o.Dir, abs)
	if err != nil { // another drive
		return filepath.ToSlash(abs)
	}
	return filepath.ToSlash(rel)
}
