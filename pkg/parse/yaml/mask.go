package yaml

import (
	"bytes"
	"sort"
	"strings"

	"github.com/irsalint/irsalint/pkg/source"
	"github.com/irsalint/irsalint/pkg/value"
)

const (
	symbolOpen  = string(source.SymbolOpen)
	symbolClose = string(source.SymbolClose)
)

// loose is a symbol that stands alone on its line, as an unknown template
// directive does: it may be any lines, or none.
type loose struct {
	sym        *value.Symbol
	start, end int
	column     int
	covered    bool // it stands inside a scalar
}

// mask gives a text in a form that a YAML parser reads without being misled
// by what the keys of symbols hold. Every byte keeps its offset: the key of a
// symbol becomes x's, and a symbol alone on its line becomes a comment.
func mask(t value.Text) ([]byte, []loose) {
	src := []byte(t.Flat())
	reserved(src)
	if !t.Symbolic() {
		return src, nil
	}
	symbols, n := t.Symbols(), 0
	var out []loose
	for pos := 0; ; {
		i := bytes.Index(src[pos:], []byte(symbolOpen))
		if i < 0 {
			return src, out
		}
		start := pos + i
		run, ok := runAt(src, start)
		if run.symbols == 0 { // a mark without its pair
			pos = start + len(symbolOpen)
			continue
		}
		if ok {
			l := loose{start: start, end: run.end, column: run.column}
			if n < len(symbols) {
				l.sym = symbols[n]
			}
			out = append(out, l)
			src[start] = '#'
			for k := start + 1; k < run.end; k++ {
				src[k] = 'x'
			}
			if run.content {
				src[run.end-1] = '\n' // it holds the line break before what follows
			}
		}
		n += run.symbols
		pos = run.end
	}
}

// run is some symbols in a row, with nothing but spaces between them.
type run struct {
	symbols, end int
	column       int  // of the first symbol
	content      bool // something follows on the same line
}

// runAt finds the run of symbols that begins at start, and makes x's of their
// keys. It is ok if they stand for whole lines: they are alone on theirs, or
// there is only indentation before them and between them and what follows. A
// symbol that text follows at once is part of it.
func runAt(src []byte, start int) (r run, ok bool) {
	p := start
	for bytes.HasPrefix(src[p:], []byte(symbolOpen)) {
		j := bytes.Index(src[p:], []byte(symbolClose))
		if j < 0 {
			break
		}
		for k := p + len(symbolOpen); k < p+j; k++ {
			src[k] = 'x'
		}
		r.symbols++
		r.end = p + j + len(symbolClose)
		for p = r.end; p < len(src) && src[p] == ' '; p++ {
		}
	}
	line := start
	for line > 0 && isBlank(src[line-1]) {
		line--
	}
	r.column = start - line
	if line > 0 && src[line-1] != '\n' && src[line-1] != '\r' {
		return r, false
	}
	if p >= len(src) || breakAt(src, p) > 0 {
		return r, true
	}
	r.content = true
	return r, p > r.end && src[p] != ':'
}

// reserved replaces escapes of the characters that mark symbols.
func reserved(src []byte) {
	for i := 0; i+1 < len(src); i++ {
		if src[i] != '\\' || src[i+1] != 'u' && src[i+1] != 'U' {
			continue
		}
		digits := 4
		if src[i+1] == 'U' {
			digits = 8
		}
		if i+2+digits > len(src) {
			continue
		}
		code := src[i+2 : i+2+digits]
		if last := strings.TrimLeft(strings.ToLower(string(code)), "0"); last == "fdd0" || last == "fdd1" {
			copy(code[digits-4:], "fffd")
		}
	}
}

// looseFrom gives the first loose symbol at or after an offset that no scalar
// covers; nil if there is none.
func (r *reader) looseFrom(offset int) *loose {
	i := sort.Search(len(r.loose), func(i int) bool { return r.loose[i].start >= offset })
	for ; i < len(r.loose); i++ {
		if !r.loose[i].covered {
			return &r.loose[i]
		}
	}
	return nil
}

// cover marks the loose symbols inside a scalar.
func (r *reader) cover(start, end int) {
	i := sort.Search(len(r.loose), func(i int) bool { return r.loose[i].start >= start })
	for ; i < len(r.loose) && r.loose[i].start < end; i++ {
		r.loose[i].covered = true
	}
}

// looseAfter gives the loose symbol that follows an offset with nothing but
// space and comments between.
func (r *reader) looseAfter(offset int) *loose {
	s := r.looseFrom(offset)
	if s == nil {
		return nil
	}
	for p := offset; p < s.start; p++ {
		switch c := r.src[p]; {
		case isBlank(c) || c == '\n' || c == '\r':
		case c == '#':
			for p+1 < s.start && r.src[p+1] != '\n' {
				p++
			}
		default:
			return nil
		}
	}
	return s
}

// symbolIn gives the first symbol of [start, end) and its place.
func (r *reader) symbolIn(start, end int) (*value.Symbol, source.Span) {
	flat := r.text.Flat()[start:end]
	i := strings.Index(flat, symbolOpen)
	if i < 0 {
		return nil, source.Span{}
	}
	t := r.cut.Slice(start+i, start+i+len(symbolOpen))
	if all := t.Symbols(); len(all) > 0 {
		return all[0], r.cut.Locate(start, end)
	}
	return nil, source.Span{}
}

func isBlank(c byte) bool { return c == ' ' || c == '\t' }

// breakAt gives the length of the line break at an offset, 0 if there is none.
func breakAt(src []byte, i int) int {
	switch src[i] {
	case '\n':
		return 1
	case '\r':
		if i+1 < len(src) && src[i+1] == '\n' {
			return 2
		}
		return 1
	case 0xC2:
		if i+1 < len(src) && src[i+1] == 0x85 {
			return 2
		}
	case 0xE2:
		if i+2 < len(src) && src[i+1] == 0x80 && (src[i+2] == 0xA8 || src[i+2] == 0xA9) {
			return 3
		}
	}
	return 0
}
