package gitindex

import (
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/irsalint/irsalint/pkg/source"
)

// Files is the part of a project that git tracks: a source.FS in which other
// files do not exist. Nor do tracked files that were deleted from the work
// tree, and what `terraform init` installed in .terraform, tracked or not, as
// others do not have it.
type Files struct {
	fsys    source.FS
	links   source.Linker   // nil: fsys has no symbolic links
	entries []Entry         // by path
	also    map[string]bool // as they are called without symbolic links
	// folders are those that were seen in the work tree to be folders.
	folders sync.Map
}

func newFiles(fsys source.FS, entries []Entry, also []string) *Files {
	f := &Files{fsys: fsys, entries: entries, also: map[string]bool{}}
	f.links, _ = fsys.(source.Linker)
	for _, name := range also {
		f.also[name] = true
	}
	return f
}

// Len is how many paths are tracked.
func (f *Files) Len() int { return len(f.entries) }

// ReadFile gives the content of a tracked file in the work tree.
func (f *Files) ReadFile(name string) ([]byte, error) {
	real, err := f.resolve("open", name)
	if err != nil {
		return nil, err
	}
	return f.fsys.ReadFile(real)
}

// Stat describes a tracked file, or a folder that holds one. It follows
// symbolic links to what is tracked.
func (f *Files) Stat(name string) (fs.FileInfo, error) {
	real, err := f.resolve("stat", name)
	if err != nil {
		return nil, err
	}
	return f.fsys.Stat(real)
}

// ReadDir lists what is tracked in a folder and is in the work tree.
func (f *Files) ReadDir(name string) ([]fs.DirEntry, error) {
	real, err := f.resolve("open", name)
	if err != nil {
		return nil, err
	}
	list, err := f.fsys.ReadDir(real)
	return slices.DeleteFunc(list, func(e fs.DirEntry) bool {
		full := path.Join(real, e.Name())
		file, folder := f.tracked(full)
		if e.IsDir() {
			return !folder
		}
		return !file
	}), err
}

// tracked reports whether a path is that of a tracked file or link, and
// whether it is a folder that holds one.
func (f *Files) tracked(name string) (file, folder bool) {
	if name == "." {
		return false, true
	}
	if path.Base(name) == ".terraform" {
		return false, false
	}
	_, file = f.find(name)
	below := name + "/"
	at, _ := f.find(below)
	return file, at < len(f.entries) && strings.HasPrefix(f.entries[at].Path, below)
}

func (f *Files) find(name string) (int, bool) {
	return slices.BinarySearchFunc(f.entries, name, func(e Entry, name string) int {
		return strings.Compare(e.Path, name)
	})
}

// maxLinks is how many symbolic links a path may lead through, as in Linux.
const maxLinks = 40

// resolve gives what a path is once the symbolic links in it are followed. All
// that it leads through has to be tracked, and to be in the work tree what it
// is in the index; else it does not exist.
func (f *Files) resolve(op, name string) (string, error) {
	missing := &fs.PathError{Op: op, Path: name, Err: fs.ErrNotExist}
	at, rest := ".", path.Clean(name)
	if f.also[rest] {
		return rest, nil
	}
	for links := 0; rest != "" && rest != "."; {
		part, after, _ := strings.Cut(rest, "/")
		full := path.Join(at, part)
		if part == ".." || part == "" {
			if at == "." || part == "" {
				return "", missing // outside the project
			}
			at, rest = full, after
			continue
		}
		file, folder := f.tracked(full)
		if !file && !folder {
			return "", missing
		}
		mode, err := f.mode(full, file)
		switch {
		case err != nil:
			return "", err
		case mode&fs.ModeSymlink != 0:
			target, err := f.links.ReadLink(full)
			if err != nil {
				return "", err
			}
			if links++; links > maxLinks || path.IsAbs(target) {
				return "", fmt.Errorf("%s: the symbolic link %s leads out of the project or in a circle", name, full)
			}
			rest = path.Join(target, after)
			continue
		case mode.IsDir() && !folder, !mode.IsDir() && (!file || after != ""):
			return "", missing
		}
		at, rest = full, after
	}
	return at, nil
}

// mode gives what a path is in the work tree, as far as it matters.
func (f *Files) mode(full string, file bool) (fs.FileMode, error) {
	if !file {
		if _, ok := f.folders.Load(full); ok {
			return fs.ModeDir, nil
		}
	}
	stat := f.fsys.Stat
	if f.links != nil {
		stat = f.links.Lstat
	}
	info, err := stat(full)
	if err != nil {
		return 0, err
	}
	if !file && info.IsDir() {
		f.folders.Store(full, true)
	}
	return info.Mode(), nil
}
