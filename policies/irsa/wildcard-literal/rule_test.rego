package irsalint.rules.irsa["wildcard-literal_test"]

import data.irsalint.lib.fixture
import data.irsalint.rules.irsa["wildcard-literal"] as rule

starred := object.union(fixture.subject, {"values": [fixture.value("system:serviceaccount:prod:*", "subject")]})

test_fires if {
	rule.violation == {{
		"id": "statement 0",
		"object": "role app",
		"at": "subject value",
		"message": `role app compares :sub with the literal text "system:serviceaccount:prod:*": under StringEquals, * and ? are no wildcards, so it never matches`,
		"related": [{"message": "the operator that takes it literally", "at": "operator"}],
		"same": "sub",
		"help": "write StringLike instead of StringEquals",
		"key": ["role", "sub", "system:serviceaccount:prod:*"],
	}} with input as fixture.with_statement({"conditions": [starred, fixture.audience]})
}

test_verifies if {
	count(rule.applies) == 2 with input as fixture.graph
	rule.violation | rule.unverified == set() with input as fixture.graph
}

test_a_pattern_under_string_like_is_right if {
	like := object.union(starred, {"base": "StringLike"})
	rule.violation | rule.unverified == set() with input as fixture.with_statement({"conditions": [like]})
}

test_abstains if {
	hidden := object.union(starred, {"base": "", "operator": {"state": "unknown", "why": "var.operator has no value"}})
	changed := fixture.with_statement({"conditions": [hidden]})
	rule.violation == set() with input as changed
	some u in rule.unverified with input as changed
	u.reason == "var.operator has no value"
}

test_silent_where_the_key_is_wrong if {
	wrong := object.union(starred, {"key_form": "scheme"})
	rule.applies == set() with input as fixture.with_statement({"conditions": [wrong, fixture.audience]})
}
