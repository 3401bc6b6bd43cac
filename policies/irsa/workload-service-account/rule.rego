# METADATA
# title: Pods that are meant to have a role run under its ServiceAccount
# description: |
#   Pods without serviceAccountName run under the ServiceAccount "default" and
#   get no role, however the ServiceAccount of their own name is annotated; nor
#   do pods that name one a slip away from it.
# custom:
#   severity: warning
#   precision: high
#   tags: [irsa, workload]
#   since: 0.1.0
package irsalint.rules.irsa["workload-service-account"]

import data.irsalint.lib.graph
import data.irsalint.lib.node

# Workloads that run under an annotated ServiceAccount, or evidently should.
checks := [w | some w in input.workload; concerned(w)]

concerned(w) if count(w.meant) > 0

concerned(w) if {
	some id in w.account.ids
	input.service_account[id].role_arn != null
}

concerned(w) if w.account_name.state in {"symbolic", "unknown"}

applies contains {"id": w.id, "object": w.label, "at": w.pod_at} if some w in checks

violation contains {
	"id": w.id,
	"object": w.label,
	"at": node.place(w.account_name, w.pod_at),
	"message": sprintf("%s %s and do not get %s; %s, which has it, is used by no pod", [w.label, runs(w), role(account), account.label]),
	"related": [{"message": sprintf("%s has the role", [account.label]), "at": account.role_arn.at}],
	"help": help(w, account),
	"key": [w.id, account.id],
} if {
	some w in checks
	account := meant(w)[0]
	not doubt(w)
}

unverified contains {"id": w.id, "object": w.label, "at": w.pod_at, "reason": reason} if {
	some w in checks
	reason := doubt(w)
}

meant(w) := [input.service_account[id] | some id in w.meant]

doubt(w) := graph.because(w.account_name, "its ServiceAccount is not known") if {
	w.account_name.state in {"symbolic", "unknown"}
	count(w.account.ids) == 0
} else := "an overlay may set its ServiceAccount" if {
	some node in array.concat(meant(w), [w | count(w.meant) > 0])
	node.kustomize_base
} else := graph.why([node.exists | some node in nodes], "it is not known whether it is there") if {
	nodes := array.concat(meant(w), [w | count(w.meant) > 0])
	some node in nodes
	not graph.exists(node)
}

runs(w) := `sets no serviceAccountName, so its pods run as "default"` if {
	w.account_name == null
} else := sprintf("names ServiceAccount %s, which is not in these files, so its pods run under another one", [w.account_name.text])

role(account) := input.role[account.role.ids[0]].label if {
	count(account.role.ids) > 0
} else := sprintf("role %s", [account.role_arn.text])

help(w, account) := sprintf("service_account_name = %q", [account.name.text]) if {
	w.format == "terraform"
} else := sprintf("serviceAccountName: %s", [account.name.text])
