package source

import (
	"io/fs"
	"strings"
)

// Reads is a view of a Tree that remembers what was asked of it and what the
// answer was, so that a result made from the answers can be kept for as long
// as they stay the same. It is used by one goroutine at a time.
type Reads struct {
	tree  *Tree
	files map[string]fileRead
	dirs  map[string]string
	stats map[string]string
}

type fileRead struct {
	file  *File
	fault string
}

// Record gives a view of the tree that has not been asked anything.
func (t *Tree) Record() *Reads {
	return &Reads{tree: t, files: map[string]fileRead{}, dirs: map[string]string{}, stats: map[string]string{}}
}

// File is Tree.File.
func (r *Reads) File(name string) (*File, error) {
	f, err := r.tree.File(name)
	r.files[name] = fileRead{f, fault(err)}
	return f, err
}

// ReadDir lists a folder, as FS does.
func (r *Reads) ReadDir(name string) ([]fs.DirEntry, error) {
	entries, err := r.tree.ReadDir(name)
	r.dirs[name] = listing(entries, err)
	return entries, err
}

// Stat describes a file or folder, as FS does.
func (r *Reads) Stat(name string) (fs.FileInfo, error) {
	info, err := r.tree.Stat(name)
	r.stats[name] = kind(info, err)
	return info, err
}

// Add adds what was asked of another view of the same tree.
func (r *Reads) Add(o *Reads) {
	for name, v := range o.files {
		r.files[name] = v
	}
	for name, v := range o.dirs {
		r.dirs[name] = v
	}
	for name, v := range o.stats {
		r.stats[name] = v
	}
}

// Same reports whether another tree answers everything in the same way. A
// file is the same if it is the same *File, so the tree has to be a Successor.
// It counts for files what they hold and for folders and descriptions what
// readers go by: names and kinds.
func (r *Reads) Same(t *Tree) bool {
	for name, v := range r.files {
		if f, err := t.File(name); f != v.file || fault(err) != v.fault {
			return false
		}
	}
	for name, v := range r.dirs {
		if entries, err := t.ReadDir(name); listing(entries, err) != v {
			return false
		}
	}
	for name, v := range r.stats {
		if info, err := t.Stat(name); kind(info, err) != v {
			return false
		}
	}
	return true
}

func fault(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

func listing(entries []fs.DirEntry, err error) string {
	var b strings.Builder
	for _, e := range entries {
		b.WriteString(e.Type().String())
		b.WriteString(e.Name())
		b.WriteByte('/')
	}
	b.WriteString(fault(err))
	return b.String()
}

func kind(info fs.FileInfo, err error) string {
	if err != nil {
		return fault(err)
	}
	return info.Mode().Type().String()
}
