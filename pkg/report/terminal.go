package report

import (
	"strings"
	"unicode"
)

// The colours, as SGR parameters.
const (
	red    = "1;31"
	yellow = "1;33"
	green  = "1;32"
	cyan   = "1;36"
	bold   = "1"
	dim    = "2"
)

// painter paints text for a terminal, or not.
type painter struct{ on bool }

func (p painter) paint(color, s string) string {
	if !p.on || s == "" {
		return s
	}
	return "\x1b[" + color + "m" + s + "\x1b[0m"
}

// clean replaces control characters, so that no input can steer a terminal or
// forge a line of the report. Tabs stay. Each character stays one character,
// so columns stay right.
func clean(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\t':
			return r
		case unicode.IsControl(r), r == '\u2028', r == '\u2029',
			r >= '\u202A' && r <= '\u202E', r >= '\u2066' && r <= '\u2069': // line ends and text direction
			return '\uFFFD'
		}
		return r
	}, s)
}

// Clean is clean for messages of several lines: their line ends stay.
func Clean(s string) string {
	lines := strings.Split(s, "\n")
	for i, l := range lines {
		lines[i] = clean(l)
	}
	return strings.Join(lines, "\n")
}

// pad gives blanks as wide as s; tabs stay tabs, whatever their width.
func pad(s string) string {
	var b strings.Builder
	for _, r := range s {
		if r == '\t' {
			b.WriteByte('\t')
			continue
		}
		for range runeWidth(r) {
			b.WriteByte(' ')
		}
	}
	return b.String()
}

// displayWidth is how many cells of a terminal a text takes.
func displayWidth(s string) int {
	n := 0
	for _, r := range s {
		n += runeWidth(r)
	}
	return n
}

// runeWidth is how many cells a character takes: none for combining marks,
// two for the wide ones (East Asian Width W and F, and emoji).
func runeWidth(r rune) int {
	switch {
	case r < 0x300:
		return 1
	case unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf):
		return 0
	case r >= 0x1100 && r <= 0x115F, r >= 0x2E80 && r <= 0x303E, r >= 0x3041 && r <= 0xA4CF,
		r >= 0xAC00 && r <= 0xD7A3, r >= 0xF900 && r <= 0xFAFF, r >= 0xFE30 && r <= 0xFE6F,
		r >= 0xFF00 && r <= 0xFF60, r >= 0xFFE0 && r <= 0xFFE6, r >= 0x1F300 && r <= 0x1FAFF,
		r >= 0x20000 && r <= 0x3FFFD:
		return 2
	}
	return 1
}
