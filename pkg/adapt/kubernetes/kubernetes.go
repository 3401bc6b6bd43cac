// Package kubernetes turns Kubernetes objects, from whatever source they
// come, into nodes of the graph.
package kubernetes

import (
	"cmp"
	"strconv"
	"strings"

	"github.com/irsalint/irsalint/pkg/graph"
	"github.com/irsalint/irsalint/pkg/parse/yaml"
	"github.com/irsalint/irsalint/pkg/source"
	"github.com/irsalint/irsalint/pkg/value"
)

// Object is one Kubernetes object and how it got into the project.
type Object struct {
	// Value is the object: a map with apiVersion and kind.
	Value value.Value
	// At is the place that declares it. It may be empty for a manifest, whose
	// node stands where its name is written.
	At source.Span
	// Scope is what makes the object: the folder of the manifest, a release, a
	// Terraform root.
	Scope string
	// Address is its address in the scope, for a source that has one of its
	// own; empty for a manifest.
	Address string
	// Format is the language it is written in; empty means kubernetes.
	Format string
	// Exists says why the object may not exist; nil if it does.
	Exists *value.Symbol
	// KustomizeBase marks an object that overlays change.
	KustomizeBase bool
}

// Documents gives the Kubernetes objects among the documents of a file: maps
// whose apiVersion and kind are known. Lists of objects are taken apart.
func Documents(docs []yaml.Document) []value.Value {
	var out []value.Value
	for _, d := range docs {
		out = flatten(out, d.Value, 0)
	}
	return out
}

// maxLists is how deep lists of lists of objects are taken apart.
const maxLists = 4

func flatten(out []value.Value, v value.Value, depth int) []value.Value {
	kind := known(v, "kind")
	if kind == "" || known(v, "apiVersion") == "" {
		return out
	}
	if items, ok := v.Get("items"); ok && strings.HasSuffix(kind, "List") && items.Kind() == value.List {
		if depth < maxLists {
			for _, it := range items.Items() {
				out = flatten(out, it, depth+1)
			}
		}
		return out
	}
	return append(out, v)
}

// Adapt adds the nodes of objects to the graph. Objects that stand twice in
// one scope are told apart by file and number, so that all objects of a scope
// should be handed over in one call, in a fixed order.
func Adapt(objs []Object, b *graph.Builder) {
	a := &adapter{b: b, seen: map[string]int{}}
	for i := range objs {
		a.object(&objs[i])
	}
}

type adapter struct {
	b    *graph.Builder
	seen map[string]int // how often an address of a scope was given out
}

// object is an Object with what every kind needs of it.
type object struct {
	*Object
	kind, group string
	name        *graph.Val
	namespace   *graph.Val
}

func (a *adapter) object(in *Object) {
	if in.Value.Kind() != value.Map {
		return
	}
	for _, it := range flatten(nil, in.Value, 0) {
		each := *in
		each.Value = it
		a.single(&each)
	}
}

func (a *adapter) single(in *Object) {
	version := known(in.Value, "apiVersion")
	o := &object{Object: in, kind: known(in.Value, "kind")}
	if group, _, ok := strings.Cut(version, "/"); ok {
		o.group = group
	}
	o.name = graph.ValAt(in.Value, "metadata", "name")
	o.namespace = notEmpty(graph.ValAt(in.Value, "metadata", "namespace"))
	if o.name == nil {
		if g, found := in.Value.Lookup("metadata", "generateName"); found == value.Yes {
			o.name = graph.UnknownVal(&value.Symbol{
				Key: "generateName:" + g.At().Place(), Label: "generateName",
				Why: "the cluster makes up the name", At: g.At(),
			}, g.At())
		}
	}
	if w, ok := workloadKinds[kindOf{o.group, o.kind}]; ok {
		a.workload(o, w)
		return
	}
	switch (kindOf{o.group, o.kind}) {
	case kindOf{"", "ServiceAccount"}:
		a.account(o)
	case kindOf{"", "ConfigMap"}:
		a.configMap(o)
	case kindOf{"", "Namespace"}:
		a.b.Add(&graph.Namespace{Base: a.base(o, o.kind, nil, o.name), Name: o.name})
	case kindOf{"karpenter.k8s.aws", "EC2NodeClass"}, kindOf{"karpenter.k8s.aws", "AWSNodeTemplate"},
		kindOf{"karpenter.sh", "Provisioner"}, kindOf{"eks.amazonaws.com", "NodeClass"}:
		a.nodeClass(o)
	default:
		if o.group != "" && strings.Contains(o.group, ".") {
			a.reference(o)
			a.generated(o)
		}
	}
}

type kindOf struct{ group, kind string }

// known gives a field that is a string without symbols; "" if it is not.
func known(v value.Value, path ...string) string {
	out, found := v.Lookup(path...)
	if found != value.Yes {
		return ""
	}
	s, _ := out.KnownString()
	return s
}

// notEmpty takes an empty string for no value, as Kubernetes does.
func notEmpty(v *graph.Val) *graph.Val {
	if v.IsKnown() && v.Empty() {
		return nil
	}
	return v
}

// base makes what all nodes have. The kind and names are those of the node,
// which need not be those of the object.
func (a *adapter) base(o *object, kind string, namespace, name *graph.Val) graph.Base {
	base := graph.Base{
		Label:   Label(kind, namespace, name),
		Scope:   o.Scope,
		Format:  cmp.Or(o.Format, "kubernetes"),
		At:      graph.Place{Span: o.At},
		Exists:  graph.FactOf(value.Yes),
		Managed: true,
	}
	if at := o.name.Span(); base.Format == "kubernetes" && !at.IsZero() || o.At.IsZero() {
		base.At.Span = at
	}
	if base.At.IsZero() {
		base.At.Span = o.Value.At()
	}
	if o.Exists != nil {
		base.Exists = graph.Because(o.Exists)
	}
	address := o.Address
	if address == "" {
		address = kind
		if namespace != nil {
			address += "/" + namespace.Display()
		}
		address += "/" + name.Display()
	}
	base.ID = graph.ID(o.Scope, a.unique(o, address))
	return base
}

// unique makes an address that was given out before in the scope another one.
func (a *adapter) unique(o *object, address string) string {
	take := func(address string) int {
		key := graph.ID(o.Scope, address)
		a.seen[key]++
		return a.seen[key]
	}
	if take(address) == 1 {
		return address
	}
	if at := o.Value.At(); at.File != nil && o.Address == "" {
		address += "~" + strings.TrimPrefix(at.File.Path, o.Scope+"/")
		if take(address) == 1 {
			return address
		}
	}
	for n := a.seen[graph.ID(o.Scope, address)]; ; n++ { // mostly free at once
		if next := address + "~" + strconv.Itoa(n); take(next) == 1 {
			return next
		}
	}
}

// Label gives what a person reads for an object: its kind and its names.
func Label(kind string, namespace, name *graph.Val) string {
	label := kind + " "
	if namespace != nil {
		label += namespace.Display() + "/"
	}
	return strings.TrimSuffix(label+name.Display(), " ")
}
