package irsalint.rules["pod-identity"].unsupported_test

import data.irsalint.lib.fixture
import data.irsalint.rules["pod-identity"].unsupported as rule

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

workload := {"id": "workload", "label": "Deployment crm/mailer", "exists": fixture.yes, "windows": {"is": "yes", "why": "", "at": "selector"}, "kustomize_base": false}

on_windows(fields) := object.union(with_association({"workloads": ["workload"]}), {"workload": {"workload": object.union(workload, fields)}})

test_fires_on_fargate if {
	rule.violation == {{
		"id": "association",
		"object": "association crm/mailer",
		"at": "association",
		"message": "association crm/mailer is for pods that run on Fargate, where Pod Identity does not work",
		"related": [{"message": "a Fargate profile takes all pods of the namespace", "at": "profile"}],
		"help": "use IRSA for them: annotate the ServiceAccount with eks.amazonaws.com/role-arn and let the role trust the OIDC provider of the cluster",
		"key": ["association", "Fargate"],
	}} with input as with_association({"fargate": {"is": "yes", "why": "", "at": "profile"}})
}

test_fires_on_windows if {
	some v in rule.violation with input as on_windows({})
	contains(v.message, "run on Windows")
	v.related == [{"message": "Deployment crm/mailer asks for Windows nodes", "at": "selector"}]
}

test_verifies if {
	count(rule.applies) == 1 with input as with_association({})
	rule.violation | rule.unverified == set() with input as with_association({})
}

test_abstains if {
	every changed in [
		with_association({"fargate": fixture.unknown("labels")}),
		with_association({"fargate": fixture.yes, "exists": fixture.unknown("count")}),
		on_windows({"exists": fixture.unknown("count")}),
		on_windows({"windows": fixture.unknown("var.os has no value")}),
	] {
		rule.violation == set() with input as changed
		count(rule.unverified) == 1 with input as changed
	}
}
