package value

import (
	"sort"

	"github.com/irsalint/irsalint/pkg/source"
)

// Cutter cuts one text many times, as a parser does. It gives what the Text's
// own Slice and Locate give, but a cut costs the logarithm of the number of
// parts, so that reading a text of many parts stays linear. It is not safe
// for concurrent use.
type Cutter struct {
	text  Text
	ends  []int // offset of the end of each part
	inner map[int]*Cutter
}

// NewCutter gives a Cutter of a text.
func NewCutter(t Text) *Cutter {
	c := &Cutter{text: t, ends: make([]int, t.length())}
	off := 0
	for i := range c.ends {
		off += len(t.part(i).flat)
		c.ends[i] = off
	}
	return c
}

// Text gives the text that is cut.
func (c *Cutter) Text() Text { return c.text }

// within gives the parts that hold the bytes [start, end), which is not empty
// and lies in the text: those from first to last.
func (c *Cutter) within(start, end int) (first, last int) {
	first = sort.SearchInts(c.ends, start+1)
	last = first
	if c.ends[first] < end {
		last = sort.SearchInts(c.ends, end)
	}
	return first, last
}

func (c *Cutter) start(part int) int {
	if part == 0 {
		return 0
	}
	return c.ends[part-1]
}

func (c *Cutter) into(part int) *Cutter {
	in := c.inner[part]
	if in == nil {
		if c.inner == nil {
			c.inner = map[int]*Cutter{}
		}
		in = NewCutter(*c.text.part(part).inner)
		c.inner[part] = in
	}
	return in
}

// Locate gives what Text.Locate gives.
func (c *Cutter) Locate(start, end int) source.Span {
	start, end = max(start, 0), min(end, len(c.text.flat))
	if start >= end {
		return c.text.at
	}
	i, j := c.within(start, end)
	p, off := c.text.part(i), c.start(i)
	if i == j {
		if p.inner != nil {
			if in := c.into(i).Locate(start-off, end-off); !in.IsZero() {
				return in
			}
		}
		return p.place(start-off, end-off)
	}
	first := p.place(start-off, len(p.flat))
	last := c.text.part(j).place(0, end-c.start(j))
	if first.IsZero() || first.File != last.File || last.End < first.Start {
		if !c.text.at.IsZero() {
			return c.text.at
		}
		return first
	}
	return first.To(last)
}

// Slice gives what Text.Slice gives.
func (c *Cutter) Slice(start, end int) Text {
	start, end = max(start, 0), min(end, len(c.text.flat))
	if start >= end {
		return Text{at: c.Locate(start, start+1)}
	}
	at := c.Locate(start, end)
	i, j := c.within(start, end)
	if p := c.text.part(i); i == j && p.sym == nil && p.inner == nil { // nearly always
		off := c.start(i)
		p = p.cut(start-off, end-off)
		return Text{flat: p.flat, at: p.at, exact: p.exact}
	}
	size := 0
	parts := make([]part, 0, j-i+1)
	for k := i; k <= j; k++ {
		p, off := c.text.part(k), c.start(k)
		from, to := max(start, off)-off, min(end, c.ends[k])-off
		if p.inner != nil && (from > 0 || to < len(p.flat)) {
			in := c.into(k).Slice(from, to)
			p.inner, p.flat = &in, in.flat
		} else {
			p = p.cut(from, to)
		}
		size += len(p.flat)
		parts = append(parts, p)
	}
	return join(at, sliced(c.text.flat[start:end], size, parts), parts)
}
