resource "aws_eks_cluster" "this" {
  name     = "pelican"
  role_arn = "arn:aws:iam::111122223333:role/pelican-cluster"
}

resource "aws_iam_openid_connect_provider" "this" {
  url            = aws_eks_cluster.this.identity[0].oidc[0].issuer
  client_id_list = ["sts.amazonaws.com"]
}

resource "aws_iam_role" "app" {
  name               = "app"
  assume_role_policy = <<-EOT
    {
      "Version": "2012-10-17",
      "Statement": [{
        "Effect": "Allow",
        "Principal": {"Federated": "${aws_iam_openid_connect_provider.this.arn}"},
        "Action": "sts:AssumeRoleWithWebIdentity",
        "Condition": {"StringEquals": {
          "${aws_iam_openid_connect_provider.this.url}:aud": "sts.amazonaws.com",
          "${aws_iam_openid_connect_provider.this.url}:sub": "system:serviceaccount:prod:app"
        }}
      }]
    }
  EOT
}
