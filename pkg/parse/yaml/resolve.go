package yaml

import (
	"encoding/base64"
	"math"
	"math/big"
	"strconv"
	"strings"

	yamlv3 "go.yaml.in/yaml/v3"

	"github.com/irsalint/irsalint/pkg/source"
	"github.com/irsalint/irsalint/pkg/value"
)

// resolve gives a plain scalar its kind, by the rules of YAML 1.1 that
// kubectl follows: yes, on and y are true. A date is a string.
func resolve(t value.Text) value.Value {
	s, at := t.Flat(), t.At()
	switch s {
	case "y", "Y", "yes", "Yes", "YES", "true", "True", "TRUE", "on", "On", "ON":
		return value.BoolAt(true, at)
	case "n", "N", "no", "No", "NO", "false", "False", "FALSE", "off", "Off", "OFF":
		return value.BoolAt(false, at)
	case "~", "null", "Null", "NULL":
		return value.NullAt(at)
	}
	if n := number(s); n != nil {
		return value.NumberAt(n, at)
	}
	return value.FromText(t)
}

// number gives the number that a plain scalar is; nil if it is none.
func number(s string) *big.Float {
	if s == "" || len(s) > 400 || strings.IndexByte("+-.0123456789", s[0]) < 0 || isDate(s) {
		return nil
	}
	if s[0] == '.' {
		return float(s)
	}
	s = strings.ReplaceAll(s, "_", "")
	if n, err := strconv.ParseInt(s, 0, 64); err == nil {
		return new(big.Float).SetInt64(n)
	}
	if n, err := strconv.ParseUint(s, 0, 64); err == nil {
		return new(big.Float).SetUint64(n)
	}
	for _, c := range s {
		if !strings.ContainsRune("+-.0123456789eE", c) {
			return nil
		}
	}
	return float(s)
}

func float(s string) *big.Float {
	f, err := strconv.ParseFloat(s, 64)
	if err != nil || math.IsInf(f, 0) || math.IsNaN(f) {
		return nil
	}
	if f != 0 && math.Abs(f) > 1e-300 && !strings.ContainsAny(s, "xX_") {
		if n, _, err := big.ParseFloat(s, 10, 512, big.ToNearestEven); err == nil {
			return n
		}
	}
	return new(big.Float).SetFloat64(f)
}

// isDate reports whether a scalar begins as a date, which is no number.
func isDate(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] < '0' || s[i] > '9' {
			return i == 4 && s[i] == '-'
		}
	}
	return false
}

// tagged gives a scalar that is quoted, a block, or has a tag. Tags that YAML
// does not know leave a string.
func tagged(n *yamlv3.Node, t value.Text) value.Value {
	if n.Style&yamlv3.TaggedStyle == 0 {
		return value.FromText(t)
	}
	switch n.Tag {
	case "!!null":
		return value.NullAt(t.At())
	case "!!bool", "!!int", "!!float":
		if !t.Symbolic() {
			return resolve(t)
		}
	case "!!binary":
		if t.Symbolic() {
			return value.UnknownAt(value.Term("base64decode", t.Cause(), t.Flat()), t.At())
		}
		if data, err := base64.StdEncoding.DecodeString(strings.Join(strings.Fields(t.Flat()), "")); err == nil {
			return value.FromText(value.Literal(source.SanitizeString(string(data)), t.At()))
		}
	}
	return value.FromText(t)
}

// empty gives the empty place at an offset.
func (c *converter) empty(offset int) source.Span {
	if offset >= len(c.r.src) {
		at := c.r.text.At()
		at.Start = at.End
		return at
	}
	at := c.r.cut.Locate(offset, offset+1)
	at.End = at.Start
	return at
}
