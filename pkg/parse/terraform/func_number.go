package terraform

import (
	"math/big"

	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/function/stdlib"

	cidrs "github.com/hashicorp/go-cty-funcs/cidr"

	"github.com/irsalint/irsalint/pkg/value"
)

func numberFuncs() map[string]*builtin {
	return map[string]*builtin{
		"abs":         {1, 1, false, false, bridge(of(stdlib.AbsoluteFunc))},
		"ceil":        {1, 1, false, false, bridge(of(stdlib.CeilFunc))},
		"floor":       {1, 1, false, false, bridge(of(stdlib.FloorFunc))},
		"log":         {2, 2, false, false, bridge(of(stdlib.LogFunc))},
		"max":         {1, -1, false, false, bridge(of(stdlib.MaxFunc))},
		"min":         {1, -1, false, false, bridge(of(stdlib.MinFunc))},
		"parseint":    {2, 2, false, false, callParseInt},
		"pow":         {2, 2, false, false, callPow},
		"signum":      {1, 1, false, false, bridge(of(stdlib.SignumFunc))},
		"sum":         {1, 1, false, false, callSum},
		"cidrhost":    {2, 2, true, false, bridge(of(cidrs.HostFunc))},
		"cidrnetmask": {1, 1, true, false, bridge(of(cidrs.NetmaskFunc))},
		"cidrsubnet":  {3, 3, true, false, bridge(of(cidrs.SubnetFunc))},
		"cidrsubnets": {1, -1, false, false, bridge(of(cidrs.SubnetsFunc))},
		"formatdate":  {2, 2, true, false, bridge(of(stdlib.FormatDateFunc))},
		"timeadd":     {2, 2, true, false, bridge(of(stdlib.TimeAddFunc))},
		"timecmp":     {2, 2, false, false, callTimeCmp},
	}
}

func callPow(c *call) (value.Value, *evalErr) {
	v, err := bridge(of(stdlib.PowFunc))(c)
	if n, ok := v.AsNumber(); err == nil && ok {
		_, err = c.e.number(cty.NumberVal(n), c.at)
	}
	return v, err
}

// callParseInt refuses digits that are too many to write down again.
func callParseInt(c *call) (value.Value, *evalErr) {
	if t, err := c.text(0); err == nil && len(t.Flat()) > maxDigits && !t.Symbolic() {
		return value.Value{}, fail(c.at, "the number is out of range")
	}
	return bridge(of(stdlib.ParseIntFunc))(c)
}

func callSum(c *call) (value.Value, *evalErr) {
	l, ok, err := c.list(0)
	if err != nil {
		return l, err
	}
	if ok && !l.IsOpen() && len(l.Items()) == 0 {
		return l, fail(c.at, "sum: the list is empty")
	}
	sum := cty.NumberVal(new(big.Float).SetPrec(512))
	for _, it := range l.Items() {
		if it.IsNull() {
			return l, fail(c.at, "sum: an element is null")
		}
		n, known, err := c.e.num(it, c.argAt(0))
		if err != nil {
			return l, err
		}
		if !known {
			return c.unknown(), nil
		}
		sum = sum.Add(precise(n))
	}
	if !ok || l.IsOpen() || l.IsSet() && !l.WhollyKnown() {
		return c.unknown(), nil
	}
	v, err := c.e.number(sum, c.at)
	return c.mark(v), err
}
