package irsalint.rules.irsa["trust-action_test"]

import data.irsalint.lib.fixture
import data.irsalint.rules.irsa["trust-action"] as rule

broken(stage) := {"verdict": fixture.no, "stage": stage}

test_fires_on_a_role_of_something_else if {
	changed := object.union(fixture.with_identity(broken("action")), {"statement": {"statement": {
		"web_identity": fixture.no,
		"principals": [{"type": "Service", "form": "service", "value": fixture.val("ec2.amazonaws.com", "service")}],
	}}})
	some v in rule.violation with input as changed
	v.at == "annotation"
	v.message == "ServiceAccount prod/app is annotated with role app, which no ServiceAccount can assume: its trust policy is for ec2.amazonaws.com"
	v.related == [{"message": "the trust policy", "at": "trust"}]
}

test_fires_on_another_action if {
	changed := object.union(fixture.with_identity(broken("action")), {"statement": {"statement": {"web_identity": fixture.no}}})
	some v in rule.violation with input as changed
	v.at == "action"
	contains(v.message, "does not allow the OIDC provider sts:AssumeRoleWithWebIdentity")
}

test_fires_on_a_denial if {
	changed := object.union(fixture.with_identity(broken("deny")), {"statement": {"statement": {"allow": fixture.no}}})
	some v in rule.violation with input as changed
	v.related == [{"message": "this statement denies it", "at": "statement"}]
}

test_verifies if {
	count(rule.applies) == 1 with input as fixture.graph
	rule.violation | rule.unverified == set() with input as fixture.graph
}

test_abstains if {
	changed := fixture.with_identity({"verdict": fixture.unknown("var.policy has no value"), "stage": "action"})
	rule.violation == set() with input as changed
	some u in rule.unverified with input as changed
	u.reason == "var.policy has no value"
}

test_abstains_where_an_end_may_not_be_there if {
	changed := object.union(fixture.with_identity(broken("action")), {"service_account": {"account": {"exists": fixture.unknown("var.create has no value")}}})
	rule.violation == set() with input as changed
	some u in rule.unverified with input as changed
	u.reason == "var.create has no value"
}

test_silent_where_credentials_come_another_way if {
	changed := fixture.with_identity(object.union(broken("action"), {"other_identity": true}))
	rule.applies | rule.violation == set() with input as changed
}
