# METADATA
# title: The keys of a trust policy's condition are claims of the cluster's tokens
# description: |
#   The key is <issuer host/path>:sub or :aud, without a scheme and without the
#   provider's ARN; a key that the token does not have never matches. Subjects
#   stand under :sub and audiences under :aud.
# custom:
#   severity: error
#   precision: very-high
#   tags: [irsa, trust]
#   since: 0.1.0
package irsalint.rules.irsa["condition-key"]

import data.irsalint.lib.graph
import data.irsalint.lib.trust

# One check a statement: its keys are mostly made by one expression.
checks := [s |
	some s in trust.statements
	trust.to_key(s)
	some c in s.conditions
	not c.key_form in {"aws", "other"}
]

applies contains {"id": s.id, "object": trust.role(s), "at": s.condition_at} if some s in checks

violation contains {
	"id": s.id,
	"object": trust.role(s),
	"at": wrong[0].key.at,
	"message": sprintf("%s: the condition key %q %s, so it never matches", [trust.role(s), wrong[0].key.text, problem(wrong[0])]),
	"same": problem(wrong[0]),
	"related": [{"message": "this key is wrong too", "at": c.key.at} |
		some n, c in wrong
		n > 0
	],
	"help": help(s, wrong[0]),
	"key": [s.role, wrong[0].key.text],
} if {
	some s in checks
	wrong := trust.wrong_key(s)
	count(wrong) > 0
}

unverified contains {"id": s.id, "object": trust.role(s), "at": c.at, "reason": reason} if {
	some s in checks
	trust.key(s) == "unknown"
	some c in s.conditions
	c.key_form == "unknown"
	reason := graph.because(c.key, "the condition key is not known")
}

problems := {
	"scheme": "starts with https://, which keys of tokens do not have",
	"provider_arn": "begins with the ARN of the provider instead of the issuer",
	"no_claim": "names no claim",
	"template": "holds text that is not substituted",
}

problem(c) := problems[c.key_form]

problem(c) := claims[c.claim] if c.key_form == "claim"

claims := {
	"aud": "is that of the audience, but its value is the subject of a ServiceAccount",
	"sub": "is that of the subject, but its value is an audience",
}

# help: a key that Terraform makes of an expression is put right there.
help(s, c) := cuts[c.key_form] if {
	s.format == "terraform"
	c.key.state != "known"
} else := sprintf("write %q", [c.wanted_key]) if {
	c.wanted_key != ""
} else := "write <issuer without https://>:sub for the subject, :aud for the audience"

cuts := {
	"scheme": `cut the scheme off the issuer: replace(<issuer>, "https://", "")`,
	"provider_arn": `cut the ARN off the issuer: replace(<ARN of the provider>, "/^.*oidc-provider//", "")`,
}
