# METADATA
# title: An EC2NodeClass names a node role, by its name
# description: |
#   spec.role is the name of the nodes' IAM role: no ARN and no path, a role
#   that is there, and not the role of the Karpenter controller itself.
# custom:
#   severity: warning
#   precision: high
#   tags: [karpenter, node]
#   since: 0.1.0
package irsalint.rules.karpenter["node-class-role"]

import data.irsalint.lib.graph
import data.irsalint.lib.node

# checks has one of the node classes that name a role at one place.
checks := [input.node_class[id] | some id in node.first([[node.key([c.role_name.at, c.role_name.text]), c.id] |
	some c in input.node_class
	c.kind == "EC2NodeClass"
	c.role_name != null
])]

applies contains {"id": c.id, "object": c.label, "at": c.role_name.at} if some c in checks

violation contains object.union(found, {
	"id": c.id,
	"object": c.label,
	"at": c.role_name.at,
	"key": [c.id, c.role_name.text],
}) if {
	some c in checks
	graph.exists(c)
	found := problem(c)
}

unverified contains {"id": c.id, "object": c.label, "at": c.role_name.at, "reason": reason} if {
	some c in checks
	reason := doubt(c)
}

# The order is that of what fails first.
problem(c) := {
	"message": sprintf("%s names %s, which is the role of the Karpenter controller, not of nodes", [c.label, role.label]),
	"related": [{"message": "the controller's role", "at": role.at}],
	"help": "name the role that the nodes have, which trusts ec2.amazonaws.com",
	"severity": severity(c),
} if {
	role := input.role[c.role.ids[0]]
	role.id in node.controllers
} else := {
	"message": sprintf("%s gives %s in spec.role, which takes a role name: older releases of Karpenter fail, newer ones make instance profiles again and again", [c.label, forms[c.role_form]]),
	"related": [{"message": "the role", "at": input.role[id].at} | some id in [c.role.ids[0]]],
	"help": named(c),
} if {
	forms[c.role_form]
} else := {
	"message": sprintf("%s names the role %q, which is not in the files; the nearest is %s", [c.label, c.role_name.text, c.nearest.label]),
	"related": [{"message": c.nearest.label, "at": c.nearest.at}],
	"help": sprintf("role: %s", [c.nearest.text]),
} if {
	c.nearest != null
}

forms := {"arn": "an ARN", "path": "a path"}

# severity: without a trust in EC2 the controller's role can never be a node's.
severity(c) := "error" if {
	input.node_use[c.use].trusted.is == "no"
} else := "warning"

named(c) := sprintf("role = %s.name", [input.role[c.role.ids[0]].reference]) if {
	c.format == "terraform"
	input.role[c.role.ids[0]].reference != ""
} else := sprintf("role: %s", [name.text]) if {
	name := input.role[c.role.ids[0]].name
	name.state == "known"
} else := "write the name of the role alone"

doubt(c) := graph.why([c.exists], "it is not known whether it is there") if {
	not graph.exists(c)
} else := graph.because(c.role_name, "the role name is not known") if {
	not problem(c)
	c.role_form in {"unknown", "empty", "template", ""}
} else := "the role is not in these files" if {
	not problem(c)
	count(c.role.ids) == 0
}
