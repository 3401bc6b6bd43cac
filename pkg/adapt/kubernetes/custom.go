package kubernetes

import (
	"github.com/irsalint/irsalint/pkg/graph"
	"github.com/irsalint/irsalint/pkg/source"
	"github.com/irsalint/irsalint/pkg/value"
)

// nodeClass adds what tells Karpenter, or Auto Mode, which role nodes get.
func (a *adapter) nodeClass(o *object) {
	path := []string{"spec"}
	if o.kind == "Provisioner" {
		path = []string{"spec", "provider"}
	}
	spec, found := o.Value.Lookup(path...)
	if found == value.No {
		return // a Provisioner that names an AWSNodeTemplate
	}
	n := &graph.NodeClass{Base: a.base(o, o.kind, nil, o.name), Kind: o.kind, Name: o.name}
	if found == value.Maybe {
		n.RoleName = graph.UnknownVal(spec.Symbol(), spec.At())
		n.ProfileName = n.RoleName
		a.b.Add(n)
		return
	}
	if o.kind == "EC2NodeClass" || o.kind == "NodeClass" {
		n.RoleName = graph.ValAt(spec, "role")
	}
	if o.kind != "NodeClass" {
		n.ProfileName = notEmpty(graph.ValAt(spec, "instanceProfile"))
	}
	a.b.Add(n)
}

// reference adds the ServiceAccounts that a custom resource names for calls
// to AWS, and the role that it asks for beyond theirs.
func (a *adapter) reference(o *object) {
	switch (kindOf{o.group, o.kind}) {
	case kindOf{"external-secrets.io", "SecretStore"}, kindOf{"external-secrets.io", "ClusterSecretStore"}:
		aws, _ := o.Value.Lookup("spec", "provider", "aws")
		a.refer(o, aws, graph.ValAt(aws, "role"), "auth", "jwt", "serviceAccountRef")
		vault, _ := o.Value.Lookup("spec", "provider", "vault", "auth", "iam")
		a.refer(o, vault, nil, "jwt", "serviceAccountRef")
	case kindOf{"generators.external-secrets.io", "ECRAuthorizationToken"}, kindOf{"generators.external-secrets.io", "STSSessionToken"}:
		spec, _ := o.Value.Lookup("spec")
		a.refer(o, spec, graph.ValAt(spec, "role"), "auth", "jwt", "serviceAccountRef")
	case kindOf{"cert-manager.io", "Issuer"}, kindOf{"cert-manager.io", "ClusterIssuer"}:
		solvers, _ := o.Value.Lookup("spec", "acme", "solvers")
		for _, s := range solvers.Items() {
			route53, _ := s.Lookup("dns01", "route53")
			path := []string{"auth", "kubernetes", "serviceAccountRef"}
			ref, found := route53.Lookup(path...)
			switch role := graph.ValAt(route53, "role"); {
			case found == value.Yes: // it gets the role by web identity
				a.referTo(o, ref, keyPlace(route53, ref, found, path), nil)
			case found == value.No:
				a.referTo(o, value.Value{}, source.Span{}, role)
			}
		}
	case kindOf{"external-secrets.io", "ExternalSecret"}, kindOf{"external-secrets.io", "PushSecret"}:
		a.storeUses(o)
	}
}

// refer adds the reference at a path of v, and the role that is asked for.
func (a *adapter) refer(o *object, v value.Value, role *graph.Val, path ...string) {
	ref, found := v.Lookup(path...)
	switch {
	case found == value.Yes:
		a.referTo(o, ref, keyPlace(v, ref, found, path), notEmpty(role))
	case found == value.No && notEmpty(role) != nil && v.Kind() == value.Map:
		a.referTo(o, value.Value{}, source.Span{}, notEmpty(role))
	}
}

// referTo adds a reference {name, namespace}. Kinds that live in a namespace
// can only name accounts of their own.
func (a *adapter) referTo(o *object, ref value.Value, refAt source.Span, role *graph.Val) {
	r := &graph.AccountReference{
		Kind: o.kind, Namespace: o.namespace, RoleARN: notEmpty(role),
		StoreName: o.name, ClusterWide: o.kind == "ClusterSecretStore",
		KustomizeBase: o.KustomizeBase,
	}
	if ref.Kind() == value.Map {
		r.Name = notEmpty(graph.ValAt(ref, "name"))
	}
	if r.Name == nil && r.RoleARN == nil {
		return
	}
	switch o.kind {
	case "ClusterSecretStore": // without one it is the namespace of each user
		r.Namespace = nil
		if ref.Kind() == value.Map {
			r.Namespace = notEmpty(graph.ValAt(ref, "namespace"))
		}
	case "ClusterIssuer":
		r.Namespace = graph.UnknownVal(&value.Symbol{
			Key: "cert-manager:cluster-resource-namespace", Label: "cluster resource namespace",
			Why: "a flag of cert-manager sets the namespace of what a ClusterIssuer names", At: ref.At(),
		}, ref.At())
	}
	r.Base = a.base(o, o.kind, o.namespace, o.name)
	r.NamedAt = graph.Place{Span: refAt}
	at := r.Name.Span()
	if at.IsZero() {
		at = r.RoleARN.Span()
	}
	if !at.IsZero() {
		r.Base.At.Span = at
	}
	a.b.Add(r)
}

// storeUses adds the uses of cluster-wide secret stores by an object.
func (a *adapter) storeUses(o *object) {
	add := func(ref value.Value) {
		kind, name := graph.ValAt(ref, "kind"), notEmpty(graph.ValAt(ref, "name"))
		if ref.Kind() != value.Map || name == nil || kind.KnownText() != "ClusterSecretStore" {
			return
		}
		u := &graph.StoreUse{Namespace: o.namespace, StoreName: name, KustomizeBase: o.KustomizeBase}
		u.Base = a.base(o, o.kind, o.namespace, o.name)
		if at := name.Span(); !at.IsZero() {
			u.Base.At.Span = at
		}
		a.b.Add(u)
	}
	spec, _ := o.Value.Lookup("spec")
	ref, _ := spec.Lookup("secretStoreRef")
	add(ref)
	refs, _ := spec.Lookup("secretStoreRefs")
	for _, it := range refs.Items() {
		add(it)
	}
	for _, field := range []string{"data", "dataFrom"} {
		list, _ := spec.Lookup(field)
		for _, it := range list.Items() {
			ref, _ := it.Lookup("sourceRef", "storeRef")
			add(ref)
		}
	}
}
