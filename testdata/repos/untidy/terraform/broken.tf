resource "aws_iam_role" "app" {
  name =
}
