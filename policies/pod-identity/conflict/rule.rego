# METADATA
# title: A ServiceAccount with an association is not annotated with another role
# description: |
#   Where a ServiceAccount has a Pod Identity association, its annotation
#   eks.amazonaws.com/role-arn is not looked at: new pods get the role of the
#   association. Two different roles mean that one of them is not used, which
#   the files do not show.
# custom:
#   severity: warning
#   precision: high
#   tags: [pod-identity, annotation]
#   since: 0.2.0
package irsalint.rules["pod-identity"].conflict

import data.irsalint.lib.graph

checks := [a | some a in input.association; a.account_name != null]

applies contains {"id": a.id, "object": a.label, "at": a.at} if some a in checks

violation contains {
	"id": a.id,
	"object": sa.label,
	"at": sa.role_arn.at,
	"message": sprintf("%s is annotated with %s, but %s gives its pods %s: the annotation is not looked at", [sa.label, sa.role_arn.text, a.label, a.role_arn.text]),
	"related": [{"message": sprintf("%s names another role", [a.label]), "at": a.role_arn.at}],
	"help": "remove the annotation eks.amazonaws.com/role-arn, or the association",
	"key": [sa.id, a.id],
} if {
	some a in checks
	a.conflict.is == "yes"
	sa := account(a)
	every node in [a, sa] { graph.exists(node) }
	not sa.kustomize_base
}

unverified contains {"id": a.id, "object": a.label, "at": a.at, "reason": reason} if {
	some a in checks
	reason := doubt(a)
}

account(a) := input.service_account[a.conflict_with]

doubt(a) := graph.why([a.conflict], "its role or that of the annotation is not known") if {
	a.conflict.is == "unknown"
} else := "an overlay may change the annotation" if {
	a.conflict.is == "yes"
	account(a).kustomize_base
} else := graph.why([a.exists, account(a).exists], "it is not known whether both are there") if {
	a.conflict.is == "yes"
	some node in [a, account(a)]
	not graph.exists(node)
}
