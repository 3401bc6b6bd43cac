package irsalint.rules.irsa["subject-unrestricted_test"]

import data.irsalint.lib.fixture
import data.irsalint.rules.irsa["subject-unrestricted"] as rule

reach(level, fields) := fixture.with_statement({"reach": object.union({"level": level, "why": "", "value": null, "at": "place"}, fields)})

value := {"value": fixture.val("system:serviceaccount:*", "value")}

test_fires if {
	rule.violation == {{
		"id": "statement",
		"object": "trust policy of role app",
		"at": "place",
		"severity": "warning",
		"message": `the trust policy of role app lets in every ServiceAccount of the cluster: all match "system:serviceaccount:*"`,
		"related": [{"message": "ServiceAccount prod/app is given the role", "at": "annotation"}],
		"help": `"StringEquals": {"oidc.eks.eu-west-1.amazonaws.com/id/AAAA:sub": "system:serviceaccount:prod:app"}`,
		"key": ["role", "cluster", "system:serviceaccount:*"],
	}} with input as reach("cluster", value)
}

test_fires_without_a_condition if {
	some v in rule.violation with input as object.union(reach("missing", {}), {"identity": {"identity": {"role": "other"}}})
	v.severity == "warning"
	contains(v.message, "has no condition on the subject")
	endswith(v.help, `: "system:serviceaccount:<namespace>:<name>"}`)
}

test_notes_a_namespace if {
	every level in ["namespace", "any_namespace"] {
		some v in rule.violation with input as reach(level, value)
		v.severity == "note"
	}
}

test_warns_of_operators if {
	every level in ["negated", "absent"] {
		some v in rule.violation with input as reach(level, {})
		v.severity == "warning"
	}
}

test_verifies if {
	count(rule.applies) == 1 with input as reach("exact", {})
	rule.violation | rule.unverified == set() with input as reach("exact", {})
}

test_abstains if {
	changed := reach("unknown", {"why": "var.subject has no value"})
	rule.violation == set() with input as changed
	some u in rule.unverified with input as changed
	u.reason == "var.subject has no value"
}
