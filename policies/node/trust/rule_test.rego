package irsalint.rules.node.trust_test

import data.irsalint.lib.nodefixture as fixture
import data.irsalint.rules.node.trust as rule

test_fires_on_another_service if {
	rule.violation == {{
		"id": "node|ec2.amazonaws.com|no|node service",
		"object": "role node",
		"at": "node service",
		"message": "role node of EC2NodeClass default cannot be assumed by ec2.amazonaws.com: its trust policy names eks.amazonaws.com",
		"related": [{"message": "EC2NodeClass default uses the role", "at": "use"}],
		"help": `write "ec2.amazonaws.com" instead of "eks.amazonaws.com"`,
		"key": ["node", "ec2.amazonaws.com", "eks.amazonaws.com"],
	}} with input as object.union(
		fixture.with_use({"trusted": fixture.no, "trusted_nearest": fixture.val("eks.amazonaws.com", "node service")}),
		{"role": {"node": {"statements": []}}},
	)
}

test_fires_where_no_service_is_trusted if {
	some v in rule.violation with input as fixture.with_use({"trusted": fixture.no})
	v.at == "node trust"
	v.help == `add to the trust policy {"Effect": "Allow", "Principal": {"Service": "ec2.amazonaws.com"}, "Action": "sts:AssumeRole"}`
}

# What is right for another use of the role must stay.
test_adds_to_several_services if {
	changed := object.union(fixture.with_use({"trusted": fixture.no, "trusted_nearest": fixture.val("a.amazonaws.com", "node service")}), {
		"role": {"node": {"statements": ["s"]}},
		"statement": {"s": {"principals": [
			{"type": "Service", "value": fixture.val("a.amazonaws.com", "")},
			{"type": "AWS", "value": fixture.val("arn:aws:iam::111122223333:root", "")},
			{"type": "Service", "value": fixture.val("b.amazonaws.com", "")},
		]}},
	})
	some v in rule.violation with input as changed
	endswith(v.message, "names a.amazonaws.com, b.amazonaws.com")
	v.help == `add "ec2.amazonaws.com" to the services that the trust policy names`
}

# Two callers of a module give two wrong services: two mistakes.
test_one_for_each_place if {
	graph := fixture.with_use({"trusted": fixture.no, "trusted_nearest": fixture.val("eks.amazonaws.com", "first")})
	some id, use in graph.node_use
	second := object.union(use, {"id": "second", "trusted_nearest": fixture.val("eks.amazonaws.com", "second")})
	changed := object.union(graph, {"node_use": {id: use, "second": second}})
	{v.at | some v in rule.violation} == {"first", "second"} with input as changed
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
