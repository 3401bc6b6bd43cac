# METADATA
# title: The Karpenter controller may pass the node role only
# description: |
#   iam:PassRole on every role lets whoever controls Karpenter start an instance
#   with any role of the account that trusts EC2, however powerful.
# custom:
#   severity: warning
#   precision: very-high
#   tags: [karpenter, permission, security]
#   since: 0.1.0
package irsalint.rules.karpenter["pass-role-unrestricted"]

import data.irsalint.lib.graph
import data.irsalint.lib.node

# checks has one use of each controller's role, one that shows the fault if
# there is one.
checks := node.first([[p.controller, [order[answer(p)], p.id]] | some p in input.pass])

# answer: what may be passed at all is not known where it is not known whether
# the node role may be.
answer(p) := "unknown" if {
	p.unrestricted.is == "no"
	p.verdict.is == "unknown"
} else := p.unrestricted.is

order := {"yes": 0, "unknown": 1, "no": 2}

applies contains {"id": id, "object": role.label, "at": role.at} if {
	some id, _ in checks
	role := input.role[id]
}

violation contains {
	"id": id,
	"object": role.label,
	"at": p.unrestricted_at,
	"message": sprintf("the Karpenter controller's %s may pass every role of the account, not only %s", [role.label, input.role[p.node_role].label]),
	"related": [{"message": "the node role", "at": input.role[p.node_role].at}],
	"help": sprintf("allow iam:PassRole in a statement of its own: %s", [node.pass(p)]),
	"key": [id],
} if {
	some id, check in checks
	check[0] == 0
	p := input.pass[check[1]]
	role := input.role[id]
}

unverified contains {"id": id, "object": role.label, "at": role.at, "reason": reason} if {
	some id, check in checks
	check[0] == 1
	role := input.role[id]
	p := input.pass[check[1]]
	reason := graph.why([p.unrestricted, p.verdict], "what it may pass is not wholly known")
}
