package rules

import "testing"

func TestFillIn(t *testing.T) {
	for help, want := range map[string]string{
		"arn:aws:iam::${account}:role/x":                           "arn:aws:iam::<account>:role/x",
		"oidc.eks.${region}.x/id/${issuer of cluster demo}:sub":    "oidc.eks.<region>.x/id/<issuer of cluster demo>:sub",
		"${var.name}-${local.x[0]}-${data.a.b.c}":                  "${var.name}-${local.x[0]}-${data.a.b.c}",
		"${aws_iam_role.node[\"a\"].arn} {{EC2PrivateDNSName}}":    "${aws_iam_role.node[\"a\"].arn} {{EC2PrivateDNSName}}",
		"${replace(aws_eks_cluster.c.issuer, \"https://\", \"\")}": "${replace(aws_eks_cluster.c.issuer, \"https://\", \"\")}",
		"${open": "${open",
	} {
		if got := fillIn(help); got != want {
			t.Errorf("%s: %s, want %s", help, got, want)
		}
	}
}
