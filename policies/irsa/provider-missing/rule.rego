# METADATA
# title: The issuer of a cluster that roles trust has an IAM OIDC provider
# description: |
#   A cluster publishes keys under its issuer, but IAM accepts tokens of an
#   issuer only where the account of the role has an OIDC provider for it. It is
#   looked for where the files make the cluster and show all its providers.
# custom:
#   severity: warning
#   precision: high
#   tags: [irsa, oidc, trust]
#   since: 0.1.0
package irsalint.rules.irsa["provider-missing"]

import data.irsalint.lib.graph
import data.irsalint.lib.node
import data.irsalint.lib.trust

# trusts are the statements that trust the issuer of a cluster made here.
trusts := [[p.cluster.ids[0], [answer(s, p), s.id, n]] |
	some s in trust.statements
	some n, p in s.principals
	p.form == "oidc_provider"
	input.cluster[p.cluster.ids[0]].managed
]

# checks has for each such cluster the statement that says most against it.
checks := node.first(trusts)

answer(s, p) := node.any_of(array.concat(
	[made(input.provider[id]) | some id in p.provider.ids],
	array.concat(
		["unknown" | some _ in p.provider.possible],
		[provided(input.cluster[id]) | some id in p.cluster.ids],
	),
)) if {
	graph.exists(input.role[s.role])
} else := "unknown"

made(q) := "yes" if {
	graph.exists(q)
} else := "unknown"

provided(c) := "yes" if {
	some id in c.providers.ids
	graph.exists(input.provider[id])
} else := "no" if {
	c.providers.complete
	graph.exists(c)
} else := "unknown"

applies contains {"id": id, "object": c.label, "at": c.at} if {
	some id, _ in checks
	c := input.cluster[id]
}

violation contains {
	"id": id,
	"object": c.label,
	"at": p.value.at,
	"message": sprintf("%s trusts the OIDC issuer of %s, but no IAM OIDC provider for it is in the files, so no ServiceAccount can assume the role", [input.role[s.role].label, c.label]),
	"related": [{"message": sprintf("%s is made here", [c.label]), "at": c.at}],
	"help": help(c),
	"key": [id],
} if {
	some id, check in checks
	check[0] == "no"
	c := input.cluster[id]
	s := input.statement[check[1]]
	p := s.principals[check[2]]
}

unverified contains {"id": id, "object": c.label, "at": c.at, "reason": reason} if {
	some id, check in checks
	check[0] == "unknown"
	c := input.cluster[id]
	reason := reasons(c, input.role[input.statement[check[1]].role])[0]
}

reasons(c, role) := [text |
	some text in [
		graph.why([c.exists], ""),
		graph.why([role.exists], ""),
		c.providers.why,
		"the files do not show all OIDC providers",
	]
	text != ""
]

help(c) := sprintf(
	`resource "aws_iam_openid_connect_provider" "eks" {
  url            = %s.identity[0].oidc[0].issuer
  client_id_list = ["sts.amazonaws.com"]
}`,
	[c.reference],
) if {
	c.format == "terraform"
	c.reference != ""
} else := sprintf("make an IAM OIDC provider with the URL of the issuer of %s and the client id sts.amazonaws.com", [c.label])
