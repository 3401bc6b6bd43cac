package terraform

import (
	"github.com/irsalint/irsalint/pkg/parse/json"
	"github.com/irsalint/irsalint/pkg/source"
	"github.com/irsalint/irsalint/pkg/value"
)

// decodeText gives the value that JSON text encodes. Text that is no JSON is
// an unknown value whose symbol says what is wrong with it. At is the place of
// the attribute that holds the text.
func decodeText(t value.Text, at source.Span) value.Value {
	if doc, ok := t.Doc(); ok {
		return doc
	}
	v, err := json.Decode(t)
	if err == nil {
		return v
	}
	why := &value.Symbol{
		Key:   "json:" + at.Place() + plain(t.Flat()),
		Label: "invalid JSON",
		Why:   "the text is not valid JSON: " + err.Error(),
		At:    at,
	}
	return value.UnknownAt(why, at)
}

// decodeField gives the value that a field with JSON text encodes: null if
// the field is certainly absent, unknown if it may be there.
func decodeField(v value.Value, path ...string) value.Value {
	f, found := v.Lookup(path...)
	switch found {
	case value.No:
		return value.NullAt(v.At())
	case value.Maybe:
		if !f.IsUnknown() {
			return value.UnknownAt(f.Symbol(), f.At())
		}
		return f
	}
	t, ok := f.AsText()
	if !ok {
		return f // an object where JSON text is wanted
	}
	return decodeText(t, f.At())
}
