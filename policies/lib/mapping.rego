# METADATA
# description: An entry of mapRoles in aws-auth, as the authenticator reads it.
package irsalint.lib.mapping

import data.irsalint.lib.graph
import data.irsalint.lib.node

# faults are those of an entry, worst first.
faults(m) := array.concat(
	array.concat(
		[{
			"at": k.at,
			"message": sprintf("an entry of mapRoles has %s, but the authenticator reads rolearn, username and groups", [keys(m)]),
			"help": sprintf("write %s", [concat(", and ", [sprintf("%s instead of %s", [l.want, l.key]) | some l in lost(m)])]),
		} |
			some k in lost(m)
		],
		[{
			"at": node.place(m.role_arn, m.at),
			"message": sprintf("%s in mapRoles %s", [m.role_arn.text, arns[m.form]]),
			"help": wanted(m),
		} |
			arns[m.form]
		],
	),
	array.concat(
		[{"at": m.at, "message": "an entry of mapRoles names no role", "help": "rolearn: the ARN of a role"} | m.form == "absent"; not m.sso],
		[{
			"at": array.concat(lack.at, [node.place(m.role_arn, m.at)])[0],
			"message": sprintf("the mapping of the node role %s has %s", [m.role_arn.text, lack.what]),
			"help": node.mapping(node.said([m.wanted_arn, m.role_arn.text])),
		} |
			m.node.is == "yes"
			some lack in lacks(m)
		],
	),
)

# others is the fault of an entry for nodes whose role only something else can
# have.
others(m) := [{
	"at": node.place(m.role_arn, m.at),
	"message": sprintf("an entry of mapRoles lets nodes in with %s, which no node can have: its trust policy lets neither EC2 nor Fargate assume it", [role.label]),
	"related": [{"message": "the trust policy of the role", "at": role.trust_at}],
	"help": "rolearn: the ARN of the role that the nodes have",
} |
	m.nodes.is == "no"
	role := input.role[m.role.ids[0]]
	graph.exists(role)
]

# lost are the wrong keys that stand for a key that the entry does not have.
lost(m) := [k | some k in m.wrong_keys; absent(m)[k.want]]

absent(m) := ({"rolearn" | m.role_arn == null} | {"username" | m.username == null}) | {"groups" | count(m.groups) == 0; m.groups_known.is == "yes"}

keys(m) := sprintf("the keys %s", [concat(" and ", [k.key | some k in lost(m)])]) if {
	count(lost(m)) > 1
} else := sprintf("the key %s", [lost(m)[0].key])

arns := {
	"role_with_path": "has a path, which the authenticator does not see: the entry matches nobody",
	"instance_profile": "is an instance profile, not a role: the entry matches nobody",
	"assumed_role": "is a session, not a role: the entry matches nobody",
	"policy": "is a policy, not a role: the entry matches nobody",
}

wanted(m) := sprintf("rolearn: %s", [m.wanted_arn]) if {
	m.form == "role_with_path"
	m.wanted_arn != ""
} else := "rolearn: the ARN of the role, arn:<partition>:iam::<account>:role/<name>"

lacks(m) := array.concat(
	[{"what": "not both groups of nodes, system:bootstrappers and system:nodes", "at": [g.at | some g in m.groups; not g.text in groups]} | m.has_node_groups.is == "no"],
	[{"what": "not the user name of a node", "at": [m.username.at | m.username != null]} | m.username_form in {"absent", "other"}],
)

groups := {"system:bootstrappers", "system:nodes"}

# doubts are why an entry that has no fault is not known to be right.
doubts(m) := array.concat(
	[graph.because(m.role_arn, "what the authenticator makes of this is not known") | not m.form in {"role", "absent"}; not arns[m.form]],
	[graph.why([m.node, m.has_node_groups, m.groups_known], "its groups or user name are not known") | unsure(m)],
)

unsure(m) if m.node.is == "unknown"

unsure(m) if {
	m.node.is == "yes"
	"unknown" in [m.has_node_groups.is, m.username_form]
}
