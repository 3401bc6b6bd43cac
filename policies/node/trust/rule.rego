# METADATA
# title: A role trusts the service that uses it
# description: |
#   A node role trusts EC2, a Fargate pod execution role eks-fargate-pods, and a
#   cluster role eks, for sts:AssumeRole.
# custom:
#   severity: error
#   precision: very-high
#   tags: [node, trust]
#   since: 0.1.0
package irsalint.rules.node.trust

import data.irsalint.lib.graph
import data.irsalint.lib.node

# checks has for each declaration of a role and service one use; for what is
# wrong, one for each place: instances of a module may be given theirs by each
# caller.
checks := node.first([[node.key(array.concat([input.role[u.role].at, u.principals[0], u.trusted.is], wrong(u))), [u.trusted.is, u.id]] |
	some u in node.uses
	u.role != ""
])

wrong(u) := [at(u, input.role[u.role]) | u.trusted.is == "no"]

# trusting are the roles that trust another of the services that use them.
trusting := {u.role | some u in node.uses; u.trusted.is == "yes"}

unresolved := [u | some u in node.uses; u.role == ""]

applies contains {"id": id, "object": role.label, "at": role.at} if {
	some id, check in checks
	role := input.role[input.node_use[check[1]].role]
}

applies contains {"id": u.id, "object": u.label, "at": u.at} if some u in unresolved

violation contains {
	"id": id,
	"object": role.label,
	"at": at(u, role),
	"message": sprintf("%s of %s cannot be assumed by %s: %s", [role.label, u.label, u.principals[0], trusts(u)]),
	"related": [{"message": sprintf("%s uses the role", [u.label]), "at": u.at}],
	"help": help(u),
	"key": array.concat([role.id, u.principals[0]], [v.text | some v in nearest(u)]),
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
	reason := graph.why([u.trusted, role.exists], "its trust policy is not wholly known")
}

unverified contains {"id": u.id, "object": u.label, "at": u.at, "reason": u.why} if some u in unresolved

unsettled("unknown", _)

unsettled("no", role) if not graph.exists(role)

nearest(u) := [u.trusted_nearest | u.trusted_nearest != null]

at(u, role) := [place |
	some place in array.concat([v.at | some v in nearest(u)], [u.trusted.at, role.trust_at, role.at])
	place != ""
][0]

trusts(u) := sprintf("its trust policy names %s", [node.actions(services(u))]) if {
	u.trusted_nearest != null
} else := "its trust policy does not allow it sts:AssumeRole"

# services are those that the trust policy names, each once.
services(u) := [s | some n, s in named(u); not s in array.slice(named(u), 0, n)]

named(u) := array.concat([v.text | some v in nearest(u)], [p.value.text |
	some id in input.role[u.role].statements
	some p in input.statement[id].principals
	p.type == "Service"
	p.value != null
])

help(u) := sprintf(`write "%s" instead of "%s"`, [u.principals[0], u.trusted_nearest.text]) if {
	u.trusted_nearest != null
	count(services(u)) == 1
	not u.role in trusting
} else := sprintf(`add "%s" to the services that the trust policy names`, [u.principals[0]]) if {
	u.trusted_nearest != null
} else := sprintf("add to the trust policy %s", [node.statement(u.principals[0], "sts:AssumeRole")])
