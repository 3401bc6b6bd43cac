package irsalint.rules.irsa["provider-missing_test"]

import data.irsalint.lib.fixture as identities
import data.irsalint.lib.nodefixture as fixture
import data.irsalint.rules.irsa["provider-missing"] as rule

trusted := object.union(identities.principal, {"cluster": fixture.ref(["cluster"])})

without := object.union(trusted, {"provider": fixture.ref([])})

role := fixture.role("role", "app", ["statement"])

graph(principal, cluster) := object.union(fixture.with_node("cluster", "cluster", cluster), {
	"provider": {"provider": identities.provider},
	"role": {"role": role, "second": object.union(role, {"id": "second", "label": "role second"})},
	"statement": {
		"statement": object.union(identities.statement, {"id": "statement", "role": "role", "principals": [principal]}),
		"statement2": object.union(identities.statement, {"id": "statement2", "role": "second", "principals": [principal]}),
	},
})

none := {"providers": fixture.all_of([])}

# Two roles trust the issuer, but one provider is missing.
test_fires_once if {
	rule.violation == {{
		"id": "cluster",
		"object": "cluster demo",
		"at": "federated",
		"message": "role app trusts the OIDC issuer of cluster demo, but no IAM OIDC provider for it is in the files, so no ServiceAccount can assume the role",
		"related": [{"message": "cluster demo is made here", "at": "cluster"}],
		"help": `resource "aws_iam_openid_connect_provider" "eks" {
  url            = aws_eks_cluster.demo.identity[0].oidc[0].issuer
  client_id_list = ["sts.amazonaws.com"]
}`,
		"key": ["cluster"],
	}} with input as graph(without, none)
}

test_verifies if {
	rule.applies == {{"id": "cluster", "object": "cluster demo", "at": "cluster"}} with input as graph(trusted, {})
	rule.violation | rule.unverified == set() with input as graph(trusted, {})
}

test_verifies_with_a_provider_of_the_cluster if {
rule.violation | rule.unverified == set() with input as graph(without, {})}

test_abstains_where_not_all_providers_are_seen if {
	changed := graph(without, {"providers": {"complete": false, "why": "module.eks has no source here", "at": "", "ids": []}})
	rule.violation == set() with input as changed
	rule.unverified == {{"id": "cluster", "object": "cluster demo", "at": "cluster", "reason": "module.eks has no source here"}} with input as changed
}

test_abstains_where_a_provider_may_be_it if {
	changed := graph(object.union(without, {"provider": {"possible": ["provider"]}}), none)
	rule.violation == set() with input as changed
	count(rule.unverified) == 1 with input as changed
}

test_abstains_where_the_cluster_may_not_be_there if {
	changed := graph(without, object.union(none, {"exists": fixture.unknown("var.create has no value")}))
	rule.violation == set() with input as changed
	some u in rule.unverified with input as changed
	u.reason == "var.create has no value"
}

test_abstains_where_the_provider_may_not_be_there if {
	changed := object.union(
		graph(trusted, {"providers": {"complete": false, "why": "var.make has no value", "at": "", "ids": ["provider"]}}),
		{"provider": {"provider": {"exists": fixture.unknown("var.make has no value")}}},
	)
	rule.violation == set() with input as changed
	some u in rule.unverified with input as changed
	u.reason == "var.make has no value"
}

test_abstains_where_another_cluster_may_be_meant if {
	other := object.union(fixture.graph.cluster.cluster, {"id": "other", "providers": fixture.all_of(["provider"])})
	changed := object.union(graph(object.union(without, {"cluster": {"ids": ["cluster", "other"]}}), none), {"cluster": {"other": other}})
	rule.violation == set() with input as changed
}

test_silent_on_a_cluster_made_elsewhere if {
rule.applies | rule.violation == set() with input as graph(without, object.union(none, {"managed": false}))}
