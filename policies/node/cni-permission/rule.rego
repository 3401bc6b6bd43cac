# METADATA
# title: The VPC CNI has its permissions from the role that it runs with
# description: |
#   aws-node makes network interfaces with its own role, by IRSA or Pod
#   Identity, where it has one, and else with the node role. A cluster with IPv6
#   needs other permissions than one with IPv4.
# custom:
#   severity: error
#   precision: high
#   tags: [node, permission, cni]
#   since: 0.1.0
package irsalint.rules.node["cni-permission"]

import data.irsalint.lib.graph
import data.irsalint.lib.node

# checks has for each declaration of a role of aws-node, and set of permissions,
# one use.
checks := node.first([[node.key([input.role[u.cni.role].at, u.cni.capability, u.cni.granted.is]), [u.cni.granted.is, u.id]] |
	some u in node.uses
	u.cni.needed.is == "yes"
	u.cni.role != ""
	not said(u)
])

# said: all that is missing is missing for the nodes themselves too, and
# node/policy-missing says it.
said(u) if {
	u.cni.source == "node_role"
	u.cni.granted.is == "no"
	missing := {action | some grant in u.grants; grant.is == "no"; some action in grant.missing}
	every action in u.cni.missing { action in missing }
}

# unresolved are those of which the role is not known, or the need.
unresolved := [u | some u in node.uses; open(u.cni)]

open(cni) if cni.needed.is == "unknown"

open(cni) if {
	cni.needed.is == "yes"
	cni.role == ""
}

applies contains {"id": id, "object": role.label, "at": role.at} if {
	some id, check in checks
	role := input.role[input.node_use[check[1]].cni.role]
}

applies contains {"id": u.id, "object": u.label, "at": u.at} if some u in unresolved

violation contains {
	"id": id,
	"object": role.label,
	"at": role.at,
	"message": sprintf("aws-node of %s runs with %s, %s, which lacks what the VPC CNI needs for %s (%s): the nodes stay NotReady", [u.label, role.label, sources[u.cni.source], family(u), node.actions(u.cni.missing)]),
	"related": array.concat(
		[{"message": sprintf("%s uses the node role", [u.label]), "at": u.at} | u.cni.source == "node_role"],
		[{"message": sprintf("%s is an IPv6 cluster", [c.label]), "at": c.ip_family.at} | some c in ipv6(u)],
	),
	"help": help(role, u.cni),
	"key": [role.id, u.cni.capability],
} if {
	some id, check in checks
	check[0] == "no"
	u := input.node_use[check[1]]
	role := input.role[u.cni.role]
	graph.exists(role)
}

unverified contains {"id": id, "object": role.label, "at": role.at, "reason": reason} if {
	some id, check in checks
	u := input.node_use[check[1]]
	role := input.role[u.cni.role]
	unsettled(check[0], role)
	reason := graph.why([u.cni.granted, role.exists], "its permissions are not wholly known")
}

unverified contains {"id": u.id, "object": u.label, "at": u.at, "reason": reason} if {
	some u in unresolved
	reason := graph.why([u.cni.needed, u.cni.granted], "the files do not show with which role aws-node runs")
}

unsettled("unknown", _)

unsettled("no", role) if not graph.exists(role)

sources := {"node_role": "the node role", "irsa": "its own role by IRSA", "pod_identity": "its own role by Pod Identity"}

family(u) := "IPv6" if {
	u.cni.capability == "vpc_cni_ipv6"
} else := "IPv4"

ipv6(u) := [c |
	u.cni.capability == "vpc_cni_ipv6"
	some id in u.cluster.ids
	c := input.cluster[id]
	c.ip_family != null
]

help(role, cni) := node.bound(cni.boundary, cni.missing) if {
	object.get(cni, "boundary", "") != ""
} else := node.attach(role, "AmazonEKS_CNI_Policy") if {
	cni.capability == "vpc_cni_ipv4"
} else := sprintf("no managed policy has them; add to an inline policy of %s %s", [role.label, node.allow(cni.missing)])
