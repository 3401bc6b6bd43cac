package lint

import (
	"path"
	"slices"
	"strings"

	"github.com/irsalint/irsalint/pkg/source"
	"github.com/irsalint/irsalint/pkg/value"
)

// kustomization is what matters of one kustomization file.
type kustomization struct {
	dir       string
	resources []string // files and folders, relative to the project root
	patches   []string // files that change objects and are none themselves
	patched   bool     // it changes fields of its objects
	namespace *value.Symbol
	prefix    *value.Symbol
	suffix    *value.Symbol
	// setNamespace is the namespace that it gives, if that is known.
	setNamespace string
}

// overlay is what kustomizations do to the objects of one file. Which of them
// is applied is not known, so what they change is not known either.
type overlay struct {
	patch      bool // the file is a patch, not an object
	patched    bool
	namespaces []*kustomization
	names      []*kustomization
}

// isKustomization reports whether a file name is that of a kustomization.
func isKustomization(name string) bool {
	switch path.Base(name) {
	case "kustomization.yaml", "kustomization.yml", "Kustomization":
		return true
	}
	return false
}

// readKustomization reads a kustomization from the document of its file.
func readKustomization(dir string, doc value.Value) *kustomization {
	k := &kustomization{dir: dir}
	if api, ok := doc.Get("apiVersion"); ok {
		if s, known := api.KnownString(); known && !strings.HasPrefix(s, "kustomize.config.k8s.io/") {
			return nil // Flux has a kind of this name too
		}
	}
	file := func(v value.Value) (string, bool) {
		s, ok := v.KnownString()
		if !ok || strings.Contains(s, "\n") || strings.Contains(s, "://") {
			return "", false // inline, or from elsewhere
		}
		return path.Join(dir, s), true
	}
	for _, key := range [...]string{"resources", "bases", "components"} {
		v, _ := doc.Get(key)
		for _, it := range v.Items() {
			if f, ok := file(it); ok {
				k.resources = append(k.resources, f)
			}
		}
	}
	for _, key := range [...]string{"patches", "patchesStrategicMerge", "patchesJson6902", "replacements", "vars", "transformers"} {
		v, _ := doc.Get(key)
		k.patched = k.patched || len(v.Items()) > 0
		for _, it := range v.Items() {
			if p, ok := it.Get("path"); ok {
				it = p
			}
			if f, ok := file(it); ok {
				k.patches = append(k.patches, f)
			}
		}
	}
	symbol := func(key, what string) *value.Symbol {
		v, ok := doc.Get(key)
		if s, known := v.KnownString(); !ok || v.IsNull() || known && s == "" {
			return nil
		}
		return &value.Symbol{
			Key: "kustomize:" + dir + "#" + key, Label: "kustomize." + key, At: v.At(),
			Why: "the kustomization in " + dir + " changes the " + what, Class: value.Any,
		}
	}
	k.namespace, k.prefix, k.suffix = symbol("namespace", "namespace"), symbol("namePrefix", "name"), symbol("nameSuffix", "name")
	if v, ok := doc.Get("namespace"); ok {
		k.setNamespace, _ = v.KnownString()
	}
	return k
}

// overlays gives what the kustomizations of a project do, by file.
func overlays(all map[string]*kustomization) map[string]*overlay {
	out := map[string]*overlay{}
	get := func(file string) *overlay {
		o := out[file]
		if o == nil {
			o = &overlay{}
			out[file] = o
		}
		return o
	}
	dirs := make([]string, 0, len(all))
	for dir := range all {
		dirs = append(dirs, dir)
	}
	slices.Sort(dirs)
	for _, dir := range dirs {
		k := all[dir]
		for _, p := range k.patches {
			get(p).patch = true
		}
		seen := map[string]bool{}
		var apply func(inner *kustomization)
		apply = func(inner *kustomization) {
			if seen[inner.dir] {
				return // each folder once, also where kustomizations name each other
			}
			seen[inner.dir] = true
			for _, r := range inner.resources {
				if next := all[r]; next != nil {
					apply(next)
					continue
				}
				if k.patched {
					get(r).patched = true
				}
				if k.namespace != nil {
					get(r).namespaces = append(get(r).namespaces, k)
				}
				if k.prefix != nil || k.suffix != nil {
					get(r).names = append(get(r).names, k)
				}
			}
		}
		if k.patched || k.namespace != nil || k.prefix != nil || k.suffix != nil {
			apply(k)
		}
	}
	return out
}

// change gives an object as far as it is known after the kustomizations.
func (o *overlay) change(object value.Value) value.Value {
	meta, ok := object.Get("metadata")
	if !ok || meta.Kind() != value.Map {
		return object
	}
	if len(o.namespaces) > 0 {
		own, _ := meta.Get("namespace")
		if !o.keeps(own) {
			s := anyOf(o.namespaces, "namespace", func(k *kustomization) *value.Symbol { return k.namespace })
			meta = withField(meta, "namespace", value.FromText(value.FromSymbol(s, s.At)))
		}
	}
	if name, ok := meta.Get("name"); ok && len(o.names) > 0 {
		if t, ok := name.AsText(); ok {
			var pieces []value.Piece
			if s := anyOf(o.names, "name", func(k *kustomization) *value.Symbol { return k.prefix }); s != nil {
				pieces = append(pieces, value.Piece{Text: value.FromSymbol(s, s.At), At: name.At()})
			}
			pieces = append(pieces, value.Piece{Text: t})
			if s := anyOf(o.names, "name", func(k *kustomization) *value.Symbol { return k.suffix }); s != nil {
				pieces = append(pieces, value.Piece{Text: value.FromSymbol(s, s.At), At: name.At()})
			}
			meta = withField(meta, "name", value.FromText(value.Concat(name.At(), pieces...)))
		}
	}
	return withField(object, "metadata", meta)
}

// keeps reports whether every kustomization gives the namespace that the
// object has already.
func (o *overlay) keeps(own value.Value) bool {
	s, ok := own.KnownString()
	return ok && !slices.ContainsFunc(o.namespaces, func(k *kustomization) bool { return k.setNamespace != s })
}

// anyOf stands for what the kustomizations do to a name or namespace, whichever
// of them is applied: the same for all objects that the same kustomizations
// change, so that what they share is still shared. It is nil if none does.
func anyOf(list []*kustomization, noun string, what func(*kustomization) *value.Symbol) *value.Symbol {
	var out *value.Symbol
	dir := ""
	for _, k := range list {
		switch s := what(k); {
		case s == nil:
		case out == nil:
			first := *s
			out, dir = &first, k.dir
		default:
			out.Key += "," + k.dir
			out.Why = "the kustomization in " + dir + ", or another one, changes the " + noun
		}
	}
	return out
}

// withField gives a map with one field set.
func withField(v value.Value, key string, field value.Value) value.Value {
	fields := slices.Clone(v.Fields())
	i := slices.IndexFunc(fields, func(f value.Field) bool { return f.Key.Is(key) })
	if i < 0 {
		fields = append(fields, value.Field{Key: value.Literal(key, source.Span{}), Value: field})
	} else {
		fields[i].Value = field
	}
	out := value.MapAt(fields, v.At())
	if v.IsOpen() {
		out = out.Open(v.Symbol())
	}
	return out
}
