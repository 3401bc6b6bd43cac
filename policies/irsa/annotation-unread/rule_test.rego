package irsalint.rules.irsa["annotation-unread_test"]

import data.irsalint.lib.fixture
import data.irsalint.rules.irsa["annotation-unread"] as rule

misspelt := {"key": "eks.amazon.com/role-arn", "at": "key", "problem": "domain", "want": "eks.amazonaws.com/role-arn"}

pod := {
	"id": "workload",
	"label": "Deployment prod/app",
	"exists": fixture.yes,
	"account": {"ids": ["account"], "possible": []},
	"misread": [{"key": "eks.amazonaws.com/role-arn", "at": "pod", "problem": "place", "want": ""}],
}

bare := {"role_arn": null}

test_fires_on_a_misspelt_key if {
	some v in rule.violation with input as fixture.with_account(object.union(bare, {"misread": [misspelt]}))
	v.at == "key"
	v.severity == "error"
	v.message == "ServiceAccount prod/app: nothing reads the annotation eks.amazon.com/role-arn, which is misspelt: it is eks.amazonaws.com/role-arn"
	v.help == "write eks.amazonaws.com/role-arn"
}

test_fires_on_a_workload if {
	changed := object.union(fixture.with_account(bare), {"workload": {"workload": pod}})
	some v in rule.violation with input as changed
	v.at == "pod"
	v.severity == "error"
}

test_warns_where_the_account_is_not_in_the_files if {
	changed := object.union(fixture.graph, {"workload": {"workload": object.union(pod, {"account": {"ids": []}})}})
	some v in rule.violation with input as changed
	v.severity == "warning"
}

test_silent_where_the_account_has_the_role if {
	rule.violation == set() with input as object.union(fixture.graph, {"workload": {"workload": pod}})
}

test_verifies if {
	count(rule.applies) == 1 with input as fixture.graph
	rule.violation | rule.unverified == set() with input as fixture.graph
}

test_abstains if {
	changed := fixture.with_account({"role_arn": null, "misread": [misspelt], "exists": fixture.unknown("var.create has no value")})
	rule.violation == set() with input as changed
	some u in rule.unverified with input as changed
	u.reason == "var.create has no value"
}
