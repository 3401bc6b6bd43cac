package lint

import (
	"context"
	"slices"

	"github.com/irsalint/irsalint/pkg/config"
	"github.com/irsalint/irsalint/pkg/parse/terraform"
	"github.com/irsalint/irsalint/pkg/source"
)

// RootEnvironments are the environments of one Terraform root.
type RootEnvironments struct {
	// Root is its folder.
	Root string
	// Environments have the place where the configuration names them; none if
	// they were found.
	Environments []config.Environment
	// Shared are tfvars files that may go with any of them.
	Shared []string

	more int // how many are left out
}

// environments says how often a root is evaluated, and with which files. What
// the configuration says of a root stands instead of what is found; files that
// the command line gives are one world, whatever there is else.
func environments(o *Options, l *terraform.Loader, dir string) RootEnvironments {
	out := RootEnvironments{Root: dir}
	if len(o.VarFiles) > 0 {
		return out
	}
	if o.Config != nil {
		for _, e := range o.Config.Environments {
			if e.Root == dir {
				out.Environments = append(out.Environments, e)
			}
		}
	}
	if len(out.Environments) > 0 {
		slices.SortStableFunc(out.Environments, func(a, b config.Environment) int { return compare(a.Name, b.Name) })
		return out
	}
	found := l.Environments(dir)
	for _, e := range found.List {
		out.Environments = append(out.Environments, config.Environment{Name: e.Name, Root: dir, Files: e.Files})
	}
	out.Shared, out.more = found.Shared, found.More
	return out
}

func compare(a, b string) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}

// world is one evaluation of one root.
type world struct {
	dir     string
	options terraform.Options
}

// worlds gives the evaluations of a root.
func (r *RootEnvironments) worlds(o *Options) []world {
	base := terraform.Options{Vars: o.vars(), VarFiles: o.VarFiles, Shared: r.Shared}
	if len(r.Environments) == 0 {
		return []world{{r.Root, base}}
	}
	var out []world
	for _, e := range r.Environments {
		w := world{r.Root, base}
		w.options.Environment, w.options.VarFiles = e.Name, e.Files
		out = append(out, w)
	}
	return out
}

// Environments gives the environments of all roots of a project that have
// some, by folder.
func (s *Session) Environments(ctx context.Context, o Options) ([]RootEnvironments, error) {
	t, err := newTargets(o.FS, o.Paths)
	if err != nil {
		return nil, err
	}
	var files []string
	for _, f := range walk(ctx, o.FS, t.walk, o.Config, o.Jobs).files {
		if formatOf(f) == formatTerraform {
			files = append(files, f)
		}
	}
	m := memory{tree: source.NewTree(o.FS)}
	var out []RootEnvironments
	dirs, _ := m.find(ctx, &o, files, memory{})
	for _, dir := range dirs {
		if r := environments(&o, m.loader, dir); len(r.Environments)+len(r.Shared) > 0 {
			out = append(out, r)
		}
	}
	return out, ctx.Err()
}
