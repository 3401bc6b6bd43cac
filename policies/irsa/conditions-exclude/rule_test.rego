package irsalint.rules.irsa["conditions-exclude_test"]

import data.irsalint.lib.fixture
import data.irsalint.rules.irsa["conditions-exclude"] as rule

twice := [
	fixture.subject,
	object.union(fixture.condition("sub", "system:serviceaccount:test-*:app", "subject"), {"base": "StringLike", "operator": fixture.val("StringLike", "like"), "at": "second"}),
	fixture.audience,
]

test_fires if {
	some v in rule.violation with input as fixture.with_statement({"conditions": twice, "satisfiable": fixture.no})
	v.at == "sub"
	v.message == "role app: the conditions on :sub exclude each other, since all of a statement must hold: StringEquals system:serviceaccount:prod:app; StringLike system:serviceaccount:test-*:app"
	v.related == [{"message": "and at the same time StringLike system:serviceaccount:test-*:app", "at": "second"}]
}

test_verifies if {
	changed := fixture.with_statement({"conditions": twice})
	count(rule.applies) == 1 with input as changed
	rule.violation | rule.unverified == set() with input as changed
}

test_abstains if {
	changed := fixture.with_statement({"conditions": twice, "satisfiable": fixture.unknown("var.pattern has no value")})
	rule.violation == set() with input as changed
	some u in rule.unverified with input as changed
	u.reason == "var.pattern has no value"
}

test_one_condition_excludes_nothing if {
	rule.applies == set() with input as fixture.with_statement({"satisfiable": fixture.no})
}
