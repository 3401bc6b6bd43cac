package irsalint.rules.irsa["subject-mismatch_test"]

import data.irsalint.lib.fixture
import data.irsalint.rules.irsa["subject-mismatch"] as rule

mismatch := {
	"verdict": fixture.no,
	"stage": "subject",
	"nearest": {"value": fixture.val("system:serviceaccount:tracing:app", "subject"), "differs": "namespace", "have": "tracing", "want": "prod"},
}

test_fires if {
	rule.violation == {{
		"id": "identity",
		"object": "ServiceAccount prod/app",
		"at": "annotation",
		"message": `ServiceAccount prod/app is annotated with role app, whose trust policy admits only system:serviceaccount:tracing:app (namespace "tracing", not "prod")`,
		"related": [{"message": "the trust policy admits system:serviceaccount:tracing:app", "at": "subject"}],
		"same": "subject namespace subject",
		"help": `in the trust policy of role app, write "system:serviceaccount:prod:app"`,
		"key": ["account", "role", "system:serviceaccount:tracing:app"],
	}} with input as fixture.with_identity(mismatch)
}

# The first link that fails counts, whatever is not known before it.
test_fires_past_an_unknown_link if {
	count(rule.violation) == 1 with input as fixture.with_identity(object.union(mismatch, {
		"stage": "principal",
		"links": [
			{"stage": "principal", "is": "unknown", "why": "", "at": ""},
			{"stage": "subject", "is": "no", "why": "", "at": ""},
		],
	}))
}

test_names_the_role_that_is_meant if {
	other := {"id": "other", "label": "role other", "at": "other role", "exists": fixture.yes, "arn": fixture.val("arn:aws:iam::111122223333:role/other", "other"), "trust_at": "", "statements": []}
	changed := object.union(fixture.with_identity(object.union(mismatch, {"other_roles": ["other"]})), {"role": {"other": other}})
	some v in rule.violation with input as changed
	endswith(v.message, "; it is role other that trusts this ServiceAccount")
	v.help == "annotate it with the ARN of role other: arn:aws:iam::111122223333:role/other"
	v.related[1] == {"message": "role other trusts this ServiceAccount", "at": "other role"}
}

test_verifies if {
	rule.applies == {{"id": "identity", "object": "ServiceAccount prod/app", "at": "annotation"}} with input as fixture.graph
	rule.violation == set() with input as fixture.graph
	rule.unverified == set() with input as fixture.graph
}

test_abstains if {
	changed := fixture.with_identity({"verdict": fixture.unknown("var.namespace has no value"), "stage": "subject"})
	rule.violation == set() with input as changed
	rule.unverified == {{"id": "identity", "object": "ServiceAccount prod/app", "at": "annotation", "reason": "var.namespace has no value"}} with input as changed
}

test_silent_where_an_earlier_link_fails if {
	rule.applies == set() with input as fixture.with_identity(object.union(mismatch, {"stage": "issuer"}))
	rule.violation == set() with input as fixture.with_identity(object.union(mismatch, {"stage": "issuer"}))
}

test_silent_where_an_end_may_not_be_there if {
	changed := object.union(fixture.with_identity(mismatch), {"role": {"role": {"exists": fixture.unknown("count")}}})
	rule.violation == set() with input as changed
}

test_silent_beside_a_forgotten_interpolation if {
	changed := object.union(fixture.with_identity(mismatch), {"service_account": {"account": {"template": "{var.x}"}}})
	rule.violation == set() with input as changed
}

test_abstains_where_the_role_is_not_in_the_files if {
	changed := json.patch(fixture.with_account({"role": {"ids": [], "why": "no role in these files has the ARN"}}), [{"op": "remove", "path": "/identity/identity"}])
	rule.violation == set() with input as changed
	{u.reason | some u in rule.unverified} == {"no role in these files has the ARN"} with input as changed
}
