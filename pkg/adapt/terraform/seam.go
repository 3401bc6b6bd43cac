package terraform

import (
	"github.com/irsalint/irsalint/pkg/graph"
	"github.com/irsalint/irsalint/pkg/source"
	"github.com/irsalint/irsalint/pkg/value"
)

type kubeObject struct {
	Value                  value.Value
	At                     source.Span
	Scope, Address, Format string
	Exists                 *value.Symbol
}

func adaptObjects([]kubeObject, *graph.Builder) {}

func decodeYAML(v value.Value) ([]value.Value, *value.Symbol) {
	t, ok := v.AsText()
	if !ok {
		return nil, v.FirstUnknown()
	}
	if doc, ok := t.Doc(); ok {
		return []value.Value{doc}, nil
	}
	return nil, v.FirstUnknown()
}
