locals {
  issuer = replace(aws_eks_cluster.this.identity[0].oidc[0].issuer, "https://", "")

  service_accounts = {
    karpenter    = "karpenter:karpenter"
    external-dns = "external-dns:external-dns"
    tempo        = "${var.tracing_namespace}:tempo"
  }
}

data "aws_iam_policy_document" "irsa" {
  for_each = local.service_accounts

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
      values   = ["system:serviceaccount:${each.value}"]
    }
  }
}

resource "aws_iam_role" "irsa" {
  for_each = local.service_accounts

  name               = "${var.cluster_name}-${each.key}"
  assume_role_policy = data.aws_iam_policy_document.irsa[each.key].json
}

resource "aws_iam_role_policy" "karpenter" {
  name = "controller"
  role = aws_iam_role.irsa["karpenter"].id

  policy = jsonencode({
    Version = "2012-10-17"
    Statement = [
      {
        Sid    = "Launch"
        Effect = "Allow"
        Action = [
          "ec2:CreateFleet", "ec2:CreateLaunchTemplate", "ec2:CreateTags", "ec2:DeleteLaunchTemplate",
          "ec2:Describe*", "ec2:RunInstances", "ec2:TerminateInstances",
          "eks:DescribeCluster", "pricing:GetProducts", "ssm:GetParameter",
          "iam:AddRoleToInstanceProfile", "iam:CreateInstanceProfile", "iam:DeleteInstanceProfile",
          "iam:GetInstanceProfile", "iam:ListInstanceProfiles", "iam:RemoveRoleFromInstanceProfile",
          "iam:TagInstanceProfile",
        ]
        Resource = "*"
      },
      {
        Sid       = "PassNodeRole"
        Effect    = "Allow"
        Action    = "iam:PassRole"
        Resource  = aws_iam_role.node.arn
        Condition = { StringEquals = { "iam:PassedToService" = "ec2.amazonaws.com" } }
      },
    ]
  })
}

resource "aws_iam_role_policy" "external_dns" {
  name = "records"
  role = aws_iam_role.irsa["external-dns"].id

  policy = jsonencode({
    Version = "2012-10-17"
    Statement = [
      { Effect = "Allow", Action = "route53:ChangeResourceRecordSets", Resource = "arn:aws:route53:::hostedzone/*" },
      { Effect = "Allow", Action = ["route53:ListHostedZones", "route53:ListResourceRecordSets"], Resource = "*" },
    ]
  })
}

resource "aws_iam_role_policy" "tempo" {
  name = "traces"
  role = aws_iam_role.irsa["tempo"].id

  policy = jsonencode({
    Version = "2012-10-17"
    Statement = [{
      Effect   = "Allow"
      Action   = ["s3:GetObject", "s3:PutObject", "s3:DeleteObject", "s3:ListBucket"]
      Resource = ["arn:aws:s3:::pelican-traces", "arn:aws:s3:::pelican-traces/*"]
    }]
  })
}
