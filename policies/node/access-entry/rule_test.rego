package irsalint.rules.node["access-entry_test"]

import data.irsalint.lib.nodefixture as fixture
import data.irsalint.rules.node["access-entry"] as rule

standard := fixture.with_node("access_entry", "entry", {"type_form": "STANDARD", "type": fixture.val("STANDARD", "type")})

config_map := {"cluster": {"cluster": {"mode": "CONFIG_MAP", "authentication_mode": fixture.val("CONFIG_MAP", "mode")}}}

test_fires_on_type_standard if {
	rule.violation == {{
		"id": "entry",
		"object": "access entry node",
		"at": "type",
		"message": "the access entry of role node has the type STANDARD, with which nodes of EC2NodeClass default cannot join",
		"related": [{"message": "EC2NodeClass default uses the role", "at": "use"}],
		"help": `type = "EC2_LINUX"`,
		"key": ["entry", "STANDARD"],
	}} with input as standard
}

test_fires_on_no_type if {
	some v in rule.violation with input as object.union(standard, {"access_entry": {"entry": {"type": null}}})
	v.at == "entry"
}

test_fires_on_a_type_that_auto_mode_does_not_use if {
	some v in rule.violation with input as fixture.with_use({"kind": "auto_mode"})
	v.help == `type = "EC2"`
}

test_fires_on_the_authentication_mode if {
	rule.violation == {{
		"id": "cluster",
		"object": "cluster demo",
		"at": "mode",
		"message": "cluster demo is in authentication mode CONFIG_MAP, in which EKS refuses access entries, but the files make 1 for it",
		"related": [{"message": "access entry node", "at": "entry"}],
		"help": `authentication_mode = "API_AND_CONFIG_MAP"`,
		"severity": "error",
		"key": ["cluster", "CONFIG_MAP"],
	}} with input as object.union(fixture.graph, config_map)
}

# What is not written may have been changed since the cluster was made.
test_warns_where_the_mode_is_the_default if {
	some v in rule.violation with input as object.union(object.union(fixture.graph, config_map), {"cluster": {"cluster": {"authentication_mode": null}}})
	v.severity == "warning"
	v.at == "cluster"
}

test_verifies if {
	{a.id | some a in rule.applies} == {"entry", "cluster"} with input as fixture.graph
	rule.violation | rule.unverified == set() with input as fixture.graph
}

test_abstains_on_an_unknown_type if {
	changed := fixture.with_node("access_entry", "entry", {"type_form": "unknown", "type": {"state": "symbolic", "text": "${var.type}", "at": "type", "why": "var.type has no value"}})
	rule.violation == set() with input as changed
	rule.unverified == {{"id": "entry", "object": "access entry node", "at": "entry", "reason": "var.type has no value"}} with input as changed
}

test_abstains_where_the_cluster_is_not_known if {
	changed := object.union(standard, {"access_entry": {"entry": {"cluster": {"ids": [], "why": "var.cluster has no value"}}}})
	rule.violation == set() with input as changed
	"var.cluster has no value" in {u.reason | some u in rule.unverified} with input as changed
}

test_abstains_on_an_unknown_mode if {
	changed := object.union(fixture.graph, {"cluster": {"cluster": {"mode": "unknown", "authentication_mode": {"state": "unknown", "text": "", "at": "mode", "why": "var.mode has no value"}}}})
	rule.violation == set() with input as changed
	rule.unverified == {{"id": "cluster", "object": "cluster demo", "at": "cluster", "reason": "var.mode has no value"}} with input as changed
}

test_silent_on_an_entry_in_another_cluster if {
	rule.violation == set() with input as object.union(standard, {"access_entry": {"entry": {"cluster": {"ids": ["other"]}}}})
}

test_silent_on_a_role_of_a_managed_group_too if {
	rule.violation == set() with input as object.union(standard, {"node_use": {"more": object.union(fixture.use, {"id": "more", "kind": "managed"})}})
}
