package irsalint.rules.karpenter["node-class-role_test"]

import data.irsalint.lib.nodefixture as fixture
import data.irsalint.rules.karpenter["node-class-role"] as rule

with_class(change) := fixture.with_node("node_class", "class", change)

test_fires_on_an_arn if {
	rule.violation == {{
		"id": "class",
		"object": "EC2NodeClass default",
		"at": "class role",
		"message": "EC2NodeClass default gives an ARN in spec.role, which takes a role name: older releases of Karpenter fail, newer ones make instance profiles again and again",
		"related": [{"message": "the role", "at": "node"}],
		"help": "role = aws_iam_role.node.name",
		"key": ["class", "arn:aws:iam::111122223333:role/node"],
	}} with input as with_class({"role_form": "arn", "role_name": fixture.val("arn:aws:iam::111122223333:role/node", "class role")})
}

test_fires_on_a_path_in_yaml if {
	some v in rule.violation with input as with_class({"format": "kubernetes", "role_form": "path"})
	v.help == "role: node"
}

test_fires_on_a_role_that_is_not_in_the_files if {
	some v in rule.violation with input as with_class({"role": {"ids": []}, "role_form": "arn"})
	v.related == []
	v.help == "write the name of the role alone"
}

test_fires_on_the_controllers_role if {
	changed := object.union(with_class({"role": {"ids": ["controller"]}}), {"pass": {"pass": {"node_role": "controller"}}})
	some v in rule.violation with input as changed
	v.severity == "warning"
	v.message == "EC2NodeClass default names role controller, which is the role of the Karpenter controller, not of nodes"
	some e in rule.violation with input as object.union(changed, {"node_use": {"use": {"trusted": fixture.no}}})
	e.severity == "error"
}

test_fires_on_a_near_miss if {
	some v in rule.violation with input as with_class({
		"role": {"ids": []},
		"role_name": fixture.val("nodes", "class role"),
		"nearest": {"id": "node", "label": "role node", "at": "node", "text": "node"},
	})
	v.message == `EC2NodeClass default names the role "nodes", which is not in the files; the nearest is role node`
	v.help == "role: node"
}

test_verifies if {
	rule.applies == {{"id": "class", "object": "EC2NodeClass default", "at": "class role"}} with input as fixture.graph
	rule.violation | rule.unverified == set() with input as fixture.graph
}

test_abstains_on_an_unknown_name if {
	changed := with_class({"role_form": "unknown", "role": {"ids": []}, "role_name": {"state": "symbolic", "text": "${var.role}", "at": "class role", "why": "var.role has no value"}})
	rule.violation == set() with input as changed
	rule.unverified == {{"id": "class", "object": "EC2NodeClass default", "at": "class role", "reason": "var.role has no value"}} with input as changed
}

test_abstains_on_a_role_made_elsewhere if {
	changed := with_class({"role": {"ids": []}})
	rule.violation == set() with input as changed
	some u in rule.unverified with input as changed
	u.reason == "the role is not in these files"
}

test_silent_on_an_instance_profile if {
	rule.applies == set() with input as with_class({"role_name": null, "profile_name": fixture.val("profile", "class profile")})
}

# Instances of one resource name the role at one place.
test_fires_once_for_one_place if {
	changed := object.union(with_class({"role_form": "arn"}), {"node_class": {"more": object.union(fixture.graph.node_class.class, {"id": "more", "role_form": "arn"})}})
	count(rule.violation) == 1 with input as changed
	count(rule.applies) == 1 with input as changed
}
