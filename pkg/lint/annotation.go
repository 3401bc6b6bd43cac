package lint

import (
	"github.com/irsalint/irsalint/pkg/adapt/kubernetes"
	"github.com/irsalint/irsalint/pkg/suppress"
)

// annotated takes the suppressions of a Kubernetes object's annotation.
func (d *decisions) annotated(o *kubernetes.Object) {
	v, _ := o.Value.Get("metadata")
	v, _ = v.Get("annotations")
	v, ok := v.Get(suppress.Annotation)
	text, known := v.KnownString()
	at := o.Value.At()
	if !ok || !known || at.IsZero() || v.At().IsZero() {
		return
	}
	from, to := at.File.Position(at.Start).Line, at.File.Position(at.End).Line
	d.suppressions = append(d.suppressions, suppress.Annotated(text, v.At(), from, to)...)
}
