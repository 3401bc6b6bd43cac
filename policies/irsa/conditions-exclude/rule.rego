# METADATA
# title: The conditions of a trust statement can hold together
# description: |
#   All operators and keys of one statement must hold. Alternatives belong in
#   one list of values, or in statements of their own.
# custom:
#   severity: error
#   precision: high
#   tags: [irsa, trust]
#   since: 0.1.0
package irsalint.rules.irsa["conditions-exclude"]

import data.irsalint.lib.graph
import data.irsalint.lib.trust

# Statements with several conditions on one claim.
checks := [{"statement": s, "claim": claim, "conditions": conditions} |
	some s in trust.statements
	trust.to_operator(s)
	trust.operator(s) != "no"
	not trust.forgotten(s)
	claim := [claim | some claim in ["sub", "aud"]; count(on(s, claim)) > 1][0]
	conditions := on(s, claim)
]

on(s, claim) := [c | some c in s.conditions; c.key_form == "claim"; c.claim == claim]

applies contains {"id": c.statement.id, "object": trust.role(c.statement), "at": c.conditions[0].at} if some c in checks

violation contains {
	"id": c.statement.id,
	"object": trust.role(c.statement),
	"at": c.conditions[0].at,
	"message": sprintf(
		"%s: the conditions on :%s exclude each other, since all of a statement must hold: %s",
		[trust.role(c.statement), c.claim, concat("; ", [wants(condition) | some condition in c.conditions])],
	),
	"related": [{"message": sprintf("and at the same time %s", [wants(condition)]), "at": condition.at} |
		some n, condition in c.conditions
		n > 0
	],
	"same": concat(" ", [condition.at | some condition in c.conditions]),
	"help": "put the alternatives into one list under StringLike, or each into a statement of its own",
	"key": array.concat([c.statement.role, c.claim], [wants(condition) | some condition in c.conditions]),
} if {
	some c in checks
	c.statement.satisfiable.is == "no"
}

unverified contains {"id": c.statement.id, "object": trust.role(c.statement), "at": c.conditions[0].at, "reason": reason} if {
	some c in checks
	c.statement.satisfiable.is == "unknown"
	reason := graph.why([c.statement.satisfiable], "a value of the conditions is not known")
}

wants(c) := sprintf("%s %s", [c.operator.text, concat(" or ", [v.value.text | some v in c.values])])
