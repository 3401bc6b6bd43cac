package value

import "github.com/irsalint/irsalint/pkg/source"

// Placed gives a value that stands nowhere (what a provider computes) the
// place of the expression that reads it. Parts of its text that were written
// somewhere keep their own places. A value that has a place stays as it is.
func (v Value) Placed(at source.Span) Value {
	if !v.at.IsZero() {
		return v
	}
	v.at = at
	if v.kind == String && v.text.flat != "" && v.text.At().IsZero() {
		inner := v.text
		v.text = join(at, inner.flat, []part{{flat: inner.flat, inner: &inner, at: at}})
		if doc, ok := inner.Doc(); ok {
			v.text = v.text.WithDoc(doc)
		}
	}
	return v
}
