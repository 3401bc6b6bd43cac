# METADATA
# title: A trust policy checks the audience of the tokens
# description: |
#   A token of a cluster's issuer is made for an audience, sts.amazonaws.com
#   where it is for AWS. Without a condition on :aud a role relies on the client
#   ids of the OIDC provider alone, which others may widen for tokens of their
#   own.
# custom:
#   severity: note
#   precision: high
#   tags: [irsa, trust, security]
#   since: 0.2.0
package irsalint.rules.irsa["audience-unrestricted"]

import data.irsalint.lib.graph
import data.irsalint.lib.trust

# A statement without a condition on the subject has a rule of its own.
checks := [s | some s in trust.statements; s.reach.level != "missing"]

applies contains {"id": s.id, "object": s.label, "at": s.at} if some s in checks

violation contains {
	"id": s.id,
	"object": s.label,
	"at": at(s),
	"message": sprintf("the trust policy of %s has no condition on the audience of the tokens", [trust.role(s)]),
	"related": [],
	"help": sprintf(`"StringEquals": {"%s:aud": "sts.amazonaws.com"}`, [trust.named_issuer(s)]),
	"key": [s.role],
} if {
	some s in checks
	s.checks_audience.is == "no"
}

unverified contains {"id": s.id, "object": s.label, "at": s.at, "reason": reason} if {
	some s in checks
	s.checks_audience.is == "unknown"
	reason := graph.why([s.checks_audience], "it is not known whether it has a condition on the audience")
}

at(s) := [place | some place in [s.condition_at, s.principal_at, s.at]; place != ""][0]
