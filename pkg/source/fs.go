package source

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strings"
	"sync"
)

// MaxFileSize is the largest file that is read, in bytes.
const MaxFileSize = 8 << 20

// ErrTooLarge is returned for a file over MaxFileSize.
var ErrTooLarge = errors.New("file is larger than 8 MiB")

// FS is the files of one project. Paths are relative to its root, with
// forward slashes. The command reads a disk, an editor lays its unsaved
// buffers over one; nothing else differs between them.
type FS interface {
	// ReadFile gives the content of a regular file.
	ReadFile(name string) ([]byte, error)
	// ReadDir lists a folder ("." is the root), sorted by name.
	ReadDir(name string) ([]fs.DirEntry, error)
	// Stat follows symbolic links, as long as they stay inside the root.
	Stat(name string) (fs.FileInfo, error)
}

// Tree reads the files of a project, each once. It is safe for concurrent use.
type Tree struct {
	FS
	mu    sync.Mutex
	files map[string]*treeEntry
	old   map[string]*File // of a predecessor
}

type treeEntry struct {
	once sync.Once
	file *File
	err  error
}

// NewTree gives a Tree over fsys.
func NewTree(fsys FS) *Tree {
	if d, ok := fsys.(disk); ok {
		fsys = d.snapshot()
	}
	return &Tree{FS: fsys, files: map[string]*treeEntry{}}
}

// Successor gives a Tree over fsys, read anew, in which files whose content
// has not changed are the same *File. Nothing may be reading t any more.
func (t *Tree) Successor(fsys FS) *Tree {
	next := NewTree(fsys)
	next.old = map[string]*File{}
	t.mu.Lock()
	defer t.mu.Unlock()
	for name, e := range t.files {
		if e.file != nil {
			next.old[name] = e.file
		}
	}
	return next
}

// Before gives the file that the predecessor of the tree had at a path, nil
// if it had none.
func (t *Tree) Before(name string) *File { return t.old[name] }

// File gives the file at a path relative to the root. Two calls with the same
// path give the same *File, so spans can be compared.
func (t *Tree) File(name string) (*File, error) {
	return t.file(name, t.ReadFile)
}

// Adopt is File for one whose content was just read.
func (t *Tree) Adopt(name string, data []byte) (*File, error) {
	return t.file(name, func(string) ([]byte, error) { return data, nil })
}

func (t *Tree) file(name string, read func(string) ([]byte, error)) (*File, error) {
	name = path.Clean(name)
	if !fs.ValidPath(name) {
		return nil, fmt.Errorf("%s: outside the project", name)
	}
	t.mu.Lock()
	e := t.files[name]
	if e == nil {
		e = &treeEntry{}
		t.files[name] = e
	}
	t.mu.Unlock()
	e.once.Do(func() {
		data, err := read(name)
		if err != nil {
			e.err = err
			return
		}
		e.file = NewFile(name, data)
		if old := t.old[name]; old != nil && bytes.Equal(old.Data, e.file.Data) {
			e.file = old
		}
	})
	return e.file, e.err
}

// Ext gives the ending of a path, without the dot and in lower case.
func Ext(name string) string {
	return strings.ToLower(strings.TrimPrefix(path.Ext(name), "."))
}
