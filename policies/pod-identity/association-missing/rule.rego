# METADATA
# title: A role for Pod Identity is given to pods by an association
# description: |
#   A role that trusts nothing but pods.eks.amazonaws.com can be used by no one
#   until an association gives it to the pods of a ServiceAccount. Where the
#   same root makes associations and none is for the role, it is missing.
# custom:
#   severity: warning
#   precision: high
#   tags: [pod-identity]
#   since: 0.2.0
package irsalint.rules["pod-identity"]["association-missing"]

import data.irsalint.lib.graph

checks := [r | some r in input.role; r.pod_identity.is == "yes"; r.managed]

applies contains {"id": r.id, "object": r.label, "at": r.at} if some r in checks

violation contains {
	"id": r.id,
	"object": r.label,
	"at": r.at,
	"message": sprintf("%s trusts only EKS Pod Identity, but no association gives it to a ServiceAccount", [r.label]),
	"related": [{"message": "its trust policy lets nothing else in", "at": r.trust_at}],
	"help": help(r),
	"key": [r.id],
} if {
	some r in checks
	r.associated.is == "no"
}

unverified contains {"id": r.id, "object": r.label, "at": r.at, "reason": reason} if {
	some r in checks
	r.associated.is == "unknown"
	reason := graph.why([r.associated], "an association may be for it")
}

help(r) := sprintf(
	`resource "aws_eks_pod_identity_association" "this" {
  cluster_name    = var.cluster_name
  namespace       = "<namespace>"
  service_account = "<name>"
  role_arn        = %s.arn
}`,
	[r.reference],
) if {
	r.reference != ""
} else := sprintf("make a Pod Identity association for %s", [r.label])
