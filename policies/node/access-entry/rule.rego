# METADATA
# title: An access entry of a node role has the type of its nodes
# description: |
#   Nodes join by an access entry of type EC2_LINUX or EC2_WINDOWS (EC2 for
#   Auto Mode); one of type STANDARD, which is the default, makes its role a
#   user. Access entries need the authentication mode API or API_AND_CONFIG_MAP.
# custom:
#   severity: error
#   precision: high
#   tags: [node, join]
#   since: 0.1.0
package irsalint.rules.node["access-entry"]

import data.irsalint.lib.graph
import data.irsalint.lib.node

# The types with which nodes of a kind join, the first to be recommended, and
# those with which they cannot.
types := {
	"karpenter": {"right": ["EC2_LINUX", "EC2_WINDOWS"], "wrong": ["STANDARD", "FARGATE_LINUX", "HYBRID_LINUX"]},
	"self_managed": {"right": ["EC2_LINUX", "EC2_WINDOWS"], "wrong": ["STANDARD", "FARGATE_LINUX", "HYBRID_LINUX"]},
	"auto_mode": {"right": ["EC2"], "wrong": ["STANDARD", "FARGATE_LINUX", "HYBRID_LINUX", "EC2_LINUX", "EC2_WINDOWS"]},
}

# uses are the uses of roles by nodes of each kind, by role.
uses := {kind: node.first([[u.role, u.id] | some u in node.uses; u.kind == kind]) |
	some kind in ["karpenter", "self_managed", "auto_mode", "managed"]
}

# checks are entries of roles that only such nodes have, in a cluster that may
# be theirs.
checks := [check | some check in node.first([[node.key([check.entry.at, check.answer, check.entry.type_form]), check] | some check in all])]

all := [{"entry": e, "use": found[0], "answer": answer(e, found)} |
	some e in input.access_entry
	role := e.role.ids[0]
	not uses.managed[role]
	found := [u | some kind, _ in types; u := input.node_use[uses[kind][role]]; node.same(e, u) != "no"]
	count(found) > 0
]

answer(e, found) := "yes" if {
	some u in found
	e.type_form in types[u.kind].right
} else := "no" if {
	count(e.role.ids) == 1
	graph.exists(e)
	every u in found {
		e.type_form in types[u.kind].wrong
		node.same(e, u) == "yes"
	}
} else := "unknown"

clusters := [c | some c in input.cluster; c.managed; count(c.access_entries.ids) > 0]

applies contains {"id": c.entry.id, "object": c.entry.label, "at": c.entry.at} if some c in checks

applies contains {"id": c.id, "object": c.label, "at": c.at} if some c in clusters

violation contains {
	"id": e.id,
	"object": e.label,
	"at": node.place(e.type, e.at),
	"message": sprintf("the access entry of %s has the type %s, with which nodes of %s cannot join", [input.role[e.role.ids[0]].label, e.type_form, c.use.label]),
	"related": [{"message": sprintf("%s uses the role", [c.use.label]), "at": c.use.at}],
	"help": sprintf("type = %q", [types[c.use.kind].right[0]]),
	"key": [e.id, e.type_form],
} if {
	some c in checks
	c.answer == "no"
	e := c.entry
}

violation contains {
	"id": c.id,
	"object": c.label,
	"at": node.place(c.authentication_mode, c.at),
	"message": sprintf("%s is in authentication mode CONFIG_MAP, in which EKS refuses access entries, but the files make %d for it", [c.label, count(entries(c))]),
	"related": [{"message": e.label, "at": e.at} | some e in array.slice(entries(c), 0, 3)],
	"help": `authentication_mode = "API_AND_CONFIG_MAP"`,
	"severity": {true: "error", false: "warning"}[c.authentication_mode != null],
	"key": [c.id, "CONFIG_MAP"],
} if {
	some c in clusters
	refuses(c)
}

refuses(c) if {
	c.mode == "CONFIG_MAP"
	graph.exists(c)
	count(entries(c)) > 0
}

entries(c) := [e | some id in c.access_entries.ids; e := input.access_entry[id]; graph.exists(e)]

unverified contains {"id": e.id, "object": e.label, "at": e.at, "reason": reason} if {
	some c in checks
	c.answer == "unknown"
	e := c.entry
	reason := node.said([
		graph.because(e.type, ""), graph.why([e.exists], ""), e.cluster.why, c.use.cluster.why,
		"the files do not say whether nodes join by it",
	])
}

unverified contains {"id": c.id, "object": c.label, "at": c.at, "reason": reason} if {
	some c in clusters
	not refuses(c)
	c.mode in {"unknown", "CONFIG_MAP"}
	reason := node.said([graph.because(c.authentication_mode, ""), "its authentication mode is not known, or whether it has entries"])
}
