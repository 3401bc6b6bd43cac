package irsalint.rules.irsa["static-credentials_test"]

import data.irsalint.lib.fixture
import data.irsalint.rules.irsa["static-credentials"] as rule

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

keys := {"static_keys": {"is": "yes", "why": "", "at": "env"}}

with_workload(fields) := object.union(fixture.with_account({"associations": {"ids": []}}), {"workload": {"workload": object.union(workload, fields)}})

test_fires if {
	rule.violation == {{
		"id": "workload",
		"object": "Deployment prod/app",
		"at": "env",
		"message": "a container of Deployment prod/app has AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY in its environment, which every SDK takes before the role of ServiceAccount prod/app",
		"related": [{"message": "ServiceAccount prod/app has a role", "at": "account"}],
		"help": "remove AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY from the container, and the Secret that holds them",
		"key": ["workload", "account"],
	}} with input as with_workload(keys)
}

test_fires_beside_an_association if {
	changed := object.union(with_workload(keys), {"service_account": {"account": {"role_arn": null, "associations": {"ids": ["association"]}}}})
	count(rule.violation) == 1 with input as changed
}

test_verifies if {
	count(rule.applies) == 1 with input as with_workload({})
	rule.violation | rule.unverified == set() with input as with_workload({})
}

test_silent_without_a_role if {
	rule.applies == set() with input as object.union(with_workload(keys), {"service_account": {"account": {"role_arn": null}}})
}

test_abstains if {
	every change in [{"static_keys": fixture.unknown("envFrom")}, object.union(keys, {"kustomize_base": true}), object.union(keys, {"exists": fixture.unknown("count")})] {
		rule.violation == set() with input as with_workload(change)
		count(rule.unverified) == 1 with input as with_workload(change)
	}
}
