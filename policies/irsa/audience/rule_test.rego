package irsalint.rules.irsa.audience_test

import data.irsalint.lib.fixture
import data.irsalint.rules.irsa.audience as rule

wrong := {"conditions": [fixture.subject, fixture.condition("aud", "sts.amazonaws.com.cn", "audience")], "audience": fixture.no}

refused := object.union(fixture.with_statement(wrong), {"identity": {"identity": {"verdict": fixture.no, "stage": "audience"}}})

test_fires if {
	some v in rule.violation with input as refused
	v.at == "audience value"
	v.message == `role app admits tokens of the audience "sts.amazonaws.com.cn", but those of ServiceAccount prod/app have "sts.amazonaws.com"`
	not v.severity
}

test_warns_where_no_account_is_in_the_files if {
	changed := json.patch(refused, [{"op": "remove", "path": "/identity/identity"}])
	some v in rule.violation with input as changed
	v.severity == "warning"
}

# Another audience may be one that a ServiceAccount elsewhere asks for.
test_abstains_on_another_audience_without_an_account if {
	other := object.union(refused, fixture.with_statement({"conditions": [fixture.subject, fixture.condition("aud", "example", "other")], "audience": fixture.no}))
	changed := json.patch(other, [{"op": "remove", "path": "/identity/identity"}])
	rule.violation == set() with input as changed
	some u in rule.unverified with input as changed
	contains(u.reason, `may ask for the audience "example"`)
}

test_fires_on_client_ids if {
	changed := object.union(fixture.graph, {"provider": {"provider": {"client_ids": [fixture.val("sts.amazon.com", "client id")], "default_audience": fixture.no}}})
	some v in rule.violation with input as changed
	v.at == "client id"
	v.help == `write "sts.amazonaws.com" as a client id`
}

test_verifies if {
	{a.id | some a in rule.applies} == {"statement", "provider"} with input as fixture.graph
	rule.violation | rule.unverified == set() with input as fixture.graph
}

test_abstains if {
	changed := object.union(refused, {"identity": {"identity": {"verdict": fixture.unknown("var.audience has no value")}}})
	rule.violation == set() with input as changed
	some u in rule.unverified with input as changed
	u.reason == "var.audience has no value"
}

test_abstains_where_an_account_asks_for_its_own if {
	changed := object.union(fixture.graph, {
		"provider": {"provider": {"default_audience": fixture.no}},
		"service_account": {"account": {"audience": fixture.val("other", "a")}},
	})
	rule.violation == set() with input as changed
	{u.id | some u in rule.unverified} == {"provider"} with input as changed
}
