# METADATA
# title: A custom resource names a ServiceAccount that is there, and asks for no role that it is
# description: |
#   A SecretStore, Issuer or the like names a ServiceAccount to call AWS as. The
#   name is looked up in the namespace of the resource; that of a cluster-wide
#   one without a namespace in the namespace of each object that uses it. A role
#   that such a resource names besides is assumed with sts:AssumeRole, which the
#   role of a ServiceAccount does not let itself do unless it says so.
# custom:
#   severity: warning
#   precision: high
#   tags: [irsa, workload]
#   since: 0.2.0
package irsalint.rules.irsa["reference-service-account"]

import data.irsalint.lib.graph
import data.irsalint.lib.node

# A ClusterSecretStore without users in the files is looked up nowhere.
named := [r | some r in input.account_reference; r.name != null]

asking := [r | some r in input.account_reference; r.role_arn != null]

applies contains {"id": r.id, "object": r.label, "at": r.name.at} if some r in named

applies contains {"id": sprintf("%s/role", [r.id]), "object": r.label, "at": r.role_arn.at} if some r in asking

violation contains {
	"id": r.id,
	"object": r.label,
	"at": place(r),
	"message": sprintf("%s names ServiceAccount %s%s, which is not in these files; %s is, and has a role", [r.label, looked_up(r), whom(r), r.nearest.label]),
	"related": array.concat([{"message": sprintf("%s is made here", [r.nearest.label]), "at": r.nearest.at}], users(r)),
	"help": help(r),
	"key": [r.id, r.name.text],
} if {
	some r in named
	wrong(r)
}

violation contains {
	"id": sprintf("%s/role", [r.id]),
	"object": r.label,
	"at": r.role_arn.at,
	"message": sprintf("%s asks for %s to be assumed, whose trust policy lets only ServiceAccounts in: no role, itself included, can assume it", [r.label, role(r).label]),
	"related": [{"message": sprintf("the trust policy of %s allows no sts:AssumeRole", [role(r).label]), "at": role(r).trust_at}],
	"help": "remove the role: the ServiceAccount has it already",
	"key": [r.id, role(r).id],
} if {
	some r in asking
	refused(r)
}

unverified contains {"id": r.id, "object": r.label, "at": r.name.at, "reason": reason} if {
	some r in named
	not settled(r)
	reason := node.said([r.name.why, r.account.why, graph.because(r.exists, ""), "the ServiceAccount that it names is not in these files"])
}

unverified contains {"id": sprintf("%s/role", [r.id]), "object": r.label, "at": r.role_arn.at, "reason": reason} if {
	some r in asking
	not plain(r)
	reason := node.said([r.role.why, r.assumable.why, "its role is not wholly known"])
}

plain(r) if {
	count(r.role.ids) > 0
	r.assumable.is == "yes"
}

plain(r) if refused(r)

wrong(r) if {
	r.nearest != null
	graph.exists(r)
}

users(r) := [{"message": sprintf("%s uses it", [u.label]), "at": u.at} | some u in r.uses; u.label != r.label]

# Nothing may call sts:AssumeRole on the role, which some ServiceAccount has.
refused(r) if {
	graph.exists(r)
	r.assumable.is == "no"
	some id in role(r).statements
	s := input.statement[id]
	every fact in [s.web_identity, s.allow, s.ours] { fact.is == "yes" }
}

settled(r) if wrong(r)

settled(r) if {
	count(r.uses) > 0
	every u in r.uses { count(u.account.ids) > 0 }
}

# What is missing is the namespace, where the name is right.
place(r) := r.named_at if {
	is_null(r.namespace)
	r.named_at != ""
} else := r.name.at

role(r) := input.role[r.role.ids[0]]

looked_up(r) := sprintf("%s/%s", [r.uses[0].namespace.text, r.name.text])

whom(r) := sprintf(" for %s", [r.uses[0].label]) if {
	is_null(r.namespace)
} else := ""

help(r) := sprintf("namespace: %s", [split(r.nearest.text, "/")[0]]) if {
	r.kind == "ClusterSecretStore"
	split(r.nearest.text, "/")[1] == r.name.text
} else := sprintf("name: %s", [split(r.nearest.text, "/")[1]]) if {
	split(r.nearest.text, "/")[1] != r.name.text
} else := sprintf("make a ServiceAccount %s with the role, or move the %s to namespace %s", [looked_up(r), r.kind, split(r.nearest.text, "/")[0]])
