# METADATA
# title: The role's trust policy admits the ServiceAccount that is annotated with it
# description: |
#   A ServiceAccount that names a role by eks.amazonaws.com/role-arn can assume
#   it only if the subject of its tokens, system:serviceaccount:<namespace>:<name>,
#   meets the condition on :sub of an Allow statement of the role's trust policy.
# custom:
#   severity: error
#   precision: very-high
#   tags: [irsa, trust]
#   since: 0.1.0
package irsalint.rules.irsa["subject-mismatch"]

import data.irsalint.lib.identity
import data.irsalint.lib.trust

# The identities whose links before the subject are not broken.
checks := [i |
	some i in identity.certain
	identity.stage(i) in {"subject", "deny", ""}
	identity.account(i).template == ""
	not elsewhere(input.statement[i.statement])
]

# Another rule says why the subject does not match.
elsewhere(s) if trust.forgotten(s)

elsewhere(s) if trust.operator(s) == "no"

applies contains {"id": i.id, "object": i.label, "at": i.at} if some i in checks

applies contains {"id": sa.id, "object": sa.label, "at": sa.role_arn.at} if some sa in identity.unresolved

violation contains {
	"id": i.id,
	"object": i.label,
	"at": i.at,
	"message": sprintf("%s is annotated with %s, whose trust policy %s%s", [i.label, identity.role(i).label, admits(i), instead(i)]),
	"related": array.concat(
		[{"message": sprintf("the trust policy admits %s", [n.value.text]), "at": n.value.at} | some n in nearest(i)],
		[{"message": sprintf("%s trusts this ServiceAccount", [r.label]), "at": r.at} | some r in others(i)],
	),
	"same": concat(" ", array.concat(["subject"], [text | some n in nearest(i); some text in [n.differs, n.value.at]])),
	"help": help(i),
	"key": array.concat([i.account, i.role], [n.value.text | some n in nearest(i)]),
} if {
	some i in checks
	i.verdict.is == "no"
	identity.stage(i) == "subject"
}

unverified contains {"id": i.id, "object": i.label, "at": i.at, "reason": reason} if {
	some i in checks
	i.verdict.is == "unknown"
	identity.stage(i) in {"subject", ""}
	reason := identity.why(i, "a subject of the trust policy is not known")
}

unverified contains {"id": sa.id, "object": sa.label, "at": sa.role_arn.at, "reason": reason} if {
	some sa in identity.unresolved
	reason := [text | some text in [sa.role.why, "its role is not in these files"]; text != ""][0]
}

nearest(i) := [i.nearest | i.nearest != null]

others(i) := [input.role[id] | some id in i.other_roles]

subjects(i) := [v |
	some id in identity.role(i).statements
	input.statement[id].allow.is == "yes"
	some c in input.statement[id].conditions
	c.claim == "sub"
	some v in c.values
]

admits(i) := sprintf("admits only %s%s", [i.nearest.value.text, differs(i.nearest)]) if {
	i.nearest != null
	count(subjects(i)) < 2
} else := sprintf("admits %d subjects and not this one; the nearest is %s%s", [count(subjects(i)), i.nearest.value.text, differs(i.nearest)]) if {
	i.nearest != null
} else := sprintf("does not admit %s", [i.subject.text])

differs(n) := sprintf(" (%s %q, not %q)", [n.differs, n.have, n.want]) if {
	n.differs in {"namespace", "name"}
} else := sprintf(" (it differs in case: %q, not %q)", [n.have, n.want]) if {
	n.differs == "case"
} else := " (which no ServiceAccount has as its subject)" if {
	n.differs == "shape"
} else := ""

instead(i) := sprintf("; it is %s that trusts this ServiceAccount", [others(i)[0].label]) if {
	count(i.other_roles) > 0
} else := ""

help(i) := sprintf("annotate it with the ARN of %s: %s", [others(i)[0].label, others(i)[0].arn.text]) if {
	others(i)[0].arn.state == "known"
} else := sprintf("annotate it with the ARN of %s", [others(i)[0].label]) if {
	count(i.other_roles) > 0
} else := sprintf("in the trust policy of %s, write %q", [identity.role(i).label, i.subject.text])
