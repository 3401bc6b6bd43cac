variable "clusters" {
  type    = list(string)
  default = ["blue", "green"]
}

data "aws_caller_identity" "current" {}

resource "aws_eks_cluster" "this" {
  for_each = toset(var.clusters)
  name     = each.key
  role_arn = "arn:aws:iam::${data.aws_caller_identity.current.account_id}:role/cluster"
}

resource "aws_iam_openid_connect_provider" "this" {
  for_each       = aws_eks_cluster.this
  url            = each.value.identity[0].oidc[0].issuer
  client_id_list = ["sts.amazonaws.com"]
}

module "irsa" {
  source   = "./modules/irsa"
  for_each = yamldecode(file("${path.module}/accounts.yaml"))

  name         = each.key
  account      = each.value
  provider_arn = aws_iam_openid_connect_provider.this["blue"].arn
  issuer       = trimprefix(aws_eks_cluster.this["blue"].identity[0].oidc[0].issuer, "https://")
}
