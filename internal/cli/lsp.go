package cli

import (
	"context"
	"os"
	"path/filepath"

	"github.com/spf13/pflag"

	"github.com/irsalint/irsalint/internal/lsp"
	"github.com/irsalint/irsalint/pkg/lint"
)

func lspFlags(flags *pflag.FlagSet) func(Env, []string) (int, error) {
	p := &projectFlags{}
	p.addPolicy(flags)
	p.add(flags)
	// Clients add these by habit; there is no other way to talk.
	flags.Bool("stdio", true, "talk over stdin and stdout")
	flags.Int("clientProcessId", 0, "the process of the client")
	_ = flags.MarkHidden("stdio")
	_ = flags.MarkHidden("clientProcessId")
	return func(env Env, args []string) (int, error) {
		if len(args) > 0 {
			return 0, usagef("lsp takes no arguments: the client says what to lint")
		}
		policies, err := p.extra(env)
		if err != nil {
			return 0, err
		}
		open := func(dir string) (lsp.Project, error) {
			env := env
			env.Dir = dir
			o, err := p.located(env, nil)
			if err != nil {
				return lsp.Project{}, err
			}
			dir = o.Dir // without symbolic links
			return lsp.Project{
				Options: o, Session: lint.NewSession(policies...), Marked: marked(o.Root),
				Configure: func(o *lint.Options) error { return configureRun(p, env, dir, o) },
			}, nil
		}
		return lsp.Serve(context.Background(), lsp.Settings{
			In: env.Stdin, Out: env.Stdout, Log: env.Stderr, Version: version(), Open: open,
		}), nil
	}
}

// configureRun reads the configuration and the baseline for one run.
func configureRun(p *projectFlags, env Env, dir string, o *lint.Options) error {
	c := lintCommand{project: *p}
	given := *o
	given.Dir = dir // what flags name is relative to it
	if err := p.configure(env, &given); err != nil {
		return err
	}
	if err := c.readBaseline(&given); err != nil {
		return err
	}
	o.Config, o.Baseline, o.Now = given.Config, given.Baseline, given.Now
	return nil
}

// marked reports whether something in a folder says that it is the root of a
// project.
func marked(dir string) bool {
	for _, marker := range [...]string{".irsalint.yaml", ".irsalint.yml", ".git"} {
		if _, err := os.Lstat(filepath.Join(dir, marker)); err == nil {
			return true
		}
	}
	return false
}
