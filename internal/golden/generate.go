package golden

import (
	"fmt"
	"strings"
)

// Generate gives a platform repository of n teams: for each a Terraform root
// with a cluster, node roles, IRSA roles, an association, a chart and a module
// that is not installed, and the manifests that use them: twelve files with
// about seventy resources and objects. Every twentieth team has a wrong
// subject.
func Generate(n int) Files {
	out := Files{}
	for i := range n {
		team := fmt.Sprintf("team%04d", i)
		out[team+"/terraform/main.tf"] = strings.ReplaceAll(generatedRoot, "TEAM", team)
		out[team+"/k8s/nodes.yaml"] = strings.ReplaceAll(generatedNodes, "TEAM", team)
		out[team+"/k8s/logs.yaml"] = strings.NewReplacer("TEAM", team, "APP", "logs").Replace(generatedPlain + generatedWorkload)
		var roles strings.Builder
		for _, app := range generatedApps {
			account := app
			if i%20 == 19 && app == "api" {
				account += "-sa"
			}
			roles.WriteString(strings.NewReplacer("TEAM", team, "ACCOUNT", account, "APP", app).Replace(generatedRole))
			out[team+"/k8s/"+app+".yaml"] = strings.NewReplacer("TEAM", team, "APP", app).Replace(generatedAccount + generatedWorkload)
		}
		out[team+"/terraform/irsa.tf"] = roles.String()
	}
	return out
}

var generatedApps = [...]string{"api", "web", "worker", "cron", "mail", "search", "cache", "billing"}

const generatedRoot = `variable "cluster_name" {
  default = "TEAM"
}

resource "aws_eks_cluster" "this" {
  name     = var.cluster_name
  role_arn = "arn:aws:iam::482915630274:role/TEAM-cluster"

  access_config {
    authentication_mode = "API_AND_CONFIG_MAP"
  }
}

resource "aws_iam_openid_connect_provider" "this" {
  url            = aws_eks_cluster.this.identity[0].oidc[0].issuer
  client_id_list = ["sts.amazonaws.com"]
}

locals {
  issuer = replace(aws_eks_cluster.this.identity[0].oidc[0].issuer, "https://", "")
}

resource "aws_iam_role" "node" {
  name = "TEAM-node"
  assume_role_policy = jsonencode({
    Statement = [{ Effect = "Allow", Principal = { Service = "ec2.amazonaws.com" }, Action = "sts:AssumeRole" }]
  })
}

resource "aws_iam_role_policy_attachment" "node" {
  for_each   = toset(["AmazonEKSWorkerNodePolicy", "AmazonEKS_CNI_Policy", "AmazonEC2ContainerRegistryReadOnly"])
  role       = aws_iam_role.node.name
  policy_arn = "arn:aws:iam::aws:policy/${each.key}"
}

resource "aws_eks_node_group" "this" {
  cluster_name  = aws_eks_cluster.this.name
  node_role_arn = aws_iam_role.node.arn
  subnet_ids    = []
}

resource "aws_iam_role" "karpenter_node" {
  name = "TEAM-karpenter-node"
  assume_role_policy = jsonencode({
    Statement = [{ Effect = "Allow", Principal = { Service = "ec2.amazonaws.com" }, Action = "sts:AssumeRole" }]
  })
}

resource "aws_iam_role_policy_attachment" "karpenter_node" {
  for_each   = toset(["AmazonEKSWorkerNodePolicy", "AmazonEKS_CNI_Policy", "AmazonEC2ContainerRegistryPullOnly"])
  role       = aws_iam_role.karpenter_node.name
  policy_arn = "arn:aws:iam::aws:policy/${each.key}"
}

resource "aws_eks_access_entry" "karpenter_node" {
  cluster_name  = aws_eks_cluster.this.name
  principal_arn = aws_iam_role.karpenter_node.arn
  type          = "EC2_LINUX"
}

resource "aws_iam_role" "logs" {
  name = "TEAM-logs"
  assume_role_policy = jsonencode({
    Statement = [{ Effect = "Allow", Principal = { Service = "pods.eks.amazonaws.com" }, Action = ["sts:AssumeRole", "sts:TagSession"] }]
  })
}

resource "aws_eks_pod_identity_association" "logs" {
  cluster_name    = aws_eks_cluster.this.name
  namespace       = "TEAM"
  service_account = "logs"
  role_arn        = aws_iam_role.logs.arn
}

resource "aws_eks_addon" "agent" {
  cluster_name = aws_eks_cluster.this.name
  addon_name   = "eks-pod-identity-agent"
}

resource "helm_release" "ingress" {
  name       = "ingress"
  repository = "https://charts.example.com"
  chart      = "ingress"
  namespace  = "ingress"
  values     = [yamlencode({ clusterName = aws_eks_cluster.this.name })]
}

module "network" {
  source = "git::https://git.example.com/network.git"
  name   = "TEAM"
  tags   = { cluster = var.cluster_name }
}
`

const generatedRole = `
data "aws_iam_policy_document" "APP" {
  statement {
    actions = ["sts:AssumeRoleWithWebIdentity"]
    principals {
      type        = "Federated"
      identifiers = [aws_iam_openid_connect_provider.this.arn]
    }
    condition {
      test     = "StringEquals"
      variable = "${local.issuer}:aud"
      values   = ["sts.amazonaws.com"]
    }
    condition {
      test     = "StringEquals"
      variable = "${local.issuer}:sub"
      values   = ["system:serviceaccount:TEAM:ACCOUNT"]
    }
  }
}

resource "aws_iam_role" "APP" {
  name               = "${var.cluster_name}-APP"
  assume_role_policy = data.aws_iam_policy_document.APP.json
}

resource "aws_iam_role_policy" "APP" {
  role   = aws_iam_role.APP.name
  policy = jsonencode({ Statement = [{ Effect = "Allow", Action = "s3:GetObject", Resource = "arn:aws:s3:::TEAM-APP/*" }] })
}
`

const generatedAccount = `apiVersion: v1
kind: ServiceAccount
metadata:
  name: APP
  namespace: TEAM
  annotations:
    eks.amazonaws.com/role-arn: arn:aws:iam::482915630274:role/TEAM-APP
`

// generatedPlain is a ServiceAccount that nothing annotates.
const generatedPlain = `apiVersion: v1
kind: ServiceAccount
metadata:
  name: APP
  namespace: TEAM
`

const generatedNodes = `apiVersion: karpenter.k8s.aws/v1
kind: EC2NodeClass
metadata:
  name: default
spec:
  role: TEAM-karpenter-node
  amiSelectorTerms:
    - alias: al2023@latest
  subnetSelectorTerms:
    - tags: {karpenter.sh/discovery: TEAM}
  securityGroupSelectorTerms:
    - tags: {karpenter.sh/discovery: TEAM}
---
apiVersion: karpenter.sh/v1
kind: NodePool
metadata:
  name: default
spec:
  template:
    spec:
      nodeClassRef: {group: karpenter.k8s.aws, kind: EC2NodeClass, name: default}
`

const generatedWorkload = `---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: APP
  namespace: TEAM
  labels: {app.kubernetes.io/name: APP}
spec:
  replicas: 2
  selector:
    matchLabels: {app.kubernetes.io/name: APP}
  template:
    metadata:
      labels: {app.kubernetes.io/name: APP}
    spec:
      serviceAccountName: APP
      containers:
        - name: APP
          image: registry.example.com/TEAM/APP:1.0.0
          ports: [{containerPort: 8080}]
---
apiVersion: v1
kind: Service
metadata:
  name: APP
  namespace: TEAM
spec:
  selector: {app.kubernetes.io/name: APP}
  ports: [{port: 80, targetPort: 8080}]
`
