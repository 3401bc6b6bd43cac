package irsalint.rules.irsa["audience-unrestricted_test"]

import data.irsalint.lib.fixture
import data.irsalint.rules.irsa["audience-unrestricted"] as rule

checks(fact) := fixture.with_statement({"reach": {"level": "exact"}, "checks_audience": fact})

test_fires if {
	rule.violation == {{
		"id": "statement",
		"object": "trust policy of role app",
		"at": "conditions",
		"message": "the trust policy of role app has no condition on the audience of the tokens",
		"related": [],
		"help": `"StringEquals": {"oidc.eks.eu-west-1.amazonaws.com/id/AAAA:aud": "sts.amazonaws.com"}`,
		"key": ["role"],
	}} with input as checks(fixture.no)
}

test_verifies if {
	count(rule.applies) == 1 with input as checks(fixture.yes)
	rule.violation | rule.unverified == set() with input as checks(fixture.yes)
}

test_abstains if {
	changed := checks(fixture.unknown("var.more has no value"))
	rule.violation == set() with input as changed
	some u in rule.unverified with input as changed
	u.reason == "var.more has no value"
}

test_silent_without_any_condition_on_the_subject if {
	rule.applies == set() with input as object.union(checks(fixture.no), {"statement": {"statement": {"reach": {"level": "missing"}}}})
}
