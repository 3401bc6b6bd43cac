// Package iamjson turns IAM policy documents that stand in JSON files of their
// own, as they are handed to the AWS CLI, into nodes of the graph.
package iamjson

import (
	"path"
	"strings"

	"github.com/irsalint/irsalint/pkg/graph"
	"github.com/irsalint/irsalint/pkg/iam"
	"github.com/irsalint/irsalint/pkg/value"
)

// Sniff reports cheaply whether a JSON file may be a policy document.
func Sniff(data []byte) bool {
	s := string(data[:min(len(data), sniffed)])
	return strings.Contains(s, `"Statement"`) && strings.Contains(s, `"Effect"`)
}

// sniffed is how far into a file the first statement begins.
const sniffed = 4096

// Is reports whether a value is a policy document: an object with statements
// and nothing that a policy has not.
func Is(v value.Value) bool {
	if v.Kind() != value.Map {
		return false
	}
	for _, f := range v.Fields() {
		switch k, _ := f.Key.Known(); k {
		case "Version", "Id", "Statement":
		default:
			return false
		}
	}
	return len(statements(v)) > 0
}

func statements(v value.Value) []value.Value {
	st, ok := v.Get("Statement")
	switch {
	case !ok:
		return nil
	case st.Kind() == value.Map:
		return []value.Value{st}
	}
	var out []value.Value
	for _, s := range st.Items() {
		if s.Kind() != value.Map {
			return nil
		}
		out = append(out, s)
	}
	return out
}

// Adapt adds the document of a file. A trust policy becomes that of a role
// which nothing names; another one is judged by its form alone. What a script
// fills in before it hands the file over is not known.
func Adapt(v value.Value, b *graph.Builder) {
	at := v.At()
	if at.File == nil {
		return
	}
	name := at.File.Path
	at.End = at.Start + 1 // the brace that opens it
	base := graph.Base{
		ID:     graph.ID(path.Dir(name), name),
		Label:  "policy " + path.Base(name),
		Scope:  path.Dir(name),
		Format: "json",
		At:     graph.Place{Span: at},
		Exists: graph.FactOf(value.Yes),
	}
	doc := filled(v)
	if !trust(v) {
		b.Add(&graph.PolicyDocument{Base: base, Document: doc, Loose: true})
		return
	}
	base.Label = "the role of " + path.Base(name)
	b.Add(&graph.Role{Base: base, TrustAt: base.At, Document: doc, Loose: true})
}

// trust reports whether a document says who may assume a role: it has a
// principal, and actions of STS. Policies of buckets and keys have other ones.
func trust(v value.Value) bool {
	for _, s := range statements(v) {
		if _, ok := s.Get("Principal"); !ok {
			continue
		}
		actions, _ := s.Get("Action")
		list := actions.Items()
		if actions.Kind() != value.List {
			list = []value.Value{actions}
		}
		for _, a := range list {
			if t, ok := a.AsText(); ok && strings.HasPrefix(strings.ToLower(t.Flat()), "sts:") {
				return true
			}
		}
	}
	return false
}

// filled gives a value with symbols for what waits to be filled in, in keys as
// in values.
func filled(v value.Value) value.Value {
	switch v.Kind() {
	case value.String:
		if t, ok := v.AsText(); ok && iam.HasPlaceholder(t) {
			return value.FromText(iam.Expand(t)).WithAt(v.At())
		}
	case value.List:
		items := make([]value.Value, 0, len(v.Items()))
		for _, it := range v.Items() {
			items = append(items, filled(it))
		}
		return value.ListAt(items, v.At())
	case value.Map:
		fields := make([]value.Field, 0, len(v.Fields()))
		for _, f := range v.Fields() {
			f.Value = filled(f.Value)
			if iam.HasPlaceholder(f.Key) {
				f.Key = iam.Expand(f.Key)
			}
			fields = append(fields, f)
		}
		return value.MapAt(fields, v.At())
	}
	return v
}
