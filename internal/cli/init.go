package cli

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"github.com/irsalint/irsalint/pkg/config"
	"github.com/irsalint/irsalint/pkg/graph"
	"github.com/irsalint/irsalint/pkg/lint"
)

func initFlags(flags *pflag.FlagSet) func(Env, []string) (int, error) {
	p := &projectFlags{}
	force := flags.Bool("force", false, "overwrite what is there")
	baseline := flags.Bool("baseline", false, "write what is found now into "+defaultBaseline+", so that only what is new is reported")
	return func(env Env, args []string) (int, error) {
		if len(args) > 1 {
			return 0, usagef("init takes one folder, not %d", len(args))
		}
		o, err := p.options(Env{Dir: env.Dir, Getenv: func(string) string { return "" }, Now: env.Now}, args)
		var broken *lint.ConfigError
		if err != nil && !(*force && errors.As(err, &broken)) { // the file that is overwritten
			return 0, err
		}
		o.Config, o.Paths = nil, []string{"."}
		files := []string{config.Names()[0]}
		if *baseline {
			files = append(files, defaultBaseline)
		}
		for _, name := range append(config.Names(), files[1:]...) {
			if _, err := os.Lstat(filepath.Join(o.Root, name)); !errors.Is(err, fs.ErrNotExist) && !*force {
				return 0, usagef("%s is there already; --force overwrites it", filepath.Join(o.Root, name))
			}
		}
		return ExitOK, writeFirst(env, o, *baseline)
	}
}

// writeFirst looks at the project and writes the files.
func writeFirst(env Env, o lint.Options, baseline bool) error {
	s := lint.NewSession()
	o.WriteBaseline = baseline
	a, err := s.Analyze(context.Background(), o)
	if err != nil {
		return err
	}
	roots, err := s.Environments(context.Background(), o)
	if err != nil {
		return err
	}
	write := func(name string, data []byte) error {
		path := filepath.Join(o.Root, name)
		if err := os.WriteFile(path, data, 0o644); err != nil {
			return err
		}
		fmt.Fprintf(env.Stdout, "wrote %s\n", path)
		return nil
	}
	if err := write(config.Names()[0], []byte(firstConfig(a.Graph, roots, baseline))); err != nil {
		return err
	}
	if baseline {
		return write(defaultBaseline, a.Baseline.Bytes())
	}
	return nil
}

const firstHead = `# yaml-language-server: $schema=https://raw.githubusercontent.com/irsalint/irsalint/main/schemas/config.v1.json
# What irsalint needs to be told about this project. Nothing has to be here.
# Paths are relative to this file. ` + "`irsalint config` prints what is in effect." + `

# The severity of rules, by id or category/*: error, warning, note or off.
# severity:
#   node/*: warning

# Which files are read.
# paths:
#   exclude: [examples/**]
`

// firstConfig writes down what was found, so that it can be corrected. What
// would change a verdict is only proposed.
func firstConfig(g *graph.Graph, roots []lint.RootEnvironments, baseline bool) string {
	var b strings.Builder
	b.WriteString(firstHead)
	writeClusters(&b, g)
	writeEnvironments(&b, roots)
	b.WriteString(`
# Findings to live with. They stay in the report, with the reason.
# ignore:
#   - rule: irsa/annotation-invalid
#     paths: [k8s/vendor/**]
#     reason: why it is right to live with it
#     until: 2030-12-31
`)
	if baseline {
		b.WriteString("\n# What was there when irsalint came. `irsalint --write-baseline` writes it anew.\nbaseline: " + defaultBaseline + "\n")
	}
	return b.String()
}

func writeClusters(b *strings.Builder, g *graph.Graph) {
	b.WriteString("\n# Which cluster the manifests of a path are applied to.")
	var names []string
	for _, c := range g.Cluster {
		if name := c.Name.KnownText(); name != "" && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	if len(names) > 0 {
		b.WriteString(" The files name these clusters:\n# " + strings.Join(names, ", "))
	}
	b.WriteString("\n# clusters:\n")
	dirs := manifestDirs(g)
	if len(dirs) == 0 || len(names) == 0 {
		b.WriteString("#   k8s/prod: name-of-the-cluster\n")
		return
	}
	for _, d := range dirs {
		name := "name-of-the-cluster"
		for _, n := range names {
			if len(names) == 1 || slices.Contains(strings.Split(d, "/"), n) {
				name = n
			}
		}
		fmt.Fprintf(b, "#   %s: %s\n", quote(d), quote(name))
	}
}

// manifestDirs are the topmost folders of plain manifests with
// ServiceAccounts, at most ten.
func manifestDirs(g *graph.Graph) []string {
	const most = 10
	seen := map[string]bool{}
	for _, sa := range g.ServiceAccount {
		if sa.Format == "kubernetes" {
			seen[sa.Scope] = true
		}
	}
	var out []string
	for d := range seen {
		below := false
		for other := range seen {
			below = below || strings.HasPrefix(d, other+"/")
		}
		if !below {
			out = append(out, d)
		}
	}
	slices.Sort(out)
	return out[:min(len(out), most)]
}

func writeEnvironments(b *strings.Builder, roots []lint.RootEnvironments) {
	b.WriteString("\n# Environments of Terraform roots: name, root, its tfvars files in order.\n")
	type entry struct {
		root  string
		files []string
	}
	byName := map[string][]entry{}
	var names []string
	for _, r := range roots {
		for _, f := range r.Shared {
			fmt.Fprintf(b, "# %s may go with any of them; add it where it does.\n", f)
		}
		if len(r.Shared) > 0 { // named without them, these would be other environments
			for _, e := range r.Environments {
				fmt.Fprintf(b, "#   %s: {%s: %s}\n", quote(e.Name), quote(r.Root), quoteList(e.Files))
			}
			continue
		}
		for _, e := range r.Environments {
			if byName[e.Name] == nil {
				names = append(names, e.Name)
			}
			byName[e.Name] = append(byName[e.Name], entry{r.Root, e.Files})
		}
	}
	if len(names) == 0 {
		b.WriteString("# environments:\n#   prod:\n#     infra: [infra/prod.tfvars]\n")
		return
	}
	slices.Sort(names)
	b.WriteString("environments:\n")
	for _, n := range names {
		fmt.Fprintf(b, "  %s:\n", quote(n))
		for _, e := range byName[n] {
			fmt.Fprintf(b, "    %s: %s\n", quote(e.root), quoteList(e.files))
		}
	}
}
