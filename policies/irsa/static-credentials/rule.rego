# METADATA
# title: Pods with a role carry no static keys, which would win over it
# description: |
#   Every AWS SDK looks at AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY first. A
#   container that has both calls AWS as the user of the keys, whatever role its
#   ServiceAccount has.
# custom:
#   severity: warning
#   precision: high
#   tags: [irsa, workload]
#   since: 0.2.0
package irsalint.rules.irsa["static-credentials"]

import data.irsalint.lib.graph

# Workloads whose ServiceAccount has a role, by an annotation or association.
checks := [w | some w in input.workload; count(accounts(w)) > 0]

accounts(w) := [sa | some id in w.account.ids; sa := input.service_account[id]; has_role(sa)]

has_role(sa) if sa.role_arn != null

has_role(sa) if count(sa.associations.ids) > 0

applies contains {"id": w.id, "object": w.label, "at": w.pod_at} if some w in checks

violation contains {
	"id": w.id,
	"object": w.label,
	"at": w.static_keys.at,
	"message": sprintf("a container of %s has AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY in its environment, which every SDK takes before the role of %s", [w.label, sa.label]),
	"related": [{"message": sprintf("%s has a role", [sa.label]), "at": sa.at}],
	"help": "remove AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY from the container, and the Secret that holds them",
	"key": [w.id, sa.id],
} if {
	some w in checks
	w.static_keys.is == "yes"
	not doubt(w)
	sa := accounts(w)[0]
}

unverified contains {"id": w.id, "object": w.label, "at": w.pod_at, "reason": doubt(w)} if some w in checks

doubt(w) := graph.why([w.static_keys], "its environment is not known") if {
	w.static_keys.is == "unknown"
} else := "an overlay may change its environment" if {
	w.static_keys.is == "yes"
	w.kustomize_base
} else := graph.why([node.exists | some node in nodes(w)], "it is not known whether it is there") if {
	w.static_keys.is == "yes"
	some node in nodes(w)
	not graph.exists(node)
}

nodes(w) := [w, accounts(w)[0]]
