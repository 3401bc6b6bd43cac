package terraform

import (
	"strconv"
	"strings"

	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/function/stdlib"

	"github.com/irsalint/irsalint/pkg/source"
	"github.com/irsalint/irsalint/pkg/value"
)

// verb is one verb of a format, or a literal part (mode 0).
type verb struct {
	from, to int    // within the format
	mode     byte   // the letter
	spec     string // without the index of the argument
	plain    bool   // no flags, width or precision
	arg      int    // counted from 0
}

// verbs parses a format string.
func (c *call) verbs(s string) ([]verb, *evalErr) {
	var out []verb
	next, lit := 0, 0
	literal := func(to int) {
		if to > lit {
			out = append(out, verb{from: lit, to: to})
		}
	}
	for i := 0; i < len(s); {
		if s[i] != '%' {
			i++
			continue
		}
		literal(i)
		if i+1 < len(s) && s[i+1] == '%' {
			lit = i + 1 // the second one is the text
			i += 2
			continue
		}
		j := i + 1
		for j < len(s) && strings.IndexByte("0#-+ ", s[j]) >= 0 {
			j++
		}
		width := j
		for j < len(s) && s[j] >= '0' && s[j] <= '9' {
			j++
		}
		if n, _ := strconv.Atoi(s[width:j]); n > 4096 || j-width > 5 {
			return nil, fail(c.at, "%s: the width is out of range", c.name)
		}
		if j < len(s) && s[j] == '.' {
			prec := j + 1
			for j++; j < len(s) && s[j] >= '0' && s[j] <= '9'; j++ {
			}
			if n, _ := strconv.Atoi(s[prec:j]); n > 4096 || j-prec > 5 {
				return nil, fail(c.at, "%s: the precision is out of range", c.name)
			}
		}
		v := verb{from: i, spec: s[i:j], plain: j == i+1}
		if j < len(s) && s[j] == '[' {
			k := strings.IndexByte(s[j:], ']')
			if k < 0 {
				return nil, fail(c.at, "%s: the format is not valid at offset %d", c.name, i)
			}
			n, err := strconv.Atoi(s[j+1 : j+k])
			if err != nil || n < 1 {
				return nil, fail(c.at, "%s: the format is not valid at offset %d", c.name, i)
			}
			next = n - 1
			j += k + 1
		}
		if j >= len(s) || s[j]|0x20 < 'a' || s[j]|0x20 > 'z' {
			return nil, fail(c.at, "%s: the format is not valid at offset %d", c.name, i)
		}
		v.mode, v.arg, v.to = s[j], next, j+1
		v.spec += s[j : j+1]
		next++
		out = append(out, v)
		i, lit = j+1, j+1
	}
	literal(len(s))
	return out, nil
}

// format fills a format with arguments. The place of an argument is that of
// its verb, so that the places of the whole are those of the format.
func (c *call) format(f value.Text, verbs []verb, args []value.Value) (value.Text, *evalErr) {
	r := rope{e: c.e, at: c.at}
	used := 0
	for _, v := range verbs {
		if v.mode == 0 {
			r.add(f.Slice(v.from, v.to), source.Span{})
			continue
		}
		if v.arg >= len(args) {
			return value.Text{}, fail(c.at, "%s: there is no argument for %s", c.name, f.Flat()[v.from:v.to])
		}
		used = max(used, v.arg+1)
		t, err := c.fill(v, args[v.arg])
		if err != nil {
			return value.Text{}, err
		}
		at := f.Locate(v.from, v.to)
		if at.IsZero() {
			at = c.at
		}
		r.add(t, at)
	}
	if used < len(args) {
		return value.Text{}, fail(c.at, "%s: the format uses %d of %d arguments", c.name, used, len(args))
	}
	return r.text()
}

func (c *call) fill(v verb, arg value.Value) (value.Text, *evalErr) {
	if arg.IsNull() && v.mode != 'v' {
		return value.Text{}, fail(c.at, "%s: an argument is null", c.name)
	}
	if !strings.ContainsRune("vtbdoxXeEfgGsq", rune(v.mode)) {
		return value.Text{}, fail(c.at, "%s: there is no verb %%%c", c.name, v.mode)
	}
	if v.plain && (v.mode == 's' || v.mode == 'v') && (arg.Kind() == value.String || arg.Kind() == value.Unknown) {
		return c.e.text(arg, c.at)
	}
	if v.plain && v.mode == 'd' && arg.Kind() == value.Unknown {
		return c.e.text(arg, c.at)
	}
	if !arg.WhollyKnown() || arg.IsLoose() {
		s := c.e.term("format "+v.spec, arg)
		return value.FromSymbol(s, c.at), nil
	}
	out, err := stdlib.FormatFunc.Call([]cty.Value{cty.StringVal(v.spec), toCty(arg)})
	if err != nil {
		return value.Text{}, fail(c.at, "%s: %.200s", c.name, err)
	}
	at := arg.At()
	if at.IsZero() {
		at = c.at
	}
	return made(out.AsString(), at), nil
}

func callFormat(c *call) (value.Value, *evalErr) {
	f, err := c.text(0)
	if err != nil {
		return value.Value{}, err
	}
	s, known := f.Known()
	if !known {
		return c.unknown(), nil
	}
	verbs, err := c.verbs(s)
	if err != nil {
		return value.Value{}, err
	}
	t, err := c.format(f, verbs, c.args[1:])
	if err != nil {
		return value.Value{}, err
	}
	return c.result(t)
}

func callFormatList(c *call) (value.Value, *evalErr) {
	f, err := c.text(0)
	if err != nil {
		return value.Value{}, err
	}
	s, known := f.Known()
	if !known {
		return c.openList(nil), nil
	}
	verbs, err := c.verbs(s)
	if err != nil {
		return value.Value{}, err
	}
	rows := -1
	for i, a := range c.args[1:] {
		if a.IsUnknown() || a.IsOpen() || a.IsLoose() {
			return c.openList(nil), nil
		}
		if a.Kind() != value.List {
			continue
		}
		if n := len(a.Items()); rows >= 0 && n != rows {
			return value.Value{}, fail(c.argAt(i+1), "formatlist: the lists have different lengths")
		} else {
			rows = n
		}
	}
	if rows < 0 {
		rows = 1
	}
	items := make([]value.Value, 0, rows)
	args := make([]value.Value, len(c.args)-1)
	for i := range rows {
		for k, a := range c.args[1:] {
			args[k] = a
			if a.Kind() == value.List {
				args[k] = a.Items()[i]
			}
		}
		t, err := c.format(f, verbs, args)
		if err != nil {
			return value.Value{}, err
		}
		items = append(items, c.mark(value.FromText(t)))
	}
	return value.ListAt(items, c.at), nil
}
