package irsalint.rules.irsa["role-not-found_test"]

import data.irsalint.lib.fixture
import data.irsalint.rules.irsa["role-not-found"] as rule

lost := {"role": {"ids": [], "possible": [], "why": "no role in these files has the ARN"}, "near_role": null, "kustomize_base": false}

near := {"near_role": {"id": "near", "label": "role apps", "at": "near", "text": "arn:aws:iam::111122223333:role/apps"}}

test_fires if {
	rule.violation == {{
		"id": "account",
		"object": "ServiceAccount prod/app",
		"at": "annotation",
		"message": "ServiceAccount prod/app is annotated with arn:aws:iam::111122223333:role/app, which is not in these files; role apps is, and trusts this ServiceAccount",
		"related": [{"message": "role apps is made here", "at": "near"}],
		"same": "arn:aws:iam::111122223333:role/app near",
		"help": "eks.amazonaws.com/role-arn: arn:aws:iam::111122223333:role/apps",
		"key": ["account", "arn:aws:iam::111122223333:role/app"],
	}} with input as fixture.with_account(object.union(lost, near))
}

test_verifies if {
	changed := fixture.with_account(object.union(lost, {"role": {"ids": ["role"]}}))
	count(rule.applies) == 1 with input as changed
	rule.violation | rule.unverified == set() with input as changed
}

test_abstains if {
	changed := fixture.with_account(lost)
	rule.violation == set() with input as changed
	some u in rule.unverified with input as changed
	u.reason == "no role in these files has the ARN"
}

test_abstains_where_it_may_change if {
	every change in [{"kustomize_base": true}, {"exists": fixture.unknown("count")}] {
		changed := fixture.with_account(object.union(object.union(lost, near), change))
		rule.violation == set() with input as changed
		count(rule.unverified) == 1 with input as changed
	}
}
