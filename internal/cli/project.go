package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/spf13/pflag"

	"github.com/irsalint/irsalint/pkg/finding"
	"github.com/irsalint/irsalint/pkg/lint"
	"github.com/irsalint/irsalint/pkg/source"
)

// projectFlags are the flags of all commands that read a project.
type projectFlags struct {
	vars     []string
	varFiles []string
	policies []string
	config   string
	tracked  bool
	jobs     int
}

func (p *projectFlags) add(flags *pflag.FlagSet) {
	flags.StringVar(&p.config, "config", "", "configuration `FILE` (default: IRSALINT_CONFIG, else .irsalint.yaml of the project)")
	flags.StringArrayVar(&p.vars, "var", nil, "value of a Terraform variable, as `NAME=VALUE`; repeatable")
	flags.StringArrayVar(&p.varFiles, "var-file", nil, "a tfvars `FILE`; repeatable")
	flags.BoolVar(&p.tracked, "tracked", false, "read only files that git tracks, as they are in the work tree, and nothing of .terraform")
	flags.IntVar(&p.jobs, "jobs", 0, "read and evaluate with `N` goroutines (default: one per core)")
}

func (p *projectFlags) addPolicy(flags *pflag.FlagSet) {
	flags.StringArrayVar(&p.policies, "policy", nil, "`DIR` with further rules in Rego; repeatable")
}

// extra gives the policy folders.
func (p *projectFlags) extra(env Env) ([]fs.FS, error) {
	var out []fs.FS
	for _, dir := range p.policies {
		abs := inDir(env.Dir, dir)
		if info, err := os.Stat(abs); err != nil || !info.IsDir() {
			return nil, usagef("--policy %s: no such folder", dir)
		}
		files, err := source.OpenDisk(abs)
		if err != nil {
			return nil, fmt.Errorf("--policy %s: %w", dir, err)
		}
		out = append(out, policyFolder{files})
	}
	return out, nil
}

// policyFolder is a folder of rules, which is read like a project: no link
// leads out of it, and no pipe is waited for.
type policyFolder struct{ source.FS }

// Open makes it an fs.FS; what reads one prefers its other methods.
func (policyFolder) Open(name string) (fs.File, error) {
	return nil, &fs.PathError{Op: "open", Path: name, Err: errors.ErrUnsupported}
}

// maxJobs is how many goroutines there are at most: more than files that may
// be open at one time help nobody.
const maxJobs = 256

// options says what to lint: the project around the paths given, with its
// configuration.
func (p *projectFlags) options(env Env, paths []string) (lint.Options, error) {
	o, err := p.located(env, paths)
	if err == nil {
		err = p.configure(env, &o)
	}
	return o, err
}

// located is options without the configuration.
func (p *projectFlags) located(env Env, paths []string) (lint.Options, error) {
	o := lint.Options{Jobs: p.jobs, Vars: map[string]string{}, Tool: finding.Tool{Name: "irsalint", Version: version()}}
	switch {
	case p.jobs < 0:
		return o, usagef("--jobs %d: want a number of goroutines, or 0 for one per core", p.jobs)
	case p.jobs == 0:
		o.Jobs = runtime.GOMAXPROCS(0)
	}
	o.Jobs = min(o.Jobs, maxJobs)
	for _, v := range p.vars {
		name, val, ok := strings.Cut(v, "=")
		if !ok || name == "" {
			return o, usagef("--var %s: want NAME=VALUE", v)
		}
		o.Vars[name] = val
	}
	if len(paths) == 0 {
		paths = []string{"."}
	}
	dir, err := filepath.EvalSymlinks(env.Dir)
	if err != nil {
		return o, err
	}
	targets := make([]string, len(paths))
	for i, path := range paths {
		if path == "" { // a variable of a shell without a value
			return o, usagef(`"": no such file or directory`)
		}
		if targets[i], err = filepath.EvalSymlinks(inDir(dir, path)); err != nil {
			return o, missing(path, err)
		}
	}
	o.Dir, o.Root = dir, projectRoot(dir, targets)
	if o.Paths, err = within(o.Root, targets); err != nil {
		return o, err
	}
	files := make([]string, len(p.varFiles))
	for i, f := range p.varFiles {
		if files[i], err = filepath.EvalSymlinks(inDir(dir, f)); err != nil {
			return o, usagef("--var-file %s: %s", f, reason(err))
		}
		if info, err := os.Stat(files[i]); err != nil || !info.Mode().IsRegular() {
			return o, usagef("--var-file %s: not a file", f)
		}
	}
	if o.VarFiles, err = within(o.Root, files); err != nil {
		return o, err
	}
	if o.FS, err = source.OpenDisk(o.Root); err == nil && p.tracked {
		err = onlyTracked(env, &o)
	}
	return o, err
}

// missing explains a path that is not there: it may be a misspelt command.
func missing(path string, err error) error {
	var names []string
	for _, c := range commands() {
		names = append(names, c.name)
	}
	if near := lint.Nearest(path, names); near != "" && !strings.ContainsAny(path, `./\`) {
		return usagef("%s: no such file, folder or command; did you mean %q?", path, near)
	}
	return usagef("%s: %s", path, reason(err))
}

func reason(err error) string {
	var p *fs.PathError
	if errors.As(err, &p) {
		return p.Err.Error()
	}
	return err.Error()
}

func inDir(dir, path string) string {
	if filepath.IsAbs(path) {
		return filepath.Clean(path)
	}
	return filepath.Join(dir, path)
}

// projectRoot gives the folder that nothing is read outside of: the nearest
// above all targets with .irsalint.yaml or .git, else the working directory if
// they are in it, else the folder that holds them all.
func projectRoot(dir string, targets []string) string {
	common := folderOf(targets[0])
	for _, t := range targets[1:] {
		for !inside(common, t) {
			common = filepath.Dir(common)
		}
	}
	for at := common; ; at = filepath.Dir(at) {
		if marked(at) {
			return at
		}
		if at == filepath.Dir(at) {
			break
		}
	}
	if inside(dir, common) {
		return dir
	}
	return common
}

func folderOf(path string) string {
	if info, err := os.Stat(path); err == nil && !info.IsDir() {
		return filepath.Dir(path)
	}
	return path
}

func inside(dir, path string) bool {
	rel, err := filepath.Rel(dir, path)
	return err == nil && rel != ".." && !strings.HasPrefix(rel, ".."+string(filepath.Separator))
}

// within gives paths relative to the root, with forward slashes.
func within(root string, paths []string) ([]string, error) {
	out := make([]string, len(paths))
	for i, p := range paths {
		rel, err := filepath.Rel(root, p)
		if err != nil || !inside(root, p) {
			return nil, usagef("%s is outside the project %s", p, root)
		}
		out[i] = filepath.ToSlash(rel)
	}
	return out, nil
}
