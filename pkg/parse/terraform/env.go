package terraform

import (
	"fmt"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/irsalint/irsalint/pkg/source"
	"github.com/irsalint/irsalint/pkg/value"
)

// env is what an expression is evaluated in.
type env struct {
	// ev holds the limits, the files and the counters of the whole root.
	ev *evaluator
	// dir is the folder of the module, rootDir that of the root module, both
	// relative to the project root.
	dir, rootDir string
	// resolve gives the value of a reference that is no iterator: the value of
	// the longest prefix it knows, and the number of traversal steps (the root
	// name is the first) that this consumed. Used 0 says that nothing of that
	// name is declared. Without resolve, such a name is an error.
	resolve func(t hcl.Traversal) (v value.Value, used int)
	// vars are iterators: of for, of dynamic, each and count.
	vars map[string]value.Value
	// symScope makes keys of symbols unique: root and module address.
	symScope string

	anon  map[*hclsyntax.AnonSymbolExpr]value.Value // the current item of a splat
	frame *frame                                    // counters of one top-level expression
	// templates counts the templates that the expression stands in.
	templates int
}

// exprState is what expression evaluation keeps for a whole root. The
// evaluator embeds it.
type exprState struct {
	// ropes maps a made-up file name of an hcl.Range to the text that was
	// parsed under that name, so that a template inside a string (templatestring,
	// a string of a .tf.json file) has the places of that string.
	ropes map[string]value.Text
	// serial makes symbols of values without identity unique.
	serial int
	// work is what has been spent of maxWork.
	work int
	// funcs are the functions of the language, made when first needed.
	funcs map[string]*builtin
}

// with gives the environment with further iterators.
func (e *env) with(vars map[string]value.Value) *env {
	out := *e
	out.vars = make(map[string]value.Value, len(e.vars)+len(vars))
	for k, v := range e.vars {
		out.vars[k] = v
	}
	for k, v := range vars {
		out.vars[k] = v
	}
	return &out
}

// evalErr is an error in an expression: try and can see it, for all others it
// is an unknown value.
type evalErr struct {
	at  source.Span
	msg string
}

// Error gives the message.
func (x *evalErr) Error() string { return x.msg }

func fail(at source.Span, format string, args ...any) *evalErr {
	return &evalErr{at, fmt.Sprintf(format, args...)}
}

// span gives the place of an HCL range.
func (e *env) span(r hcl.Range) source.Span {
	if t, ok := e.ev.ropes[r.Filename]; ok {
		return t.Locate(r.Start.Byte, max(r.End.Byte, r.Start.Byte+1))
	}
	f := e.ev.file(r.Filename)
	if f == nil {
		return source.Span{}
	}
	return source.Span{File: f, Start: r.Start.Byte, End: r.End.Byte}
}
