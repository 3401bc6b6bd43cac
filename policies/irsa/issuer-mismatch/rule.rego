# METADATA
# title: A trust policy names one issuer, that of the ServiceAccount's cluster
# description: |
#   The issuer in the Federated principal and in the condition keys is one, and
#   it is that of the cluster that the ServiceAccount is deployed to.
# custom:
#   severity: error
#   precision: very-high
#   tags: [irsa, trust, oidc]
#   since: 0.1.0
package irsalint.rules.irsa["issuer-mismatch"]

import data.irsalint.lib.graph
import data.irsalint.lib.identity
import data.irsalint.lib.trust

# Within a statement: principal and keys.
checks := [s |
	some s in trust.statements
	trust.to_issuer(s)
	some c in s.conditions
	trust.has_issuer(c)
]

# Between a statement and the cluster of a ServiceAccount.
deployed := [i |
	some i in identity.certain
	i.cluster != ""
	s := input.statement[i.statement]
	trust.to_key(s)
]

applies contains {"id": s.id, "object": trust.role(s), "at": s.principal_at} if some s in checks

applies contains {"id": i.id, "object": i.label, "at": i.at} if some i in deployed

violation contains {
	"id": s.id,
	"object": trust.role(s),
	"at": wrong_end(s, other[0]),
	"message": sprintf("%s: the principal of the trust policy is the provider of %s, but the condition key names the issuer %s", [trust.role(s), trusted(s), other[0].issuer.text]),
	"same": "keys",
	"related": array.concat(
		[other_end(s, other[0])],
		[{"message": "this key names another issuer too", "at": c.key.at} | some n, c in other; n > 0],
	),
	"help": help(s, other[0]),
	"key": [s.role, other[0].key.text],
} if {
	some s in checks
	other := trust.other_issuer(s)
	count(other) > 0
}

violation contains {
	"id": i.id,
	"object": i.label,
	"at": s.principal_at,
	"message": sprintf("%s is deployed to %s, but the trust policy of %s names the issuer of another cluster, %s", [i.label, input.cluster[i.cluster].label, identity.role(i).label, trusted(s)]),
	"same": i.cluster,
	"related": [
		{"message": sprintf("%s names the role", [i.label]), "at": i.at},
		{"message": "the cluster that it is deployed to", "at": input.cluster[i.cluster].at},
	],
	"help": sprintf("write the OIDC provider of %s", [input.cluster[i.cluster].label]),
	"key": [i.account, i.role, trusted(s)],
} if {
	some i in deployed
	i.cluster_agrees.is == "no"
	i.verdict.is == "no"
	s := input.statement[i.statement]
}

unverified contains {"id": s.id, "object": trust.role(s), "at": c.key.at, "reason": reason} if {
	some s in checks
	trust.issuer(s) == "unknown"
	some c in s.conditions
	c.issuer_agrees.is == "unknown"
	reason := graph.why([c.issuer_agrees], "it is not known whether the issuer of this key is that of the principal")
}

unverified contains {"id": i.id, "object": i.label, "at": i.at, "reason": reason} if {
	some i in deployed
	i.cluster_agrees.is == "unknown"
	reason := graph.why([i.cluster_agrees], "the issuer of its cluster is not known")
}

# Where the principal is no cluster's provider, it is the wrong end: tokens of
# ServiceAccounts come from clusters.
foreign(s) if {
	every p in s.principals { p.cluster_issuer.is == "no" }
}

wrong_end(s, c) := s.principal_at if foreign(s)

else := c.key.at

other_end(s, c) := {"message": "the key", "at": c.key.at} if foreign(s)

else := {"message": "the principal", "at": s.principal_at}

help(s, c) := sprintf("name the provider of the issuer in the key: arn:<partition>:iam::<account>:oidc-provider/%s", [c.issuer.text]) if foreign(s)

else := sprintf("write the issuer of the principal in the key: %s", [wanted(s, c)])

trusted(s) := [p.issuer.text | some p in s.principals; p.issuer != null][0]

wanted(s, c) := sprintf("%s:%s", [trust.named_issuer(s), c.claim]) if c.claim != ""

else := trust.named_issuer(s)
