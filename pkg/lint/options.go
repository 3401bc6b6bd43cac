// Package lint is the one way from files to findings: walk, parse, adapt,
// link, rules, steps. The command, a hook and an editor differ only in the
// file system that they hand it.
package lint

import (
	"path/filepath"

	"github.com/irsalint/irsalint/pkg/finding"
	"github.com/irsalint/irsalint/pkg/rules"
	"github.com/irsalint/irsalint/pkg/source"
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
	// Tool is who the report says made it.
	Tool finding.Tool
	// Shuffle, if it is set, changes the order in which files are read. The
	// report must not depend on it; tests see to that.
	Shuffle func(n int, swap func(i, j int))
}

func (o *Options) selection() rules.Selection {
	return rules.Selection{Only: o.Rules, Skip: o.SkipRules}
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
