package source

import (
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"
)

// snapshot is a disk as one run sees it. It lists each folder once, knows from
// that what is not there, and looks paths up from the nearest folder that it
// holds open: os.Root goes through a path folder by folder, which is most of
// what a run over many small files would ask of the kernel.
type snapshot struct {
	disk

	mu    sync.RWMutex
	open  map[string]*os.Root
	lists map[string]*folder
}

// folder is what a folder holds.
type folder struct {
	once    sync.Once
	entries []fs.DirEntry // sorted by name
	err     error
}

// maxOpen bounds the folders that are held open.
const maxOpen = 128

func (d disk) snapshot() *snapshot {
	return &snapshot{disk: d, open: map[string]*os.Root{}, lists: map[string]*folder{}}
}

func (s *snapshot) ReadFile(name string) ([]byte, error) {
	if s.absent(name) {
		return nil, notExist("open", name)
	}
	if near, rest := s.near(name); near != nil {
		if data, err := readFile(near, rest); err == nil {
			return data, nil
		}
		// Perhaps a link out of that folder; else the error names the path.
	}
	return s.disk.ReadFile(name)
}

func (s *snapshot) Stat(name string) (fs.FileInfo, error) {
	if s.absent(name) {
		return nil, notExist("stat", name)
	}
	if near, rest := s.near(name); near != nil {
		if info, err := near.Stat(rest); err == nil {
			return info, nil
		}
	}
	return s.disk.Stat(name)
}

func (s *snapshot) ReadDir(name string) ([]fs.DirEntry, error) {
	switch {
	case !fs.ValidPath(name):
		return s.disk.ReadDir(name)
	case s.absent(name):
		return nil, notExist("open", name)
	}
	s.mu.Lock()
	f := s.lists[name]
	if f == nil {
		f = &folder{}
		s.lists[name] = f
	}
	s.mu.Unlock()
	f.once.Do(func() {
		entries, err := s.list(name)
		s.mu.Lock()
		defer s.mu.Unlock()
		f.entries, f.err = entries, err
	})
	return f.entries, f.err
}

// list lists a folder, and keeps it open if it has others inside.
func (s *snapshot) list(name string) ([]fs.DirEntry, error) {
	near, rest := s.near(name)
	if near == nil {
		near, rest = s.root, name
	}
	dir, err := near.OpenRoot(rest)
	if err != nil {
		return s.disk.ReadDir(name)
	}
	entries, err := fs.ReadDir(dir.FS(), ".")
	if err != nil {
		dir.Close()
		return s.disk.ReadDir(name)
	}
	s.mu.Lock()
	keep := name != "." && len(s.open) < maxOpen && slices.ContainsFunc(entries, fs.DirEntry.IsDir)
	if keep {
		s.open[name] = dir
	}
	s.mu.Unlock()
	if !keep {
		dir.Close()
	}
	return entries, nil
}

// near gives the nearest open folder that a path goes through, and the rest of
// the path from there; nil if there is none but the root.
func (s *snapshot) near(name string) (*os.Root, string) {
	if !fs.ValidPath(name) || name == "." {
		return nil, ""
	}
	s.mu.RLock()
	defer s.mu.RUnlock()
	for end := len(name); ; {
		if end = strings.LastIndexByte(name[:end], '/'); end < 0 {
			return nil, ""
		}
		if dir := s.open[name[:end]]; dir != nil {
			return dir, name[end+1:]
		}
	}
}

// absent reports whether the listing of a folder that a path goes through
// shows that there is nothing at the path.
func (s *snapshot) absent(name string) bool {
	if !fs.ValidPath(name) {
		return false
	}
	s.mu.RLock()
	defer s.mu.RUnlock()
	for rest := name; rest != "."; {
		dir, base := path.Dir(rest), path.Base(rest)
		if f := s.lists[dir]; f != nil && f.entries != nil && f.err == nil {
			return !f.mayHold(base)
		}
		rest = dir
	}
	return false
}

// mayHold reports whether a name may be that of an entry. Some file systems
// take no heed of case, or of how a letter with an accent is written.
func (f *folder) mayHold(name string) bool {
	_, found := slices.BinarySearchFunc(f.entries, name, func(e fs.DirEntry, name string) int { return strings.Compare(e.Name(), name) })
	return found || len(name) != utf8.RuneCountInString(name) ||
		slices.ContainsFunc(f.entries, func(e fs.DirEntry) bool { return strings.EqualFold(e.Name(), name) })
}

func notExist(op, name string) error { return &fs.PathError{Op: op, Path: name, Err: fs.ErrNotExist} }
