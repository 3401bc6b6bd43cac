# METADATA
# title: A Pod Identity association is for the ServiceAccount of the workload
# description: |
#   An association gives a role to the pods of one namespace and ServiceAccount
#   by their exact names. One that nothing in the files has is a mistake where
#   the files make exactly one ServiceAccount that nearly has them: its pods are
#   there, and it has no role.
# custom:
#   severity: warning
#   precision: high
#   tags: [pod-identity, workload]
#   since: 0.2.0
package irsalint.rules["pod-identity"]["service-account"]

import data.irsalint.lib.graph

checks := [a | some a in input.association; a.account_name != null; looked_for(a)]

# What a chart or EKS makes is not missed.
looked_for(a) if not a.made_elsewhere

looked_for(a) if found(a)

applies contains {"id": a.id, "object": a.label, "at": a.account_name.at} if some a in checks

violation contains {
	"id": a.id,
	"object": a.label,
	"at": place(a),
	"message": sprintf("%s is for ServiceAccount %s/%s, which nothing in these files has; %s, whose pods are here, nearly has its names, and no role", [a.label, a.namespace.text, a.account_name.text, a.nearest.label]),
	"related": [{"message": sprintf("%s is made here", [a.nearest.label]), "at": a.nearest.at}],
	"help": help(a),
	"key": [a.id, a.namespace.text, a.account_name.text],
} if {
	some a in checks
	a.nearest != null
	graph.exists(a)
}

unverified contains {"id": a.id, "object": a.label, "at": a.account_name.at, "reason": reason} if {
	some a in checks
	not found(a)
	not certain(a)
	reason := [text |
		some text in array.concat([v.why | some v in [a.namespace, a.account_name]; v != null], [a.exists.why, "no pod or ServiceAccount of these files has its names"])
		text != ""
	][0]
}

found(a) if count(a.account.ids) > 0

found(a) if count(a.workloads) > 0

certain(a) if {
	a.nearest != null
	graph.exists(a)
}

wanted(a) := split(a.nearest.text, "/")

place(a) := a.namespace.at if {
	wanted(a)[0] != a.namespace.text
} else := a.account_name.at

help(a) := sprintf("namespace = %q", [wanted(a)[0]]) if {
	wanted(a)[0] != a.namespace.text
} else := sprintf("service_account = %q", [wanted(a)[1]])
