# METADATA
# title: A role of a Pod Identity association trusts EKS Pod Identity
# description: |
#   The role's trust policy lets pods.eks.amazonaws.com call sts:AssumeRole and
#   sts:TagSession: EKS tags the session with the cluster, namespace and
#   ServiceAccount unless the association switches that off.
# custom:
#   severity: error
#   precision: very-high
#   tags: [pod-identity, trust]
#   since: 0.1.0
package irsalint.rules["pod-identity"].trust

import data.irsalint.lib.graph
import data.irsalint.lib.node

# checks has for each trust policy, with what it lacks, the association that
# asks most of it: one that sends tags, and that can mean few other roles.
checks := node.first([[node.key(array.concat([at(input.role[a.role.ids[0]])], lacking(a))), [a.disable_session_tags.is, count(a.role.ids), a.id]] |
	some a in input.association
	count(a.role.ids) > 0
])

unresolved := [a | some a in input.association; count(a.role.ids) == 0]

applies contains {"id": id, "object": r.label, "at": r.at} if {
	some id, check in checks
	r := role(check)
}

applies contains {"id": a.id, "object": a.label, "at": a.at} if some a in unresolved

violation contains {
	"id": id,
	"object": r.label,
	"at": at(r),
	"message": sprintf("%s gives pods %s, whose trust policy does not allow %s to pods.eks.amazonaws.com", [a.label, r.label, concat(" and ", missing)]),
	"related": [{"message": sprintf("%s names the role", [a.label]), "at": a.role_arn.at}],
	"help": help(r),
	"key": array.concat([r.id], missing),
} if {
	some id, check in checks
	r := role(check)
	a := input.association[check[2]]
	missing := lacking(a)
	count(missing) > 0
	graph.exists(r)
	graph.exists(a)
}

unverified contains {"id": id, "object": r.label, "at": r.at, "reason": reason} if {
	some id, check in checks
	r := role(check)
	a := input.association[check[2]]
	reason := doubt(r, a)
}

unverified contains {"id": a.id, "object": a.label, "at": a.at, "reason": reason} if {
	some a in unresolved
	reason := [text | some text in [a.role.why, "its role is not in these files"]; text != ""][0]
}

role(check) := input.role[input.association[check[2]].role.ids[0]]

# lacking are the actions that no role that may be meant allows.
lacking(a) := [action |
	some action, fact in {"sts:AssumeRole": "assume_role", "sts:TagSession": "tag_session"}
	allowed(a, fact) == "no"
	required(a, fact)
]

required(_, "assume_role")

required(a, "tag_session") if a.disable_session_tags.is == "no"

allowed(a, fact) := node.any_of([allows(input.role[id], fact) | some id in a.role.ids])

allows(r, fact) := node.any_of(array.concat(
	["unknown" | r.trust.is != "yes"],
	[node.every_of([s.allow.is, s.exists.is, s[fact].is, pods(s)]) | some s in statements(r)],
))

statements(r) := [input.statement[id] | some id in r.statements]

pods(s) := node.any_of(array.concat(
	[{"eks_pods": "yes", "unknown": "unknown"}[p.service] | some p in s.principals],
	["unknown" | s.principals_known.is == "unknown"],
))

doubt(r, a) := graph.why([r.exists, a.exists], "it is not known whether it is there") if {
	some x in [r, a]
	not graph.exists(x)
} else := graph.why(array.concat([r.trust], [s.principals_known | some s in statements(r)]), "the trust policy of the role is not wholly known") if {
	count(lacking(a)) == 0
	"unknown" in [allowed(a, "assume_role"), allowed(a, "tag_session")]
} else := graph.why([a.disable_session_tags], "the association sends no session tags; whether sts:TagSession is needed then is not known") if {
	allowed(a, "tag_session") == "no"
	not required(a, "tag_session")
	count(lacking(a)) == 0
}

for_pods(r) := [s | some s in statements(r); s.allow.is != "no"; pods(s) == "yes"]

at(r) := [place |
	some place in array.concat(
		[s.action_at | some s in for_pods(r)],
		array.concat([p.value.at | some s in statements(r); some p in s.principals; p.service != ""; p.value != null], [r.trust_at, r.at]),
	)
	place != ""
][0]

help(r) := `write "Action": ["sts:AssumeRole", "sts:TagSession"]` if {
	count(for_pods(r)) > 0
} else := sprintf("add to the trust policy %s", [node.statement("pods.eks.amazonaws.com", ["sts:AssumeRole", "sts:TagSession"])])
