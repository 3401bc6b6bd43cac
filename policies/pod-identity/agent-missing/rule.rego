# METADATA
# title: A cluster with Pod Identity associations has the Pod Identity agent
# description: |
#   Pods get the credentials of an association from the EKS Pod Identity agent on
#   their node: the add-on eks-pod-identity-agent, its chart, or Auto Mode, where
#   it is built in. Without it the associations do nothing.
# custom:
#   severity: warning
#   precision: high
#   tags: [pod-identity, addon]
#   since: 0.2.0
package irsalint.rules["pod-identity"]["agent-missing"]

import data.irsalint.lib.graph

# checks are the clusters that associations name for certain.
checks := [c | some c in input.cluster; count(c.associations.ids) > 0]

applies contains {"id": c.id, "object": c.label, "at": c.at} if some c in checks

violation contains {
	"id": c.id,
	"object": c.label,
	"at": a.at,
	"message": sprintf("%s gives pods of %s a role, but the cluster has no Pod Identity agent to hand it to them", [a.label, c.label]),
	"related": [{"message": sprintf("%s is made here, without add-on eks-pod-identity-agent", [c.label]), "at": c.at}],
	"help": help(c),
	"key": [c.id],
} if {
	some c in checks
	c.agent.is == "no"
	graph.exists(c)
	a := certain(c)[0]
}

unverified contains {"id": c.id, "object": c.label, "at": c.at, "reason": reason} if {
	some c in checks
	open(c)
	reason := graph.why(array.concat([c.agent, c.exists], [a.exists | some a in associations(c)]), "it is not known whether the agent is there")
}

open(c) if c.agent.is == "unknown"

open(c) if {
	c.agent.is == "no"
	not graph.exists(c)
}

open(c) if {
	c.agent.is == "no"
	count(certain(c)) == 0
}

associations(c) := [input.association[id] | some id in sort(c.associations.ids)]

certain(c) := [a | some a in associations(c); graph.exists(a)]

help(c) := sprintf(
	`resource "aws_eks_addon" "pod_identity_agent" {
  cluster_name = %s.name
  addon_name   = "eks-pod-identity-agent"
}`,
	[c.reference],
) if {
	c.reference != ""
} else := sprintf("install add-on eks-pod-identity-agent on %s", [c.label])
