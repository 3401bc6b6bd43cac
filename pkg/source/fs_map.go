package source

import (
	"io/fs"
	"path"
	"slices"
	"strings"
	"time"
)

// MapFS is an FS of files in memory: content by path. Folders exist where
// files are below them.
type MapFS map[string]string

// ReadFile gives the content of a file.
func (m MapFS) ReadFile(name string) ([]byte, error) {
	data, ok := m[name]
	if !ok {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
	}
	if len(data) > MaxFileSize {
		return nil, &fs.PathError{Op: "open", Path: name, Err: ErrTooLarge}
	}
	return []byte(data), nil
}

// ReadDir lists a folder, sorted by name.
func (m MapFS) ReadDir(name string) ([]fs.DirEntry, error) {
	prefix := ""
	if name != "." {
		prefix = name + "/"
	}
	found := map[string]mapInfo{}
	for file, data := range m {
		rest, ok := strings.CutPrefix(file, prefix)
		if !ok {
			continue
		}
		if first, _, below := strings.Cut(rest, "/"); below {
			found[first] = mapInfo{name: first, dir: true}
		} else {
			found[rest] = mapInfo{name: rest, size: int64(len(data))}
		}
	}
	if len(found) == 0 && name != "." {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
	}
	out := make([]fs.DirEntry, 0, len(found))
	for _, info := range found {
		out = append(out, info)
	}
	slices.SortFunc(out, func(a, b fs.DirEntry) int { return strings.Compare(a.Name(), b.Name()) })
	return out, nil
}

// Stat describes a file or a folder.
func (m MapFS) Stat(name string) (fs.FileInfo, error) {
	if data, ok := m[name]; ok {
		return mapInfo{name: path.Base(name), size: int64(len(data))}, nil
	}
	if _, err := m.ReadDir(name); err == nil {
		return mapInfo{name: path.Base(name), dir: true}, nil
	}
	return nil, &fs.PathError{Op: "stat", Path: name, Err: fs.ErrNotExist}
}

// mapInfo describes an entry of a MapFS.
type mapInfo struct {
	name string
	size int64
	dir  bool
}

func (i mapInfo) Name() string               { return i.name }
func (i mapInfo) Size() int64                { return i.size }
func (i mapInfo) IsDir() bool                { return i.dir }
func (i mapInfo) ModTime() time.Time         { return time.Time{} }
func (i mapInfo) Sys() any                   { return nil }
func (i mapInfo) Type() fs.FileMode          { return i.Mode().Type() }
func (i mapInfo) Info() (fs.FileInfo, error) { return i, nil }

func (i mapInfo) Mode() fs.FileMode {
	if i.dir {
		return fs.ModeDir | 0o555
	}
	return 0o444
}
