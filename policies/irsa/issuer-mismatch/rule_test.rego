package irsalint.rules.irsa["issuer-mismatch_test"]

import data.irsalint.lib.fixture
import data.irsalint.rules.irsa["issuer-mismatch"] as rule

other(c) := object.union(c, {"issuer_agrees": fixture.no, "issuer": fixture.val("oidc.eks.eu-west-1.amazonaws.com/id/BBBB", "b")})

test_fires if {
	some v in rule.violation with input as fixture.with_statement({"conditions": [other(fixture.subject), other(fixture.audience)]})
	v.at == "sub key"
	contains(v.message, "the condition key names the issuer oidc.eks.eu-west-1.amazonaws.com/id/BBBB")
	[r.at | some r in v.related] == ["principal", "aud key"]
	contains(v.help, sprintf("%s:sub", [fixture.issuer]))
}

test_the_principal_is_wrong_if_it_is_no_clusters if {
	github := object.union(fixture.principal, {"cluster_issuer": fixture.no, "issuer": fixture.val("token.actions.githubusercontent.com", "")})
	some v in rule.violation with input as fixture.with_statement({"principals": [github], "conditions": [other(fixture.subject)]})
	v.at == "principal"
	[r.at | some r in v.related] == ["sub key"]
	endswith(v.help, ":oidc-provider/oidc.eks.eu-west-1.amazonaws.com/id/BBBB")
}

deployed := object.union(
	fixture.with_identity({"cluster": "blue", "cluster_agrees": fixture.no, "verdict": fixture.no, "stage": "issuer"}),
	{"cluster": {"blue": {"label": "cluster blue", "at": "blue"}}},
)

test_fires_on_another_cluster if {
	some v in rule.violation with input as deployed
	v.at == "principal"
	startswith(v.message, "ServiceAccount prod/app is deployed to cluster blue, but the trust policy of role app names the issuer of another cluster")
}

test_verifies if {
	count(rule.applies) == 1 with input as fixture.graph
	rule.violation | rule.unverified == set() with input as fixture.graph
}

test_abstains if {
	hidden := object.union(fixture.subject, {"issuer_agrees": fixture.unknown("var.issuer has no value")})
	changed := fixture.with_statement({"conditions": [hidden]})
	rule.violation == set() with input as changed
	some u in rule.unverified with input as changed
	u.reason == "var.issuer has no value"
}

test_silent_without_evidence_of_the_cluster if {
	changed := object.union(deployed, {"identity": {"identity": {"cluster": ""}}})
	rule.violation == set() with input as changed
}
