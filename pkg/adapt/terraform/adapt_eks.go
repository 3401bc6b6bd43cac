package terraform

import (
	"strconv"

	"github.com/irsalint/irsalint/pkg/graph"
	tf "github.com/irsalint/irsalint/pkg/parse/terraform"
	"github.com/irsalint/irsalint/pkg/value"
)

func (a *adapter) cluster(r *tf.Resource) {
	name := val(r, "name")
	n := &graph.Cluster{
		Base:     a.base(r, labelOf("cluster", name, r), ""),
		Name:     name,
		ARN:      val(r, "arn"),
		Endpoint: val(r, "endpoint"),
		RoleARN:  val(r, "role_arn"),
	}
	if issuer := val(r, "identity", "oidc", "issuer"); issuer.HasText() {
		n.Issuer = graph.NewVal(WithoutScheme(issuer.Text)).WithSpan(issuer.Span())
	}
	if r.Data {
		n.Version = elsewhere(r, "version")
		n.IPFamily = elsewhere(r, "ip_family")
		n.AuthMode = elsewhere(r, "authentication_mode")
		n.AutoMode = graph.Because(madeElsewhere(r, "compute_config", "configuration"))
		a.b.Add(n)
		return
	}
	n.Version = val(r, "version")
	n.IPFamily = orDefault(r, "ipv4", "kubernetes_network_config", "ip_family")
	// The default of the API; only the console chooses another.
	n.AuthMode = orDefault(r, "CONFIG_MAP", "access_config", "authentication_mode")
	n.AutoMode = fact(r.Config, "compute_config", "enabled")
	n.NodeRoleARN = val(r, "compute_config", "node_role_arn")
	a.b.Add(n)
}

// orDefault gives an attribute, or its default if it is certainly not set.
func orDefault(r *tf.Resource, def string, path ...string) *graph.Val {
	if v := val(r, path...); v != nil {
		return v
	}
	return graph.LiteralVal(def, r.At)
}

func (a *adapter) nodeGroup(r *tf.Resource, kind, nameAttr, roleAttr, what string) {
	n := &graph.NodeGroup{
		Base:        a.base(r, labelOf(what, val(r, nameAttr), r), ""),
		Kind:        kind,
		ClusterName: val(r, "cluster_name"),
		RoleARN:     val(r, roleAttr),
	}
	if list, found := nested(r.Config, "selector"); found != value.No {
		for _, s := range blocks(list) {
			sel := graph.Selector{Namespace: placed(graph.ValAt(s, "namespace"), r.At), Labels: graph.FactOf(value.No), At: graph.Place{Span: s.At()}}
			switch labels, found := s.Lookup("labels"); {
			case found == value.Maybe || labels.IsOpen():
				sel.Labels = graph.Because(labels.FirstUnknown())
			case found == value.Yes && labels.Kind() == value.Map && len(labels.Fields()) > 0:
				sel.Labels = graph.FactOf(value.Yes)
			}
			n.Selectors = append(n.Selectors, sel)
		}
	}
	a.b.Add(n)
}

func (a *adapter) addon(r *tf.Resource) {
	name := val(r, "addon_name")
	label := labelOf("add-on", name, r)
	n := &graph.Addon{
		Base:        a.base(r, label, ""),
		ClusterName: val(r, "cluster_name"),
		Name:        name,
		Version:     val(r, "addon_version"),
		RoleARN:     val(r, "service_account_role_arn"),
		Config:      val(r, "configuration_values"),
	}
	a.b.Add(n)
	list, found := nested(r.Config, "pod_identity_association")
	if found == value.No {
		return
	}
	namespace := addonNamespace(name)
	if v := val(r, "namespace_config", "namespace"); v != nil {
		namespace = v
	}
	for i, block := range blocks(list) {
		as := &graph.Association{
			Base:               a.base(r, "Pod Identity association of "+label, ".pod_identity_association["+strconv.Itoa(i)+"]"),
			ClusterName:        n.ClusterName,
			Namespace:          namespace,
			AccountName:        placed(graph.ValAt(block, "service_account"), r.At),
			RoleARN:            placed(graph.ValAt(block, "role_arn"), r.At),
			DisableSessionTags: graph.FactOf(value.No),
		}
		if s := block.At(); !s.IsZero() {
			as.At.Span = s
		}
		a.b.Add(as)
	}
	if list.IsOpen() || list.IsUnknown() {
		why := list.Symbol()
		as := &graph.Association{
			Base:               a.base(r, "Pod Identity associations of "+label, ".pod_identity_association[*]"),
			ClusterName:        n.ClusterName,
			Namespace:          namespace,
			AccountName:        graph.UnknownVal(why, list.At()),
			RoleARN:            graph.UnknownVal(why, list.At()),
			DisableSessionTags: graph.FactOf(value.No),
		}
		as.Exists = graph.Because(why)
		a.b.Add(as)
	}
}

// addonNamespace gives the namespace of an add-on's pods, as the EKS guide
// lists them; unknown for an add-on that is not listed.
func addonNamespace(name *graph.Val) *graph.Val {
	if name == nil {
		return graph.UnknownVal(nil, name.Span())
	}
	if !name.IsKnown() {
		return graph.UnknownVal(name.Cause(), name.Span())
	}
	namespace := ""
	switch name.KnownText() {
	case "vpc-cni", "coredns", "kube-proxy", "aws-ebs-csi-driver", "aws-efs-csi-driver", "aws-fsx-csi-driver",
		"aws-mountpoint-s3-csi-driver", "snapshot-controller", "eks-pod-identity-agent",
		"eks-node-monitoring-agent", "metrics-server":
		namespace = "kube-system"
	case "adot":
		namespace = "opentelemetry-operator-system"
	case "amazon-cloudwatch-observability":
		namespace = "amazon-cloudwatch"
	case "aws-guardduty-agent":
		namespace = "amazon-guardduty"
	case "aws-network-flow-monitoring-agent":
		namespace = "amazon-network-flow-monitor"
	default:
		return graph.UnknownVal(&value.Symbol{
			Key:   "addon-namespace:" + name.KnownText(),
			Label: "namespace of add-on " + name.KnownText(),
			Why:   "the namespace of the add-on " + name.KnownText() + " is not known",
			At:    name.Span(),
		}, name.Span())
	}
	return graph.LiteralVal(namespace, name.Span())
}

func (a *adapter) association(r *tf.Resource) {
	ns, sa := val(r, "namespace"), val(r, "service_account")
	a.b.Add(&graph.Association{
		Base:               a.base(r, "Pod Identity association "+ns.Display()+"/"+sa.Display(), ""),
		ClusterName:        val(r, "cluster_name"),
		Namespace:          ns,
		AccountName:        sa,
		RoleARN:            val(r, "role_arn"),
		DisableSessionTags: fact(r.Config, "disable_session_tags"),
	})
}

func (a *adapter) accessEntry(r *tf.Resource) {
	principal := val(r, "principal_arn")
	n := &graph.AccessEntry{
		Base:         a.base(r, labelOf("access entry", principal, r), ""),
		ClusterName:  val(r, "cluster_name"),
		PrincipalARN: principal,
		Type:         val(r, "type"),
	}
	if list, found := nested(r.Config, "kubernetes_groups"); found != value.No {
		for _, it := range list.Items() {
			if v := graph.ValOf(it); v != nil {
				n.Groups = append(n.Groups, placed(v, r.At))
			}
		}
		if list.IsOpen() || list.IsUnknown() {
			n.Groups = append(n.Groups, graph.UnknownVal(list.Symbol(), list.At()))
		}
	}
	a.b.Add(n)
}
