package report

import (
	"strconv"
	"unicode/utf16"
	"unicode/utf8"
)

// The rolling hash by which GitHub code scanning tells alerts apart when lines
// move: the field primaryLocationLineHash.
const (
	hashWindow = 100    // characters that one hash looks at
	hashBase   = 37     // modulo 2^64
	hashEOF    = 0xFFFF // stands for the end of the file
)

// lineHashes gives the primaryLocationLineHash of each line of a file: lines
// count from 1, so the first entry is empty. The hash of a line covers the
// hashWindow UTF-16 units from its start on, blanks and tabs left out and
// every line break taken as a line feed; what the file lacks is zeros. A
// suffix counts equal hashes.
func lineHashes(data []byte) []string {
	h := lineHasher{out: []string{""}, counts: map[uint64]int{}, leave: 1, atStart: true}
	for range hashWindow {
		h.leave *= hashBase
	}
	afterCR := false
	for len(data) > 0 {
		r, n := utf8.DecodeRune(data)
		data = data[n:]
		switch {
		case r == ' ', r == '\t', r == '\n' && afterCR:
			afterCR = false
			continue
		}
		afterCR = r == '\r'
		if afterCR {
			r = '\n'
		}
		if hi, lo := utf16.EncodeRune(r); hi != utf8.RuneError {
			h.character(uint64(hi))
			h.character(uint64(lo))
			continue
		}
		h.character(uint64(r))
	}
	h.character(hashEOF)
	for range hashWindow {
		h.push(0)
	}
	return h.out
}

type lineHasher struct {
	out    []string
	counts map[uint64]int // of each hash so far

	window [hashWindow]uint64
	starts [hashWindow]bool // whether the character there begins a line
	at     int              // where the next character goes
	hash   uint64           // of the window, oldest character first
	leave  uint64           // factor of the character that leaves the window

	atStart bool // the next character begins a line
}

// character takes the next character of the file.
func (h *lineHasher) character(c uint64) {
	begins := h.atStart
	h.atStart = c == '\n'
	at := h.at
	h.push(c)
	h.starts[at] = begins
}

// push moves the window by one character. Lines begin in order, so the line
// whose first character leaves it is the next one to be named.
func (h *lineHasher) push(c uint64) {
	if h.starts[h.at] {
		h.starts[h.at] = false
		h.counts[h.hash]++
		h.out = append(h.out, strconv.FormatUint(h.hash, 16)+":"+strconv.Itoa(h.counts[h.hash]))
	}
	h.hash = h.hash*hashBase + c - h.leave*h.window[h.at]
	h.window[h.at] = c
	h.at = (h.at + 1) % hashWindow
}
