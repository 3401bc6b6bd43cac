package gitindex

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/irsalint/irsalint/pkg/source"
)

// ErrNoRepository is returned for a folder that is in no repository.
var ErrNoRepository = errors.New("not in a git repository")

// maxDepth is how deep repositories are looked for in repositories, and
// maxSubmodules how many in all.
const (
	maxDepth      = 8
	maxSubmodules = 4096
)

// Open narrows fsys, the files below the absolute path root, to those that
// git tracks there, and to the files named in also.
//
// The list comes from the index of the repository that root is in, and from
// those of submodules that are checked out. Of what git keeps about a
// repository no more is read than its index, which may stand outside root: in
// the .git above it, or, for a work tree of `git worktree` and for a submodule,
// where the file .git says. A commit of some files only (git commit -a, git
// commit FILE) has an index of its own, which git names to its hooks in
// GIT_INDEX_FILE; it is read if it stands beside the index.
//
// It gives ErrNoRepository if there is no repository.
func Open(root string, fsys source.FS, getenv func(string) string, also ...string) (*Files, error) {
	root, err := filepath.EvalSymlinks(root)
	if err != nil {
		return nil, err
	}
	top := root
	for {
		if _, err := os.Lstat(filepath.Join(top, ".git")); err == nil {
			break
		}
		if top == filepath.Dir(top) {
			return nil, ErrNoRepository
		}
		top = filepath.Dir(top)
	}
	gitDir, err := gitDirOf(top)
	if err != nil {
		return nil, err
	}
	entries, err := readIndex(gitDir, indexName(top, gitDir, getenv("GIT_INDEX_FILE")))
	if err != nil {
		return nil, err
	}
	prefix, err := filepath.Rel(top, root)
	if err != nil {
		return nil, err
	}
	s := submodules{root: root, allowed: []string{gitDir, root}}
	all := s.add(nil, below(entries, filepath.ToSlash(prefix)), ".", 0)
	slices.SortFunc(all, byPath)
	return newFiles(fsys, all, also), nil
}

func byPath(a, b Entry) int { return strings.Compare(a.Path, b.Path) }

// below gives the entries in a folder, as seen from it.
func below(entries []Entry, folder string) []Entry {
	if folder == "." {
		return entries
	}
	var out []Entry
	for _, e := range entries {
		if rest, ok := strings.CutPrefix(e.Path, folder+"/"); ok {
			out = append(out, Entry{rest, e.Kind})
		}
	}
	return out
}

// gitDirOf gives where git keeps a repository, given its work tree: the folder
// .git, or the one that the file .git names.
func gitDirOf(top string) (string, error) {
	name := filepath.Join(top, ".git")
	info, err := os.Stat(name)
	if err != nil {
		return "", err
	}
	if info.IsDir() {
		return filepath.EvalSymlinks(name)
	}
	data, err := readFile(name, 4096)
	if err != nil {
		return "", err
	}
	target, ok := strings.CutPrefix(strings.TrimRight(string(data), "\r\n"), "gitdir: ")
	if !ok || strings.ContainsAny(target, "\r\n\x00") {
		return "", fmt.Errorf("%s: names no folder of git", name)
	}
	if !filepath.IsAbs(target) {
		target = filepath.Join(top, target)
	}
	if target, err = filepath.EvalSymlinks(target); err != nil {
		return "", fmt.Errorf("%s: %w", name, err)
	}
	return target, nil
}

// indexName gives the file that holds the index. What the environment says is
// relative to the work tree, and meant for this repository only if it stands
// where git puts an index.
func indexName(top, gitDir, env string) string {
	if env != "" {
		if !filepath.IsAbs(env) {
			env = filepath.Join(top, env)
		}
		if dir, err := filepath.EvalSymlinks(filepath.Dir(env)); err == nil && dir == gitDir {
			return filepath.Base(env)
		}
	}
	return "index"
}

// readIndex reads an index; a repository to which nothing was ever added has
// none.
func readIndex(gitDir, name string) ([]Entry, error) {
	file := filepath.Join(gitDir, name)
	data, err := readFile(file, maxIndexSize)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	entries, err := load(data, func(beside string) ([]byte, error) {
		return readFile(filepath.Join(gitDir, beside), maxIndexSize)
	})
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return entries, nil
}

// readFile reads a regular file of at most a number of bytes.
func readFile(name string, limit int64) ([]byte, error) {
	info, err := os.Stat(name) // before opening: a FIFO would block
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s: not a regular file", name)
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, limit+1))
	if err == nil && int64(len(data)) > limit {
		err = fmt.Errorf("%s: larger than %d bytes", name, limit)
	}
	return data, err
}

// submodules collects what the repositories in a repository track.
type submodules struct {
	root    string
	allowed []string // the folders in which an index is read
	seen    int
}

// add adds entries of a folder to all, and those of the submodules among them.
func (s *submodules) add(all, entries []Entry, folder string, depth int) []Entry {
	for _, e := range entries {
		if e.Path = path.Join(folder, e.Path); e.Kind != Submodule {
			all = append(all, e)
			continue
		}
		if s.seen++; depth < maxDepth && s.seen <= maxSubmodules {
			all = s.add(all, s.index(e.Path), e.Path, depth+1)
		}
	}
	return all
}

// index gives what a submodule tracks: nothing if it is not checked out, or if
// its index cannot be read or stands elsewhere.
func (s *submodules) index(folder string) []Entry {
	top := filepath.Join(s.root, filepath.FromSlash(folder))
	if real, err := filepath.EvalSymlinks(top); err != nil || real != top {
		return nil // a link in its place leads elsewhere
	}
	gitDir, err := gitDirOf(top)
	if err != nil || !slices.ContainsFunc(s.allowed, func(dir string) bool {
		return strings.HasPrefix(gitDir, dir+string(filepath.Separator))
	}) {
		return nil
	}
	entries, err := readIndex(gitDir, "index")
	if err != nil {
		return nil
	}
	return entries
}
