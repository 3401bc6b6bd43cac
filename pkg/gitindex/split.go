package gitindex

import (
	"encoding/binary"
	"encoding/hex"
	"slices"
)

// base says how the two parts of a split index go together: the first part is
// a file of its own, named by its checksum.
type base struct {
	name string // hexadecimal; empty for none
	// deleted and replaced are positions in the first part, ascending. The
	// entries of the second part that have no path replace those of the first
	// part, one after the other.
	deleted, replaced []int
}

// parseBase reads the extension "link".
func parseBase(data []byte, oid int) (*base, error) {
	r := &reader{data: data}
	sum, ok := r.take(oid)
	if !ok {
		return nil, malformed("extension link")
	}
	b := &base{}
	if slices.ContainsFunc(sum, func(c byte) bool { return c != 0 }) {
		b.name = hex.EncodeToString(sum)
	}
	if r.at == len(data) {
		return b, nil
	}
	var deleted, replaced bool
	b.deleted, deleted = r.bitmap()
	b.replaced, replaced = r.bitmap()
	if !deleted || !replaced || r.at != len(data) {
		return nil, malformed("extension link")
	}
	return b, nil
}

// maxPositions bounds a bitmap; an index of maxIndexSize has fewer entries.
const maxPositions = maxIndexSize / 62

// bitmap reads a compressed set of positions (EWAH): words of 64 bits, of
// which some say how many words follow that are all alike, and how many that
// are written out.
func (r *reader) bitmap() (out []int, ok bool) {
	bits, ok1 := r.uint32()
	count, ok2 := r.uint32()
	if !ok1 || !ok2 || bits > maxPositions || count > maxPositions {
		return nil, false
	}
	raw, ok1 := r.take(8 * int(count))
	_, ok2 = r.take(4) // where the last word of the first kind stands, for writers
	if !ok1 || !ok2 {
		return nil, false
	}
	words := func(i int) uint64 { return binary.BigEndian.Uint64(raw[8*i:]) }
	at := 0
	add := func(word uint64) {
		for i := 0; word != 0; i, word = i+1, word>>1 {
			if word&1 != 0 && at+i < int(bits) {
				out = append(out, at+i)
			}
		}
		at += 64
	}
	for i := 0; i < int(count); i++ {
		marker := words(i)
		alike, written := int(marker>>1&0xFFFFFFFF), int(marker>>33)
		if alike > (int(bits)-at+63)/64 || written > int(count)-i-1 {
			return nil, false
		}
		if marker&1 == 0 {
			at += 64 * alike
		} else {
			for range alike {
				add(^uint64(0))
			}
		}
		for range written {
			if at >= int(bits) {
				return nil, false
			}
			i++
			add(words(i))
		}
	}
	return out, true
}

// join gives the entries of a split index from those of its first part.
func (ix *index) join(first []Entry) ([]Entry, error) {
	b, rest := ix.base, ix.entries
	inside := func(positions []int) bool {
		return len(positions) == 0 || positions[len(positions)-1] < len(first)
	}
	if !inside(b.deleted) || !inside(b.replaced) || len(b.replaced) > len(rest) {
		return nil, malformed("the parts of the split index do not fit")
	}
	for i, at := range b.replaced {
		if rest[i].Path != "" {
			return nil, malformed("the parts of the split index do not fit")
		}
		first[at].Kind = rest[i].Kind
	}
	for _, at := range b.deleted {
		first[at].Path = ""
	}
	first = slices.DeleteFunc(first, func(e Entry) bool { return e.Path == "" })
	return append(first, rest[len(b.replaced):]...), nil
}

// load reads an index, both parts of a split one. The second argument reads a
// file that stands beside it.
func load(data []byte, beside func(name string) ([]byte, error)) ([]Entry, error) {
	ix, err := parse(data)
	if err != nil {
		return nil, err
	}
	entries := ix.entries
	if ix.base != nil && ix.base.name != "" {
		data, err := beside("sharedindex." + ix.base.name)
		if err != nil {
			return nil, err
		}
		first, err := parse(data)
		if err != nil {
			return nil, err
		}
		if first.base != nil {
			return nil, malformed("the first part of a split index is split")
		}
		if entries, err = ix.join(first.entries); err != nil {
			return nil, err
		}
	}
	entries = slices.DeleteFunc(entries, func(e Entry) bool { return e.Kind == sparseFolder })
	if slices.ContainsFunc(entries, func(e Entry) bool { return e.Path == "" }) {
		return nil, malformed("an entry without a path")
	}
	slices.SortFunc(entries, byPath) // it is sorted but for split ones
	return slices.CompactFunc(entries, func(a, b Entry) bool { return a.Path == b.Path }), nil
}
