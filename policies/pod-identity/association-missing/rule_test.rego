package irsalint.rules["pod-identity"]["association-missing_test"]

import data.irsalint.lib.fixture
import data.irsalint.rules["pod-identity"]["association-missing"] as rule

with_role(fields) := object.union(fixture.graph, {"role": {"role": object.union({"managed": true, "reference": "aws_iam_role.app", "pod_identity": fixture.yes}, fields)}})

test_fires if {
	rule.violation == {{
		"id": "role",
		"object": "role app",
		"at": "role",
		"message": "role app trusts only EKS Pod Identity, but no association gives it to a ServiceAccount",
		"related": [{"message": "its trust policy lets nothing else in", "at": "trust"}],
		"help": `resource "aws_eks_pod_identity_association" "this" {
  cluster_name    = var.cluster_name
  namespace       = "<namespace>"
  service_account = "<name>"
  role_arn        = aws_iam_role.app.arn
}`,
		"key": ["role"],
	}} with input as with_role({"associated": fixture.no})
}

test_verifies if {
	count(rule.applies) == 1 with input as with_role({"associated": fixture.yes})
	rule.violation | rule.unverified == set() with input as with_role({"associated": fixture.yes})
}

test_abstains if {
	changed := with_role({"associated": fixture.unknown("var.role has no value")})
	rule.violation == set() with input as changed
	some u in rule.unverified with input as changed
	u.reason == "var.role has no value"
}

test_silent_on_other_roles if {
	rule.applies == set() with input as with_role({"pod_identity": fixture.no})
}
