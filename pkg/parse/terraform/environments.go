package terraform

import (
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"

	pjson "github.com/irsalint/irsalint/pkg/parse/json"
)

// Environment is one set of tfvars files that a root is applied with, besides
// those that Terraform reads unasked.
type Environment struct {
	Name string
	// Files are relative to the project root, in the order in which they are
	// read.
	Files []string
}

// Environments are what the tfvars files of a root say about how it is
// applied.
type Environments struct {
	// List are the environments; where it is empty, the root is applied with
	// nothing but its defaults.
	List []Environment
	// Shared are tfvars files that may go with any of them. What they set is
	// not known.
	Shared []string
	// More is how many environments are left out.
	More int
}

// maxEnvironments bounds how often one root is evaluated.
const maxEnvironments = 50

// environmentDirs are folders of a root in which tfvars files of environments
// stand.
var environmentDirs = [...]string{"config", "configs", "env", "envs", "environment", "environments", "params", "tfvars", "vars"}

// Environments finds the environments of the root in a folder: the tfvars
// files beside it that Terraform does not read unasked, and those in a folder
// envs or the like below it, by their names or that of their folder. Only
// files count that set a variable of the root. Files that set none that
// another one sets too are no alternatives to it, but parts: they may go
// together, and are shared.
func (l *Loader) Environments(dir string) Environments {
	dir = path.Clean(dir)
	type candidate struct{ name, file string }
	var candidates []candidate
	find := func(name, file string) {
		if name = environmentName(name); name != "" {
			candidates = append(candidates, candidate{name, file})
		}
	}
	for _, f := range l.tfvars(dir) {
		if !readUnasked(path.Base(f)) {
			find(tfvarsStem(f), f)
		}
	}
	for _, sub := range environmentDirs {
		l.environmentsIn(path.Join(dir, sub), find)
	}
	if len(candidates) == 0 {
		return Environments{} // and the root need not be parsed yet
	}
	m := l.load(dir)
	if len(m.vars) == 0 {
		return Environments{}
	}
	sets := map[string]map[string]bool{} // variables by file
	named := map[string][]string{}
	var out Environments
	for _, c := range candidates {
		name, file := c.name, c.file
		vars := l.varsOf(file, m)
		if len(vars) == 0 {
			continue
		}
		sets[file] = vars
		if isShared(name) {
			out.Shared = append(out.Shared, file)
			continue
		}
		if len(named[name]) > 0 && path.Dir(named[name][0]) != path.Dir(file) {
			name = strings.TrimSuffix(strings.TrimPrefix(file, dir+"/"), path.Ext(file))
		}
		named[name] = append(named[name], file)
	}
	if len(named) == 0 && len(out.Shared) == 1 { // nothing to share it with
		file := out.Shared[0]
		return Environments{List: []Environment{{tfvarsStem(file), out.Shared}}}
	}
	by := setBy(named, sets)
	for _, name := range slices.Sorted(maps.Keys(named)) {
		if len(named) > 1 && !overlaps(named[name], sets, by) {
			out.Shared = append(out.Shared, named[name]...)
			continue
		}
		if len(out.List) == maxEnvironments {
			out.More++
			continue
		}
		slices.Sort(named[name])
		out.List = append(out.List, Environment{name, named[name]})
	}
	slices.Sort(out.Shared)
	return out
}

// environmentsIn takes the files envs/NAME.tfvars and envs/NAME/*.tfvars,
// unless the folder is a root of its own.
func (l *Loader) environmentsIn(dir string, take func(name, file string)) {
	if base, override := configFiles(l.tree, dir); len(base)+len(override) > 0 {
		return
	}
	for _, f := range l.tfvars(dir) {
		take(tfvarsStem(f), f)
	}
	entries, err := l.tree.ReadDir(dir)
	if err != nil {
		return
	}
	for _, e := range entries {
		sub := path.Join(dir, e.Name())
		if base, override := configFiles(l.tree, sub); !e.IsDir() || len(base)+len(override) > 0 {
			continue
		}
		for _, f := range l.tfvars(sub) {
			take(e.Name(), f)
		}
	}
}

// tfvars lists the tfvars files of a folder, sorted.
func (l *Loader) tfvars(dir string) []string {
	entries, err := l.tree.ReadDir(dir)
	if err != nil {
		return nil
	}
	var out []string
	for _, e := range entries {
		name := e.Name()
		if tfvarsStem(name) == "" || e.IsDir() || strings.HasPrefix(name, ".") || e.Type()&fs.ModeType&^fs.ModeSymlink != 0 {
			continue
		}
		out = append(out, path.Join(dir, name))
	}
	slices.Sort(out)
	return out
}

// tfvarsStem gives the name of a tfvars file without its ending, empty for
// other files.
func tfvarsStem(name string) string {
	name = strings.TrimSuffix(path.Base(name), ".json")
	stem, ok := strings.CutSuffix(name, ".tfvars")
	if !ok {
		return ""
	}
	return stem
}

// readUnasked reports whether Terraform reads a tfvars file beside a root by
// itself.
func readUnasked(name string) bool {
	stem := tfvarsStem(name)
	return stem == "terraform" || strings.HasSuffix(stem, ".auto")
}

// environmentName gives the environment that a file or folder is named for,
// empty for samples and for the settings of a backend.
func environmentName(stem string) string {
	name := strings.TrimPrefix(strings.TrimPrefix(stem, "terraform."), "terraform-")
	for _, word := range [...]string{"example", "sample", "template", "backend"} {
		if strings.Contains(strings.ToLower(name), word) {
			return ""
		}
	}
	return name
}

// isShared reports whether a file of this name goes with others.
func isShared(name string) bool {
	switch strings.ToLower(name) {
	case "all", "base", "common", "default", "defaults", "general", "global", "globals", "main", "override",
		"overrides", "secret", "secrets", "shared", "tags", "terraform", "variables", "vars", "versions":
		return true
	}
	return false
}

// setBy counts for each variable the environments whose files set it.
func setBy(named map[string][]string, sets map[string]map[string]bool) map[string]int {
	out := map[string]int{}
	for _, files := range named {
		own := map[string]bool{}
		for _, f := range files {
			maps.Copy(own, sets[f])
		}
		for v := range own {
			out[v]++
		}
	}
	return out
}

// overlaps reports whether files set a variable that others set too.
func overlaps(files []string, sets map[string]map[string]bool, by map[string]int) bool {
	for _, f := range files {
		for v := range sets[f] {
			if by[v] > 1 {
				return true
			}
		}
	}
	return false
}

// varsOf gives the variables of a module that a tfvars file sets; all of them
// where that cannot be told.
func (l *Loader) varsOf(name string, m *module) map[string]bool {
	out := map[string]bool{}
	put := func(v string) {
		if m.vars[v] != nil {
			out[v] = true
		}
	}
	if strings.HasSuffix(name, ".json") {
		f, err := l.tree.File(name)
		if err != nil {
			return nil
		}
		v, err := pjson.File(f)
		if err != nil {
			for n := range m.vars {
				put(n)
			}
			return out
		}
		for _, f := range v.Fields() {
			put(f.Key.Flat())
		}
		return out
	}
	p := l.file(name)
	if len(p.problems) > 0 {
		for n := range m.vars {
			put(n)
		}
	}
	for _, a := range arguments(p.body) {
		put(a.Name)
	}
	return out
}
