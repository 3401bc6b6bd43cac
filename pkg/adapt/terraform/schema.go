// Package terraform knows what Terraform resources mean: which attributes
// their providers compute, and which nodes of the graph they are.
package terraform

import (
	"strings"

	tf "github.com/irsalint/irsalint/pkg/parse/terraform"
	"github.com/irsalint/irsalint/pkg/source"
	"github.com/irsalint/irsalint/pkg/value"
)

// NewSchema gives the Schema of the providers that irsalint knows: the shapes
// of ARNs, names, issuers and policy documents, as their documentation states
// them. Attributes that it does not add are symbols of their own.
func NewSchema() tf.Schema {
	s := &schema{resources: map[string]computer{}, data: map[string]computer{}}
	s.addIdentity()
	s.addIAM()
	s.addEKS()
	s.addOther()
	return s
}

// A computer adds the computed attributes of one type.
type computer func(a *attributes)

type schema struct{ resources, data map[string]computer }

// Attributes gives config with what the provider computes. What is written
// and not null stays as it is, save where the provider itself changes it.
func (s *schema) Attributes(r *tf.Resource, config value.Value) value.Value {
	if config.Kind() != value.Map {
		return config
	}
	set := s.resources
	if r.Data {
		set = s.data
	}
	compute := set[r.Type]
	if compute == nil && !r.Data && strings.HasPrefix(r.Type, "kubernetes_") {
		compute = kubernetesObject
	}
	if compute == nil {
		return config
	}
	a := &attributes{r: r, config: config}
	a.env = environmentOf(r, config)
	compute(a)
	return a.value()
}

// attributes collects what is added to the configuration of one resource.
type attributes struct {
	r      *tf.Resource
	config value.Value
	env    environment
	added  []value.Field
}

// set adds an attribute, unless it is there already.
func (a *attributes) set(name string, v value.Value) {
	if a.has(name) {
		return
	}
	for _, f := range a.added {
		if f.Key.Is(name) {
			return
		}
	}
	a.added = append(a.added, field(name, v))
}

// text adds an attribute that is text.
func (a *attributes) text(name string, t value.Text) { a.set(name, value.FromText(t)) }

// force puts an attribute in place of what is written.
func (a *attributes) force(name string, v value.Value) {
	a.added = append(a.added, field(name, v))
}

// has reports whether the configuration sets an attribute.
func (a *attributes) has(name string) bool {
	v, ok := a.config.Get(name)
	return ok && !v.IsNull()
}

// written gives the text of an attribute that is set and not empty.
func (a *attributes) written(name string) (value.Text, bool) {
	v, ok := a.config.Get(name)
	if !ok {
		return value.Text{}, false
	}
	t, ok := v.AsText()
	if !ok || t.Empty() {
		return value.Text{}, false
	}
	return t, true
}

// symbol gives the text of an attribute that is not known before apply.
func (a *attributes) symbol(name string, class value.Class) value.Text {
	return value.FromSymbol(a.r.Symbol(name, class), source.Span{})
}

// orSymbol gives the text of an attribute if it is set, else its symbol.
func (a *attributes) orSymbol(name string, class value.Class) value.Text {
	if t, ok := a.written(name); ok {
		return t
	}
	return a.symbol(name, class)
}

// name gives the name of the object: as written, made of a prefix, or chosen
// by the provider. It becomes the attribute too.
func (a *attributes) name(attr, prefix string) value.Text {
	if t, ok := a.written(attr); ok {
		return t
	}
	t := a.symbol(attr, value.Name)
	if p, ok := a.written(prefix); ok {
		t = join(p, t)
	}
	if v, ok := a.config.Get(attr); ok && !v.IsNull() { // an empty text counts as unset
		a.force(attr, value.FromText(t))
	} else {
		a.text(attr, t)
	}
	return t
}

// value gives the configuration with what was added.
func (a *attributes) value() value.Value {
	if len(a.added) == 0 {
		return a.config
	}
	fields := make([]value.Field, 0, len(a.config.Fields())+len(a.added))
	added := map[string]bool{}
	for _, f := range a.added {
		added[f.Key.Flat()] = true
	}
	for _, f := range a.config.Fields() {
		if added[f.Key.Flat()] {
			continue
		}
		fields = append(fields, f)
	}
	return withFields(a.config, append(fields, a.added...))
}

// block adds attributes to each occurrence of a nested block.
func (a *attributes) block(name string, add func(b *attributes)) {
	v, ok := a.config.Get(name)
	if !ok {
		return
	}
	inner := func(v value.Value) value.Value {
		if v.Kind() != value.Map {
			return v
		}
		b := &attributes{r: a.r, config: v, env: a.env}
		add(b)
		return b.value()
	}
	switch v.Kind() {
	case value.Map:
		a.force(name, inner(v))
	case value.List:
		items := make([]value.Value, len(v.Items()))
		for i, it := range v.Items() {
			items[i] = inner(it)
		}
		out := value.ListAt(items, v.At())
		if v.IsSet() {
			out = value.SetAt(items, v.At())
		}
		if v.IsOpen() {
			out = out.Open(v.Symbol())
		}
		if v.IsLoose() {
			out = out.Loose(v.Fixed())
		}
		a.force(name, out)
	}
}

// withFields gives a map like v with other fields.
func withFields(v value.Value, fields []value.Field) value.Value {
	out := value.MapAt(fields, v.At())
	if v.IsOpen() {
		out = out.Open(v.Symbol())
	}
	if v.IsSensitive() {
		out = out.Sensitive()
	}
	return out
}

// field makes a field with a literal key that stands nowhere.
func field(name string, v value.Value) value.Field {
	return value.Field{Key: value.Literal(name, source.Span{}), Value: v}
}

// object makes a map that stands nowhere.
func object(fields ...value.Field) value.Value { return value.MapAt(fields, source.Span{}) }

// one makes a list of one map, the form of a nested block.
func one(fields ...value.Field) value.Value {
	return value.ListAt([]value.Value{object(fields...)}, source.Span{})
}

// join puts text together that stands nowhere as a whole: its literal parts
// have no place, so that the place of whoever reads it is taken, while each
// text that was put in keeps its own.
func join(parts ...any) value.Text {
	pieces := make([]value.Piece, len(parts))
	for i, p := range parts {
		switch p := p.(type) {
		case string:
			pieces[i].Text = value.Literal(p, source.Span{})
		case value.Text:
			pieces[i].Text = p
		}
	}
	return value.Concat(source.Span{}, pieces...)
}
