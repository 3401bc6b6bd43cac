# METADATA
# title: No name is a reference whose interpolation marks were forgotten
# description: |
#   A namespace, a name or a subject with braces, such as {var.name}, is taken
#   literally. No ServiceAccount can have it, so nothing it names will match.
# custom:
#   severity: error
#   precision: very-high
#   tags: [irsa, trust]
#   since: 0.1.0
package irsalint.rules.irsa.interpolation

import data.irsalint.lib.graph
import data.irsalint.lib.trust

# Texts that are right: those of ServiceAccounts and of subjects.
right := array.concat(
	[{"id": sa.id, "object": sa.label, "at": sa.name} |
		some sa in input.service_account
		sa.template == ""
		sa.name != null
	],
	[{"id": sprintf("%s %d %d", [s.id, n, m]), "object": trust.role(s), "at": v.value} |
		some s in trust.statements
		some n, c in s.conditions
		some m, v in c.values
		v.form in {"subject", "unknown"}
		not v.template
		v.value != null
	],
)

applies contains {"id": r.id, "object": r.object, "at": r.at.at} if some r in right

applies contains {"id": n.id, "object": n.label, "at": n.at} if some n in input.interpolation

violation contains {
	"id": n.id,
	"object": n.label,
	"at": n.at,
	"message": sprintf("%s: the %s %q is literal text: its interpolation marks are missing", [n.label, n.field, n.text]),
	"related": [{"message": "it is used here", "at": at} | some at in n.used_at; at != n.at],
	"help": help(n),
	"key": [n.label, n.text],
} if some n in input.interpolation

unverified contains {"id": r.id, "object": r.object, "at": r.at.at, "reason": reason} if {
	some r in right
	r.at.state != "known"
	reason := graph.because(r.at, "the text is not known")
}

help(n) := sprintf("write %q", [n.wanted]) if n.wanted != ""

else := "write the reference with its marks, such as ${var.name}"
