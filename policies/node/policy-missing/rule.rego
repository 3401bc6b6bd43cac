# METADATA
# title: A role has the permissions that its nodes or cluster cannot do without
# description: |
#   Nodes read instance data and pull images with the node role, Fargate pods
#   pull images with the pod execution role, the control plane works with the
#   cluster role. A managed policy grants it, or any other with the same actions.
# custom:
#   severity: error
#   precision: very-high
#   tags: [node, permission]
#   since: 0.1.0
package irsalint.rules.node["policy-missing"]

import data.irsalint.lib.graph
import data.irsalint.lib.node

# checks has for each declaration of a role and capability one use that needs it.
checks := node.first([[node.key([input.role[u.role].at, name, grant.is]), [grant.is, u.id, name]] |
	some u in node.uses
	u.role != ""
	some name, grant in u.grants
])

unresolved := [u | some u in node.uses; u.role == ""; count(u.grants) > 0]

applies contains {"id": id, "object": role.label, "at": role.at} if {
	some id, check in checks
	role := input.role[input.node_use[check[1]].role]
}

applies contains {"id": u.id, "object": u.label, "at": u.at} if some u in unresolved

violation contains {
	"id": id,
	"object": role.label,
	"at": role.at,
	"message": sprintf("%s of %s may not %s%s: %s", [role.label, u.label, needs(name).what, missing(u.grants[name]), needs(name).so]),
	"related": [{"message": sprintf("%s uses the role", [u.label]), "at": u.at}],
	"help": help(role, u, name),
	"key": [role.id, name],
} if {
	some id, check in checks
	check[0] == "no"
	u := input.node_use[check[1]]
	name := check[2]
	role := input.role[u.role]
	graph.exists(role)
}

# It works as long as the policy of aws-node stands in for the nodes' own.
violation contains {
	"id": id,
	"object": role.label,
	"at": role.at,
	"message": sprintf("%s of %s may %s only by %s, which is for aws-node, and lacks the rest of what %s grants", [role.label, u.label, needs(name).what, u.grants[name].borrowed, policy(u, u.grants[name].policies)]),
	"severity": "warning",
	"related": [{"message": sprintf("%s uses the role", [u.label]), "at": u.at}],
	"help": help(role, u, name),
	"key": [role.id, name],
} if {
	some id, check in checks
	check[0] == "yes"
	u := input.node_use[check[1]]
	name := check[2]
	u.grants[name].borrowed != ""
	role := input.role[u.role]
	graph.exists(role)
}

unverified contains {"id": id, "object": role.label, "at": role.at, "reason": reason} if {
	some id, check in checks
	u := input.node_use[check[1]]
	role := input.role[u.role]
	unsettled(check[0], role)
	reason := graph.why([u.grants[check[2]], role.exists], "its permissions are not wholly known")
}

unverified contains {"id": u.id, "object": u.label, "at": u.at, "reason": u.why} if some u in unresolved

unsettled("unknown", _)

unsettled("no", role) if not graph.exists(role)

# needs says of a capability what it is for.
needs(name) := {
	"kubelet_ec2": {"what": "read the data of its instances", "so": "the nodes do not join the cluster"},
	"image_pull": {"what": "pull images from ECR", "so": "pods do not start, those of the add-ons first"},
	"pod_identity_agent": {"what": "get credentials for EKS Pod Identity", "so": "pods get no role"},
	"cluster": {"what": "do anything", "so": "EKS cannot manage the cluster"},
}[name]

missing(grant) := sprintf(" (it lacks %s)", [node.actions(grant.missing)]) if {
	count(grant.missing) > 0
} else := ""

help(role, u, name) := node.bound(u.grants[name].boundary, u.grants[name].missing) if {
	object.get(u.grants[name], "boundary", "") != ""
} else := node.attach(role, policy(u, u.grants[name].policies)) if {
	count(u.grants[name].policies) > 0
} else := sprintf("allow %s", [node.allow(u.grants[name].missing)])

# policy is the one to recommend of those that grant it.
policy(u, policies) := "AmazonEKSFargatePodExecutionRolePolicy" if {
	u.kind == "fargate"
} else := "AmazonEKSWorkerNodeMinimalPolicy" if {
	u.kind == "auto_mode"
	"AmazonEKSWorkerNodeMinimalPolicy" in policies
} else := policies[0]
