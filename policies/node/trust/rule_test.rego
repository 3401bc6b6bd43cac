package irsalint.rules.node.trust_test

import data.irsalint.lib.nodefixture as fixture
import data.irsalint.rules.node.trust as rule

test_fires_on_another_service if {
	rule.violation == {{
		"id": "node|ec2.amazonaws.com|no",
		"object": "role node",
		"at": "node service",
		"message": "role node of EC2NodeClass default cannot be assumed by ec2.amazonaws.com: its trust policy names eks.amazonaws.com",
		"related": [{"message": "EC2NodeClass default uses the role", "at": "use"}],
		"help": `write "Service": "ec2.amazonaws.com"`,
		"key": ["node", "ec2.amazonaws.com", "eks.amazonaws.com"],
	}} with input as fixture.with_use({"trusted": fixture.no, "trusted_nearest": fixture.val("eks.amazonaws.com", "node service")})
}

test_fires_where_no_service_is_trusted if {
	some v in rule.violation with input as fixture.with_use({"trusted": fixture.no})
	v.at == "node trust"
	v.help == `add to the trust policy {"Effect": "Allow", "Principal": {"Service": "ec2.amazonaws.com"}, "Action": "sts:AssumeRole"}`
}

test_verifies if {
	rule.applies == {{"id": "node|ec2.amazonaws.com|yes", "object": "role node", "at": "node"}} with input as fixture.graph
	rule.violation | rule.unverified == set() with input as fixture.graph
}

test_abstains if {
	changed := fixture.with_use({"trusted": fixture.unknown("var.service has no value")})
	rule.violation == set() with input as changed
	rule.unverified == {{"id": "node|ec2.amazonaws.com|unknown", "object": "role node", "at": "node", "reason": "var.service has no value"}} with input as changed
}

test_abstains_where_the_role_may_not_be_there if {
	changed := object.union(fixture.with_use({"trusted": fixture.no}), {"role": {"node": {"exists": fixture.unknown("count")}}})
	rule.violation == set() with input as changed
	count(rule.unverified) == 1 with input as changed
}

# The node class names the wrong role, which another rule says.
test_silent_on_the_role_of_the_controller if {
	changed := object.union(fixture.with_use({"trusted": fixture.no, "role": "controller"}), {"pass": {"pass": {"node_role": "controller"}}})
	rule.applies | rule.violation == set() with input as changed
}
