package irsalint.rules.irsa["federated-principal_test"]

import data.irsalint.lib.fixture
import data.irsalint.rules.irsa["federated-principal"] as rule

other(form, text) := [{"type": "Federated", "form": form, "value": fixture.val(text, "federated"), "cluster_issuer": fixture.no, "partition_agrees": fixture.no}]

test_fires if {
	changed := fixture.with_statement({"principals": other("role", "arn:aws:iam::111122223333:role/cluster")})
	some v in rule.violation with input as changed
	v.at == "federated"
	v.message == `role app: the principal of the trust statement for ServiceAccounts is "arn:aws:iam::111122223333:role/cluster", the ARN of a role, not the ARN of an OIDC provider`
}

test_fires_on_another_partition if {
	changed := fixture.with_statement({"principals": [object.union(fixture.principal, {"partition_agrees": fixture.no})]})
	some v in rule.violation with input as changed
	endswith(v.message, "an OIDC provider of another partition than its issuer")
}

test_fires_on_the_wrong_type if {
	changed := fixture.with_statement({"principals": [object.union(fixture.principal, {"type": "AWS", "partition_agrees": fixture.no})]})
	some v in rule.violation with input as changed
	endswith(v.message, `an OIDC provider, under "AWS" instead of "Federated"`)
	v.help == `write "Federated" instead of "AWS"`
}

test_fires_on_a_scheme if {
	changed := fixture.with_statement({"principals": other("provider_scheme", "arn:aws:iam::111122223333:oidc-provider/https://x")})
	some v in rule.violation with input as changed
	startswith(v.help, "cut https:// off")
}

test_verifies if {
	count(rule.applies) == 1 with input as fixture.graph
	rule.violation | rule.unverified == set() with input as fixture.graph
}

test_one_right_principal_is_enough if {
	changed := fixture.with_statement({"principals": array.concat(other("role", "x"), [fixture.principal])})
	rule.violation | rule.unverified == set() with input as changed
}

test_abstains if {
	hidden := [{"type": "Federated", "form": "unknown", "value": {"state": "unknown", "text": "", "at": "", "why": "var.arn has no value"}, "cluster_issuer": fixture.no}]
	changed := fixture.with_statement({"principals": hidden})
	rule.violation == set() with input as changed
	some u in rule.unverified with input as changed
	u.reason == "var.arn has no value"
}

test_abstains_where_the_role_may_not_be_there if {
	changed := object.union(fixture.with_statement({"principals": other("role", "x")}), {"role": {"role": {"exists": fixture.unknown("var.create has no value")}}})
	rule.violation == set() with input as changed
	some u in rule.unverified with input as changed
	u.reason == "var.create has no value"
}

test_another_identity_provider_is_not_ours if {
	changed := fixture.with_statement({"principals": other("other", "cognito-identity.amazonaws.com"), "conditions": [fixture.audience]})
	rule.violation == set() with input as changed
}
