package terraform

import (
	"github.com/irsalint/irsalint/pkg/adapt/kubernetes"
	"github.com/irsalint/irsalint/pkg/graph"
	tf "github.com/irsalint/irsalint/pkg/parse/terraform"
	"github.com/irsalint/irsalint/pkg/source"
	"github.com/irsalint/irsalint/pkg/value"
)

// Adapt puts the nodes that the resources of a root are into the graph. The
// scope of a node is that of the root, its address the Terraform address.
func Adapt(root *tf.Root, b *graph.Builder) {
	a := &adapter{root: root, b: b}
	if root.Environment != "" {
		b.Environment(root.Scope(), root.Dir, root.Environment)
	}
	for _, r := range root.Resources {
		if r.Data {
			a.dataSource(r)
		} else {
			a.resource(r)
		}
	}
	a.selfManaged()
	a.opaqueModules()
	kubernetes.Adapt(a.objects, b)
}

// adapter makes the nodes of one root.
type adapter struct {
	root    *tf.Root
	b       *graph.Builder
	objects []kubernetes.Object
}

func (a *adapter) resource(r *tf.Resource) {
	switch r.Type {
	case "aws_iam_role":
		a.role(r)
	case "aws_iam_policy":
		a.policyDocument(r)
	case "aws_iam_role_policy":
		a.inlinePolicy(r)
	case "aws_iam_role_policy_attachment":
		a.attachment(r)
	case "aws_iam_policy_attachment":
		a.attachmentOfRoles(r)
	case "aws_iam_role_policy_attachments_exclusive":
		a.exclusiveAttachments(r)
	case "aws_iam_instance_profile":
		a.instanceProfile(r)
	case "aws_iam_openid_connect_provider":
		a.provider(r)
	case "aws_eks_cluster":
		a.cluster(r)
	case "aws_eks_node_group":
		a.nodeGroup(r, "managed", "node_group_name", "node_role_arn", "managed node group")
	case "aws_eks_fargate_profile":
		a.nodeGroup(r, "fargate", "fargate_profile_name", "pod_execution_role_arn", "Fargate profile")
	case "aws_eks_addon":
		a.addon(r)
	case "aws_eks_pod_identity_association":
		a.association(r)
	case "aws_eks_access_entry":
		a.accessEntry(r)
	default:
		if !a.kubernetes(r) {
			a.opaque(r)
		}
	}
}

func (a *adapter) dataSource(r *tf.Resource) {
	switch r.Type {
	case "aws_iam_role":
		a.role(r)
	case "aws_iam_instance_profile":
		a.instanceProfile(r)
	case "aws_iam_openid_connect_provider":
		a.provider(r)
	case "aws_eks_cluster":
		a.cluster(r)
	}
}

// base gives what every node of a resource has. The suffix tells several
// nodes of one resource apart.
func (a *adapter) base(r *tf.Resource, label, suffix string) graph.Base {
	exists := graph.FactOf(value.Yes)
	if r.Exists != nil {
		exists = graph.Because(r.Exists)
	}
	return graph.Base{
		ID:      graph.ID(a.root.Scope(), r.Address+suffix),
		Label:   label,
		Scope:   a.root.Scope(),
		Format:  "terraform",
		At:      graph.Place{Span: r.At},
		Exists:  exists,
		Managed: !r.Data,
	}
}

// val gives an attribute of a resource. What the provider computes has no
// place of its own and gets that of the resource.
func val(r *tf.Resource, path ...string) *graph.Val {
	return placed(graph.ValAt(r.Config, path...), r.At)
}

// placed gives a value without a place the place at.
func placed(v *graph.Val, at source.Span) *graph.Val {
	if v != nil && v.Span().IsZero() {
		return v.WithSpan(at)
	}
	return v
}

// elsewhere gives an attribute of something that is made elsewhere: what the
// configuration does not say is not known.
func elsewhere(r *tf.Resource, attr string) *graph.Val {
	if v := val(r, attr); v != nil {
		return v
	}
	return graph.UnknownVal(r.Symbol(attr, value.Any), r.At)
}

// labelOf gives the label of a node by its kind and name.
func labelOf(kind string, name *graph.Val, r *tf.Resource) string {
	if name == nil {
		return kind + " " + r.Address
	}
	return kind + " " + name.Display()
}

// fact says whether an attribute is true; absent means no.
func fact(v value.Value, path ...string) graph.Fact {
	f, found := v.Lookup(path...)
	switch found {
	case value.No:
		return graph.FactOf(value.No)
	case value.Yes:
		if b, ok := f.AsBool(); ok {
			out := graph.FactOf(value.Of(b))
			out.At = graph.Place{Span: f.At()}
			return out
		}
	}
	return graph.Because(f.FirstUnknown())
}
