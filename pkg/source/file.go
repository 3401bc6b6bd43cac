// Package source holds the bytes that are linted and the places in them.
//
// A place is a Span of byte offsets into a File. Byte offsets are the only
// form in which a place travels; lines and columns are made at the edge, by
// Position, because every consumer counts columns differently.
package source

import (
	"bytes"
	"sort"
	"strconv"
	"sync"
	"unicode/utf8"
	"unsafe"
)

// File is one input file. It is immutable after NewFile and safe for
// concurrent use.
type File struct {
	// Path is relative to the project root, with forward slashes.
	Path string
	// Data is the content with reserved characters replaced (see Sanitize).
	Data []byte

	once  sync.Once
	lines []int // byte offset of the start of each line
	runes []int // code points before each block of runeBlock bytes; nil: each byte is one
}

// runeBlock is how many bytes are counted anew for a column: lines may be very
// long, and very many places stand in one of them.
const runeBlock = 1 << 10

// NewFile makes a File of content found at path. Characters that irsalint
// reserves for its own use are replaced, without changing any offset.
func NewFile(path string, data []byte) *File {
	return &File{Path: path, Data: Sanitize(data)}
}

// Text gives the content, without a copy of it: nothing changes Data.
func (f *File) Text() string {
	return unsafe.String(unsafe.SliceData(f.Data), len(f.Data))
}

// Position is a line and a column, both counted from 1. Columns count Unicode
// code points.
type Position struct{ Line, Column int }

func (f *File) index() []int {
	f.once.Do(func() {
		lines := make([]int, 1, 1+bytes.Count(f.Data, []byte{'\n'}))
		for i, c := range f.Data {
			if c == '\n' {
				lines = append(lines, i+1)
			}
		}
		f.lines = lines
		if utf8.RuneCount(f.Data) == len(f.Data) {
			return
		}
		f.runes = make([]int, 1, 2+len(f.Data)/runeBlock)
		for n := 0; n < len(f.Data); n += runeBlock {
			f.runes = append(f.runes, f.runes[len(f.runes)-1]+starts(f.Data[n:min(n+runeBlock, len(f.Data))]))
		}
	})
	return f.lines
}

// starts counts the bytes that begin a code point. Where text is not UTF-8,
// this is not utf8.RuneCount, but it is the same from whatever byte one counts.
func starts(data []byte) int {
	n := 0
	for _, c := range data {
		if utf8.RuneStart(c) {
			n++
		}
	}
	return n
}

// startsBefore counts them before an offset.
func (f *File) startsBefore(offset int) int {
	if f.runes == nil {
		return offset
	}
	block := offset / runeBlock
	return f.runes[block] + starts(f.Data[block*runeBlock:offset])
}

// Position gives the line and column of a byte offset. Offsets outside the
// file are moved to its nearest end.
func (f *File) Position(offset int) Position {
	offset = min(max(offset, 0), len(f.Data))
	lines := f.index()
	line := sort.Search(len(lines), func(i int) bool { return lines[i] > offset })
	start := lines[line-1]
	return Position{Line: line, Column: 1 + f.startsBefore(offset) - f.startsBefore(start)}
}

// Offset gives the byte offset of the start of a line, counted from 1. Lines
// past the end give the length of the file.
func (f *File) Offset(line int) int {
	lines := f.index()
	if line < 1 {
		return 0
	}
	if line > len(lines) {
		return len(f.Data)
	}
	return lines[line-1]
}

// Line gives the text of a line, counted from 1, without its line break.
func (f *File) Line(line int) string {
	start, end := f.Offset(line), f.Offset(line+1)
	return string(bytes.TrimRight(f.Data[start:end], "\r\n"))
}

// Span is the bytes [Start, End) of a file. The zero Span is no place.
type Span struct {
	File       *File
	Start, End int
}

// IsZero reports whether the span is no place at all.
func (s Span) IsZero() bool { return s.File == nil }

// Text gives the bytes that the span covers.
func (s Span) Text() string {
	if s.File == nil {
		return ""
	}
	start := min(max(s.Start, 0), len(s.File.Data))
	return string(s.File.Data[start:min(max(s.End, start), len(s.File.Data))])
}

// EndsWith reports whether the bytes that the span covers end with text.
func (s Span) EndsWith(text string) bool {
	if s.File == nil {
		return text == ""
	}
	start := min(max(s.Start, 0), len(s.File.Data))
	data := s.File.Data[start:min(max(s.End, start), len(s.File.Data))]
	return len(data) >= len(text) && string(data[len(data)-len(text):]) == text
}

// To gives the span from the start of s to the end of t; s if t is elsewhere.
func (s Span) To(t Span) Span {
	if s.File == nil {
		return t
	}
	if t.File != s.File || t.End < s.Start {
		return s
	}
	return Span{s.File, min(s.Start, t.Start), max(s.End, t.End)}
}

// FirstLine cuts the span at the end of its first line, since a report names
// one line (a pull request annotation appears only if all its lines are in
// the diff).
func (s Span) FirstLine() Span {
	if s.File == nil {
		return s
	}
	end := min(s.End, len(s.File.Data))
	if i := bytes.IndexByte(s.File.Data[min(s.Start, end):end], '\n'); i >= 0 {
		end = s.Start + i
		if end > s.Start && s.File.Data[end-1] == '\r' {
			end--
		}
	}
	return Span{s.File, s.Start, end}
}

// Place gives the span as text, path:line:column:line:column, the form in
// which places are handed to rules and back. It is empty for no place.
func (s Span) Place() string {
	if s.File == nil {
		return ""
	}
	a, b := s.File.Position(s.Start), s.File.Position(s.End)
	out := make([]byte, 0, len(s.File.Path)+24)
	out = append(out, s.File.Path...)
	for _, n := range [...]int{a.Line, a.Column, b.Line, b.Column} {
		out = append(out, ':')
		out = strconv.AppendInt(out, int64(n), 10)
	}
	return string(out)
}
