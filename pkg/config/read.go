package config

import (
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/irsalint/irsalint/pkg/finding"
	"github.com/irsalint/irsalint/pkg/parse/yaml"
	"github.com/irsalint/irsalint/pkg/source"
	"github.com/irsalint/irsalint/pkg/value"
)

// Bounds. A real file stays far below them.
const (
	maxSize    = 1 << 20 // bytes of the file
	maxEntries = 10_000  // of one list or map
)

// Parse reads a configuration file. The error is an *Error: something that is
// no YAML, a key or a form that is not known.
func Parse(f *source.File) (*Config, error) {
	c := &Config{File: f}
	if len(f.Data) > maxSize {
		return nil, fail(source.Span{File: f}, "the file is larger than 1 MiB")
	}
	docs, err := yaml.File(f)
	if err != nil {
		var e *yaml.Error
		if errors.As(err, &e) {
			return nil, fail(e.At, "%s", e.Message)
		}
		return nil, fail(source.Span{File: f}, "%v", err)
	}
	switch {
	case len(docs) == 0 || docs[0].Value.IsNull():
		return c, nil
	case len(docs) > 1:
		return nil, fail(docs[1].At, "the file has more than one document")
	}
	return c, c.read(docs[0].Value)
}

func fail(at source.Span, format string, args ...any) *Error {
	return &Error{at, fmt.Sprintf(format, args...)}
}

// reader reads the value of one key.
type reader = func(value.Value) error

// object reads a map whose keys are known.
func object(v value.Value, what string, keys map[string]reader) error {
	if v.Kind() != value.Map {
		return fail(v.At(), "%s: want keys: %s", what, strings.Join(sorted(keys), ", "))
	}
	seen := map[string]bool{}
	for _, f := range v.Fields() {
		name := f.Key.Flat()
		read, ok := keys[name]
		switch {
		case !ok:
			return unknownKey(f.Key.At(), name, sorted(keys))
		case seen[name]:
			return fail(f.Key.At(), "the key %q is there twice", name)
		}
		seen[name] = true
		if f.Value.IsNull() {
			continue
		}
		if err := read(f.Value); err != nil {
			return err
		}
	}
	return nil
}

func unknownKey(at source.Span, name string, keys []string) *Error {
	if near := value.Nearest(name, keys); near != "" {
		return fail(at, "unknown key %q; did you mean %q?", name, near)
	}
	return fail(at, "unknown key %q; one of: %s", name, strings.Join(keys, ", "))
}

func sorted[V any](m map[string]V) []string {
	out := make([]string, 0, len(m))
	for k := range m {
		out = append(out, k)
	}
	slices.Sort(out)
	return out
}

// table reads a map whose keys are names that the user chose.
func table(v value.Value, what string, entry func(key value.Text, v value.Value) error) error {
	if v.Kind() != value.Map {
		return fail(v.At(), "%s", what)
	}
	if len(v.Fields()) > maxEntries {
		return fail(v.At(), "more than %d entries", maxEntries)
	}
	seen := map[string]bool{}
	for _, f := range v.Fields() {
		if name := f.Key.Flat(); seen[name] {
			return fail(f.Key.At(), "the key %q is there twice", name)
		}
		seen[f.Key.Flat()] = true
		if err := entry(f.Key, f.Value); err != nil {
			return err
		}
	}
	return nil
}

// str reads a text.
func str(v value.Value, what string) (string, error) {
	s, ok := v.KnownString()
	if s = strings.TrimSpace(s); v.Kind() != value.String || !ok || s == "" {
		return "", fail(v.At(), "%s", what)
	}
	return s, nil
}

// list reads a list of texts, or one text.
func list(v value.Value, what string) ([]string, []source.Span, error) {
	items := []value.Value{v}
	if v.Kind() == value.List {
		items = v.Items()
	}
	if len(items) > maxEntries {
		return nil, nil, fail(v.At(), "more than %d entries", maxEntries)
	}
	var out []string
	var at []source.Span
	for _, it := range items {
		s, err := str(it, what)
		if err != nil {
			return nil, nil, err
		}
		out, at = append(out, s), append(at, it.At())
	}
	return out, at, nil
}

func globs(v value.Value, what string) ([]source.Glob, error) {
	texts, at, err := list(v, what+": want a list of patterns over paths")
	if err != nil {
		return nil, err
	}
	var out []source.Glob
	for i, s := range texts {
		g, err := source.ParseGlob(s)
		if err != nil {
			return nil, fail(at[i], "%q: %v", s, err)
		}
		out = append(out, g)
	}
	return out, nil
}

// projectPath reads a path below the project root.
func projectPath(s string, at source.Span) (string, error) {
	clean := path.Clean(s)
	if path.IsAbs(clean) || clean == ".." || strings.HasPrefix(clean, "../") || strings.Contains(s, `\`) {
		return "", fail(at, "%q: want a path below the project root, with /", s)
	}
	return clean, nil
}

func rulePattern(s string, at source.Span) error {
	category, name, ok := strings.Cut(s, "/")
	if !ok || category == "" || name == "" || strings.Contains(category, "*") || name != "*" && strings.ContainsAny(name, "*/ ") {
		return fail(at, "%q is no rule: want category/name or category/*", s)
	}
	return nil
}

// ParseDay reads a date, YYYY-MM-DD.
func ParseDay(s string) (time.Time, error) { return time.Parse(time.DateOnly, s) }

func (c *Config) readSeverity(v value.Value) error {
	return table(v, "severity: want rules and their severities", func(key value.Text, v value.Value) error {
		l := Level{Rules: key.Flat(), At: key.At()}
		if err := rulePattern(l.Rules, l.At); err != nil {
			return err
		}
		name := strings.Trim(v.At().Text(), `"'`)
		if !strings.EqualFold(name, "off") { // a boolean, in YAML 1.1
			var err error
			if l.Severity, err = finding.ParseSeverity(name); err != nil {
				names := []string{"error", "warning", "note", "off"}
				if near := value.Nearest(name, names); near != "" {
					return fail(v.At(), "unknown severity %q; did you mean %q?", name, near)
				}
				return fail(v.At(), "unknown severity %q; one of: %s", name, strings.Join(names, ", "))
			}
		}
		c.Severity = append(c.Severity, l)
		return nil
	})
}

func (c *Config) readClusters(v value.Value) error {
	return table(v, "clusters: want paths and the cluster of each", func(key value.Text, v value.Value) error {
		g, err := source.ParseGlob(key.Flat())
		if err != nil {
			return fail(key.At(), "%q: %v", key.Flat(), err)
		}
		name, err := str(v, "want the name of a cluster")
		if err != nil {
			return err
		}
		c.Clusters = append(c.Clusters, Cluster{Paths: g, Name: name, At: v.At()})
		return nil
	})
}

func (c *Config) readEnvironments(v value.Value) error {
	return table(v, "environments: want names, and for each its Terraform roots", func(name value.Text, v value.Value) error {
		if n := name.Flat(); n == "" || strings.ContainsAny(n, "#\n") || len(n) > 200 {
			return fail(name.At(), "%q is no name of an environment", n)
		}
		return table(v, "want Terraform roots, and for each its tfvars files", func(root value.Text, v value.Value) error {
			dir, err := projectPath(root.Flat(), root.At())
			if err != nil {
				return err
			}
			e := Environment{Name: name.Flat(), Root: dir, At: root.At()}
			if !v.IsNull() {
				files, at, err := list(v, "want the tfvars files of "+dir)
				if err != nil {
					return err
				}
				for i, f := range files {
					p, err := projectPath(f, at[i])
					if err != nil {
						return err
					}
					e.Files = append(e.Files, p)
				}
			}
			c.Environments = append(c.Environments, e)
			return nil
		})
	})
}

func (c *Config) readIgnore(v value.Value) error {
	if v.Kind() != value.List {
		return fail(v.At(), "ignore: want a list")
	}
	if len(v.Items()) > maxEntries {
		return fail(v.At(), "more than %d entries", maxEntries)
	}
	for _, it := range v.Items() {
		i := Ignore{At: it.At()}
		err := object(it, "ignore", ignoreKeys(&i))
		switch {
		case err != nil:
			return err
		case i.Rules == "":
			return fail(i.At, `the entry has no "rule"`)
		case i.Reason == "":
			return fail(i.At, `the entry has no "reason": say why it is right to live with it`)
		}
		c.Ignore = append(c.Ignore, i)
	}
	return nil
}

func (c *Config) readVars(v value.Value) error {
	return table(v, "vars: want variables and their values", func(key value.Text, v value.Value) error {
		s, ok := v.KnownString()
		switch v.Kind() {
		case value.Bool, value.Number:
			s, ok = v.At().Text(), true
		case value.String:
		default:
			return fail(v.At(), "%s: want a text, a number, true or false; other values belong into a tfvars file", key.Flat())
		}
		if !ok || key.Flat() == "" {
			return fail(v.At(), "%s: the value is not known", key.Flat())
		}
		c.Vars = append(c.Vars, Var{Name: key.Flat(), Value: s, At: key.At()})
		return nil
	})
}

func (c *Config) readBaseline(v value.Value) (err error) {
	s, err := str(v, "baseline: want the path of a file")
	if err == nil {
		c.Baseline, err = projectPath(s, v.At())
		c.BaselineAt = v.At()
	}
	return err
}
