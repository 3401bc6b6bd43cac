package terraform

import (
	"encoding/base64"
	"errors"
	"io/fs"
	"path"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/irsalint/irsalint/pkg/source"
	"github.com/irsalint/irsalint/pkg/value"
)

func fileFuncs() map[string]*builtin {
	out := map[string]*builtin{
		"abspath":        {1, 1, true, false, callPath},
		"pathexpand":     {1, 1, true, false, callPath},
		"file":           {1, 1, true, false, callFile},
		"filebase64":     {1, 1, true, false, callFile},
		"fileexists":     {1, 1, false, false, callFileExists},
		"fileset":        {2, 2, false, false, callFileSet},
		"templatefile":   {2, 2, false, false, callTemplateFile},
		"templatestring": {2, 2, false, false, callTemplateString},
	}
	for name := range digests() {
		if rest, ok := strings.CutPrefix(name, "base64"); ok {
			out["filebase64"+rest] = &builtin{1, 1, true, false, callFile}
		} else {
			out["file"+name] = &builtin{1, 1, true, false, callFile}
		}
	}
	return out
}

func pathBase(s string) string { return path.Base(s) }
func pathDir(s string) string  { return path.Dir(s) }

// projectFolder stands for the folder of the project at the head of absolute
// paths: where it lies is not known before Terraform runs, and nothing outside
// it is looked at.
func projectFolder() *value.Symbol {
	return &value.Symbol{Key: "project folder", Label: "project folder", Why: "where the project lies is not known before Terraform runs"}
}

// absolute gives the absolute path of what has a path from the root of the
// project.
func absolute(rel string, at source.Span) value.Text {
	pieces := []value.Piece{{Text: value.FromSymbol(projectFolder(), at)}}
	if rel = path.Clean(rel); rel != "." {
		pieces = append(pieces, value.Piece{Text: made("/"+rel, at)})
	}
	return value.Concat(at, pieces...)
}

// inProject gives the path from the root of the project that an absolute path
// made by absolute means; it may lead out of it.
func inProject(t value.Text) (rel string, ok bool) {
	rest, ok := strings.CutPrefix(t.Flat(), value.FromSymbol(projectFolder(), source.Span{}).Flat())
	if !ok || strings.ContainsRune(rest, source.SymbolOpen) || rest != "" && rest[0] != '/' {
		return "", false
	}
	return path.Clean(strings.TrimLeft(rest, "/")), true
}

// callPath is abspath and pathexpand.
func callPath(c *call) (value.Value, *evalErr) {
	t, err := c.text(0)
	if err != nil {
		return value.Value{}, err
	}
	s, known := t.Known()
	rel, inside := inProject(t)
	switch {
	case !known && !inside || strings.HasPrefix(s, "~"):
		return c.unknown(), nil
	case c.name == "pathexpand":
		return c.result(t)
	case known && path.IsAbs(s):
		return c.result(made(path.Clean(s), t.At()))
	case known:
		rel = path.Join(c.e.rootDir, s)
	}
	if !fs.ValidPath(rel) {
		return c.unknown(), nil
	}
	return c.result(absolute(rel, t.At()))
}

// paths gives what a path means: the name to show, and the files it may be,
// from the root of the project: it is relative to the folder of the root
// module, but people also write it relative to the module's. There are none
// for a path that leads out of the project.
func (e *env) paths(t value.Text) (shown string, files []string, known bool) {
	var all []string
	if rel, ok := inProject(t); ok {
		shown, all = rel, []string{rel}
	} else {
		if shown, known = t.Known(); !known {
			return "", nil, false
		}
		if name := strings.TrimSpace(shown); !path.IsAbs(name) && !strings.HasPrefix(name, "~") { // ~ is the home folder
			all = []string{path.Join(e.rootDir, name)}
			if e.dir != e.rootDir {
				all = append(all, path.Join(e.dir, name))
			}
		}
	}
	for _, p := range all {
		if fs.ValidPath(p) {
			files = append(files, p)
		}
	}
	return shown, files, true
}

// read gives the file that one of the paths names.
func (c *call) read(shown string, files []string, at source.Span) (*source.File, *evalErr) {
	var last error
	for _, p := range files {
		f, err := c.e.ev.open(p)
		if err == nil {
			return f, c.e.spendAt(len(f.Data)/16, at)
		}
		last = err
	}
	switch {
	case len(files) == 0:
		return nil, fail(at, "%s: %s is outside the project", c.name, shown)
	case errors.Is(last, fs.ErrNotExist):
		return nil, fail(at, "%s: there is no file %s", c.name, shown)
	}
	return nil, fail(at, "%s: %s cannot be read: %.160s", c.name, shown, source.Reason(files[len(files)-1], last))
}

// callFile is file, filebase64 and the hashes of files.
func callFile(c *call) (value.Value, *evalErr) {
	t, err := c.text(0)
	if err != nil {
		return value.Value{}, err
	}
	name, files, known := c.e.paths(t)
	if !known {
		return c.unknown(), nil
	}
	f, err := c.read(name, files, c.argAt(0))
	if err != nil {
		return value.Value{}, err
	}
	switch {
	case c.name == "file":
		if !utf8.Valid(f.Data) {
			return value.Value{}, fail(c.at, "file: %s is not UTF-8", name)
		}
		if len(f.Data) > maxText {
			return value.Value{}, fail(c.at, "file: %s is larger than 1 MiB", name)
		}
		return c.result(value.Literal(string(f.Data), source.Span{File: f, Start: 0, End: len(f.Data)}))
	case c.name == "filebase64":
		if len(f.Data) > maxText/2 {
			return c.unknown(), nil
		}
		return c.result(made(base64.StdEncoding.EncodeToString(f.Data), c.at))
	}
	sum := digests()[strings.TrimPrefix(c.name, "file")]
	if sum == nil {
		return c.unknown(), nil
	}
	return c.result(made(sum(f.Data), c.at))
}

func callFileExists(c *call) (value.Value, *evalErr) {
	t, err := c.text(0)
	if err != nil {
		return value.Value{}, err
	}
	_, files, _ := c.e.paths(t)
	for _, p := range files {
		_, err := c.e.ev.open(p)
		switch {
		case err == nil || errors.Is(err, source.ErrTooLarge):
			return value.BoolAt(true, c.at), nil
		case !errors.Is(err, fs.ErrNotExist):
			return c.unknown(), nil
		}
	}
	if len(files) == 0 { // it may be there, where we do not look
		return c.unknown(), nil
	}
	return value.BoolAt(false, c.at), nil
}

// maxListed is the number of entries of folders that fileset looks at.
const maxListed = 20_000

func callFileSet(c *call) (value.Value, *evalErr) {
	d, err := c.text(0)
	if err != nil {
		return value.Value{}, err
	}
	p, err := c.text(1)
	if err != nil {
		return value.Value{}, err
	}
	dir, folders, known := c.e.paths(d)
	pattern, also := p.Known()
	if !known || !also {
		return mark(value.SetAt(nil, c.at).Open(c.symbol()), c.args...), nil
	}
	if len(pattern) > 4096 {
		return value.Value{}, fail(c.argAt(1), "fileset: the pattern is too long")
	}
	pattern = path.Clean(pattern)
	if len(folders) == 0 {
		return value.Value{}, fail(c.argAt(0), "fileset: %s is outside the project", dir)
	}
	for _, base := range folders {
		if info, err := c.e.ev.tree.Stat(base); err != nil || !info.IsDir() {
			continue
		}
		var found []string
		seen := 0
		if err := c.glob(base, "", strings.Contains(pattern, "**"), strings.Count(pattern, "/"), pattern, &found, &seen, 0); err != nil {
			return value.Value{}, err
		}
		slices.Sort(found)
		items := make([]value.Value, len(found))
		for i, f := range found {
			items[i] = value.FromText(made(f, c.at))
		}
		return c.mark(value.SetAt(items, c.at)), nil
	}
	return value.SetAt(nil, c.at), nil
}

func (c *call) glob(base, rel string, deep bool, slashes int, pattern string, found *[]string, seen *int, depth int) *evalErr {
	entries, err := c.e.ev.tree.ReadDir(path.Join(base, rel))
	if err != nil || depth > 30 {
		return nil
	}
	for _, it := range entries {
		if *seen++; *seen > maxListed {
			return fail(c.at, "fileset: the folder holds too many files")
		}
		name := path.Join(rel, it.Name())
		if it.IsDir() {
			if deep || depth < slashes {
				if err := c.glob(base, name, deep, slashes, pattern, found, seen, depth+1); err != nil {
					return err
				}
			}
			continue
		}
		if !it.Type().IsRegular() {
			if info, err := c.e.ev.tree.Stat(path.Join(base, name)); err != nil || !info.Mode().IsRegular() {
				continue
			}
		}
		if err := c.e.spendAt(len(name)+len(pattern), c.at); err != nil {
			return err
		}
		if matchGlob(pattern, name) {
			*found = append(*found, name)
		}
	}
	return nil
}

// maxTemplates bounds templates that render templates.
const maxTemplates = 8

func callTemplateFile(c *call) (value.Value, *evalErr) {
	t, err := c.text(0)
	if err != nil {
		return value.Value{}, err
	}
	name, files, known := c.e.paths(t)
	if !known {
		return c.unknown(), nil
	}
	f, err := c.read(name, files, c.argAt(0))
	if err != nil {
		return value.Value{}, err
	}
	if !utf8.Valid(f.Data) {
		return value.Value{}, fail(c.at, "templatefile: %s is not UTF-8", name)
	}
	return c.render(f.Data, f.Path)
}

func callTemplateString(c *call) (value.Value, *evalErr) {
	t, err := c.text(0)
	if err != nil {
		return value.Value{}, err
	}
	s, known := t.Known()
	if !known {
		return c.unknown(), nil
	}
	c.e.ev.serial++
	name := "\x00templatestring " + c.at.Place()
	if c.e.ev.ropes == nil {
		c.e.ev.ropes = map[string]value.Text{}
	}
	old, had := c.e.ev.ropes[name]
	c.e.ev.ropes[name] = t
	v, err := c.render([]byte(s), name)
	if had {
		c.e.ev.ropes[name] = old
	} else {
		delete(c.e.ev.ropes, name)
	}
	return v, err
}

// render evaluates a template with nothing but the variables given.
func (c *call) render(data []byte, name string) (value.Value, *evalErr) {
	if c.e.templates >= maxTemplates {
		return value.Value{}, fail(c.at, "%s: templates are nested too deep", c.name)
	}
	if _, why := refuse(data, hclsyntax.LexTemplate); why != "" {
		return value.Value{}, fail(c.at, "%s: the template is not evaluated: %s", c.name, why)
	}
	if err := c.e.spendAt(len(data), c.at); err != nil {
		return value.Value{}, err
	}
	x, diags := hclsyntax.ParseTemplate(data, name, hcl.InitialPos)
	if diags.HasErrors() {
		return value.Value{}, fail(c.at, "%s: %.200s", c.name, diags.Error())
	}
	sub := &env{
		ev: c.e.ev, dir: c.e.dir, rootDir: c.e.rootDir, symScope: c.e.symScope,
		vars: map[string]value.Value{}, frame: c.e.frame, templates: c.e.templates + 1,
	}
	vars := c.args[1]
	switch {
	case vars.Kind() == value.Map:
		for _, f := range vars.Fields() {
			k, known := f.Key.Known()
			if !known {
				return c.unknown(), nil
			}
			sub.vars[k] = mark(f.Value, vars)
		}
		if vars.IsOpen() {
			sub.resolve = func(t hcl.Traversal) (value.Value, int) {
				return value.UnknownAt(c.e.derive(vars.Symbol(), "."+t.RootName(), c.at), c.at), 1
			}
		}
	default:
		s, ok := opaque(vars)
		if !ok {
			return value.Value{}, fail(c.argAt(1), "%s: the variables must be a map", c.name)
		}
		sub.resolve = func(t hcl.Traversal) (value.Value, int) {
			return value.UnknownAt(c.e.derive(s, "."+t.RootName(), c.at), c.at), 1
		}
	}
	v, err := sub.x(x)
	if err != nil {
		return v, err
	}
	return mark(v, vars), nil
}
