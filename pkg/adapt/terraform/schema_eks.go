package terraform

import (
	"strings"

	"github.com/irsalint/irsalint/pkg/source"
	"github.com/irsalint/irsalint/pkg/value"
)

func (s *schema) addEKS() {
	s.resources["aws_eks_cluster"] = func(a *attributes) {
		name := a.orSymbol("name", value.Name)
		a.cluster(name)
		a.block("vpc_config", func(b *attributes) {
			b.text("cluster_security_group_id", a.symbol("cluster_security_group_id", value.Name))
			b.text("vpc_id", a.symbol("vpc_id", value.Name))
		})
		a.block("kubernetes_network_config", func(b *attributes) {
			b.text("ip_family", value.Literal("ipv4", source.Span{}))
			b.text("service_ipv4_cidr", a.symbol("service_ipv4_cidr", value.Any))
			b.text("service_ipv6_cidr", a.symbol("service_ipv6_cidr", value.Any))
		})
	}
	s.data["aws_eks_cluster"] = func(a *attributes) {
		name := a.orSymbol("name", value.Name)
		a.cluster(name)
		role := join("/", a.symbol("role", value.Any))
		a.text("role_arn", a.iamARN("role", role))
	}
	s.resources["aws_eks_node_group"] = func(a *attributes) {
		name := a.name("node_group_name", "node_group_name_prefix")
		cluster := a.orSymbol("cluster_name", value.Name)
		a.text("id", join(cluster, ":", name))
		a.text("arn", a.regionalARN("eks", "nodegroup/", cluster, "/", name, "/", a.symbol("uuid", value.Name)))
	}
	s.resources["aws_eks_fargate_profile"] = func(a *attributes) {
		name := a.orSymbol("fargate_profile_name", value.Name)
		cluster := a.orSymbol("cluster_name", value.Name)
		a.text("id", join(cluster, ":", name))
		a.text("arn", a.regionalARN("eks", "fargateprofile/", cluster, "/", name, "/", a.symbol("uuid", value.Name)))
	}
	s.resources["aws_eks_addon"] = func(a *attributes) {
		name := a.orSymbol("addon_name", value.Name)
		cluster := a.orSymbol("cluster_name", value.Name)
		a.text("id", join(cluster, ":", name))
		a.text("arn", a.regionalARN("eks", "addon/", cluster, "/", name, "/", a.symbol("uuid", value.Name)))
	}
	s.resources["aws_eks_pod_identity_association"] = func(a *attributes) {
		cluster, id := a.orSymbol("cluster_name", value.Name), a.symbol("association_id", value.Name)
		a.text("association_id", id)
		a.text("id", id)
		a.text("association_arn", a.regionalARN("eks", "podidentityassociation/", cluster, "/", id))
	}
	s.resources["aws_eks_access_entry"] = func(a *attributes) {
		cluster, principal := a.orSymbol("cluster_name", value.Name), a.orSymbol("principal_arn", value.Any)
		a.text("id", join(cluster, ":", principal))
		a.text("access_entry_arn", a.regionalARN("eks", "access-entry/", cluster, "/", a.symbol("entry", value.Any)))
	}
}

// cluster adds what a cluster has, managed here or not. Its OIDC issuer is
// known but for its id. The id belongs to the cluster of this name, so that a
// data source and a resource of one cluster have the same.
func (a *attributes) cluster(name value.Text) {
	a.text("id", name)
	a.text("arn", a.regionalARN("eks", "cluster/", name))
	label := strings.NewReplacer("${", "", "}", "").Replace(name.String())
	id := value.FromSymbol(&value.Symbol{
		Key:   a.env.key + "#eks-cluster:" + plain(name.Flat()) + ".issuer",
		Label: "issuer of cluster " + label,
		Why:   "the OIDC issuer of a cluster is not known before it is made",
		At:    a.r.At,
		Class: value.IssuerID,
		Group: a.env.key + "#eks-cluster",
		Name:  name,
	}, source.Span{})
	issuer := join("https://oidc.eks.", a.env.region, ".", a.env.suffix, "/id/", id)
	a.set("identity", one(field("oidc", one(field("issuer", value.FromText(issuer))))))
	a.set("certificate_authority", one(field("data", value.FromText(a.symbol("certificate_authority", value.Any)))))
	a.text("endpoint", join("https://", a.symbol("endpoint", value.Any)))
}

// plain gives flat text without the marks of its symbols, for use in a key.
func plain(flat string) string {
	return strings.Map(func(r rune) rune {
		switch r {
		case source.SymbolOpen:
			return '⟨'
		case source.SymbolClose:
			return '⟩'
		}
		return r
	}, flat)
}
