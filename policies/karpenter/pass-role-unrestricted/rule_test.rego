package irsalint.rules.karpenter["pass-role-unrestricted_test"]

import data.irsalint.lib.nodefixture as fixture
import data.irsalint.rules.karpenter["pass-role-unrestricted"] as rule

with_pass(change) := fixture.with_node("pass", "pass", change)

everything := {"unrestricted": fixture.yes, "unrestricted_at": "star"}

test_fires if {
	rule.violation == {{
		"id": "controller",
		"object": "role controller",
		"at": "star",
		"message": "the Karpenter controller's role controller may pass every role of the account, not only role node",
		"related": [{"message": "the node role", "at": "node"}],
		"help": `allow iam:PassRole in a statement of its own: {"Effect": "Allow", "Action": "iam:PassRole", "Resource": "arn:aws:iam::111122223333:role/node", "Condition": {"StringEquals": {"iam:PassedToService": "ec2.amazonaws.com"}}}`,
		"key": ["controller"],
	}} with input as with_pass(everything)
}

test_fires_once_for_two_node_classes if {
	changed := object.union(with_pass(everything), {"pass": {"more": object.union(fixture.graph.pass.pass, {"id": "more"})}})
	count(rule.violation) == 1 with input as changed
	count(rule.applies) == 1 with input as changed
}

test_verifies if {
	rule.applies == {{"id": "controller", "object": "role controller", "at": "controller"}} with input as fixture.graph
	rule.violation | rule.unverified == set() with input as fixture.graph
}

test_abstains if {
	changed := with_pass({"unrestricted": fixture.unknown("var.resources has no value")})
	rule.violation == set() with input as changed
	rule.unverified == {{"id": "controller", "object": "role controller", "at": "controller", "reason": "var.resources has no value"}} with input as changed
}
