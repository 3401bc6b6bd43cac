// Package gitindex reads which files git tracks, without starting git: the
// index of a repository, as git's documentation of the index format
// (versions 2 to 4) describes it. The content of the files is not in it and
// comes from the work tree.
package gitindex

import (
	"bytes"
	"crypto/sha1"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"strings"
)

// Kind is what an entry is in the work tree.
type Kind uint8

// The kinds of entries.
const (
	File      Kind = iota // a regular file
	Link                  // a symbolic link
	Submodule             // a folder that is a repository of its own
)

// Entry is a path that git tracks.
type Entry struct {
	// Path is relative to the root of the work tree, with forward slashes. It
	// has no empty, "." or ".." part and no part ".git".
	Path string
	// Kind says what is there.
	Kind Kind
}

// Bounds of what is read: an index of half a million files has 50 MiB.
const (
	maxIndexSize = 64 << 20
	maxNameSize  = 4096      // of one path
	maxNames     = 128 << 20 // of all paths together; version 4 shares prefixes
)

// index is one index file.
type index struct {
	// entries are in the file's order, all of them: a split index counts them.
	// In its second part those that replace one of the first have no path.
	entries []Entry
	base    *base // of a split index
}

// malformed is an error of an index that git would not read either.
func malformed(format string, args ...any) error {
	return fmt.Errorf("malformed index: "+format, args...)
}

// parse reads an index file. The size of object names is not written in it; it
// follows from the checksum at the end, and where git was told to write none,
// from which of the two fits.
func parse(data []byte) (*index, error) {
	switch {
	case len(data) > maxIndexSize:
		return nil, errors.New("the index is larger than 64 MiB")
	case len(data) < 12+sha1.Size || string(data[:4]) != "DIRC":
		return nil, malformed("no index of git")
	}
	const short, long = sha1.Size, sha256.Size
	body := data[:len(data)-short]
	if sum := sha1.Sum(body); bytes.Equal(sum[:], data[len(body):]) {
		return parseBody(body, short)
	}
	if len(data) >= 12+long {
		body := data[:len(data)-long]
		if sum := sha256.Sum256(body); bytes.Equal(sum[:], data[len(body):]) {
			return parseBody(body, long)
		}
	}
	if len(bytes.Trim(data[len(body):], "\x00")) > 0 {
		return nil, malformed("the checksum does not fit")
	}
	out, err := parseBody(body, short)
	if err != nil && len(data) >= 12+long {
		if wide, err := parseBody(data[:len(data)-long], long); err == nil {
			return wide, nil
		}
	}
	return out, err
}

// reader takes parts off the front of data.
type reader struct {
	data []byte
	at   int
}

func (r *reader) take(n int) ([]byte, bool) {
	if n < 0 || n > len(r.data)-r.at {
		return nil, false
	}
	r.at += n
	return r.data[r.at-n : r.at], true
}

func (r *reader) uint32() (uint32, bool) {
	b, ok := r.take(4)
	if !ok {
		return 0, false
	}
	return binary.BigEndian.Uint32(b), true
}

// parseBody reads all of an index but its checksum, with object names of a
// size in bytes.
func parseBody(data []byte, oid int) (*index, error) {
	version, count := binary.BigEndian.Uint32(data[4:]), binary.BigEndian.Uint32(data[8:])
	if version < 2 || version > 4 {
		return nil, fmt.Errorf("the index has version %d; 2 to 4 are known", version)
	}
	r := &reader{data: data, at: 12}
	const least = 10*4 + 2 // bytes of an entry beside object name and path
	if int64(count)*int64(least+oid) > int64(len(data)) {
		return nil, malformed("%d entries in %d bytes", count, len(data))
	}
	ix := &index{entries: make([]Entry, 0, count)}
	path, names := []byte(nil), 0
	for i := range count {
		e, next, ok := r.entry(version, oid, path)
		if path = next; !ok {
			return nil, malformed("entry %d", i+1)
		}
		if names += len(path); names > maxNames {
			return nil, errors.New("the paths in the index are longer than 128 MiB together")
		}
		if e.Path = string(path); e.Path != "" && e.Kind != sparseFolder && !valid(e.Path) {
			return nil, malformed("path %q", e.Path)
		}
		ix.entries = append(ix.entries, e)
	}
	return ix, r.extensions(ix, oid)
}

// sparseFolder is an entry for all that is below a folder which a sparse
// checkout leaves out: nothing of it is in the work tree.
const sparseFolder Kind = 255

// entry reads one entry, given the path of the one before it. The path comes
// beside the entry, in a buffer that the next call reuses.
func (r *reader) entry(version uint32, oid int, before []byte) (e Entry, path []byte, ok bool) {
	start := r.at
	fixed, ok := r.take(10*4 + oid + 2) // times, device …; the mode is the seventh number
	if !ok {
		return e, nil, false
	}
	switch mode := binary.BigEndian.Uint32(fixed[24:]); mode >> 12 {
	case 0o10:
		e.Kind = File
	case 0o12:
		e.Kind = Link
	case 0o16:
		e.Kind = Submodule
	case 0o04:
		e.Kind = sparseFolder
	default:
		return e, nil, false
	}
	const extended, length = 0x4000, 0x0FFF
	flags := binary.BigEndian.Uint16(fixed[40+oid:])
	if flags&extended != 0 {
		// skip-worktree, intent-to-add: neither changes what is tracked.
		if _, ok = r.take(2); !ok || version < 3 {
			return e, nil, false
		}
	}
	path = before[:0]
	if version == 4 {
		strip, ok := r.varint()
		if !ok || strip > uint64(len(before)) {
			return e, nil, false
		}
		path = before[:len(before)-int(strip)]
	}
	n := bytes.IndexByte(r.data[r.at:], 0)
	if n < 0 || len(path)+n > maxNameSize {
		return e, nil, false
	}
	name, _ := r.take(n)
	path = append(path, name...)
	if want := int(flags & length); want != min(len(path), length) {
		return e, nil, false
	}
	if version == 4 {
		_, ok = r.take(1)
	} else {
		_, ok = r.take(8 - (r.at-start)%8) // one to eight bytes
	}
	return e, path, ok
}

// varint reads a number as pack files write offsets: seven bits a byte, the
// highest first, each further byte adding one.
func (r *reader) varint() (uint64, bool) {
	var out uint64
	for i := range 9 {
		b, ok := r.take(1)
		if !ok {
			return 0, false
		}
		if i > 0 {
			out++
		}
		if out = out<<7 | uint64(b[0]&0x7F); b[0]&0x80 == 0 {
			return out, true
		}
	}
	return 0, false
}

// extensions reads what follows the entries. Those whose name begins with a
// capital letter are caches and may be left out.
func (r *reader) extensions(ix *index, oid int) error {
	for r.at < len(r.data) {
		name, ok := r.take(4)
		size, known := r.uint32()
		body, whole := r.take(int(size))
		switch {
		case !ok || !known || !whole:
			return malformed("extension %q", name)
		case name[0] >= 'A' && name[0] <= 'Z', string(name) == "sdir":
		case string(name) == "link":
			var err error
			if ix.base, err = parseBase(body, oid); err != nil {
				return err
			}
		default:
			return fmt.Errorf("the index has the extension %q, which is not known", name)
		}
	}
	return nil
}

// valid reports whether git would check out a path.
func valid(path string) bool {
	for part := range strings.SplitSeq(path, "/") {
		switch {
		case part == "" || part == "." || part == "..", strings.EqualFold(part, ".git"):
			return false
		}
	}
	return true
}
