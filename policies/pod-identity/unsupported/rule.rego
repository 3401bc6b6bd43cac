# METADATA
# title: Pods with a Pod Identity association run on Linux nodes of EC2
# description: |
#   EKS Pod Identity works on Linux nodes of EC2 only. On Fargate and on Windows
#   there is no agent, and pods get no credentials; IRSA works there.
# custom:
#   severity: warning
#   precision: high
#   tags: [pod-identity, workload]
#   since: 0.2.0
package irsalint.rules["pod-identity"].unsupported

import data.irsalint.lib.graph

checks := [a | some a in input.association; a.account_name != null]

applies contains {"id": a.id, "object": a.label, "at": a.at} if some a in checks

violation contains {
	"id": a.id,
	"object": a.label,
	"at": a.at,
	"message": sprintf("%s is for pods that run on %s, where Pod Identity does not work", [a.label, problem.where]),
	"related": [{"message": problem.why, "at": problem.at}],
	"help": "use IRSA for them: annotate the ServiceAccount with eks.amazonaws.com/role-arn and let the role trust the OIDC provider of the cluster",
	"key": [a.id, problem.where],
} if {
	some a in checks
	graph.exists(a)
	problem := problems(a)[0]
}

unverified contains {"id": a.id, "object": a.label, "at": a.at, "reason": reason} if {
	some a in checks
	open(a)
	reason := graph.why(array.concat([a.exists, a.fargate], [w.windows | some w in workloads(a)]), "it is not known where its pods run")
}

open(a) if {
	count(problems(a)) > 0
	not graph.exists(a)
}

open(a) if {
	count(problems(a)) == 0
	"unknown" in array.concat([a.fargate.is], [w.windows.is | some w in workloads(a)])
}

open(a) if {
	count(problems(a)) == 0
	"unknown" in [v.is | some w in workloads(a); w.windows.is == "yes"; v := w.exists]
}

workloads(a) := [input.workload[id] | some id in a.workloads]

problems(a) := array.concat(
	[{"where": "Fargate", "why": "a Fargate profile takes all pods of the namespace", "at": a.fargate.at} | a.fargate.is == "yes"],
	[{"where": "Windows", "why": sprintf("%s asks for Windows nodes", [w.label]), "at": w.windows.at} |
		some w in workloads(a)
		w.windows.is == "yes"
		graph.exists(w)
		not w.kustomize_base
	],
)
