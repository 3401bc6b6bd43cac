package terraform

import (
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/irsalint/irsalint/pkg/source"
	"github.com/irsalint/irsalint/pkg/value"
)

// builtin is a function of the language.
type builtin struct {
	least, most int // number of arguments; most -1 is any
	// text says that the result is a string, so that an unknown result is text
	// that is one symbol.
	text bool
	// spread says that the function can do something with an argument list of
	// which the end is not known.
	spread bool
	do     func(c *call) (value.Value, *evalErr)
}

// call is one call of a function with its arguments evaluated.
type call struct {
	e    *env
	name string
	fn   *builtin
	at   source.Span
	args []value.Value
	x    *hclsyntax.FunctionCallExpr
}

// builtin gives a function by name, nil if there is none.
func (e *env) builtin(name string) *builtin {
	if e.ev.funcs == nil {
		e.ev.funcs = builtins()
	}
	return e.ev.funcs[name]
}

// builtins gives all functions but try and can, which take expressions.
func builtins() map[string]*builtin {
	out := make(map[string]*builtin, 128)
	for _, group := range [...]map[string]*builtin{
		textFuncs(), textTests(), numberFuncs(), listFuncs(), setFuncs(), mapFuncs(), typeFuncs(), encodeFuncs(), fileFuncs(), hashFuncs(),
	} {
		for name, f := range group {
			out[name] = f
		}
	}
	return out
}

// call evaluates a function call.
func (e *env) call(x *hclsyntax.FunctionCallExpr) (value.Value, *evalErr) {
	name := strings.TrimPrefix(x.Name, "core::")
	at := e.span(x.Range())
	switch name {
	case "try":
		return e.callTry(x, at)
	case "can":
		return e.callCan(x, at)
	}
	c := &call{e: e, name: name, at: at, x: x, fn: e.builtin(name)}
	var more *value.Value // what an expansion may add
	for i, a := range x.Args {
		v, err := e.x(a)
		if err != nil {
			return v, err
		}
		if !x.ExpandFinal || i < len(x.Args)-1 {
			c.args = append(c.args, v)
			continue
		}
		if s, ok := opaque(v); ok {
			rest := value.UnknownAt(s, v.At())
			more = &rest
			break
		}
		if v.Kind() != value.List {
			return v, fail(e.span(a.Range()), "only a list can be expanded into arguments")
		}
		for _, it := range v.Items() {
			c.args = append(c.args, mark(it, v))
		}
		if v.IsOpen() || v.IsLoose() {
			rest := value.UnknownAt(v.Symbol(), v.At())
			more = &rest
		}
	}
	if err := c.weigh(); err != nil {
		return value.Value{}, err
	}
	if c.fn == nil { // of a provider, or of a later version of the language
		return c.unknown(), nil
	}
	if more != nil {
		if !c.fn.spread {
			c.args = append(c.args, value.UnknownAt(e.fresh(at, label(at), "the arguments are not all known before apply"), at))
			return c.unknown(), nil
		}
		c.args = append(c.args, value.UnknownAt(e.because(at, more.Symbol(), *more), more.At()))
	}
	if n := len(c.args); n < c.fn.least || c.fn.most >= 0 && n > c.fn.most {
		return value.Value{}, fail(at, "%s does not take %d arguments", name, n)
	}
	return c.fn.do(c)
}

// weigh bounds and charges the arguments.
func (c *call) weigh() *evalErr {
	left := 4 * maxText
	for _, a := range c.args {
		if left = weigh(a, left); left < 0 {
			return fail(c.at, "the arguments of %s are too large", c.name)
		}
	}
	return c.e.spendAt((4*maxText-left)/16, c.at)
}

// bounded fails if a value is larger than one value may be.
func (e *env) bounded(v value.Value, at source.Span) *evalErr {
	left := weigh(v, 4*maxText)
	if left < 0 {
		return fail(at, "the value is too large")
	}
	return e.spendAt((4*maxText-left)/16, at)
}

func (c *call) argAt(i int) source.Span {
	if i < len(c.x.Args) {
		return c.e.span(c.x.Args[i].Range())
	}
	return c.at
}

// known reports whether all arguments are known in all their parts.
func (c *call) known() bool {
	for _, a := range c.args {
		if !a.WhollyKnown() || a.IsLoose() {
			return false
		}
	}
	return true
}

// symbol gives the symbol of the call.
func (c *call) symbol() *value.Symbol { return c.e.term(c.name, c.args...) }

// unknown gives the result of a call that cannot be known.
func (c *call) unknown() value.Value {
	out := value.UnknownAt(c.symbol(), c.at)
	if c.fn != nil && c.fn.text {
		out = value.FromText(value.FromSymbol(out.Symbol(), c.at))
	}
	return c.mark(out)
}

// openList gives a list of which more than the items may be there.
func (c *call) openList(items []value.Value) value.Value {
	return c.mark(value.ListAt(items, c.at).Open(c.symbol()))
}

// mark marks a result that was made of sensitive arguments.
func (c *call) mark(v value.Value) value.Value {
	for _, a := range c.args {
		if deepSensitive(a) {
			return v.Sensitive()
		}
	}
	return v
}

func deepSensitive(v value.Value) bool {
	if v.IsSensitive() {
		return true
	}
	for _, it := range v.Items() {
		if deepSensitive(it) {
			return true
		}
	}
	for _, f := range v.Fields() {
		if deepSensitive(f.Value) {
			return true
		}
	}
	return false
}

// text gives an argument as text.
func (c *call) text(i int) (value.Text, *evalErr) {
	if c.args[i].IsNull() {
		return value.Text{}, fail(c.argAt(i), "%s: the argument is null", c.name)
	}
	return c.e.text(c.args[i], c.argAt(i))
}

// result gives a text as the value of the call.
func (c *call) result(t value.Text) (value.Value, *evalErr) {
	return c.mark(value.FromText(t)), nil
}

// list gives an argument as a list. It is nil without an error if nothing is
// known of it.
func (c *call) list(i int) (value.Value, bool, *evalErr) {
	v := c.args[i]
	if _, ok := opaque(v); ok {
		return v, false, nil
	}
	if v.Kind() != value.List {
		return v, false, fail(c.argAt(i), "%s: a list is required, not a %s", c.name, v.Kind())
	}
	return v, true, nil
}

// callTry gives the first argument that has no error.
func (e *env) callTry(x *hclsyntax.FunctionCallExpr, at source.Span) (value.Value, *evalErr) {
	var last *evalErr
	for i, a := range x.Args {
		assumed := e.ev.assumed
		v, err := e.x(a)
		if err != nil {
			last = err
			continue
		}
		if e.ev.assumed == assumed || i == len(x.Args)-1 {
			return v, nil
		}
		// It reads an instance that may not exist: then the rest decides.
		for _, b := range x.Args[i+1:] {
			o, err := e.x(b)
			if err != nil {
				continue
			}
			if equal(v, o) == value.Yes {
				return v, nil
			}
			s := e.term("try", v, o)
			s.Label = label(at)
			if s.Why == "" || v.WhollyKnown() {
				s.Why = "it is not known before apply whether " + label(e.span(a.Range())) + " exists"
			}
			if v.Kind() == value.String && o.Kind() == value.String {
				return mark(value.FromText(value.FromSymbol(s, at)), v, o), nil
			}
			if v.Kind() == value.List && o.Kind() == value.List {
				return mark(value.ListAt(nil, at).Open(s), v, o), nil
			}
			return mark(value.UnknownAt(s, at), v, o), nil
		}
		return v, nil
	}
	if last == nil {
		last = fail(at, "try needs an argument")
	}
	return value.Value{}, last
}

// callCan says whether an expression has no error.
func (e *env) callCan(x *hclsyntax.FunctionCallExpr, at source.Span) (value.Value, *evalErr) {
	if len(x.Args) != 1 {
		return value.Value{}, fail(at, "can takes one argument")
	}
	assumed := e.ev.assumed
	v, err := e.x(x.Args[0])
	switch {
	case err != nil:
		return value.BoolAt(false, at), nil
	case e.ev.assumed != assumed || !v.WhollyKnown():
		return value.UnknownAt(e.term("can", v), at), nil
	}
	return value.BoolAt(true, at), nil
}
