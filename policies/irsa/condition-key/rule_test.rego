package irsalint.rules.irsa["condition-key_test"]

import data.irsalint.lib.fixture
import data.irsalint.rules.irsa["condition-key"] as rule

scheme(c) := object.union(c, {"key_form": "scheme"})

test_fires_once_a_statement if {
	changed := fixture.with_statement({"conditions": [scheme(fixture.subject), scheme(fixture.audience)]})
	some v in rule.violation with input as changed
	v.at == "sub key"
	contains(v.message, "starts with https://")
	v.related == [{"message": "this key is wrong too", "at": "aud key"}]
	v.help == sprintf("write %q", [sprintf("%s:sub", [fixture.issuer])])
	count(rule.violation) == 1 with input as changed
}

# Where Terraform makes the key of an expression, its text is no help.
test_helps_where_the_key_is_made if {
	made := object.union(scheme(fixture.subject), {"key": {"state": "symbolic"}})
	some v in rule.violation with input as fixture.with_statement({"format": "terraform", "conditions": [made]})
	v.help == `cut the scheme off the issuer: replace(<issuer>, "https://", "")`
}

test_fires_on_a_subject_under_aud if {
	wrong := fixture.condition("aud", "system:serviceaccount:prod:app", "subject")
	some v in rule.violation with input as fixture.with_statement({"conditions": [wrong]})
	contains(v.message, "is that of the audience, but its value is the subject of a ServiceAccount")
}

test_verifies if {
	count(rule.applies) == 1 with input as fixture.graph
	rule.violation | rule.unverified == set() with input as fixture.graph
}

test_abstains if {
	hidden := object.union(fixture.subject, {"key_form": "unknown", "key": {"state": "unknown", "why": "var.issuer has no value"}})
	changed := fixture.with_statement({"conditions": [hidden, fixture.audience]})
	rule.violation == set() with input as changed
	some u in rule.unverified with input as changed
	u.reason == "var.issuer has no value"
}

test_silent_where_the_principal_is_wrong if {
	changed := fixture.with_statement({"conditions": [scheme(fixture.subject)], "principals": [{"type": "Federated", "form": "role", "value": fixture.val("x", "x")}]})
	rule.violation == set() with input as changed
}

test_silent_where_a_missing_key_matches if {
	changed := fixture.with_statement({"conditions": [object.union(scheme(fixture.subject), {"if_exists": true})]})
	rule.violation == set() with input as changed
}
