package irsalint.rules.irsa.interpolation_test

import data.irsalint.lib.fixture
import data.irsalint.rules.irsa.interpolation as rule

forgotten := {"id": "place", "label": "ServiceAccount prod/{var.x}", "at": "place", "text": "{var.x}", "field": "name", "wanted": "${var.x}", "used_at": ["place", "subject"]}

test_fires if {
	rule.violation == {{
		"id": "place",
		"object": "ServiceAccount prod/{var.x}",
		"at": "place",
		"message": `ServiceAccount prod/{var.x}: the name "{var.x}" is literal text: its interpolation marks are missing`,
		"related": [{"message": "it is used here", "at": "subject"}],
		"help": `write "${var.x}"`,
		"key": ["ServiceAccount prod/{var.x}", "{var.x}"],
	}} with input as object.union(fixture.with_account({"template": "{var.x}"}), {"interpolation": {"place": forgotten}})
}

test_verifies if {
	{a.id | some a in rule.applies} == {"account", "statement 0 0"} with input as fixture.graph
	rule.violation | rule.unverified == set() with input as fixture.graph
}

test_abstains if {
	changed := fixture.with_account({"name": {"state": "unknown", "why": "var.name has no value"}})
	rule.violation == set() with input as changed
	{u.reason | some u in rule.unverified} == {"var.name has no value"} with input as changed
}
