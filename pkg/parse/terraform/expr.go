package terraform

import (
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/irsalint/irsalint/pkg/value"
)

// frame counts the work of one top-level expression.
type frame struct {
	loops int // iterations
	depth int // nesting of the node at hand
}

// eval evaluates an expression. It never fails: an error gives an unknown
// value whose symbol says why.
func (e *env) eval(x hclsyntax.Expression) value.Value {
	return value.UnknownAt(nil, e.span(x.Range()))
}
