package kubernetes

import (
	"github.com/irsalint/irsalint/pkg/graph"
	"github.com/irsalint/irsalint/pkg/value"
)

// account adds a ServiceAccount.
func (a *adapter) account(o *object) {
	sa := &graph.ServiceAccount{
		Base:          a.base(o, "ServiceAccount", o.namespace, o.name),
		Namespace:     o.namespace,
		Name:          o.name,
		KustomizeBase: o.KustomizeBase,
	}
	annotate(sa, o.Value)
	for _, path := range [][]string{{"annotations"}, {"metadata"}, {"metadata", "labels"}} {
		sa.Misread = append(sa.Misread, misplaced(o.Value, path...)...)
	}
	a.b.Add(sa)
}

// annotate fills in the annotations of the metadata of v.
func annotate(sa *graph.ServiceAccount, v value.Value) {
	annotations, found := v.Lookup("metadata", "annotations")
	annotations = openKeys(annotations)
	sa.Annotations = graph.FactOf(value.Yes)
	if found == value.Maybe {
		sa.Annotations = graph.Because(annotations.Symbol())
	}
	for _, f := range annotations.Fields() {
		if f.Key.Symbolic() {
			sa.Annotations = graph.Because(f.Key.Cause())
		}
	}
	if annotations.Kind() == value.Map && annotations.IsOpen() {
		sa.Annotations = graph.Because(annotations.Symbol())
	}
	at := func(key string) *graph.Val {
		if found == value.Yes {
			return graph.ValAt(annotations, key)
		}
		return graph.ValAt(v, "metadata", "annotations", key)
	}
	sa.RoleARN, sa.Audience = at(RoleAnnotation), at(AudienceAnnotation)
	for _, f := range annotations.Fields() {
		key, ok := f.Key.Known()
		if !ok {
			continue
		}
		if problem := Near(key); problem != "" {
			sa.Misread = append(sa.Misread, misread(f, problem))
		}
	}
}

// generated adds the ServiceAccount that an operator makes of a custom
// resource, where the resource says which annotations it gets.
func (a *adapter) generated(o *object) {
	switch {
	case o.group == "pkg.crossplane.io" && o.kind == "ControllerConfig":
		// Its own annotations are those of the account of the provider's pods.
		a.madeAccount(o, o.Value, nil, nil)
		return
	case o.group == "postgresql.cnpg.io" && o.kind == "Cluster":
		// The account has the name of the cluster.
		if t, found := o.Value.Lookup("spec", "serviceAccountTemplate"); found == value.Yes {
			a.madeAccount(o, t, o.namespace, o.name)
			return
		}
		if t, found := o.Value.Lookup("spec", "inheritedMetadata"); found == value.Yes {
			a.madeAccount(o, asMetadata(t), o.namespace, o.name)
		}
		return
	}
	if t, found := o.Value.Lookup("spec", "serviceAccountTemplate"); found == value.Yes {
		a.madeAccount(o, t, nil, notEmpty(graph.ValAt(t, "metadata", "name")))
		return
	}
	if t, found := o.Value.Lookup("spec", "serviceAccount"); found == value.Yes && t.Kind() == value.Map {
		if _, has := t.Lookup("annotations"); has != value.No {
			t = asMetadata(t)
		}
		a.madeAccount(o, t, nil, notEmpty(graph.ValAt(t, "metadata", "name")))
	}
}

// asMetadata gives an object whose metadata is v.
func asMetadata(v value.Value) value.Value {
	return value.MapAt([]value.Field{{Key: value.Literal("metadata", v.At()), Value: v}}, v.At())
}

// madeAccount adds an account whose annotations v's metadata gives, if it has
// any that matter. Names that are nil are not known.
func (a *adapter) madeAccount(o *object, v value.Value, namespace, name *graph.Val) {
	sa := &graph.ServiceAccount{KustomizeBase: o.KustomizeBase}
	annotate(sa, v)
	if sa.RoleARN == nil && len(sa.Misread) == 0 {
		return
	}
	label := Label(o.kind, o.namespace, o.name)
	unknown := func(what string) *graph.Val {
		return graph.UnknownVal(&value.Symbol{
			Key: what + ":" + o.Scope + "#" + label + ":" + o.Value.At().Place(), Label: what,
			Why: "an operator makes the ServiceAccount for " + label + " and chooses its " + what, At: o.Value.At(),
		}, o.Value.At())
	}
	if namespace == nil {
		namespace = unknown("namespace")
	}
	if name == nil {
		name = unknown("name")
	}
	sa.Base = a.base(o, o.kind, o.namespace, o.name)
	sa.Namespace, sa.Name = namespace, name
	a.b.Add(sa)
}
