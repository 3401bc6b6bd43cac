package irsalint.rules.irsa["reference-service-account_test"]

import data.irsalint.lib.fixture
import data.irsalint.rules.irsa["reference-service-account"] as rule

reference := {
	"id": "store",
	"label": "ClusterSecretStore aws",
	"kind": "ClusterSecretStore",
	"exists": fixture.yes,
	"namespace": null,
	"name": fixture.val("reader", "name"),
	"named_at": "reference",
	"account": {"ids": [], "possible": [], "why": ""},
	"uses": [{"label": "ExternalSecret team/db", "at": "use", "namespace": fixture.val("team", "use"), "account": {"ids": []}}],
	"nearest": null,
	"role_arn": null,
	"role": {"ids": [], "possible": [], "why": ""},
	"assumable": fixture.unknown(""),
}

near := {"nearest": {"id": "account", "label": "ServiceAccount secrets/reader", "at": "account", "text": "secrets/reader"}}

asks := {
	"uses": [{"label": "ExternalSecret team/db", "at": "use", "namespace": fixture.val("team", "use"), "account": {"ids": ["account"]}}],
	"role_arn": fixture.val("arn:aws:iam::111122223333:role/app", "asked"),
	"role": {"ids": ["role"]},
	"assumable": fixture.no,
}

with_reference(fields) := object.union(fixture.graph, {"account_reference": {"store": object.union(reference, fields)}})

test_fires if {
	rule.violation == {{
		"id": "store",
		"object": "ClusterSecretStore aws",
		"at": "reference",
		"message": "ClusterSecretStore aws names ServiceAccount team/reader for ExternalSecret team/db, which is not in these files; ServiceAccount secrets/reader is, and has a role",
		"related": [
			{"message": "ServiceAccount secrets/reader is made here", "at": "account"},
			{"message": "ExternalSecret team/db uses it", "at": "use"},
		],
		"help": "namespace: secrets",
		"key": ["store", "reader"],
	}} with input as with_reference(near)
}

test_names_the_account_that_is_meant if {
	changed := with_reference({"namespace": fixture.val("team", "ns"), "nearest": {"id": "account", "label": "ServiceAccount team/readers", "at": "account", "text": "team/readers"}})
	some v in rule.violation with input as changed
	v.help == "name: readers"
	v.at == "name"
}

test_fires_on_a_role_that_cannot_be_assumed if {
	some v in rule.violation with input as with_reference(asks)
	v.id == "store/role"
	v.at == "asked"
	contains(v.message, "asks for role app to be assumed")
}

test_verifies if {
	changed := with_reference(object.union(asks, {"assumable": fixture.yes}))
	count(rule.applies) == 2 with input as changed
	rule.violation | rule.unverified == set() with input as changed
}

test_abstains if {
	every change in [{}, object.union(near, {"exists": fixture.unknown("count")}), {"uses": []}] {
		rule.violation == set() with input as with_reference(change)
		count(rule.unverified) == 1 with input as with_reference(change)
	}
}

test_abstains_on_a_role_that_is_not_known if {
	every change in [{"role": {"ids": []}}, {"assumable": fixture.unknown("var.trust has no value")}, {"exists": fixture.unknown("count")}] {
		changed := with_reference(object.union(asks, change))
		rule.violation == set() with input as changed
		count([u | some u in rule.unverified; u.id == "store/role"]) == 1 with input as changed
	}
}
