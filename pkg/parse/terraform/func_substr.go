package terraform

import (
	"strings"
	"unicode/utf8"

	"github.com/apparentlymart/go-textseg/v15/textseg"

	"github.com/irsalint/irsalint/pkg/source"
	"github.com/irsalint/irsalint/pkg/value"
)

// callSubstr cuts by characters; of text with symbols only within the literal
// text before the first of them.
func callSubstr(c *call) (value.Value, *evalErr) {
	t, err := c.text(0)
	if err != nil {
		return value.Value{}, err
	}
	var at [2]int
	for i := range at {
		n, known, err := c.e.num(c.args[i+1], c.argAt(i+1))
		if err != nil {
			return value.Value{}, err
		}
		if !known {
			return c.unknown(), nil
		}
		v, acc := n.Int64()
		if acc != 0 {
			return value.Value{}, fail(c.argAt(i+1), "substr: a whole number is required")
		}
		at[i] = int(min(max(v, -maxText), maxText))
	}
	offset, length := at[0], at[1]
	head := t.Flat()
	if i := strings.IndexRune(head, source.SymbolOpen); i >= 0 {
		head = head[:i]
	}
	symbolic := len(head) < len(t.Flat())
	bounds := clusters(head)
	n := len(bounds) - 1
	if offset < 0 {
		if symbolic {
			return c.unknown(), nil
		}
		offset = max(offset+n, 0)
	}
	if length == 0 {
		return c.result(value.Literal("", c.at))
	}
	switch {
	case !symbolic:
		offset = min(offset, n)
		end := n
		if length > 0 {
			end = min(offset+length, n)
		}
		return c.result(t.Slice(bounds[offset], bounds[end]))
	case length < 0 && offset <= n:
		return c.result(t.Slice(bounds[offset], len(t.Flat())))
	case length > 0 && offset+length <= n:
		return c.result(t.Slice(bounds[offset], bounds[offset+length]))
	}
	return c.unknown(), nil
}

// clusters gives the byte offset of each character, and the end.
func clusters(s string) []int {
	out, off := []int{0}, 0
	for off < len(s) {
		n := 1
		if s[off] >= utf8.RuneSelf || off+1 < len(s) && (s[off+1] >= utf8.RuneSelf || s[off] == '\r') {
			adv, _, err := textseg.ScanGraphemeClusters([]byte(s[off:min(off+256, len(s))]), true)
			if err == nil && adv > 0 {
				n = adv
			}
		}
		off += n
		out = append(out, off)
	}
	return out
}
