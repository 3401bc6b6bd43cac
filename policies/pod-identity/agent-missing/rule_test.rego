package irsalint.rules["pod-identity"]["agent-missing_test"]

import data.irsalint.lib.fixture
import data.irsalint.rules["pod-identity"]["agent-missing"] as rule

association := {
	"id": "association",
	"label": "association crm/mailer",
	"at": "association",
	"exists": fixture.yes,
	"namespace": fixture.val("crm", "namespace"),
	"account_name": fixture.val("mailer", "account name"),
	"account": {"ids": []},
	"workloads": [],
	"made_elsewhere": false,
	"nearest": null,
	"role_arn": fixture.val("arn:aws:iam::111122223333:role/mailer", "association role"),
	"fargate": fixture.no,
	"conflict": fixture.no,
	"conflict_with": "",
}

with_association(fields) := object.union(fixture.graph, {"association": {"association": object.union(association, fields)}})

cluster := {
	"id": "cluster",
	"label": "cluster demo",
	"at": "cluster",
	"exists": fixture.yes,
	"reference": "aws_eks_cluster.demo",
	"associations": {"ids": ["association"]},
	"agent": fixture.no,
}

with_cluster(fields) := object.union(with_association({}), {"cluster": {"cluster": object.union(cluster, fields)}})

test_fires if {
	rule.violation == {{
		"id": "cluster",
		"object": "cluster demo",
		"at": "association",
		"message": "association crm/mailer gives pods of cluster demo a role, but the cluster has no Pod Identity agent to hand it to them",
		"related": [{"message": "cluster demo is made here, without add-on eks-pod-identity-agent", "at": "cluster"}],
		"help": `resource "aws_eks_addon" "pod_identity_agent" {
  cluster_name = aws_eks_cluster.demo.name
  addon_name   = "eks-pod-identity-agent"
}`,
		"key": ["cluster"],
	}} with input as with_cluster({})
}

test_verifies if {
	count(rule.applies) == 1 with input as with_cluster({"agent": fixture.yes})
	rule.violation | rule.unverified == set() with input as with_cluster({"agent": fixture.yes})
}

test_abstains if {
	every change in [{"agent": fixture.unknown("var.addons has no value")}, {"exists": fixture.unknown("count")}] {
		rule.violation == set() with input as with_cluster(change)
		count(rule.unverified) == 1 with input as with_cluster(change)
	}
}

test_abstains_where_the_association_may_not_be_there if {
	changed := object.union(with_cluster({}), {"association": {"association": {"exists": fixture.unknown("count")}}})
	rule.violation == set() with input as changed
	count(rule.unverified) == 1 with input as changed
}

test_silent_without_associations if {
	rule.applies == set() with input as with_cluster({"associations": {"ids": []}})
}
