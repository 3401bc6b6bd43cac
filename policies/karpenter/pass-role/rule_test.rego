package irsalint.rules.karpenter["pass-role_test"]

import data.irsalint.lib.nodefixture as fixture
import data.irsalint.rules.karpenter["pass-role"] as rule

refused(change) := fixture.with_node("pass", "pass", object.union({"verdict": fixture.no}, change))

message(change) := messages[0] if messages := [v.message | some v in rule.violation with input as refused(change)]

test_fires_on_another_resource if {
	rule.violation == {{
		"id": "pass",
		"object": "EC2NodeClass default",
		"at": "pass",
		"message": "the Karpenter controller's role controller may pass arn:aws:iam::111122223333:role/other but not role node, so it cannot launch nodes of EC2NodeClass default",
		"related": [
			{"message": "EC2NodeClass default names the node role", "at": "class role"},
			{"message": "the node role, role node", "at": "node"},
		],
		"help": `write {"Effect": "Allow", "Action": "iam:PassRole", "Resource": "arn:aws:iam::111122223333:role/node", "Condition": {"StringEquals": {"iam:PassedToService": "ec2.amazonaws.com"}}}`,
		"key": ["controller", "node", "resource", "arn:aws:iam::111122223333:role/other"],
	}} with input as refused({"problem": "resource", "resource": fixture.val("arn:aws:iam::111122223333:role/other", "pass")})
}

test_says_what_is_wrong if {
	contains(message({"problem": "absent"}), "role controller is not allowed iam:PassRole on role node")
	contains(message({"problem": "service", "service": fixture.val("eks.amazonaws.com", "service")}), "may pass role node only to eks.amazonaws.com, but must to ec2.amazonaws.com")
	contains(message({"problem": "condition"}), "may pass role node only under a condition that is not met")
	contains(message({"problem": "deny"}), "is denied iam:PassRole on role node")
}

test_asks_for_both_services_in_china if {
	some v in rule.violation with input as refused({"problem": "absent", "services": ["ec2.amazonaws.com", "ec2.amazonaws.com.cn"]})
	contains(v.help, `"iam:PassedToService": ["ec2.amazonaws.com","ec2.amazonaws.com.cn"]`)
}

test_verifies if {
	rule.applies == {{"id": "pass", "object": "EC2NodeClass default", "at": "pass"}} with input as fixture.graph
	rule.violation | rule.unverified == set() with input as fixture.graph
}

test_abstains if {
	changed := fixture.with_node("pass", "pass", {"verdict": fixture.unknown("var.node_role has no value")})
	rule.violation == set() with input as changed
	rule.unverified == {{"id": "pass", "object": "EC2NodeClass default", "at": "pass", "reason": "var.node_role has no value"}} with input as changed
}

test_abstains_where_the_controller_may_be_another if {
	changed := refused({"problem": "absent", "together": fixture.unknown("the files do not say which controller it belongs to")})
	rule.violation == set() with input as changed
	some u in rule.unverified with input as changed
	u.reason == "the files do not say which controller it belongs to"
}

test_silent_where_the_class_names_the_controllers_role if {
rule.applies | rule.violation == set() with input as refused({"problem": "absent", "node_role": "controller"})}

test_fires_once_for_two_node_classes if {
	changed := object.union(refused({"problem": "absent"}), {"pass": {"more": object.union(fixture.graph.pass.pass, {"id": "more", "verdict": fixture.no, "problem": "absent"})}})
	count(rule.violation) == 1 with input as changed
	count(rule.applies) == 1 with input as changed
}
