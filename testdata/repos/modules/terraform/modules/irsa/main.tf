variable "name" {
  type = string
}

variable "account" {
  type = string
}

variable "provider_arn" {
  type = string
}

variable "issuer" {
  type = string
}

resource "aws_iam_role" "this" {
  name = var.name
  assume_role_policy = templatefile("${path.module}/trust.json.tftpl", {
    provider = var.provider_arn
    issuer   = var.issuer
    account  = var.account
  })
}

output "arn" {
  value = aws_iam_role.this.arn
}
