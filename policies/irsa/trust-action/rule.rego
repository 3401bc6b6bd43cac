# METADATA
# title: A role that a ServiceAccount is annotated with can be assumed by web identity
# description: |
#   The trust policy has an Allow statement for sts:AssumeRoleWithWebIdentity,
#   and no Deny statement takes it back.
# custom:
#   severity: error
#   precision: very-high
#   tags: [irsa, trust]
#   since: 0.1.0
package irsalint.rules.irsa["trust-action"]

import data.irsalint.lib.graph
import data.irsalint.lib.identity

applies contains {"id": i.id, "object": i.label, "at": i.at} if some i in array.concat(identity.certain, identity.uncertain)

# The statement trusts an OIDC provider, but for another action.
violation contains {
	"id": i.id,
	"object": i.label,
	"at": s.action_at,
	"message": sprintf("%s is annotated with %s, whose trust policy %s the OIDC provider sts:AssumeRoleWithWebIdentity", [i.label, identity.role(i).label, verb(s)]),
	"same": "action",
	"related": [{"message": sprintf("%s names the role", [i.label]), "at": i.at}],
	"help": "write \"Effect\": \"Allow\", \"Action\": \"sts:AssumeRoleWithWebIdentity\"",
	"key": [i.account, i.role],
} if {
	some i in broken("action")
	s := federated(i)[0]
}

# The role is for something else: most likely the annotation names the wrong one.
violation contains {
	"id": i.id,
	"object": i.label,
	"at": i.at,
	"message": sprintf("%s is annotated with %s, which no ServiceAccount can assume: %s", [i.label, identity.role(i).label, trusts(i)]),
	"same": identity.role(i).trust_at,
	"related": array.concat(
		[{"message": "the trust policy", "at": identity.role(i).trust_at}],
		[{"message": sprintf("%s trusts this ServiceAccount", [input.role[id].label]), "at": input.role[id].at} | some id in i.other_roles],
	),
	"help": sprintf("annotate it with a role whose trust policy allows sts:AssumeRoleWithWebIdentity to %q", [i.subject.text]),
	"key": [i.account, i.role],
} if {
	some i in broken("action")
	count(federated(i)) == 0
}

violation contains {
	"id": i.id,
	"object": i.label,
	"at": i.at,
	"message": sprintf("%s is annotated with %s, but a Deny statement of its trust policy keeps it out", [i.label, identity.role(i).label]),
	"related": [{"message": "this statement denies it", "at": s.at} | some s in statements(i); s.allow.is == "no"],
	"help": "except the ServiceAccount's subject from the Deny statement",
	"key": [i.account, i.role],
} if {
	some i in broken("deny")
}

unverified contains {"id": i.id, "object": i.label, "at": i.at, "reason": reason} if {
	some i in identity.certain
	i.verdict.is == "unknown"
	identity.stage(i) in {"action", "deny"}
	reason := identity.why(i, "the trust policy of the role is not known")
}

unverified contains {"id": i.id, "object": i.label, "at": i.at, "reason": reason} if {
	some i in identity.uncertain
	reason := graph.why([identity.account(i).exists, identity.role(i).exists], "it is not known whether it is there")
}

broken(stage) := [i |
	some i in identity.certain
	i.verdict.is == "no"
	identity.stage(i) == stage
]

statements(i) := [input.statement[id] | some id in identity.role(i).statements]

federated(i) := [s |
	some s in statements(i)
	some p in s.principals
	p.form == "oidc_provider"
]

verb(s) := "denies" if s.allow.is == "no"

verb(s) := "does not allow" if s.allow.is != "no"

trusts(i) := sprintf("its trust policy is for %s", [concat(", ", principals)]) if {
	principals := {p.value.text | some s in statements(i); some p in s.principals; p.value != null}
	count(principals) > 0
} else := "its trust policy allows nobody sts:AssumeRoleWithWebIdentity"
