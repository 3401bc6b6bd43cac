# METADATA
# title: A pattern in a trust policy stands under an operator that reads patterns
# description: |
#   StringEquals compares with * and ? as plain characters. No ServiceAccount
#   has them in its namespace or name, so the condition can never hold.
# custom:
#   severity: error
#   precision: very-high
#   tags: [irsa, trust]
#   since: 0.1.0
package irsalint.rules.irsa["wildcard-literal"]

import data.irsalint.lib.graph
import data.irsalint.lib.trust

# The conditions on subject and audience, of statements that are right so far.
checks := [{"id": sprintf("%s %d", [s.id, n]), "statement": s, "condition": c} |
	some s in trust.statements
	trust.to_operator(s)
	some n, c in s.conditions
	c.key_form == "claim"
	c.claim in {"sub", "aud"}
]

# The first pattern under an operator that takes it for plain text.
pattern(check) := [v | some v in check.condition.values; v.wildcard][0] if {
	check.condition in trust.literal_pattern(check.statement)
}

applies contains {"id": c.id, "object": trust.role(c.statement), "at": c.condition.at} if some c in checks

violation contains {
	"id": c.id,
	"object": trust.role(c.statement),
	"at": v.value.at,
	"message": sprintf(
		"%s compares :%s with the literal text %q: under %s, * and ? are no wildcards, so it never matches",
		[trust.role(c.statement), c.condition.claim, v.value.text, c.condition.operator.text],
	),
	"related": [{"message": "the operator that takes it literally", "at": c.condition.operator.at}],
	"same": c.condition.claim,
	"help": "write StringLike instead of StringEquals",
	"key": [c.statement.role, c.condition.claim, v.value.text],
} if {
	some c in checks
	v := pattern(c)
}

unverified contains {"id": c.id, "object": trust.role(c.statement), "at": c.condition.at, "reason": reason} if {
	some c in checks
	not pattern(c)
	reason := doubt(c.condition)
}

doubt(c) := graph.because(c.operator, "the operator is not known") if c.base == ""

else := graph.why([c.values_known], "the values are not known") if {
	c.base in {"StringEquals", "StringEqualsIgnoreCase"}
	c.values_known.is != "yes"
}
