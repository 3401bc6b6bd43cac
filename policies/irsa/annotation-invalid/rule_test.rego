package irsalint.rules.irsa["annotation-invalid_test"]

import data.irsalint.lib.fixture
import data.irsalint.rules.irsa["annotation-invalid"] as rule

policy := {"role_form": "policy", "role_arn": fixture.val("arn:aws:iam::aws:policy/X", "annotation")}

test_fires if {
	rule.violation == {{
		"id": "account",
		"object": "ServiceAccount prod/app",
		"at": "annotation",
		"message": `ServiceAccount prod/app: eks.amazonaws.com/role-arn is "arn:aws:iam::aws:policy/X", the ARN of a policy, not of a role`,
		"same": "policy",
		"help": "write the ARN of an IAM role: arn:<partition>:iam::<account>:role/<name>",
		"key": ["account", "arn:aws:iam::aws:policy/X"],
	}} with input as fixture.with_account(policy)
}

test_verifies if {
	count(rule.applies) == 1 with input as fixture.graph
	rule.violation | rule.unverified == set() with input as fixture.graph
}

test_abstains if {
	changed := fixture.with_account({"role_form": "unknown", "role_arn": {"state": "unknown", "why": "var.role has no value"}})
	rule.violation == set() with input as changed
	some u in rule.unverified with input as changed
	u.reason == "var.role has no value"
}

test_abstains_on_a_placeholder if {
	changed := fixture.with_account({"role_form": "template"})
	rule.violation == set() with input as changed
	count(rule.unverified) == 1 with input as changed
}

test_abstains_where_the_account_may_not_be_there if {
	changed := fixture.with_account(object.union(policy, {"exists": fixture.unknown("count")}))
	rule.violation == set() with input as changed
	count(rule.unverified) == 1 with input as changed
}

test_no_annotation_no_check if {
	rule.applies == set() with input as fixture.with_account({"role_arn": null})
}
