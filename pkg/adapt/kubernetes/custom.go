package kubernetes

import (
	"github.com/irsalint/irsalint/pkg/graph"
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
// to AWS.
func (a *adapter) reference(o *object) {
	switch (kindOf{o.group, o.kind}) {
	case kindOf{"external-secrets.io", "SecretStore"}, kindOf{"external-secrets.io", "ClusterSecretStore"}:
		a.refer(o, "spec", "provider", "aws", "auth", "jwt", "serviceAccountRef")
		a.refer(o, "spec", "provider", "vault", "auth", "iam", "jwt", "serviceAccountRef")
	case kindOf{"generators.external-secrets.io", "ECRAuthorizationToken"}, kindOf{"generators.external-secrets.io", "STSSessionToken"}:
		a.refer(o, "spec", "auth", "jwt", "serviceAccountRef")
	case kindOf{"cert-manager.io", "Issuer"}, kindOf{"cert-manager.io", "ClusterIssuer"}:
		solvers, found := o.Value.Lookup("spec", "acme", "solvers")
		if found != value.Yes {
			return
		}
		for _, s := range solvers.Items() {
			if ref, found := s.Lookup("dns01", "route53", "auth", "kubernetes", "serviceAccountRef"); found == value.Yes {
				a.referTo(o, ref)
			}
		}
	}
}

func (a *adapter) refer(o *object, path ...string) {
	if ref, found := o.Value.Lookup(path...); found == value.Yes {
		a.referTo(o, ref)
	}
}

// referTo adds a reference {name, namespace}. Kinds that live in a namespace
// can only name accounts of their own.
func (a *adapter) referTo(o *object, ref value.Value) {
	r := &graph.AccountReference{
		Kind:      o.kind,
		Namespace: o.namespace,
		Name:      notEmpty(graph.ValAt(ref, "name")),
	}
	if r.Name == nil {
		return
	}
	switch o.kind {
	case "ClusterSecretStore": // without one it is the namespace of each user
		r.Namespace = notEmpty(graph.ValAt(ref, "namespace"))
	case "ClusterIssuer":
		r.Namespace = graph.UnknownVal(&value.Symbol{
			Key: "cert-manager:cluster-resource-namespace", Label: "cluster resource namespace",
			Why: "a flag of cert-manager sets the namespace of what a ClusterIssuer names", At: ref.At(),
		}, ref.At())
	}
	r.Base = a.base(o, o.kind, o.namespace, o.name)
	if at := r.Name.Span(); !at.IsZero() {
		r.Base.At.Span = at
	}
	a.b.Add(r)
}
