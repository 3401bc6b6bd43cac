# METADATA
# title: The cluster lets nodes with the role join
# description: |
#   EKS maps the roles of managed node groups, Fargate profiles and Auto Mode by
#   itself. A role of self-managed nodes or of Karpenter's needs an access entry
#   of type EC2_LINUX or a mapping in aws-auth, by the cluster's authentication
#   mode.
# custom:
#   severity: error
#   precision: high
#   tags: [node, join]
#   since: 0.1.0
package irsalint.rules.node["not-authorized"]

import data.irsalint.lib.graph
import data.irsalint.lib.node

# An entry that does not let the role in has a rule of its own.
needed := [u | some u in node.uses; u.mapped.needed.is != "no"; not excused(u.mapped)]

excused(mapped) if {
	mapped.is == "no"
	count(mapped.entries) > 0
}

# checks has for each declaration of a role, and cluster, one use.
checks := node.first([[node.key(array.concat([input.role[u.role].at, answer(u.mapped)], u.cluster.ids)), [answer(u.mapped), u.id]] |
	some u in needed
	u.role != ""
])

answer(mapped) := mapped.is if {
	mapped.needed.is == "yes"
} else := "unknown"

unresolved := [u | some u in needed; u.role == ""]

applies contains {"id": id, "object": role.label, "at": role.at} if {
	some id, check in checks
	role := input.role[input.node_use[check[1]].role]
}

applies contains {"id": u.id, "object": u.label, "at": u.at} if some u in unresolved

violation contains {
	"id": id,
	"object": role.label,
	"at": u.at,
	"message": sprintf("nodes of %s cannot join: %s has no %s", [u.label, role.label, wanted(u.mapped)]),
	"related": array.concat(
		[{"message": sprintf("%s is made here", [role.label]), "at": role.at}],
		[{"message": sprintf("%s is mapped as a node role", [u.mapped.nearest_label]), "at": u.mapped.nearest_at} | u.mapped.nearest_at != ""],
	),
	"help": help(u, role),
	"severity": severity(u.mapped),
	"key": array.concat([role.id], u.cluster.ids),
} if {
	some id, check in checks
	check[0] == "no"
	u := input.node_use[check[1]]
	role := input.role[u.role]
	graph.exists(role)
}

unverified contains {"id": id, "object": role.label, "at": role.at, "reason": reason} if {
	some id, check in checks
	u := input.node_use[check[1]]
	role := input.role[u.role]
	unsettled(check[0], role)
	reason := graph.why([u.mapped.needed, u.mapped, role.exists], "the files do not show how nodes are let into the cluster")
}

unverified contains {"id": u.id, "object": u.label, "at": u.at, "reason": u.why} if some u in unresolved

unsettled("unknown", _)

unsettled("no", role) if not graph.exists(role)

severity(mapped) := "error" if {
	mapped.managed
} else := "warning"

wanted(mapped) := "access entry (the cluster is in mode API and does not read aws-auth)" if {
	mapped.mode == "API"
} else := "mapping in aws-auth (the cluster is in mode CONFIG_MAP and has no access entries)" if {
	mapped.mode == "CONFIG_MAP"
} else := "access entry and no mapping in aws-auth"

help(u, role) := node.entry(u, role) if {
	not by_mapping(u.mapped)
} else := node.mapping(u.mapped.wanted_arn)

by_mapping(mapped) if mapped.mode == "CONFIG_MAP"

by_mapping(mapped) if {
	mapped.mode != "API"
	count(mapped.auths) > 0
}
