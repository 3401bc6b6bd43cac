package irsalint.rules.irsa["workload-service-account_test"]

import data.irsalint.lib.nodefixture as fixture
import data.irsalint.rules.irsa["workload-service-account"] as rule

graph := {
	"role": {"role": {"id": "role", "label": "role app"}},
	"service_account": {"account": {
		"id": "account",
		"label": "ServiceAccount prod/app",
		"name": fixture.val("app", "account name"),
		"role_arn": fixture.val("arn:aws:iam::111122223333:role/app", "annotation"),
		"role": {"ids": ["role"], "possible": [], "why": ""},
		"exists": fixture.yes,
		"kustomize_base": false,
	}},
	"workload": {"workload": {
		"id": "workload",
		"label": "Deployment prod/app",
		"format": "kubernetes",
		"pod_at": "pod",
		"account_name": fixture.val("app", "account name"),
		"account": {"ids": ["account"], "possible": [], "why": ""},
		"meant": [],
		"exists": fixture.yes,
		"kustomize_base": false,
	}},
}

default_account := {"account_name": null, "account": {"ids": []}, "meant": ["account"]}

with_workload(change) := object.union(graph, {"workload": {"workload": change}})

test_fires if {
	rule.violation == {{
		"id": "workload",
		"object": "Deployment prod/app",
		"at": "pod",
		"message": `Deployment prod/app sets no serviceAccountName, so its pods run as "default" and do not get role app; ServiceAccount prod/app, which has it, is used by no pod`,
		"related": [{"message": "ServiceAccount prod/app has the role", "at": "annotation"}],
		"help": "serviceAccountName: app",
		"key": ["workload", "account"],
	}} with input as with_workload(default_account)
}

test_fires_on_a_slip if {
	some v in rule.violation with input as with_workload(object.union(default_account, {"account_name": fixture.val("ap", "account name")}))
	v.at == "account name"
	startswith(v.message, "Deployment prod/app names ServiceAccount ap, which is not in these files,")
}

test_names_the_argument_of_terraform if {
	some v in rule.violation with input as with_workload(object.union(default_account, {"format": "terraform"}))
	v.help == `service_account_name = "app"`
}

test_names_a_role_that_is_not_in_the_files if {
	changed := object.union(with_workload(default_account), {"service_account": {"account": {"role": {"ids": []}}}})
	some v in rule.violation with input as changed
	contains(v.message, "do not get role arn:aws:iam::111122223333:role/app;")
}

test_verifies if {
	{a.id | some a in rule.applies} == {"workload"} with input as graph
	rule.violation | rule.unverified == set() with input as graph
}

test_says_nothing_of_workloads_without_a_role if {
	changed := with_workload({"account_name": null, "account": {"ids": []}})
	rule.applies == set() with input as changed
}

test_abstains_on_an_unknown_name if {
	changed := with_workload({"account_name": {"state": "symbolic", "text": "${var.name}", "at": "name", "why": "var.name has no value"}, "account": {"ids": []}})
	rule.violation == set() with input as changed
	rule.unverified == {{"id": "workload", "object": "Deployment prod/app", "at": "pod", "reason": "var.name has no value"}} with input as changed
}

test_abstains_on_a_kustomize_base if {
	changed := with_workload(object.union(default_account, {"kustomize_base": true}))
	rule.violation == set() with input as changed
	some u in rule.unverified with input as changed
	u.reason == "an overlay may set its ServiceAccount"
}

test_abstains_where_it_may_not_be_there if {
	changed := with_workload(object.union(default_account, {"exists": fixture.unknown("var.create has no value")}))
	rule.violation == set() with input as changed
	some u in rule.unverified with input as changed
	u.reason == "var.create has no value"
}
