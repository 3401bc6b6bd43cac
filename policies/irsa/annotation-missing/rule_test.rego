package irsalint.rules.irsa["annotation-missing_test"]

import data.irsalint.lib.fixture
import data.irsalint.rules.irsa["annotation-missing"] as rule

workload := {
	"id": "workload",
	"label": "Deployment prod/app",
	"at": "workload",
	"pod_at": "pod",
	"account": {"ids": ["account"]},
	"static_keys": fixture.no,
	"role_env": fixture.no,
	"exists": fixture.yes,
	"kustomize_base": false,
}

bare := {"role_arn": null, "workloads": ["workload"], "trusted_by": {"ids": ["role"], "possible": []}, "associations": {"ids": [], "possible": []}, "elsewhere": fixture.no}

with_account(fields) := object.union(fixture.with_account(object.union(bare, fields)), {"workload": {"workload": workload}})

test_fires if {
	rule.violation == {{
		"id": "account",
		"object": "ServiceAccount prod/app",
		"at": "account",
		"message": "role app trusts ServiceAccount prod/app, which Deployment prod/app runs under, but the account is not annotated with it",
		"related": [
			{"message": "the trust policy of role app names the account", "at": "trust"},
			{"message": "Deployment prod/app runs under it", "at": "workload"},
		],
		"help": "annotate it with eks.amazonaws.com/role-arn: arn:aws:iam::111122223333:role/app",
		"key": ["account", "role"],
	}} with input as with_account({})
}

test_verifies if {
	changed := with_account({"role_arn": fixture.val("arn:aws:iam::111122223333:role/app", "annotation")})
	count(rule.applies) == 1 with input as changed
	rule.violation | rule.unverified == set() with input as changed
}

test_verifies_with_an_association if {
	changed := with_account({"associations": {"ids": ["association"]}})
	rule.violation | rule.unverified == set() with input as changed
}

test_silent_beside_a_misplaced_annotation if {
	rule.applies == set() with input as with_account({"misread": [{"key": "x"}]})
}

test_abstains if {
	every change in [
		{"elsewhere": fixture.unknown("an overlay may annotate it")},
		{"workloads": []},
		{"trusted_by": {"possible": ["role"]}},
		{"exists": fixture.unknown("count")},
	] {
		rule.violation == set() with input as with_account(change)
		count(rule.unverified) > 0 with input as with_account(change)
	}
}

test_abstains_where_pods_have_it_by_hand if {
	every fact in [fixture.yes, fixture.unknown("envFrom")] {
		changed := object.union(with_account({}), {"workload": {"workload": {"role_env": fact}}})
		rule.violation == set() with input as changed
		count(rule.unverified) == 1 with input as changed
	}
}
