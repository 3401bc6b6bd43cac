package irsalint.rules.irsa["subject-unused_test"]

import data.irsalint.lib.fixture
import data.irsalint.rules.irsa["subject-unused"] as rule

with_value(fields) := fixture.with_statement({"conditions": [object.union(fixture.subject, {"values": [object.union(object.union(fixture.value("system:serviceaccount:prod:app", "subject"), {"made_elsewhere": false, "account": {"ids": []}, "near_account": null}), fields)]})]})

near := {"near_account": {"id": "near", "label": "ServiceAccount prod/apps", "at": "near", "text": "prod/apps"}}

test_fires if {
	rule.violation == {{
		"id": "statement/0/0",
		"object": "trust policy of role app",
		"at": "subject value",
		"message": "the trust policy of role app names system:serviceaccount:prod:app, which no ServiceAccount of these files has; ServiceAccount prod/apps nearly has it, and no role",
		"related": [{"message": "ServiceAccount prod/apps is made here", "at": "near"}],
		"same": "system:serviceaccount:prod:app",
		"help": `"system:serviceaccount:prod:apps"`,
		"key": ["role", "system:serviceaccount:prod:app"],
	}} with input as with_value(near)
}

test_verifies if {
	changed := with_value({"account": {"ids": ["account"]}})
	count(rule.applies) == 1 with input as changed
	rule.violation | rule.unverified == set() with input as changed
}

test_abstains if {
	changed := with_value({})
	rule.violation == set() with input as changed
	some u in rule.unverified with input as changed
	u.reason == "the ServiceAccount that it names is not in these files"
}

test_silent_on_what_a_chart_makes if {
	rule.applies == set() with input as with_value({"made_elsewhere": true})
}
