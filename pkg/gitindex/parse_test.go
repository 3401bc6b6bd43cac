package gitindex

import (
	"crypto/sha1"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"slices"
	"strings"
	"testing"
)

// writer makes index files by hand, also such as git would not write.
type writer struct {
	version  uint32
	oid      int // size of object names; 0 is that of SHA-1
	noSum    bool
	entries  []made
	tail     []byte // extensions
	count    int    // of entries, if it is to be wrong
	previous string
}

type made struct {
	path     string
	mode     uint32 // 0 is a regular file
	extended uint16
	stage    uint16
}

func files(paths ...string) (out []made) {
	for _, p := range paths {
		out = append(out, made{path: p})
	}
	return out
}

func (w writer) bytes() []byte {
	if w.oid == 0 {
		w.oid = sha1.Size
	}
	if w.count == 0 {
		w.count = len(w.entries)
	}
	out := []byte("DIRC")
	out = binary.BigEndian.AppendUint32(out, w.version)
	out = binary.BigEndian.AppendUint32(out, uint32(w.count))
	for _, e := range w.entries {
		out = w.entry(out, e)
	}
	out = append(out, w.tail...)
	h := sha1.New()
	if w.oid == sha256.Size {
		h = sha256.New()
	}
	h.Write(out)
	if w.noSum {
		return append(out, make([]byte, w.oid)...)
	}
	return h.Sum(out)
}

func (w *writer) entry(out []byte, e made) []byte {
	start := len(out)
	if e.mode == 0 {
		e.mode = 0o100644
	}
	out = append(out, make([]byte, 24)...)
	out = binary.BigEndian.AppendUint32(out, e.mode)
	out = append(out, make([]byte, 12)...)
	for range w.oid {
		out = append(out, 0xAB)
	}
	flags := uint16(min(len(e.path), 0xFFF)) | e.stage<<12
	if e.extended != 0 {
		flags |= 0x4000
	}
	out = binary.BigEndian.AppendUint16(out, flags)
	if e.extended != 0 {
		out = binary.BigEndian.AppendUint16(out, e.extended)
	}
	if w.version != 4 {
		out = append(out, e.path...)
		return append(out, make([]byte, 8-(len(out)-start)%8)...)
	}
	common := 0
	for common < min(len(w.previous), len(e.path)) && w.previous[common] == e.path[common] {
		common++
	}
	out = append(out, number(uint64(len(w.previous)-common))...)
	w.previous = e.path
	return append(append(out, e.path[common:]...), 0)
}

// number writes a varint.
func number(n uint64) []byte {
	out := []byte{byte(n & 0x7F)}
	for n >>= 7; n != 0; n >>= 7 {
		n--
		out = append([]byte{byte(n&0x7F) | 0x80}, out...)
	}
	return out
}

func extension(name string, body []byte) []byte {
	return append(binary.BigEndian.AppendUint32([]byte(name), uint32(len(body))), body...)
}

func paths(entries []Entry) string {
	var out []string
	for _, e := range entries {
		out = append(out, e.Path+[]string{"", "@", "/"}[e.Kind])
	}
	return strings.Join(out, " ")
}

func alone(string) ([]byte, error) { return nil, fmt.Errorf("no first part") }

func TestLoad(t *testing.T) {
	long := strings.Repeat("d/", 2047) + "fg" // its length does not fit in the flags
	for name, c := range map[string]struct {
		in   writer
		want string
	}{
		"nothing":          {writer{version: 2}, ""},
		"version 2":        {writer{version: 2, entries: files("a.tf", "k8s/sa.yaml")}, "a.tf k8s/sa.yaml"},
		"every padding":    {writer{version: 2, entries: files("a", "bb", "ccc", "dddd", "eeeee", "ffffff", "ggggggg", "hhhhhhhh")}, "a bb ccc dddd eeeee ffffff ggggggg hhhhhhhh"},
		"version 3":        {writer{version: 3, entries: []made{{path: "a", extended: 0x2000}, {path: "b"}, {path: "c", extended: 0x4000}}}, "a b c"},
		"version 4":        {writer{version: 4, entries: files("k8s/a.yaml", "k8s/b.yaml", "k8s/b.yaml.tmpl", "main.tf")}, "k8s/a.yaml k8s/b.yaml k8s/b.yaml.tmpl main.tf"},
		"long prefix":      {writer{version: 4, entries: files(strings.Repeat("x", 300)+"/a", "y")}, strings.Repeat("x", 300) + "/a y"},
		"longest path":     {writer{version: 2, entries: files(long)}, long},
		"kinds":            {writer{version: 2, entries: []made{{path: "l", mode: 0o120000}, {path: "s", mode: 0o160000}, {path: "x", mode: 0o100755}}}, "l@ s/ x"},
		"conflict":         {writer{version: 2, entries: []made{{path: "a", stage: 1}, {path: "a", stage: 2}, {path: "a", stage: 3}, {path: "b"}}}, "a b"},
		"sparse folder":    {writer{version: 3, entries: []made{{path: "a/", mode: 0o040000, extended: 0x4000}, {path: "b"}}, tail: extension("sdir", nil)}, "b"},
		"caches":           {writer{version: 2, entries: files("a"), tail: append(extension("TREE", []byte("xyz")), extension("ZZZZ", nil)...)}, "a"},
		"SHA-256":          {writer{version: 2, oid: 32, entries: files("a", "b/c"), tail: extension("TREE", []byte("x"))}, "a b/c"},
		"SHA-256, 4":       {writer{version: 4, oid: 32, entries: files("a", "a/c")}, "a a/c"},
		"no sum":           {writer{version: 2, noSum: true, entries: files("a", "b/c")}, "a b/c"},
		"no sum, SHA-256":  {writer{version: 2, oid: 32, noSum: true, entries: files("a", "b/c", "dddddd")}, "a b/c dddddd"},
		"not UTF-8":        {writer{version: 2, entries: files("a\xff.tf")}, "a\xff.tf"},
		"not sorted":       {writer{version: 2, entries: files("b", "a")}, "a b"},
		"nothing to split": {writer{version: 2, entries: files("a"), tail: extension("link", make([]byte, 20))}, "a"},
	} {
		got, err := load(c.in.bytes(), alone)
		if err != nil || paths(got) != c.want {
			t.Errorf("%s: %q, %v; want %q", name, paths(got), err, c.want)
		}
	}
}

func TestLoadRefuses(t *testing.T) {
	ok := writer{version: 2, entries: files("a", "b")}.bytes()
	flipped := slices.Clone(ok)
	flipped[70] ^= 1
	for name, c := range map[string]struct {
		data []byte
		want string
	}{
		"empty":               {nil, "no index"},
		"another file":        {[]byte(strings.Repeat("ref: refs/heads/main\n", 3)), "no index"},
		"cut off":             {ok[:len(ok)-30], "checksum"},
		"changed":             {flipped, "checksum"},
		"version 1":           {writer{version: 1}.bytes(), "version 1"},
		"version 5":           {writer{version: 5}.bytes(), "version 5"},
		"too many entries":    {writer{version: 2, count: 1 << 30}.bytes(), "1073741824 entries"},
		"one too many":        {writer{version: 2, count: 3, entries: files("a", "b"), tail: make([]byte, 70)}.bytes(), "entry 3"},
		"upwards":             {writer{version: 2, entries: files("../a")}.bytes(), `"../a"`},
		"absolute":            {writer{version: 2, entries: files("/etc/passwd")}.bytes(), `"/etc/passwd"`},
		"inside .git":         {writer{version: 2, entries: files("x/.GIT/config")}.bytes(), `"x/.GIT/config"`},
		"no path":             {writer{version: 2, entries: files("")}.bytes(), "without a path"},
		"long path":           {writer{version: 2, entries: files(strings.Repeat("x", 5000))}.bytes(), "entry 1"},
		"a mode":              {writer{version: 2, entries: []made{{path: "a", mode: 0o20000}}}.bytes(), "entry 1"},
		"extended in 2":       {writer{version: 2, entries: []made{{path: "a", extended: 0x4000}}}.bytes(), "entry 1"},
		"unknown extension":   {writer{version: 2, tail: extension("fsm2", nil)}.bytes(), `"fsm2"`},
		"extension too long":  {writer{version: 2, tail: append([]byte("TREE"), 0xFF, 0xFF, 0xFF, 0xFF)}.bytes(), "TREE"},
		"extension cut off":   {writer{version: 2, tail: []byte("TR")}.bytes(), "extension"},
		"strips too much":     {writer{version: 4, previous: "longer", entries: files("a")}.bytes(), "entry 1"},
		"split, no part":      {writer{version: 2, tail: extension("link", []byte(strings.Repeat("\x01", 20)))}.bytes(), "no first part"},
		"split, short":        {writer{version: 2, tail: extension("link", []byte("x"))}.bytes(), "link"},
		"split, broken":       {writer{version: 2, tail: extension("link", make([]byte, 25))}.bytes(), "link"},
		"split, endless zero": {writer{version: 2, tail: extension("link", append(make([]byte, 20), bitmap(1<<20, 1<<32-1)...))}.bytes(), "link"},
	} {
		got, err := load(c.data, alone)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %q, %v; want an error with %q", name, paths(got), err, c.want)
		}
	}
}

// bitmap writes a bitmap with one run of words that are alike.
func bitmap(bits uint32, alike uint64) []byte {
	out := binary.BigEndian.AppendUint32(nil, bits)
	out = binary.BigEndian.AppendUint32(out, 1)
	out = binary.BigEndian.AppendUint64(out, alike<<1|1)
	return binary.BigEndian.AppendUint32(out, 0)
}

// written writes a bitmap word by word.
func written(bits uint32, words ...uint64) []byte {
	out := binary.BigEndian.AppendUint32(nil, bits)
	out = binary.BigEndian.AppendUint32(out, uint32(len(words)+1))
	out = binary.BigEndian.AppendUint64(out, uint64(len(words))<<33)
	for _, w := range words {
		out = binary.BigEndian.AppendUint64(out, w)
	}
	return binary.BigEndian.AppendUint32(out, 0)
}

func TestSplit(t *testing.T) {
	name := strings.Repeat("1", 40)
	oid := []byte(strings.Repeat("\x11", 20))
	many := make([]string, 130)
	for i := range many {
		many[i] = fmt.Sprintf("f%03d", i)
	}
	first := func(m ...made) []byte { return writer{version: 2, entries: m}.bytes() }
	link := func(deleted, replaced []byte) []byte {
		return extension("link", slices.Concat(oid, deleted, replaced))
	}
	none := written(0)
	for what, c := range map[string]struct {
		first []byte
		in    writer
		want  string
	}{
		"all of it":   {first(files("a", "b")...), writer{version: 2, tail: extension("link", oid)}, "a b"},
		"added":       {first(files("a", "c")...), writer{version: 2, entries: files("b"), tail: link(none, none)}, "a b c"},
		"deleted":     {first(files("a", "b", "c")...), writer{version: 2, tail: link(written(3, 0b110), none)}, "a"},
		"replaced":    {first(files("a", "b", "c")...), writer{version: 2, entries: []made{{mode: 0o120000}, {path: "aa"}}, tail: link(none, written(2, 0b10))}, "a aa b@ c"},
		"version 4":   {first(files("a", "b")...), writer{version: 4, entries: []made{{mode: 0o120000}, {path: "ab"}, {path: "abc"}}, tail: link(none, written(2, 0b10))}, "a ab abc b@"},
		"sparse":      {first(made{path: "a/", mode: 0o040000}, made{path: "b"}, made{path: "c"}), writer{version: 2, tail: link(written(2, 0b10), none)}, "c"},
		"all deleted": {first(files(many...)...), writer{version: 2, tail: link(bitmap(130, 3), none)}, ""},
		"some words":  {first(files(many...)...), writer{version: 2, tail: link(written(130, ^uint64(0), ^uint64(1), 0b10), none)}, "f064 f128"},
	} {
		got, err := load(c.in.bytes(), func(file string) ([]byte, error) {
			if file != "sharedindex."+name {
				t.Errorf("%s: asks for %s", what, file)
			}
			return c.first, nil
		})
		if err != nil || paths(got) != c.want {
			t.Errorf("%s: %q, %v; want %q", what, paths(got), err, c.want)
		}
	}
	for what, c := range map[string]struct {
		first []byte
		in    writer
	}{
		"deletes more than there is":  {first(files("a")...), writer{version: 2, tail: link(written(2, 0b10), none)}},
		"replaces more than there is": {first(files("a")...), writer{version: 2, entries: files(""), tail: link(none, written(2, 0b10))}},
		"replaces by nothing":         {first(files("a", "b")...), writer{version: 2, tail: link(none, written(2, 0b10))}},
		"replaces by a path":          {first(files("a", "b")...), writer{version: 2, entries: files("x"), tail: link(none, written(2, 0b10))}},
		"a part that is split":        {writer{version: 2, tail: extension("link", oid)}.bytes(), writer{version: 2, tail: extension("link", oid)}},
		"a part that is none":         {[]byte("x"), writer{version: 2, tail: extension("link", oid)}},
	} {
		if got, err := load(c.in.bytes(), func(string) ([]byte, error) { return c.first, nil }); err == nil {
			t.Errorf("%s: %q", what, paths(got))
		}
	}
}

func FuzzIndex(f *testing.F) {
	oid := []byte(strings.Repeat("\x11", 20))
	seed := func(w writer) {
		data := w.bytes()
		f.Add(data[:len(data)-sha1.Size], true)
	}
	seed(writer{version: 2, entries: files("a.tf", "k8s/sa.yaml")})
	seed(writer{version: 3, entries: []made{{path: "a", extended: 0x2000}, {path: "l", mode: 0o120000}, {path: "s", mode: 0o160000}}})
	seed(writer{version: 4, entries: files("k8s/a.yaml", "k8s/b.yaml", "main.tf"), tail: extension("TREE", []byte("x"))})
	seed(writer{version: 2, entries: []made{{mode: 0o120000}, {path: "aa"}}, tail: extension("link", slices.Concat(oid, written(3, 0b110), written(2, 0b1)))})
	seed(writer{version: 3, entries: []made{{path: "a/", mode: 0o040000}}, tail: extension("sdir", nil)})
	f.Add([]byte("DIRC"), false)
	first := writer{version: 2, entries: files("a", "b", "c")}.bytes()
	f.Fuzz(func(t *testing.T, data []byte, sum bool) {
		if sum { // what git would have written, had it made this
			h := sha1.Sum(data)
			data = append(slices.Clone(data), h[:]...)
		}
		entries, err := load(data, func(string) ([]byte, error) { return first, nil })
		if err != nil {
			return
		}
		for i, e := range entries {
			if !valid(e.Path) || e.Kind > Submodule {
				t.Errorf("entry %+v", e)
			}
			if i > 0 && entries[i-1].Path >= e.Path {
				t.Errorf("%q is followed by %q", entries[i-1].Path, e.Path)
			}
		}
	})
}
