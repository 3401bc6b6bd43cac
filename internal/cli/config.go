package cli

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/spf13/pflag"

	"github.com/irsalint/irsalint/pkg/config"
	"github.com/irsalint/irsalint/pkg/lint"
	"github.com/irsalint/irsalint/pkg/source"
	"github.com/irsalint/irsalint/pkg/suppress"
)

// defaultBaseline is the baseline file where nothing names another.
const defaultBaseline = ".irsalint-baseline.json"

// configure reads the configuration: that of --config, else of
// IRSALINT_CONFIG, else the file at the project root.
func (p *projectFlags) configure(env Env, o *lint.Options) error {
	if env.Now != nil {
		o.Now = env.Now()
	}
	from, name := "--config", p.config
	if name == "" {
		from, name = "IRSALINT_CONFIG", env.Getenv("IRSALINT_CONFIG")
	}
	f, err := given(o, from, name)
	if name == "" {
		f, err = found(o)
	}
	if f == nil || err != nil {
		return err
	}
	if o.Config, err = config.Parse(f); err != nil {
		return configError(o, err)
	}
	return nil
}

// given reads a file that a person named; it may stand outside the project.
func given(o *lint.Options, from, name string) (*source.File, error) {
	if name == "" {
		return nil, nil
	}
	path := inDir(o.Dir, name)
	info, err := os.Stat(path)
	if err == nil && !info.Mode().IsRegular() {
		return nil, usagef("%s %s: no regular file", from, name)
	}
	if err == nil && info.Size() > source.MaxFileSize {
		return nil, usagef("%s %s: %v", from, name, source.ErrTooLarge)
	}
	data, err := readFile(path, err)
	if err != nil {
		return nil, usagef("%s %s: %s", from, name, reason(err))
	}
	rel, err := filepath.Rel(o.Root, path)
	if err != nil { // another drive
		rel = path
	}
	return source.NewFile(filepath.ToSlash(rel), data), nil
}

func readFile(path string, err error) ([]byte, error) {
	if err != nil {
		return nil, err
	}
	return os.ReadFile(path)
}

// found reads the file at the project root, nil if there is none.
func found(o *lint.Options) (*source.File, error) {
	for _, name := range config.Names() {
		data, err := o.FS.ReadFile(name)
		switch {
		case err == nil:
			return source.NewFile(name, data), nil
		case !errors.Is(err, fs.ErrNotExist):
			return nil, usagef("%s: %s", name, source.Reason(name, err))
		}
	}
	return nil, nil
}

// configError names the file of a mistake as seen from the working directory.
func configError(o *lint.Options, err error) error {
	var e *config.Error
	if !errors.As(err, &e) || e.At.IsZero() {
		return &lint.ConfigError{Err: err}
	}
	return &lint.ConfigError{Err: fmt.Errorf("%s: %s", seen(o, e.At), e.Message)}
}

// seen gives file and line of a place as seen from the working directory.
func seen(o *lint.Options, at source.Span) string {
	name := filepath.Join(o.Root, filepath.FromSlash(at.File.Path))
	if rel, err := filepath.Rel(o.Dir, name); err == nil {
		name = rel
	}
	return fmt.Sprintf("%s:%d", filepath.ToSlash(name), at.File.Position(at.Start).Line)
}

// baselinePath gives the absolute path of the baseline file, empty if there is
// none to read or to write, and who named it.
func (c *lintCommand) baselinePath(o *lint.Options) (path, from string) {
	switch {
	case c.baseline != "":
		return inDir(o.Dir, c.baseline), "--baseline " + c.baseline
	case o.Config != nil && o.Config.Baseline != "":
		return filepath.Join(o.Root, filepath.FromSlash(o.Config.Baseline)), seen(o, o.Config.BaselineAt) + ": baseline " + o.Config.Baseline
	case c.writeBaseline:
		return filepath.Join(o.Root, defaultBaseline), "--write-baseline"
	}
	return "", ""
}

// readBaseline reads the baseline file. Where it is to be written, it need not
// be there.
func (c *lintCommand) readBaseline(o *lint.Options) error {
	o.WriteBaseline = c.writeBaseline
	path, from := c.baselinePath(o)
	if path == "" {
		return nil
	}
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		if c.writeBaseline {
			return nil
		}
		return usagef("%s: no such file; --write-baseline makes it", from)
	}
	f, err := given(o, from, path)
	if err != nil {
		return err
	}
	if o.Baseline, err = suppress.ParseBaseline(f); err != nil {
		return &lint.ConfigError{Err: err}
	}
	return nil
}

func configFlags(flags *pflag.FlagSet) func(Env, []string) (int, error) {
	c := &lintCommand{}
	c.addRules(flags)
	c.project.addPolicy(flags)
	c.project.add(flags)
	flags.StringVar(&c.baseline, "baseline", "", "`FILE` with findings that are known")
	return func(env Env, paths []string) (int, error) {
		policies, err := c.project.extra(env)
		if err != nil {
			return 0, err
		}
		o, err := c.project.options(env, paths)
		if err != nil {
			return 0, err
		}
		o.Rules, o.SkipRules = c.rules, c.skip
		if err := c.readBaseline(&o); err != nil {
			return 0, err
		}
		s := lint.NewSession(policies...)
		levels, err := s.Levels(o)
		if err != nil {
			return 0, err
		}
		roots, err := s.Environments(context.Background(), o)
		if err != nil {
			return 0, err
		}
		return ExitOK, c.print(env.Stdout, &o, levels, roots)
	}
}
