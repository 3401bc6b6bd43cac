package terraform

import (
	"bytes"
	"path"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/irsalint/irsalint/pkg/source"
)

// Roots gives, of folders that hold Terraform files, those that are root
// modules: no other of them calls them as a module. Of folders that call each
// other in a circle, and that nothing else calls, the first is a root. Folders
// inside .terraform hold what terraform init installed and are no roots.
func Roots(tree *source.Tree, dirs []string) []string { return NewLoader(tree).Roots(dirs) }

// Roots is Roots of the package, with the files this Loader has parsed.
func (l *Loader) Roots(dirs []string) []string {
	known := map[string]bool{}
	for _, d := range dirs {
		if d = path.Clean(d); !installedDir(d) {
			known[d] = true
		}
	}
	all := sortedKeys(known)
	calls := map[string][]string{}
	called := map[string]bool{}
	for i, list := range l.allLocalCalls(all) {
		dir := all[i]
		for _, to := range list {
			if to != dir && known[to] {
				calls[dir] = append(calls[dir], to)
				called[to] = true
			}
		}
	}
	var roots []string
	reached := map[string]bool{}
	add := func(dir string) {
		roots = append(roots, dir)
		for todo := []string{dir}; len(todo) > 0; {
			d := todo[len(todo)-1]
			todo = todo[:len(todo)-1]
			if !reached[d] {
				reached[d] = true
				todo = append(todo, calls[d]...)
			}
		}
	}
	for _, dir := range all {
		if !called[dir] {
			add(dir)
		}
	}
	for _, dir := range all {
		if !reached[dir] {
			add(dir)
		}
	}
	slices.Sort(roots)
	return roots
}

func installedDir(dir string) bool {
	return dir == ".terraform" || strings.HasPrefix(dir, ".terraform/") ||
		strings.Contains(dir, "/.terraform/") || strings.HasSuffix(dir, "/.terraform")
}

// allLocalCalls gives the local calls of each folder, read by several workers.
func (l *Loader) allLocalCalls(dirs []string) [][]string {
	out := make([][]string, len(dirs))
	var next atomic.Int64
	var wg sync.WaitGroup
	for range min(cap(l.busy), len(dirs)) {
		wg.Go(func() {
			for i := next.Add(1) - 1; i < int64(len(dirs)); i = next.Add(1) - 1 {
				out[i] = l.localCalls(dirs[i])
			}
		})
	}
	wg.Wait()
	return out
}

// localCalls gives the folders that the modules called in a folder are in,
// as far as their sources are written out and local. Only files that seem to
// have such a call are parsed.
func (l *Loader) localCalls(dir string) []string {
	base, override := configFiles(l.tree, dir)
	var out []string
	for _, name := range append(base, override...) {
		f, err := l.tree.File(name)
		if err != nil || !maybeCalls(f.Data) {
			continue
		}
		for _, b := range l.file(name).body.Blocks {
			if b.Type != "module" {
				continue
			}
			if to, ok := localSource(dir, literal(attribute(b.Body, "source"))); ok {
				out = append(out, to)
			}
		}
	}
	return out
}

// maybeCalls reports whether a file can hold a call of a local module.
func maybeCalls(data []byte) bool {
	if !bytes.Contains(data, []byte("module")) {
		return false
	}
	for rest := data; ; {
		i := bytes.Index(rest, []byte("source"))
		if i < 0 {
			return false
		}
		rest = rest[i+len("source"):]
		v := bytes.TrimLeft(rest, "\" \t=:\r\n")
		if len(v) < len(rest) && len(v) > 0 && (v[0] == '.' || v[0] == '/') {
			return true
		}
	}
}
