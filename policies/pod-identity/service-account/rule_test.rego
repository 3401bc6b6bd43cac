package irsalint.rules["pod-identity"]["service-account_test"]

import data.irsalint.lib.fixture
import data.irsalint.rules["pod-identity"]["service-account"] as rule

association := {
	"id": "association",
	"label": "association crm/mailer",
	"at": "association",
	"exists": fixture.yes,
	"namespace": fixture.val("crm", "namespace"),
	"account_name": fixture.val("mailer", "account name"),
	"account": {"ids": []},
	"workloads": [],
	"made_elsewhere": false,
	"nearest": null,
	"role_arn": fixture.val("arn:aws:iam::111122223333:role/mailer", "association role"),
	"fargate": fixture.no,
	"conflict": fixture.no,
	"conflict_with": "",
}

with_association(fields) := object.union(fixture.graph, {"association": {"association": object.union(association, fields)}})

near := {"nearest": {"id": "account", "label": "ServiceAccount crm/mailers", "at": "account", "text": "crm/mailers"}}

test_fires if {
	rule.violation == {{
		"id": "association",
		"object": "association crm/mailer",
		"at": "account name",
		"message": "association crm/mailer is for ServiceAccount crm/mailer, which nothing in these files has; ServiceAccount crm/mailers, whose pods are here, nearly has its names, and no role",
		"related": [{"message": "ServiceAccount crm/mailers is made here", "at": "account"}],
		"help": `service_account = "mailers"`,
		"key": ["association", "crm", "mailer"],
	}} with input as with_association(near)
}

test_names_the_namespace if {
	some v in rule.violation with input as with_association({"nearest": {"id": "account", "label": "ServiceAccount letters/mailer", "at": "account", "text": "letters/mailer"}})
	v.at == "namespace"
	v.help == `namespace = "letters"`
}

test_verifies if {
	every change in [{"account": {"ids": ["account"]}}, {"workloads": ["workload"]}] {
		count(rule.applies) == 1 with input as with_association(change)
		rule.violation | rule.unverified == set() with input as with_association(change)
	}
}

test_abstains if {
	every change in [{}, object.union(near, {"exists": fixture.unknown("count")})] {
		rule.violation == set() with input as with_association(change)
		count(rule.unverified) == 1 with input as with_association(change)
	}
}

test_silent_on_what_a_chart_makes if {
	rule.applies == set() with input as with_association({"made_elsewhere": true})
}
