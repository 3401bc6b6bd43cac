# METADATA
# title: The Karpenter controller may pass the role of the nodes that it launches
# description: |
#   A policy of the controller's role allows iam:PassRole on the very role that
#   an EC2NodeClass names, path included, to the service EC2.
# custom:
#   severity: error
#   precision: very-high
#   tags: [karpenter, permission]
#   since: 0.1.0
package irsalint.rules.karpenter["pass-role"]

import data.irsalint.lib.graph
import data.irsalint.lib.node

# checks has one pass for each controller and node role, however many node
# classes name it. One that names the controller's own role has another rule.
checks := [input.pass[least[1]] | some least in node.first([[node.key([p.controller, p.node_role]), [rank[p.together.is], p.id]] |
	some p in input.pass
	p.controller != p.node_role
])]

rank := {"yes": 0, "unknown": 1, "no": 2}

applies contains {"id": p.id, "object": p.label, "at": p.at} if some p in checks

violation contains {
	"id": p.id,
	"object": p.label,
	"at": p.at,
	"message": sprintf("the Karpenter controller's %s %s, so it cannot launch nodes of %s", [controller(p).label, problem(p), p.label]),
	"related": array.concat(
		[{"message": sprintf("%s names the node role", [p.label]), "at": at} | some at in named(p)],
		[{"message": sprintf("the node role, %s", [role(p).label]), "at": role(p).at}],
	),
	"help": sprintf("%s %s", [advice(p), node.pass(p)]),
	"key": array.concat([p.controller, p.node_role, p.problem], [p.resource.text | p.resource != null]),
} if {
	some p in checks
	p.verdict.is == "no"
	p.together.is == "yes"
}

unverified contains {"id": p.id, "object": p.label, "at": p.at, "reason": reason} if {
	some p in checks
	undecided(p)
	reason := graph.why([p.verdict, p.together], "what the controller's role may do is not wholly known")
}

undecided(p) if p.verdict.is == "unknown"

undecided(p) if {
	p.verdict.is == "no"
	p.together.is != "yes"
}

controller(p) := input.role[p.controller]

role(p) := input.role[p.node_role]

named(p) := [v.at |
	class := input.node_class[p.node_class]
	some v in [class.role_name, class.profile_name]
	v != null
]

problem(p) := sprintf("may pass %s but not %s", [p.resource.text, role(p).label]) if {
	p.problem == "resource"
	p.resource != null
} else := sprintf("may pass %q, which is no ARN, and so not %s", [p.resource.text, role(p).label]) if {
	p.problem == "no_arn"
} else := sprintf("may pass %s only to %s, but must to %s", [role(p).label, p.service.text, concat(" and ", p.services)]) if {
	p.problem == "service"
	p.service != null
} else := sprintf("may pass %s only under a condition that is not met", [role(p).label]) if {
	p.problem in {"service", "condition"}
} else := sprintf("is denied iam:PassRole on %s", [role(p).label]) if {
	p.problem == "deny"
} else := sprintf("is kept by its permissions boundary from iam:PassRole on %s", [role(p).label]) if {
	p.problem == "boundary"
} else := sprintf("is not allowed iam:PassRole on %s", [role(p).label])

advice(p) := "except the node role from the Deny statement, and allow" if {
	p.problem == "deny"
} else := "in the permissions boundary, write" if {
	p.problem == "boundary"
} else := "write"
