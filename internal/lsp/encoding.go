package lsp

import (
	"bytes"
	"sort"
	"unicode/utf8"

	"github.com/irsalint/irsalint/pkg/finding"
	"github.com/irsalint/irsalint/pkg/source"
)

// encoding is the unit in which the client counts the characters of a line.
type encoding string

const (
	utf8Units  encoding = "utf-8"
	utf16Units encoding = "utf-16"
)

// units gives the length of a piece of a line.
func (e encoding) units(s []byte) int {
	if e == utf8Units {
		return len(s)
	}
	n := 0
	for len(s) > 0 {
		r, size := utf8.DecodeRune(s)
		n++
		if r > 0xffff {
			n++
		}
		s = s[size:]
	}
	return n
}

// bytes gives how many bytes of a line n units are, at most all. Units that
// end inside a character reach to its start.
func (e encoding) bytes(line []byte, n int) int {
	at := 0
	for at < len(line) {
		_, size := utf8.DecodeRune(line[at:])
		if n -= e.units(line[at : at+size]); n < 0 {
			break
		}
		at += size
	}
	return at
}

var byteOrderMark = []byte("\ufeff")

// lines is a text as a client sees it: it also breaks lines at a lone CR, and
// does not show the byte order mark of a file that it reads from disk.
type lines struct {
	data   []byte
	starts []int
	enc    encoding
}

func newLines(data []byte, enc encoding, open bool) *lines {
	l := &lines{data: data, starts: []int{0}, enc: enc}
	if !open && bytes.HasPrefix(data, byteOrderMark) {
		l.starts[0] = len(byteOrderMark)
	}
	for i, c := range data {
		if c == '\n' || c == '\r' && (i+1 == len(data) || data[i+1] != '\n') {
			l.starts = append(l.starts, i+1)
		}
	}
	return l
}

// position gives the position of a byte offset.
func (l *lines) position(offset int) position {
	offset = min(max(offset, l.starts[0]), len(l.data))
	line := sort.SearchInts(l.starts, offset+1) - 1
	return position{line, l.enc.units(l.data[l.starts[line]:offset])}
}

// offset gives the byte offset of a position, that of the nearest character if
// there is none.
func (l *lines) offset(p position) int {
	switch {
	case p.Line < 0:
		return l.starts[0]
	case p.Line >= len(l.starts):
		return len(l.data)
	}
	start, end := l.starts[p.Line], len(l.data)
	if p.Line+1 < len(l.starts) {
		end = l.starts[p.Line+1]
	}
	return start + l.enc.bytes(bytes.TrimRight(l.data[start:end], "\r\n"), p.Character)
}

// span gives the range of the bytes from start to end.
func (l *lines) span(start, end int) textRange {
	return textRange{l.position(start), l.position(max(start, end))}
}

// offsets gives the bytes that a location covers, columns being code points.
func offsets(f *source.File, at finding.Location) (start, end int) {
	return columnOffset(f, at.Line, at.Column), columnOffset(f, at.EndLine, at.EndColumn)
}

func columnOffset(f *source.File, line, column int) int {
	at, end := f.Offset(line), f.Offset(line+1)
	for ; column > 1 && at < end; column-- {
		_, size := utf8.DecodeRune(f.Data[at:end])
		at += size
	}
	return at
}
