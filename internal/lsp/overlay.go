package lsp

import (
	"errors"
	"io/fs"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/irsalint/irsalint/pkg/source"
)

// document is an open document: its text counts, not that of the file.
type document struct {
	uri     string // as the client writes it
	version int
	text    []byte
}

// documents are the open documents of a project, by path. A set is never
// changed, so that a run sees one state of all of them.
type documents map[string]document

// with gives the set with a document more or changed, without one if it is nil.
func (d documents) with(name string, doc *document) documents {
	out := make(documents, len(d)+1)
	for n, old := range d {
		out[n] = old
	}
	if doc == nil {
		delete(out, name)
	} else {
		out[name] = *doc
	}
	return out
}

// overlay lays open documents over the files of a project.
type overlay struct {
	source.FS
	docs documents
	// dirs are the entries that the documents put into each folder.
	dirs map[string]map[string]entry
}

func newOverlay(disk source.FS, docs documents) source.FS {
	if len(docs) == 0 {
		return disk
	}
	o := &overlay{FS: disk, docs: docs, dirs: map[string]map[string]entry{}}
	for name, doc := range docs {
		e := entry{name: path.Base(name), size: int64(len(doc.text))}
		for dir := path.Dir(name); ; dir = path.Dir(dir) {
			if o.dirs[dir] == nil {
				o.dirs[dir] = map[string]entry{}
			}
			o.dirs[dir][e.name] = e
			if dir == "." {
				break
			}
			e = entry{name: path.Base(dir), dir: true}
		}
	}
	return o
}

// ReadFile gives the text of a document, or the file.
func (o *overlay) ReadFile(name string) ([]byte, error) {
	doc, ok := o.docs[name]
	switch {
	case !ok:
		return o.FS.ReadFile(name)
	case len(doc.text) > source.MaxFileSize:
		return nil, &fs.PathError{Op: "open", Path: name, Err: source.ErrTooLarge}
	}
	return doc.text, nil
}

// ReadDir lists a folder with the documents that are not on disk.
func (o *overlay) ReadDir(name string) ([]fs.DirEntry, error) {
	entries, err := o.FS.ReadDir(name)
	more := o.dirs[name]
	if len(more) == 0 || err != nil && !errors.Is(err, fs.ErrNotExist) {
		return entries, err
	}
	have := make(map[string]bool, len(entries))
	for _, e := range entries {
		have[e.Name()] = true
	}
	for _, e := range more {
		if !have[e.name] {
			entries = append(entries, e)
		}
	}
	slices.SortFunc(entries, func(a, b fs.DirEntry) int { return strings.Compare(a.Name(), b.Name()) })
	return entries, nil
}

// Stat describes a document, a folder that holds one, or what is on disk.
func (o *overlay) Stat(name string) (fs.FileInfo, error) {
	if doc, ok := o.docs[name]; ok {
		return entry{name: path.Base(name), size: int64(len(doc.text))}, nil
	}
	if info, err := o.FS.Stat(name); err == nil || o.dirs[name] == nil {
		return info, err
	}
	return entry{name: path.Base(name), dir: true}, nil
}

// entry describes a document, or a folder that is there only for one.
type entry struct {
	name string
	size int64
	dir  bool
}

func (e entry) Name() string               { return e.name }
func (e entry) Size() int64                { return e.size }
func (e entry) IsDir() bool                { return e.dir }
func (e entry) ModTime() time.Time         { return time.Time{} }
func (e entry) Sys() any                   { return nil }
func (e entry) Type() fs.FileMode          { return e.Mode().Type() }
func (e entry) Info() (fs.FileInfo, error) { return e, nil }

func (e entry) Mode() fs.FileMode {
	if e.dir {
		return fs.ModeDir | 0o555
	}
	return 0o444
}
