# METADATA
# title: The role annotation stands where it is read
# description: |
#   The pod identity webhook reads eks.amazonaws.com/role-arn on ServiceAccounts.
#   Another key, or the same key on a workload or its pods, has no effect.
# custom:
#   severity: error
#   precision: high
#   tags: [irsa, annotation]
#   since: 0.1.0
package irsalint.rules.irsa["annotation-unread"]

import data.irsalint.lib.graph

# Annotations that nothing reads, where their role does not come another way.
lost := [{"id": sprintf("%s %d", [node.id, n]), "node": node, "annotation": m, "severity": severity} |
	some {"node": node, "severity": severity} in array.concat(accounts, workloads)
	some n, m in node.misread
]

accounts := [{"node": sa, "severity": "error"} | some sa in input.service_account; is_null(sa.role_arn)]

# The ServiceAccount of a workload may have the role: no mistake if it does,
# not settled if it is not in the files.
workloads := [{"node": w, "severity": severity} |
	some w in input.workload
	named := [input.service_account[id] | some id in array.concat(w.account.ids, w.account.possible)]
	count([sa | some sa in named; sa.role_arn != null]) == 0
	severity := {true: "error", false: "warning"}[count(w.account.ids) > 0]
]

# Annotations that are read.
read := [sa | some sa in input.service_account; sa.role_arn != null]

applies contains {"id": l.id, "object": l.node.label, "at": l.annotation.at} if some l in lost

applies contains {"id": sa.id, "object": sa.label, "at": sa.role_arn.at} if some sa in read

violation contains {
	"id": l.id,
	"object": l.node.label,
	"at": l.annotation.at,
	"message": sprintf("%s: nothing reads the annotation %s%s", [l.node.label, l.annotation.key, problem(l.annotation)]),
	"severity": l.severity,
	"help": help(l.annotation),
	"key": [l.node.id, l.annotation.key],
} if {
	some l in lost
	graph.exists(l.node)
}

unverified contains {"id": l.id, "object": l.node.label, "at": l.annotation.at, "reason": reason} if {
	some l in lost
	not graph.exists(l.node)
	reason := graph.why([l.node.exists], "it is not known whether it is there")
}

unverified contains {"id": sa.id, "object": sa.label, "at": sa.role_arn.at, "reason": reason} if {
	some sa in read
	not graph.exists(sa)
	reason := graph.why([sa.exists], "it is not known whether it is there")
}

problem(m) := sprintf(", which is misspelt: it is %s", [m.want]) if {
	m.problem in {"domain", "key"}
	m.want != ""
} else := " here: it is read on ServiceAccounts"

help(m) := sprintf("write %s", [m.want]) if {
	m.problem in {"domain", "key"}
	m.want != ""
} else := sprintf("move it to the ServiceAccount that the pods run under: %s", [m.key])
