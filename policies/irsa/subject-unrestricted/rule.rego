# METADATA
# title: A trust policy says which ServiceAccounts may have the role
# description: |
#   Every pod of a cluster can present a token of the cluster's issuer. What
#   keeps all but the intended ones from a role is the condition on :sub of its
#   trust policy. It must name ServiceAccounts, or a pattern narrower than the
#   cluster, under an operator that does not let in what it does not name.
# custom:
#   severity: warning
#   precision: very-high
#   tags: [irsa, trust, security]
#   since: 0.2.0
package irsalint.rules.irsa["subject-unrestricted"]

import data.irsalint.lib.trust

checks := [s | some s in trust.statements; not trust.forgotten(s)]

applies contains {"id": s.id, "object": s.label, "at": s.at} if some s in checks

violation contains {
	"id": s.id,
	"object": s.label,
	"at": s.reach.at,
	"severity": severity(s),
	"message": sprintf("the trust policy of %s %s", [trust.role(s), lets_in(s)]),
	"related": related(s),
	"help": help(s),
	"key": array.concat([s.role, s.reach.level], [s.reach.value.text | s.reach.value != null]),
} if {
	some s in checks
	not s.reach.level in {"exact", "unknown"}
}

unverified contains {"id": s.id, "object": s.label, "at": s.at, "reason": s.reach.why} if {
	some s in checks
	s.reach.level == "unknown"
}

severity(s) := "note" if {
	s.reach.level in {"namespace", "any_namespace"}
} else := "warning"

# The accounts that the files give the role to, which is what to write.
meant(s) := [input.identity[id] | some id in sort([id | some id, i in input.identity; i.role == s.role])]

related(s) := [{"message": sprintf("%s is given the role", [i.label]), "at": i.at} | some i in array.slice(meant(s), 0, 3)]

lets_in(s) := "has no condition on the subject, so that every ServiceAccount of the cluster may have the role" if {
	s.reach.level == "missing"
} else := sprintf("lets in every ServiceAccount of the cluster: all match %q", [s.reach.value.text]) if {
	s.reach.level == "cluster"
} else := "keeps out only the subjects that its condition names; every other ServiceAccount of the cluster may have the role" if {
	s.reach.level == "negated"
} else := "has a condition on the subject that also holds where the key is absent, so that a misspelt key would let everyone in" if {
	s.reach.level == "absent"
} else := sprintf("lets in every ServiceAccount of a namespace: all match %q", [s.reach.value.text]) if {
	s.reach.level == "namespace"
} else := sprintf("lets a ServiceAccount in from any namespace by its name: %q", [s.reach.value.text])

help(s) := sprintf(`"StringEquals": {"%s:sub": %q}`, [trust.named_issuer(s), subject(s)])

subject(s) := array.concat([i.subject.text | some i in meant(s)], ["system:serviceaccount:<namespace>:<name>"])[0]
