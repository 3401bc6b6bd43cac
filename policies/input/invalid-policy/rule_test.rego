package irsalint.rules.input["invalid-policy_test"]

import data.irsalint.lib.fixture
import data.irsalint.rules.input["invalid-policy"] as rule

problem := {"kind": "unknown_operator", "text": "StringEqual", "wanted": "StringEquals", "refused": true, "at": "operator"}

text := {"id": "text", "label": "trust policy of role app", "at": "text", "exists": fixture.yes, "read": fixture.yes, "problems": []}

with_text(fields) := object.union(fixture.graph, {"policy_text": {"text": object.union(text, fields)}})

twice := {"kind": "duplicate_key", "text": "StringEquals", "wanted": "", "refused": false, "at": "twice"}

test_fires if {
	rule.violation == {{
		"id": "text",
		"object": "trust policy of role app",
		"at": "operator",
		"severity": "error",
		"message": `trust policy of role app has the condition operator "StringEqual", which IAM refuses`,
		"related": [],
		"help": `"StringEquals"`,
		"key": ["text", "unknown_operator", "StringEqual"],
	}} with input as with_text({"problems": [problem]})
}

test_warns_of_a_key_twice if {
	some v in rule.violation with input as with_text({"problems": [twice]})
	v.severity == "warning"
	v.message == `trust policy of role app has the key "StringEquals" twice in one object, of which only one counts`
}

test_says_what_is_refused_first if {
	some v in rule.violation with input as with_text({"problems": [twice, problem]})
	v.severity == "error"
}

test_fires_on_every_kind if {
	every kind in ["not_object", "no_statement", "bad_statement", "no_effect", "bad_effect", "bad_version", "no_action", "both_actions", "both_resources", "bad_value", "bad_principal", "bad_condition", "unknown_element"] {
		count(rule.violation) == 1 with input as with_text({"problems": [object.union(problem, {"kind": kind, "wanted": ""})]})
	}
}

test_verifies if {
	count(rule.applies) == 1 with input as with_text({})
	rule.violation | rule.unverified == set() with input as with_text({})
}

test_abstains if {
	every change in [{"read": fixture.unknown("var.policy has no value")}, {"problems": [problem], "exists": fixture.unknown("count")}] {
		rule.violation == set() with input as with_text(change)
		count(rule.unverified) == 1 with input as with_text(change)
	}
}
