# METADATA
# title: The role that a ServiceAccount is annotated with is there
# description: |
#   A role that is not in the files may be made elsewhere. It is evidently
#   another one that is meant where the files make a role of the same account
#   that trusts exactly this ServiceAccount, and whose ARN is the annotation's
#   but for its path or a slip in its name.
# custom:
#   severity: warning
#   precision: very-high
#   tags: [irsa, annotation]
#   since: 0.2.0
package irsalint.rules.irsa["role-not-found"]

import data.irsalint.lib.graph

checks := [sa | some sa in input.service_account; sa.role_arn != null; sa.role_form in {"role", "unknown"}]

applies contains {"id": sa.id, "object": sa.label, "at": sa.role_arn.at} if some sa in checks

violation contains {
	"id": sa.id,
	"object": sa.label,
	"at": sa.role_arn.at,
	"message": sprintf("%s is annotated with %s, which is not in these files; %s is, and trusts this ServiceAccount", [sa.label, sa.role_arn.text, sa.near_role.label]),
	"related": [{"message": sprintf("%s is made here", [sa.near_role.label]), "at": sa.near_role.at}],
	"same": sprintf("%s %s", [sa.role_arn.text, sa.near_role.id]),
	"help": sprintf("eks.amazonaws.com/role-arn: %s", [sa.near_role.text]),
	"key": [sa.id, sa.role_arn.text],
} if {
	some sa in checks
	sa.near_role != null
	graph.exists(sa)
	not sa.kustomize_base
}

unverified contains {"id": sa.id, "object": sa.label, "at": sa.role_arn.at, "reason": doubt(sa)} if some sa in checks

doubt(sa) := graph.because(sa.role, "the role is not in these files") if {
	count(sa.role.ids) == 0
	is_null(sa.near_role)
} else := "an overlay may change its annotation" if {
	sa.near_role != null
	sa.kustomize_base
} else := graph.why([sa.exists], "it is not known whether it is there") if {
	sa.near_role != null
	not graph.exists(sa)
}
