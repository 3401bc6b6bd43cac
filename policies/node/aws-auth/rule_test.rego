package irsalint.rules.node["aws-auth_test"]

import data.irsalint.lib.nodefixture as fixture
import data.irsalint.rules.node["aws-auth"] as rule

auth(change) := fixture.with_node("aws_auth", "auth", change)

one(v) if count(v) == 1

test_fires_on_a_path if {
	rule.violation == {{
		"id": "auth/0",
		"object": "mapping 1 of ConfigMap kube-system/aws-auth",
		"at": "rolearn",
		"message": "arn:aws:iam::111122223333:role/eks/node in mapRoles has a path, which the authenticator does not see: the entry matches nobody",
		"related": [],
		"help": "rolearn: arn:aws:iam::111122223333:role/node",
		"key": ["auth", "arn:aws:iam::111122223333:role/eks/node in mapRoles has a path, which the authenticator does not see: the entry matches nobody"],
	}} with input as fixture.with_mapping({"form": "role_with_path", "role_arn": fixture.val("arn:aws:iam::111122223333:role/eks/node", "rolearn")})
}

# A wrong key is one finding, not also the key that is missing for it.
test_fires_once_on_wrong_keys if {
	changed := fixture.with_mapping({
		"role_arn": null,
		"form": "absent",
		"groups": [],
		"has_node_groups": fixture.no,
		"wrong_keys": [
			{"key": "role_arn", "want": "rolearn", "at": "key", "value": null, "problem": "key"},
			{"key": "group", "want": "groups", "at": "key2", "value": null, "problem": "key"},
		],
	})
	one(rule.violation) with input as changed
	some v in rule.violation with input as changed
	v.at == "key"
	v.message == "an entry of mapRoles has the keys role_arn and group, but the authenticator reads rolearn, username and groups"
	v.help == "write rolearn instead of role_arn, and groups instead of group"
}

test_a_further_key_does_no_harm if {
	rule.violation == set() with input as fixture.with_mapping({"wrong_keys": [{"key": "comment", "want": "", "at": "key", "value": null, "problem": "key"}]})
}

test_fires_on_no_role if {
	some v in rule.violation with input as fixture.with_mapping({"role_arn": null, "form": "absent"})
	v.at == "mapping"
}

test_silent_on_a_permission_set if {
	changed := fixture.with_mapping({"role_arn": null, "form": "absent", "sso": true, "node": fixture.no})
	rule.violation | rule.unverified == set() with input as changed
}

test_fires_on_missing_groups if {
	some v in rule.violation with input as fixture.with_mapping({"has_node_groups": fixture.no})
	contains(v.message, "has not both groups of nodes")
	startswith(v.help, "- rolearn: arn:aws:iam::111122223333:role/node\n")
}

test_fires_on_a_user_name_that_is_no_nodes if {
	some v in rule.violation with input as fixture.with_mapping({"username_form": "other"})
	contains(v.message, "has not the user name of a node")
}

# Nothing reads the entries of a ConfigMap in another place.
test_fires_on_a_role_that_no_node_can_have if {
	changed := fixture.with_mapping({"nodes": fixture.no, "role": {"ids": ["controller"]}})
	some v in rule.violation with input as changed
	v.at == "rolearn"
	contains(v.message, "lets nodes in with role controller, which no node can have")
}

test_fires_once_on_another_place if {
	changed := object.union(fixture.with_mapping({"form": "role_with_path"}), {"aws_auth": {"auth": {"misplaced": "namespace"}}})
	one(rule.violation) with input as changed
	some v in rule.violation with input as changed
	v.at == "auth namespace"
	v.help == "namespace: kube-system"
}

test_fires_on_a_list if {
	some v in rule.violation with input as auth({"form": "list", "mappings": []})
	v.at == "form"
	v.help == "write mapRoles: | so that what follows is text"
	v.message == "mapRoles of ConfigMap kube-system/aws-auth is a list, but values of a ConfigMap are text"
}

test_fires_on_an_unknown_key_of_data if {
	some v in rule.violation with input as auth({"form": "absent", "mappings": [], "data_keys": [{"key": "mapRole", "want": "mapRoles", "at": "key", "value": null, "problem": "key"}]})
	v.help == "write mapRoles instead of mapRole"
}

test_verifies if {
	{a.id | some a in rule.applies} == {"auth", "auth/0"} with input as fixture.graph
	rule.violation | rule.unverified == set() with input as fixture.graph
}

test_abstains_on_an_unknown_arn if {
	changed := fixture.with_mapping({"form": "unknown", "role_arn": {"state": "unknown", "text": "", "at": "rolearn", "why": "var.role has no value"}})
	rule.violation == set() with input as changed
	rule.unverified == {{"id": "auth/0", "object": "mapping 1 of ConfigMap kube-system/aws-auth", "at": "mapping", "reason": "var.role has no value"}} with input as changed
}

test_abstains_on_unknown_groups if {
	changed := fixture.with_mapping({"has_node_groups": fixture.unknown("var.groups has no value")})
	rule.violation == set() with input as changed
	"var.groups has no value" in {u.reason | some u in rule.unverified} with input as changed
}

test_abstains_where_it_may_not_be_there if {
	changed := object.union(fixture.with_mapping({"form": "role_with_path"}), {"aws_auth": {"auth": {"exists": fixture.unknown("var.create has no value")}}})
	rule.violation == set() with input as changed
	{u.id | some u in rule.unverified} == {"auth", "auth/0"} with input as changed
}

test_abstains_without_a_namespace if {
	changed := auth({"misplaced": "unknown"})
	rule.violation == set() with input as changed
	{u.id | some u in rule.unverified} == {"auth"} with input as changed
}

test_says_what_is_no_yaml if {
	some v in rule.violation with input as auth({"form": "bad_yaml", "form_why": "did not find expected key", "form_at": "", "mappings": []})
	v.at == "auth"
	v.message == "mapRoles of ConfigMap kube-system/aws-auth is not valid YAML, so the authenticator reads none of it: did not find expected key"
}
