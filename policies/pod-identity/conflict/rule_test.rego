package irsalint.rules["pod-identity"].conflict_test

import data.irsalint.lib.fixture
import data.irsalint.rules["pod-identity"].conflict as rule

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

conflict := {"conflict": fixture.yes, "conflict_with": "account"}

test_fires if {
	rule.violation == {{
		"id": "association",
		"object": "ServiceAccount prod/app",
		"at": "annotation",
		"message": "ServiceAccount prod/app is annotated with arn:aws:iam::111122223333:role/app, but association crm/mailer gives its pods arn:aws:iam::111122223333:role/mailer: the annotation is not looked at",
		"related": [{"message": "association crm/mailer names another role", "at": "association role"}],
		"help": "remove the annotation eks.amazonaws.com/role-arn, or the association",
		"key": ["account", "association"],
	}} with input as object.union(with_association(conflict), {"service_account": {"account": {"kustomize_base": false}}})
}

test_verifies if {
	count(rule.applies) == 1 with input as with_association({})
	rule.violation | rule.unverified == set() with input as with_association({})
}

test_abstains if {
	every changed in [
		with_association({"conflict": fixture.unknown("var.role has no value")}),
		with_association(object.union(conflict, {"exists": fixture.unknown("count")})),
		object.union(with_association(conflict), {"service_account": {"account": {"kustomize_base": true}}}),
	] {
		rule.violation == set() with input as changed
		count(rule.unverified) == 1 with input as changed
	}
}
