# METADATA
# title: A subject that a trust policy names is that of a ServiceAccount
# description: |
#   ServiceAccounts may be made by anything, so a subject without one in the
#   files is no mistake by itself. It is one where no ServiceAccount has it and
#   the files make exactly one that nearly has: its pods are there, and it has
#   no role.
# custom:
#   severity: warning
#   precision: high
#   tags: [irsa, trust]
#   since: 0.2.0
package irsalint.rules.irsa["subject-unused"]

import data.irsalint.lib.trust

# checks are the exact subjects of trust policies, by their place.
checks[id] := {"statement": s, "value": v, "claim": c} if {
	some s in trust.statements
	not trust.forgotten(s)
	some i, c in s.conditions
	c.claim == "sub"
	c.key_form == "claim"
	not c.negated
	some j, v in c.values
	v.form == "subject"
	not v.wildcard
	looked_for(v)
	id := sprintf("%s/%d/%d", [s.id, i, j])
}

# What a chart or EKS makes is not missed.
looked_for(v) if not v.made_elsewhere

looked_for(v) if count(v.account.ids) > 0

applies contains {"id": id, "object": check.statement.label, "at": check.value.value.at} if some id, check in checks

violation contains {
	"id": id,
	"object": check.statement.label,
	"at": check.value.value.at,
	"message": sprintf("the trust policy of %s names %s, which no ServiceAccount of these files has; %s nearly has it, and no role", [trust.role(check.statement), check.value.value.text, near.label]),
	"related": [{"message": sprintf("%s is made here", [near.label]), "at": near.at}],
	"same": check.value.value.text,
	"help": sprintf("%q", [sprintf("system:serviceaccount:%s", [replace(near.text, "/", ":")])]),
	"key": [check.statement.role, check.value.value.text],
} if {
	some id, check in checks
	near := check.value.near_account
	near != null
}

unverified contains {"id": id, "object": check.statement.label, "at": check.value.value.at, "reason": reason} if {
	some id, check in checks
	count(check.value.account.ids) == 0
	is_null(check.value.near_account)
	reason := [text | some text in [check.value.value.why, "the ServiceAccount that it names is not in these files"]; text != ""][0]
}
