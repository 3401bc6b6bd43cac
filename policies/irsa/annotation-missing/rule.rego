# METADATA
# title: A ServiceAccount that a role is made for has it
# description: |
#   Where exactly one role trusts a ServiceAccount by its exact name and pods run
#   under the account, the account needs the annotation eks.amazonaws.com/role-arn
#   or a Pod Identity association; without, the pods run with the role of the
#   node.
# custom:
#   severity: warning
#   precision: high
#   tags: [irsa, annotation]
#   since: 0.2.0
package irsalint.rules.irsa["annotation-missing"]

import data.irsalint.lib.graph

# A misplaced annotation has a rule of its own.
checks := [sa |
	some sa in input.service_account
	count(sa.trusted_by.ids) > 0
	count(sa.misread) == 0
]

applies contains {"id": sa.id, "object": sa.label, "at": sa.at} if some sa in checks

violation contains {
	"id": sa.id,
	"object": sa.label,
	"at": sa.at,
	"message": sprintf("%s trusts %s, which %s runs under, but the account is not annotated with it", [role(sa).label, sa.label, workloads(sa)[0].label]),
	"related": [
		{"message": sprintf("the trust policy of %s names the account", [role(sa).label]), "at": role(sa).trust_at},
		{"message": sprintf("%s runs under it", [workloads(sa)[0].label]), "at": workloads(sa)[0].at},
	],
	"help": sprintf("annotate it with eks.amazonaws.com/role-arn: %s", [role(sa).arn.text]),
	"key": [sa.id, role(sa).id],
} if {
	some sa in checks
	bare(sa)
	not doubt(sa)
}

unverified contains {"id": sa.id, "object": sa.label, "at": sa.at, "reason": doubt(sa)} if some sa in checks

bare(sa) if {
	is_null(sa.role_arn)
	count(sa.associations.ids) == 0
}

role(sa) := input.role[sa.trusted_by.ids[0]]

workloads(sa) := [input.workload[id] | some id in sa.workloads]

doubt(sa) := reasons[0] if {
	bare(sa)
	reasons := [text | some text in array.concat(about_account(sa), about_pods(sa)); text != ""]
	count(reasons) > 0
}

about_account(sa) := array.concat(
	[graph.why([sa.elsewhere], "it may get the role in another way") | sa.elsewhere.is != "no"],
	array.concat(
		["several roles trust it" | count(sa.trusted_by.ids) > 1],
		array.concat(
			[sprintf("%s may trust it too", [input.role[id].label]) | some id in sa.trusted_by.possible],
			[graph.why([node.exists], "it is not known whether it is there") | some node in [sa, role(sa)]; not graph.exists(node)],
		),
	),
)

about_pods(sa) := array.concat(
	["no pod of these files runs under it" | count(sa.workloads) == 0],
	array.concat(
		[sprintf("%s is given a role by hand", [w.label]) | some w in workloads(sa); w.role_env.is == "yes"],
		array.concat(
			[graph.why([w.role_env], "its environment is not known") | some w in workloads(sa); w.role_env.is == "unknown"],
			[sprintf("an overlay may change %s", [w.label]) | some w in workloads(sa); w.kustomize_base],
		),
	),
)
