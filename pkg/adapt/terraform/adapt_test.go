package terraform

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/irsalint/irsalint/pkg/graph"
	"github.com/irsalint/irsalint/pkg/parse/json"
	tf "github.com/irsalint/irsalint/pkg/parse/terraform"
	"github.com/irsalint/irsalint/pkg/source"
	"github.com/irsalint/irsalint/pkg/value"
)

// nodes evaluates a configuration and gives its nodes.
func nodes(t testing.TB, main string) *graph.Graph {
	t.Helper()
	root := tf.Evaluate(source.NewTree(source.MapFS{"infra/main.tf": main}), "infra", tf.Options{Schema: NewSchema()})
	for _, p := range root.Problems {
		t.Errorf("%s: %s", p.At.Place(), p.Message)
	}
	b := graph.NewBuilder()
	Adapt(root, b)
	return b.Link()
}

// str gives a field for comparison.
func str(v *graph.Val) string {
	switch {
	case v == nil:
		return "nil"
	case !v.HasText():
		return "unknown"
	}
	return v.Display()
}

func strs(vs []*graph.Val) string {
	var out []string
	for _, v := range vs {
		out = append(out, str(v))
	}
	return "[" + strings.Join(out, " ") + "]"
}

// lines gives one line for each node, by id.
func lines[N any](m map[string]N, line func(N) string) string {
	var out []string
	for id, n := range m {
		out = append(out, strings.TrimPrefix(id, "infra#")+": "+line(n))
	}
	slices.Sort(out)
	return strings.Join(out, "\n")
}

func check(t *testing.T, what, got, want string) {
	t.Helper()
	if want = strings.ReplaceAll(strings.TrimSpace(want), "\t", ""); got != want {
		t.Errorf("%s:\n%s\nwant:\n%s", what, got, want)
	}
}

func roleLine(n *graph.Role) string {
	return fmt.Sprintf("%s | %s %s %s managed=%v exists=%s %s", n.Label, str(n.Name), str(n.Path), str(n.ARN), n.Managed, n.Exists.Is, show(n.Document))
}

func policyLine(n *graph.Policy) string {
	return fmt.Sprintf("%s | %s %q role=%s arn=%s exclusive=%v exists=%s", n.Label, n.Kind, n.Name, str(n.RoleName), str(n.ARN), n.Exclusive, n.Exists.Is)
}

const provider = `
provider "aws" {
  region              = "us-east-1"
  allowed_account_ids = ["111122223333"]
}
`

func TestRoles(t *testing.T) {
	g := nodes(t, provider+`
variable "env" {}
variable "on" {}
resource "aws_eks_cluster" "c" { name = "pelican" }
resource "aws_iam_openid_connect_provider" "p" {
  url            = aws_eks_cluster.c.identity[0].oidc[0].issuer
  client_id_list = ["sts.amazonaws.com"]
}
resource "aws_iam_role" "irsa" {
  name = "app-${var.env}"
  path = "/x/"
  assume_role_policy = jsonencode({
    Statement = [{
      Effect    = "Allow"
      Action    = "sts:AssumeRoleWithWebIdentity"
      Principal = { Federated = aws_iam_openid_connect_provider.p.arn }
      Condition = { StringEquals = {
        "${replace(aws_eks_cluster.c.identity[0].oidc[0].issuer, "https://", "")}:sub" = "system:serviceaccount:a:b"
      } }
    }]
  })
}
data "aws_iam_policy_document" "trust" {
  statement {
    actions = ["sts:AssumeRole"]
    principals {
      type        = "Service"
      identifiers = ["ec2.amazonaws.com"]
    }
  }
}
resource "aws_iam_role" "node" {
  count              = var.on ? 1 : 0
  name               = "node"
  assume_role_policy = data.aws_iam_policy_document.trust.json
}
resource "aws_iam_role" "broken" {
  name               = "broken"
  assume_role_policy = "{"
}
data "aws_iam_role" "other" { name = "other" }
`)
	const issuer = "oidc.eks.us-east-1.amazonaws.com/id/${issuer of cluster pelican}"
	check(t, "roles", lines(g.Role, roleLine), `
aws_iam_role.broken: role broken | broken / arn:aws:iam::111122223333:role/broken managed=true exists=yes ${invalid JSON}
aws_iam_role.irsa: role app-${var.env} | app-${var.env} /x/ arn:aws:iam::111122223333:role/x/app-${var.env} managed=true exists=yes {Statement:[{Effect:Allow Action:sts:AssumeRoleWithWebIdentity Principal:{Federated:arn:aws:iam::111122223333:oidc-provider/`+issuer+`} Condition:{StringEquals:{`+issuer+`:sub:system:serviceaccount:a:b}}}]}
aws_iam_role.node[0]: role node | node / arn:aws:iam::111122223333:role/node managed=true exists=unknown {Version:2012-10-17 Statement:[{Effect:Allow Action:sts:AssumeRole Principal:{Service:ec2.amazonaws.com}}]}
data.aws_iam_role.other: role other | other /${data.aws_iam_role.other.path} arn:aws:iam::111122223333:role/${data.aws_iam_role.other.path}other managed=false exists=yes ${data.aws_iam_role.other.assume_role_policy}
`)
	check(t, "providers", lines(g.Provider, func(n *graph.Provider) string {
		return fmt.Sprintf("%s | %s %s %s %s %s", n.Label, str(n.URL), str(n.Issuer), str(n.ARN), strs(n.ClientIDs), n.ClientIDsKnown.Is)
	}), `
aws_iam_openid_connect_provider.p: OIDC provider `+issuer+` | https://`+issuer+` `+issuer+` arn:aws:iam::111122223333:oidc-provider/`+issuer+` [sts.amazonaws.com] yes
`)
	doc := g.Role["infra#aws_iam_role.irsa"].Document
	statement, _ := doc.Lookup("Statement")
	federated, _ := statement.Items()[0].Lookup("Principal", "Federated")
	if got := federated.At().Text(); got != "aws_iam_openid_connect_provider.p.arn" {
		t.Errorf("the principal stands at %q", got)
	}
	if got := g.Role["infra#aws_iam_role.node[0]"].TrustAt.Text(); got != "data.aws_iam_policy_document.trust.json" {
		t.Errorf("the trust policy stands at %q", got)
	}
}

// An issuer that is a variable is the same with and without the calls that
// people write to cut its scheme off.
func TestUnknownIssuer(t *testing.T) {
	g := nodes(t, `
variable "url" {}
resource "aws_iam_openid_connect_provider" "p" {
  url            = var.url
  client_id_list = ["sts.amazonaws.com"]
}
resource "aws_iam_role" "a" {
  name = "a"
  assume_role_policy = jsonencode({ Statement = [
    { Condition = { StringEquals = { "${replace(var.url, "https://", "")}:sub" = "x" } } },
    { Condition = { StringEquals = { "${replace(aws_iam_openid_connect_provider.p.url, "https://", "")}:sub" = "x" } } },
    { Condition = { StringEquals = { "${trimprefix(aws_iam_openid_connect_provider.p.url, "https://")}:sub" = "x" } } },
    { Condition = { StringEquals = { "${aws_iam_openid_connect_provider.p.url}:sub" = "x" } } },
  ] })
}
`)
	issuer := g.Provider["infra#aws_iam_openid_connect_provider.p"].Issuer.Flat()
	list, _ := g.Role["infra#aws_iam_role.a"].Document.Lookup("Statement")
	for i, s := range list.Items() {
		condition, _ := s.Lookup("Condition", "StringEquals")
		if got := condition.Fields()[0].Key.Flat(); got != issuer+":sub" {
			t.Errorf("statement %d: the key is %q, want %q", i, got, issuer+":sub")
		}
	}
}

func TestPolicies(t *testing.T) {
	g := nodes(t, provider+`
variable "arns" {}
variable "roles" {}
variable "arn" {}
data "aws_partition" "p" {}
resource "aws_iam_policy" "own" {
  name   = "own"
  policy = jsonencode({ Statement = [] })
}
resource "aws_iam_role" "a" {
  name                = "a"
  assume_role_policy  = "{}"
  managed_policy_arns = concat(["arn:aws:iam::aws:policy/AmazonEKSWorkerNodePolicy"], var.arns)
  inline_policy {
    name   = "in"
    policy = jsonencode({ Statement = [] })
  }
  inline_policy {}
}
resource "aws_iam_role_policy" "b" {
  name   = "b"
  role   = aws_iam_role.a.id
  policy = jsonencode({ Statement = [] })
}
resource "aws_iam_role_policy_attachment" "aws" {
  for_each = toset(["AmazonEKS_CNI_Policy", "service-role/AmazonEBSCSIDriverPolicy"])
  role       = aws_iam_role.a.name
  policy_arn = "arn:${data.aws_partition.p.partition}:iam::aws:policy/${each.value}"
}
resource "aws_iam_role_policy_attachment" "own" {
  role       = aws_iam_role.a.name
  policy_arn = aws_iam_policy.own.arn
}
resource "aws_iam_role_policy_attachment" "unknown" {
  role       = aws_iam_role.a.name
  policy_arn = var.arn
}
resource "aws_iam_policy_attachment" "several" {
  name       = "several"
  roles      = [aws_iam_role.a.name, "b"]
  policy_arn = aws_iam_policy.own.arn
}
resource "aws_iam_policy_attachment" "some" {
  name       = "some"
  roles      = var.roles
  policy_arn = aws_iam_policy.own.arn
}
resource "aws_iam_role_policy_attachments_exclusive" "e" {
  role_name   = aws_iam_role.a.name
  policy_arns = ["arn:aws:iam::aws:policy/AmazonEKSClusterPolicy"]
}
`)
	check(t, "policies", lines(g.Policy, policyLine), `
aws_iam_policy_attachment.several.roles[0]: policy arn:aws:iam::111122223333:policy/own of role a | customer "" role=a arn=arn:aws:iam::111122223333:policy/own exclusive=false exists=yes
aws_iam_policy_attachment.several.roles[1]: policy arn:aws:iam::111122223333:policy/own of role b | customer "" role=b arn=arn:aws:iam::111122223333:policy/own exclusive=false exists=yes
aws_iam_policy_attachment.some.roles[*]: policy arn:aws:iam::111122223333:policy/own of role ${var.roles} | customer "" role=unknown arn=arn:aws:iam::111122223333:policy/own exclusive=false exists=yes
aws_iam_role.a.inline_policy[0]: inline policy in of role a | inline "" role=a arn=nil exclusive=true exists=yes
aws_iam_role.a.managed_policy_arns[*]: managed policies of role a | unknown "" role=a arn=unknown exclusive=true exists=unknown
aws_iam_role.a.managed_policy_arns[0]: policy AmazonEKSWorkerNodePolicy of role a | aws "AmazonEKSWorkerNodePolicy" role=a arn=arn:aws:iam::aws:policy/AmazonEKSWorkerNodePolicy exclusive=true exists=yes
aws_iam_role_policy.b: inline policy b of role a | inline "" role=a arn=nil exclusive=false exists=yes
aws_iam_role_policy_attachment.aws["AmazonEKS_CNI_Policy"]: policy AmazonEKS_CNI_Policy of role a | aws "AmazonEKS_CNI_Policy" role=a arn=arn:aws:iam::aws:policy/AmazonEKS_CNI_Policy exclusive=false exists=yes
aws_iam_role_policy_attachment.aws["service-role/AmazonEBSCSIDriverPolicy"]: policy AmazonEBSCSIDriverPolicy of role a | aws "AmazonEBSCSIDriverPolicy" role=a arn=arn:aws:iam::aws:policy/service-role/AmazonEBSCSIDriverPolicy exclusive=false exists=yes
aws_iam_role_policy_attachment.own: policy arn:aws:iam::111122223333:policy/own of role a | customer "" role=a arn=arn:aws:iam::111122223333:policy/own exclusive=false exists=yes
aws_iam_role_policy_attachment.unknown: policy ${var.arn} of role a | unknown "" role=a arn=${var.arn} exclusive=false exists=yes
aws_iam_role_policy_attachments_exclusive.e.policy_arns[0]: policy AmazonEKSClusterPolicy of role a | aws "AmazonEKSClusterPolicy" role=a arn=arn:aws:iam::aws:policy/AmazonEKSClusterPolicy exclusive=true exists=yes
`)
}

func TestEKS(t *testing.T) {
	g := nodes(t, provider+`
variable "auto" {}
resource "aws_iam_role" "c" {
  name               = "control"
  assume_role_policy = "{}"
}
resource "aws_eks_cluster" "plain" {
  name     = "plain"
  role_arn = aws_iam_role.c.arn
  version  = 1.31
}
resource "aws_eks_cluster" "auto" {
  name     = "auto"
  role_arn = aws_iam_role.c.arn
  access_config { authentication_mode = "API" }
  kubernetes_network_config { ip_family = "ipv6" }
  compute_config {
    enabled       = var.auto
    node_role_arn = aws_iam_role.c.arn
  }
}
data "aws_eks_cluster" "foreign" { name = "foreign" }
resource "aws_eks_node_group" "g" {
  cluster_name    = aws_eks_cluster.plain.name
  node_group_name = "blue"
  node_role_arn   = aws_iam_role.c.arn
}
resource "aws_eks_fargate_profile" "f" {
  cluster_name           = aws_eks_cluster.plain.id
  fargate_profile_name   = "fp"
  pod_execution_role_arn = aws_iam_role.c.arn
}
resource "aws_eks_addon" "cni" {
  cluster_name             = aws_eks_cluster.plain.name
  addon_name               = "vpc-cni"
  service_account_role_arn = aws_iam_role.c.arn
}
resource "aws_eks_addon" "ebs" {
  cluster_name  = aws_eks_cluster.plain.name
  addon_name    = "aws-ebs-csi-driver"
  addon_version = "v1.40.0-eksbuild.1"
  pod_identity_association {
    service_account = "ebs-csi-controller-sa"
    role_arn        = aws_iam_role.c.arn
  }
}
resource "aws_eks_pod_identity_association" "p" {
  cluster_name    = aws_eks_cluster.plain.name
  namespace       = "prod"
  service_account = "app"
  role_arn        = aws_iam_role.c.arn
}
resource "aws_eks_access_entry" "e" {
  cluster_name      = aws_eks_cluster.plain.name
  principal_arn     = aws_iam_role.c.arn
  kubernetes_groups = ["viewers"]
}
resource "aws_eks_access_entry" "n" {
  cluster_name  = aws_eks_cluster.plain.name
  principal_arn = aws_iam_role.c.arn
  type          = "EC2_LINUX"
}
`)
	const role = "arn:aws:iam::111122223333:role/control"
	check(t, "clusters", lines(g.Cluster, func(n *graph.Cluster) string {
		return fmt.Sprintf("%s | %s %s %s mode=%s role=%s auto=%s/%s managed=%v %s", n.Label, str(n.Name), str(n.Version), str(n.IPFamily), str(n.AuthMode), str(n.RoleARN), n.AutoMode.Is, str(n.NodeRoleARN), n.Managed, str(n.Issuer))
	}), `
aws_eks_cluster.auto: cluster auto | auto nil ipv6 mode=API role=`+role+` auto=unknown/`+role+` managed=true oidc.eks.us-east-1.amazonaws.com/id/${issuer of cluster auto}
aws_eks_cluster.plain: cluster plain | plain 1.31 ipv4 mode=CONFIG_MAP role=`+role+` auto=no/nil managed=true oidc.eks.us-east-1.amazonaws.com/id/${issuer of cluster plain}
data.aws_eks_cluster.foreign: cluster foreign | foreign unknown unknown mode=unknown role=arn:aws:iam::111122223333:role/${data.aws_eks_cluster.foreign.role} auto=unknown/nil managed=false oidc.eks.us-east-1.amazonaws.com/id/${issuer of cluster foreign}
`)
	check(t, "node groups", lines(g.NodeGroup, func(n *graph.NodeGroup) string {
		return fmt.Sprintf("%s | %s %s %s", n.Label, n.Kind, str(n.ClusterName), str(n.RoleARN))
	}), `
aws_eks_fargate_profile.f: Fargate profile fp | fargate plain `+role+`
aws_eks_node_group.g: managed node group blue | managed plain `+role+`
`)
	check(t, "add-ons", lines(g.Addon, func(n *graph.Addon) string {
		return fmt.Sprintf("%s | %s %s %s %s", n.Label, str(n.ClusterName), str(n.Name), str(n.Version), str(n.RoleARN))
	}), `
aws_eks_addon.cni: add-on vpc-cni | plain vpc-cni nil `+role+`
aws_eks_addon.ebs: add-on aws-ebs-csi-driver | plain aws-ebs-csi-driver v1.40.0-eksbuild.1 nil
`)
	check(t, "associations", lines(g.Association, func(n *graph.Association) string {
		return fmt.Sprintf("%s | %s %s/%s %s", n.Label, str(n.ClusterName), str(n.Namespace), str(n.AccountName), str(n.RoleARN))
	}), `
aws_eks_addon.ebs.pod_identity_association[0]: Pod Identity association of add-on aws-ebs-csi-driver | plain kube-system/ebs-csi-controller-sa `+role+`
aws_eks_pod_identity_association.p: Pod Identity association prod/app | plain prod/app `+role+`
`)
	check(t, "access entries", lines(g.AccessEntry, func(n *graph.AccessEntry) string {
		return fmt.Sprintf("%s | %s %s %s %s", n.Label, str(n.ClusterName), str(n.PrincipalARN), str(n.Type), strs(n.Groups))
	}), `
aws_eks_access_entry.e: access entry `+role+` | plain `+role+` nil [viewers]
aws_eks_access_entry.n: access entry `+role+` | plain `+role+` EC2_LINUX []
`)
	if got := g.NodeGroup["infra#aws_eks_node_group.g"].RoleARN.Span().Text(); got != "aws_iam_role.c.arn" {
		t.Errorf("the role of the node group stands at %q", got)
	}
}

func TestSelfManaged(t *testing.T) {
	g := nodes(t, `
variable "cluster" {}
resource "aws_iam_instance_profile" "p" {
  name = "node"
  role = "node"
}
resource "aws_launch_template" "tagged" {
  name_prefix = "a-"
  iam_instance_profile { arn = aws_iam_instance_profile.p.arn }
}
resource "aws_autoscaling_group" "tagged" {
  name = "tagged"
  launch_template { id = aws_launch_template.tagged.id }
  tag {
    key                 = "kubernetes.io/cluster/${var.cluster}"
    value               = "owned"
    propagate_at_launch = true
  }
}
resource "aws_launch_template" "al2" {
  name      = "al2"
  user_data = base64encode("#!/bin/bash\n/etc/eks/bootstrap.sh heron --x")
  iam_instance_profile { name = aws_iam_instance_profile.p.name }
}
resource "aws_launch_configuration" "al2" {
  name                 = "lc"
  user_data            = "#!/bin/bash\n/etc/eks/bootstrap.sh 'pelican'"
  iam_instance_profile = aws_iam_instance_profile.p.name
}
resource "aws_launch_template" "plain" {
  name = "web"
  iam_instance_profile { name = aws_iam_instance_profile.p.name }
  user_data = base64encode("#!/bin/bash\necho kubernetes")
}
resource "aws_launch_template" "managed" {
  name      = "managed"
  user_data = base64encode("/etc/eks/bootstrap.sh x")
}
`)
	check(t, "node groups", lines(g.NodeGroup, func(n *graph.NodeGroup) string {
		return fmt.Sprintf("%s | %s %s %s %s", n.Label, n.Kind, str(n.ClusterName), str(n.RoleARN), str(n.ProfileName))
	}), `
aws_autoscaling_group.tagged: self-managed nodes tagged | self_managed ${var.cluster} nil node
aws_launch_configuration.al2: self-managed nodes lc | self_managed pelican nil node
aws_launch_template.al2: self-managed nodes al2 | self_managed heron nil node
`)
}

func TestKubernetesObjects(t *testing.T) {
	g := nodes(t, provider+`
variable "doc" {}
resource "aws_iam_role" "a" {
  name               = "a"
  assume_role_policy = "{}"
}
resource "kubernetes_namespace" "n" {
  metadata { name = "prod" }
}
resource "kubernetes_service_account" "sa" {
  metadata {
    name        = "app"
    namespace   = kubernetes_namespace.n.metadata[0].name
    annotations = { "eks.amazonaws.com/role-arn" = aws_iam_role.a.arn }
  }
}
resource "kubernetes_service_account_v1" "plain" {
  metadata { name = "plain" }
}
resource "kubernetes_annotations" "node" {
  api_version = "v1"
  kind        = "ServiceAccount"
  metadata {
    name      = "aws-node"
    namespace = "kube-system"
  }
  annotations = { "eks.amazonaws.com/role-arn" = aws_iam_role.a.arn }
}
resource "kubernetes_deployment" "d" {
  metadata {
    name      = "web"
    namespace = "prod"
  }
  spec {
    template {
      metadata { labels = { a = "b" } }
      spec {
        service_account_name = kubernetes_service_account.sa.metadata.0.name
        container { name = "c" }
      }
    }
  }
}
resource "kubernetes_cron_job_v1" "c" {
  metadata { name = "cron" }
  spec {
    job_template {
      metadata {}
      spec {
        template {
          metadata {}
          spec { service_account_name = "job" }
        }
      }
    }
  }
}
resource "kubernetes_manifest" "m" {
  manifest = {
    apiVersion = "v1"
    kind       = "ServiceAccount"
    metadata = {
      name        = "made"
      annotations = { "eks.amazonaws.com/role-arn" = aws_iam_role.a.arn }
    }
  }
}
resource "kubectl_manifest" "y" {
  yaml_body = <<-YAML
    apiVersion: v1
    kind: ServiceAccount
    metadata:
      name: text
      namespace: prod
      annotations:
        eks.amazonaws.com/role-arn: ${aws_iam_role.a.arn}
  YAML
}
resource "kubectl_manifest" "e" {
  yaml_body = yamlencode({
    apiVersion = "v1"
    kind       = "ServiceAccount"
    metadata   = { name = "encoded", namespace = "prod" }
  })
}
resource "kubectl_manifest" "unknown" { yaml_body = var.doc }
resource "kubernetes_config_map" "auth" {
  metadata {
    name      = "aws-auth"
    namespace = "kube-system"
  }
  data = {
    mapRoles = yamlencode([{
      rolearn  = aws_iam_role.a.arn
      username = "system:node:{{EC2PrivateDNSName}}"
      groups   = ["system:bootstrappers", "system:nodes"]
    }])
  }
}
`)
	const role = "arn:aws:iam::111122223333:role/a"
	check(t, "accounts", lines(g.ServiceAccount, func(n *graph.ServiceAccount) string {
		return fmt.Sprintf("%s | %s/%s %s %s at %q", n.Label, str(n.Namespace), str(n.Name), str(n.RoleARN), n.Format, n.RoleARN.Span().Text())
	}), `
kubectl_manifest.e: ServiceAccount prod/encoded | prod/encoded nil terraform at ""
kubectl_manifest.y: ServiceAccount prod/text | prod/text `+role+` terraform at "aws_iam_role.a.arn"
kubernetes_annotations.node: ServiceAccount kube-system/aws-node | kube-system/aws-node `+role+` terraform at "aws_iam_role.a.arn"
kubernetes_manifest.m: ServiceAccount default/made | default/made `+role+` terraform at "aws_iam_role.a.arn"
kubernetes_service_account.sa: ServiceAccount prod/app | prod/app `+role+` terraform at "aws_iam_role.a.arn"
kubernetes_service_account_v1.plain: ServiceAccount default/plain | default/plain nil terraform at ""
`)
	check(t, "workloads", lines(g.Workload, func(n *graph.Workload) string {
		return fmt.Sprintf("%s | %s %s/%s %s", n.Label, n.Kind, str(n.Namespace), str(n.Name), str(n.AccountName))
	}), `
kubernetes_cron_job_v1.c: CronJob default/cron | CronJob default/cron job
kubernetes_deployment.d: Deployment prod/web | Deployment prod/web app
`)
	check(t, "aws-auth", lines(g.AWSAuth, func(n *graph.AWSAuth) string {
		out := str(n.Namespace) + "/" + str(n.Name)
		for _, m := range n.Mappings {
			out += " " + str(m.RoleARN) + " " + strs(m.Groups)
		}
		return out
	}), `
kubernetes_config_map.auth: kube-system/aws-auth `+role+` [system:bootstrappers system:nodes]
`)
}

func TestPolicyKind(t *testing.T) {
	tests := []struct{ arn, kind, name string }{
		{"arn:aws:iam::aws:policy/service-role/A", "aws", "A"},
		{"arn:aws:iam::aws:policy/<each.value>", "unknown", ""},
		{"arn:aws:iam::<var.owner>:policy/A", "unknown", ""},
		{"arn:aws:iam::111122223333:policy/A", "customer", ""},
		{"arn:aws:iam::111122223333:role/A", "unknown", ""},
		{"<var.arn>", "unknown", ""},
	}
	for _, tt := range tests {
		v := withSymbols(value.StringAt(tt.arn, source.Span{}))
		if kind, name := policyKind(graph.ValOf(v)); kind != tt.kind || name != tt.name {
			t.Errorf("policyKind(%q) = %q, %q", tt.arn, kind, name)
		}
	}
}

// Any configuration of any type becomes nodes or nothing, and never a crash.
func FuzzAdapt(f *testing.F) {
	f.Add("aws_iam_role", `{"name":"a","assume_role_policy":"{}","inline_policy":[{}],"managed_policy_arns":"x"}`)
	f.Add("aws_iam_role", `{"inline_policy":{"policy":{}},"managed_policy_arns":[1,null]}`)
	f.Add("aws_eks_addon", `{"addon_name":1,"pod_identity_association":[{"role_arn":[]}]}`)
	f.Add("aws_launch_template", `{"iam_instance_profile":[{"arn":":instance-profile/x"}],"user_data":"/etc/eks/bootstrap.sh "}`)
	f.Add("aws_autoscaling_group", `{"tag":[{"key":"kubernetes.io/cluster/x"}],"launch_template":[{"id":""}]}`)
	f.Add("kubernetes_service_account", `{"metadata":[{"name":"a","annotations":[]}]}`)
	f.Add("kubernetes_cron_job", `{"metadata":{},"spec":[{"job_template":[{"spec":[{"template":[{"spec":[{"container":{}}]}]}]}]}]}`)
	f.Add("kubernetes_annotations", `{"kind":"ServiceAccount","metadata":[{"name":"a"}],"annotations":{"a":"b"}}`)
	f.Add("kubernetes_manifest", `{"manifest":{"apiVersion":"v1","kind":"List","items":[{"kind":"ServiceAccount","apiVersion":"v1"}]}}`)
	f.Add("kubectl_manifest", `{"yaml_body":"kind: List\nitems: [{kind: List, items: x}]","override_namespace":"n"}`)
	f.Add("helm_release", `{"chart":"./x","values":[{}]}`)
	f.Add("null_resource", `{"provisioner":[{"command":"kubectl apply"}]}`)
	f.Fuzz(func(t *testing.T, typ, s string) {
		v, err := json.File(source.NewFile("x.json", []byte(s)))
		if err != nil || v.Kind() != value.Map {
			return
		}
		root := &tf.Root{Dir: "infra"}
		for _, data := range []bool{false, true} {
			r := &tf.Resource{Data: data, Type: typ, Name: "a", Address: typ + ".a", Root: "infra", Written: v}
			if data {
				r.Address = "data." + r.Address
			}
			r.Config = NewSchema().Attributes(r, v)
			root.Resources = append(root.Resources, r)
		}
		Adapt(root, graph.NewBuilder())
	})
}
