package rules

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/open-policy-agent/opa/v1/ast"

	"github.com/irsalint/irsalint/pkg/rules/snapshot"
	"github.com/irsalint/irsalint/pkg/source"
	"github.com/irsalint/irsalint/policies"
)

// Set is the compiled rules, sorted by id. It may be used by many goroutines.
type Set struct {
	Rules    []*Rule
	compiler *ast.Compiler
}

// Exports of a rule's package.
const (
	violation  = "violation"
	applies    = "applies"
	unverified = "unverified"
)

// Load gives the rules of irsalint and those of further file systems. A
// further rule is a package irsalint.custom.<name> or, like our own,
// irsalint.rules.<category>.<name>; of its exports only violation is needed.
// The error names file and line.
func Load(extra ...fs.FS) (*Set, error) {
	if len(extra) == 0 {
		set, err := loadStored()
		if !errors.Is(err, snapshot.ErrStale) {
			return set, err
		}
		// Someone is changing a rule, or OPA is another.
	}
	return loadSources(append([]fs.FS{policies.FS}, extra...)...)
}

// loadSources compiles rules: ours, then those of users.
func loadSources(all ...fs.FS) (*Set, error) {
	var sources []sourceFile
	for i, fsys := range all {
		found, err := walk(fsys, i > 0)
		if err != nil {
			return nil, err
		}
		sources = append(sources, found...)
	}
	modules, err := parse(sources)
	if err != nil {
		return nil, err
	}
	set, err := compile(sources, modules)
	if err == nil && len(all) > 1 && !slices.ContainsFunc(set.Rules, func(r *Rule) bool { return r.Custom }) {
		return nil, errors.New("there is no rule in the folders given: a rule is a package irsalint.custom.NAME with `violation contains …`")
	}
	return set, err
}

// Capabilities are the built-in functions that rules may call: the pure ones.
// No clock, no network, no environment, so that the same graph always gives
// the same answer and a rule from elsewhere can do no harm. The list is shared
// and must not be changed.
func Capabilities() *ast.Capabilities { return capabilities() }

var capabilities = sync.OnceValue(func() *ast.Capabilities {
	caps := ast.CapabilitiesForThisVersion()
	caps.AllowNet = []string{}
	caps.Builtins = slices.DeleteFunc(slices.Clone(caps.Builtins), func(b *ast.Builtin) bool {
		switch b.Name {
		case "opa.runtime", "rego.parse_module", "rego.metadata.chain", "rego.metadata.rule",
			"print", "trace", "json.match_schema", "json.verify_schema":
			return true
		}
		return b.IsNondeterministic()
	})
	return caps
})

type sourceFile struct {
	name   string // unique over all file systems
	fsys   fs.FS
	path   string
	custom bool
}

func walk(fsys fs.FS, custom bool) ([]sourceFile, error) {
	var out []sourceFile
	err := fs.WalkDir(fsys, ".", func(p string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if !d.IsDir() && strings.HasSuffix(p, ".rego") && !strings.HasSuffix(p, "_test.rego") {
			name := "policies/" + p
			if custom {
				name = p
			}
			out = append(out, sourceFile{name: name, fsys: fsys, path: p, custom: custom})
		}
		return nil
	})
	return out, err
}

// parse parses files on all cores: it is a third of the time to start.
func parse(sources []sourceFile) ([]*ast.Module, error) {
	modules := make([]*ast.Module, len(sources))
	errs := make([]error, len(sources))
	var wg sync.WaitGroup
	for w := range workers {
		wg.Go(func() {
			for i := w; i < len(sources); i += workers {
				modules[i], errs[i] = parseFile(sources[i])
			}
		})
	}
	wg.Wait()
	return modules, errors.Join(errs...)
}

func parseFile(f sourceFile) (*ast.Module, error) {
	data, err := fs.ReadFile(f.fsys, f.path)
	if err != nil {
		return nil, fmt.Errorf("%s cannot be read: %s", f.name, source.Reason(f.path, err))
	}
	return ast.ParseModuleWithOpts(f.name, string(data), ast.ParserOptions{
		ProcessAnnotation: true,
		RegoVersion:       ast.RegoV1,
		Capabilities:      Capabilities(),
	})
}

func compile(sources []sourceFile, modules []*ast.Module) (*Set, error) {
	set, err := collect(sources, modules)
	if err != nil {
		return nil, err
	}
	byName := make(map[string]*ast.Module, len(modules))
	for i, m := range modules {
		byName[sources[i].name] = m
	}
	set.compiler = ast.NewCompiler().WithStrict(true).WithCapabilities(Capabilities())
	if set.compiler.Compile(byName); set.compiler.Failed() {
		return nil, set.compiler.Errors
	}
	return set, nil
}

// collect reads the rules that modules define, without a compiler yet.
func collect(sources []sourceFile, modules []*ast.Module) (*Set, error) {
	set := &Set{}
	names := make(map[string]bool, len(modules))
	byID := map[string]string{}
	ours := map[string]bool{} // packages
	for i, m := range modules {
		name := sources[i].name
		switch pkg := m.Package.Path.String(); {
		case !sources[i].custom:
			ours[pkg] = true
		case ours[pkg]:
			if id, ok := idOf(m.Package.Path); ok {
				return nil, fmt.Errorf("%s: rule %s exists already in %s", name, id, byID[id])
			}
			return nil, fmt.Errorf("%s: %s is one of irsalint's own, which nothing can be added to", name, m.Package)
		}
		if names[name] {
			return nil, fmt.Errorf("%s: there are two files of this name", name)
		}
		names[name] = true
		r, err := ruleOf(sources[i], m)
		if err != nil {
			return nil, err
		}
		if r == nil {
			continue
		}
		if other, ok := byID[r.ID]; ok {
			return nil, fmt.Errorf("%s: rule %s exists already in %s", name, r.ID, other)
		}
		byID[r.ID] = name
		set.Rules = append(set.Rules, r)
	}
	slices.SortFunc(set.Rules, func(a, b *Rule) int { return strings.Compare(a.ID, b.ID) })
	return set, nil
}

// ruleOf reads the rule that a module defines; nil for a library.
func ruleOf(f sourceFile, m *ast.Module) (*Rule, error) {
	id, ok := idOf(m.Package.Path)
	if !ok {
		return nil, nil
	}
	r := &Rule{ID: id, Custom: f.custom, pkg: m.Package.Path, exports: map[string]bool{}}
	for _, rule := range m.Rules {
		switch name := rule.Head.Ref()[0].Value.String(); name {
		case violation, applies, unverified:
			if rule.Head.RuleKind() != ast.MultiValue {
				return nil, fmt.Errorf("%s: %s must be a set: `%s contains …`", f.name, name, name)
			}
			r.exports[name] = true
		}
	}
	switch {
	case r.exports[violation]:
	case len(r.exports) > 0:
		return nil, fmt.Errorf("%s: rule %s never finds anything: it has no `violation contains …`", f.name, id)
	default:
		return nil, nil
	}
	if dir := path.Dir(f.path); !f.custom && dir != id {
		return nil, fmt.Errorf("%s: package %s belongs into the directory %s", f.name, r.pkg, id)
	}
	for _, a := range m.Annotations {
		if a.Scope == "package" {
			r.describe(a)
		}
	}
	switch r.Severity {
	case "error", "warning", "note":
	case "":
		r.Severity = "warning"
	default:
		return nil, fmt.Errorf("%s: severity %q is none of error, warning, note", f.name, r.Severity)
	}
	if !f.custom {
		r.fsys, r.dir = f.fsys, path.Dir(f.path)
	}
	return r, nil
}

// idOf gives the id of a package data.irsalint.rules.<category>.<name> or
// data.irsalint.custom.<name>.
func idOf(p ast.Ref) (string, bool) {
	var parts []string
	for _, t := range p {
		switch v := t.Value.(type) {
		case ast.Var:
			parts = append(parts, string(v))
		case ast.String:
			parts = append(parts, string(v))
		}
	}
	switch {
	case len(parts) == 5 && parts[1] == "irsalint" && parts[2] == "rules":
		return parts[3] + "/" + parts[4], true
	case len(parts) == 4 && parts[1] == "irsalint" && parts[2] == "custom":
		return "custom/" + parts[3], true
	case len(parts) == 5 && parts[1] == "irsalint" && parts[2] == "custom":
		return parts[3] + "/" + parts[4], true
	}
	return "", false
}

func (r *Rule) describe(a *ast.Annotations) {
	r.Title, r.Description = a.Title, strings.TrimSpace(a.Description)
	r.Severity, _ = a.Custom["severity"].(string)
	r.Precision, _ = a.Custom["precision"].(string)
	r.Since, _ = a.Custom["since"].(string)
	if tags, ok := a.Custom["tags"].([]any); ok {
		for _, t := range tags {
			if s, ok := t.(string); ok {
				r.Tags = append(r.Tags, s)
			}
		}
	}
}
