package irsalint.rules.node["not-authorized_test"]

import data.irsalint.lib.nodefixture as fixture
import data.irsalint.rules.node["not-authorized"] as rule

mapped(change) := fixture.with_use({"mapped": object.union({"is": "no"}, change)})

test_fires_on_a_missing_mapping if {
	rule.violation == {{
		"id": "node|no|cluster",
		"object": "role node",
		"at": "use",
		"message": "nodes of EC2NodeClass default cannot join: role node has no mapping in aws-auth (the cluster is in mode CONFIG_MAP and has no access entries)",
		"related": [
			{"message": "role node is made here", "at": "node"},
			{"message": "role other is mapped as a node role", "at": "other mapping"},
		],
		"help": `- rolearn: arn:aws:iam::111122223333:role/node
  username: system:node:{{EC2PrivateDNSName}}
  groups:
    - system:bootstrappers
    - system:nodes`,
		"severity": "error",
		"key": ["node", "cluster"],
	}} with input as mapped({"mode": "CONFIG_MAP", "nearest_at": "other mapping", "nearest_label": "role other"})
}

test_asks_for_an_access_entry_in_mode_api if {
	some v in rule.violation with input as mapped({"mode": "API", "auths": []})
	contains(v.message, "role node has no access entry")
	v.help == `resource "aws_eks_access_entry" "node" {
  cluster_name  = aws_eks_cluster.demo.name
  principal_arn = aws_iam_role.node.arn
  type          = "EC2_LINUX"
}`
}

test_warns_where_joining_is_managed_elsewhere if {
	some v in rule.violation with input as mapped({"mode": "", "auths": [], "managed": false})
	v.severity == "warning"
	contains(v.message, "no access entry and no mapping in aws-auth")
}

test_verifies if {
	rule.applies == {{"id": "node|yes|cluster", "object": "role node", "at": "node"}} with input as fixture.graph
	rule.violation | rule.unverified == set() with input as fixture.graph
}

test_abstains if {
	changed := mapped({"is": "unknown", "why": "a mapping of aws-auth may be for it"})
	rule.violation == set() with input as changed
	rule.unverified == {{"id": "node|unknown|cluster", "object": "role node", "at": "node", "reason": "a mapping of aws-auth may be for it"}} with input as changed
}

test_abstains_where_the_role_is_not_in_the_files if {
	changed := object.union(mapped({"is": "unknown"}), {"node_use": {"use": {"role": "", "why": "no such role"}}})
	rule.violation == set() with input as changed
	rule.unverified == {{"id": "use", "object": "EC2NodeClass default", "at": "use", "reason": "no such role"}} with input as changed
}

test_silent_where_eks_maps_the_role if {
rule.applies | rule.violation == set() with input as mapped({"needed": fixture.no})}

test_verifies_by_an_entry if {
	changed := mapped({"is": "yes", "entries": ["entry"]})
	count(rule.applies) == 1 with input as changed
	rule.violation | rule.unverified == set() with input as changed
}

test_silent_where_there_is_an_entry_of_another_type if {
rule.applies | rule.violation == set() with input as mapped({"entries": ["entry"]})}
