package terraform

import (
	"github.com/irsalint/irsalint/pkg/parse/json"
	"github.com/irsalint/irsalint/pkg/parse/yaml"
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

// decodeYAML gives the Kubernetes objects in YAML text. The symbol says why
// there may be others, nil if there are none.
func decodeYAML(v value.Value) ([]value.Value, *value.Symbol) {
	t, ok := v.AsText()
	if !ok {
		return nil, v.FirstUnknown()
	}
	docs, err := yaml.Decode(t)
	var why *value.Symbol
	if err != nil {
		why = &value.Symbol{
			Key:   "yaml:" + v.At().Place() + plain(t.Flat()),
			Label: "invalid YAML",
			Why:   "the text is not valid YAML: " + err.Error(),
			At:    v.At(),
		}
	}
	var out []value.Value
	var add func(v value.Value)
	add = func(v value.Value) {
		kind, _ := v.Get("kind")
		switch items, ok := v.Get("items"); {
		case v.Kind() == value.Map && ok && kind.Kind() == value.String && isList(kind):
			for _, it := range items.Items() {
				add(it)
			}
			if items.Kind() != value.List || items.IsOpen() {
				why = v.FirstUnknown()
			}
		case v.Kind() == value.Map:
			out = append(out, v)
		case v.IsUnknown():
			why = v.FirstUnknown()
		}
	}
	for _, d := range docs {
		add(d.Value)
	}
	return out, why
}

// isList reports whether a kind is a list of objects.
func isList(kind value.Value) bool {
	s, known := kind.KnownString()
	return known && (s == "List" || s == "ServiceAccountList")
}
