# METADATA
# title: The principal of a trust policy for ServiceAccounts is the cluster's OIDC provider
# description: |
#   The Federated principal is the ARN of an IAM OIDC provider, of the partition
#   that its issuer is in: not a role, not the issuer's URL, not an AWS principal.
# custom:
#   severity: error
#   precision: very-high
#   tags: [irsa, trust]
#   since: 0.1.0
package irsalint.rules.irsa["federated-principal"]

import data.irsalint.lib.graph
import data.irsalint.lib.trust

# Statements about ServiceAccounts or a cluster's issuer, and those by which
# an annotated ServiceAccount comes nearest to its role.
checks := [s | some s in trust.statements; about_accounts(s)]

about_accounts(s) if trust.names_account(s)

about_accounts(s) if {
	some p in s.principals
	p.form == "oidc_provider"
	p.cluster_issuer.is == "yes"
}

about_accounts(s) if s.id in used

used := {i.statement | some i in input.identity}

applies contains {"id": s.id, "object": trust.role(s), "at": s.principal_at} if some s in array.concat(checks, trust.uncertain)

violation contains {
	"id": s.id,
	"object": trust.role(s),
	"at": at(s),
	"message": sprintf("%s: the principal of the trust statement for ServiceAccounts %s", [trust.role(s), problem(s)]),
	"same": concat(" ", [p.form | some p in s.principals]),
	"related": array.concat(
		[{"message": "the principal of the trust policy", "at": s.principal_at} | at(s) != s.principal_at],
		[{"message": sprintf("it is meant to admit %s", [v.value.text]), "at": v.value.at} | some c in s.conditions; some v in c.values; v.form == "subject"],
	),
	"help": help(s),
	"key": array.concat([s.role], [p.value.text | some p in s.principals; p.value != null]),
} if {
	some s in checks
	trust.principal(s) == "no"
}

unverified contains {"id": s.id, "object": trust.role(s), "at": s.principal_at, "reason": reason} if {
	some s in checks
	trust.principal(s) == "unknown"
	whys := [graph.because(p.value, "the principal is not known") | some p in s.principals; p.value != null; p.value.why != ""]
	reasons := array.concat(whys, ["the principal is not known"])
	reason := reasons[0]
}

unverified contains {"id": s.id, "object": trust.role(s), "at": s.principal_at, "reason": reason} if {
	some s in trust.uncertain
	reason := graph.why(trust.facts(s), "the statement is not known")
}

at(s) := places[0] if places := array.concat([p.value.at | some p in s.principals; p.value != null], [s.principal_at])

problem(s) := sprintf("is %q, %s", [p.value.text, kind(p)]) if {
	p := [p | some p in s.principals; p.value != null][0]
} else := "is no OIDC provider"

misplaced(p) if {
	p.form == "oidc_provider"
	p.type != "Federated"
}

help(s) := sprintf("write \"Federated\" instead of %q", [types[0]]) if {
	types := [p.type | some p in s.principals; misplaced(p)]
} else := cut if {
	some p in s.principals
	p.form == "provider_scheme"
} else := "write the ARN of the cluster's IAM OIDC provider: arn:<partition>:iam::<account>:oidc-provider/<issuer without https://>"

cut := "cut https:// off the issuer in the ARN: arn:<partition>:iam::<account>:oidc-provider/<issuer without https://>"

kind(p) := sprintf("an OIDC provider, under %q instead of \"Federated\"", [p.type]) if misplaced(p)

kind(p) := "an OIDC provider of another partition than its issuer" if {
	p.form == "oidc_provider"
	not misplaced(p)
}

kind(p) := object.get(kinds, p.form, "which is not the ARN of an OIDC provider") if p.form != "oidc_provider"

kinds := {form: sprintf("%s, not the ARN of an OIDC provider", [name]) |
	some form, name in {
		"role": "the ARN of a role",
		"user": "the ARN of a user",
		"assumed_role": "the ARN of a session",
		"cluster": "the ARN of a cluster",
		"account_root": "an account",
		"instance_profile": "the ARN of an instance profile",
		"policy": "the ARN of a policy",
		"account": "an account",
		"service": "a service",
		"url": "a URL",
		"saml_provider": "a SAML provider",
		"provider_scheme": "the ARN of a provider with https:// before its issuer",
	}
}
