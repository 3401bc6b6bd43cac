# METADATA
# title: Trust policy, OIDC provider and ServiceAccount agree on the audience
# description: |
#   Tokens of ServiceAccounts have the audience sts.amazonaws.com in every
#   partition, unless the annotation eks.amazonaws.com/audience says otherwise.
#   The condition on :aud and the provider's client ids must admit it.
# custom:
#   severity: error
#   precision: high
#   tags: [irsa, trust, oidc]
#   since: 0.1.0
package irsalint.rules.irsa.audience

import data.irsalint.lib.graph
import data.irsalint.lib.identity
import data.irsalint.lib.trust

default_audience := "sts.amazonaws.com"

# Statements with a condition on the audience, and the first such condition.
checks := [{"statement": s, "condition": on_audience(s)[0]} |
	some s in trust.statements
	trust.to_audience(s)
]

on_audience(s) := [c | some c in s.conditions; c.key_form == "claim"; c.claim == "aud"]

# Providers that these statements trust.
trusted := {id | some s in trust.statements; some p in s.principals; some id in p.provider.ids}

providers := [p | some id in trusted; p := input.provider[id]; graph.exists(p)]

# accounts are the ServiceAccounts that come nearest to a role by a statement.
accounts := {s: [i | some i in identity.certain; i.statement == s] | some s in {i.statement | some i in identity.certain}}

applies contains {"id": c.statement.id, "object": trust.role(c.statement), "at": c.condition.at} if some c in checks

applies contains {"id": p.id, "object": p.label, "at": p.at} if some p in providers

# A ServiceAccount in the files cannot assume the role for this.
violation contains object.union(found(c), {
	"message": sprintf("%s admits tokens of the audience %q, but those of %s have %q", [trust.role(c.statement), value(c).text, i.label, i.audience]),
	"related": [{"message": sprintf("%s names the role", [i.label]), "at": i.at}],
	"help": sprintf("write %q", [i.audience]),
}) if {
	some c in checks
	i := refused(c.statement)[0]
}

# None in the files uses it: one elsewhere may ask for an audience of its own,
# but not for one that is nearly the default.
violation contains object.union(found(c), {
	"message": sprintf("%s admits tokens of the audience %q, but without an annotation they have %q", [trust.role(c.statement), value(c).text, default_audience]),
	"severity": "warning",
	"help": sprintf("write %q", [default_audience]),
}) if {
	some c in checks
	c.statement.audience.is == "no"
	not accounts[c.statement.id]
	nearly(c)
}

found(c) := {
	"id": c.statement.id,
	"object": trust.role(c.statement),
	"at": value(c).at,
	"same": value(c).text,
	"key": [c.statement.role, value(c).text],
}

violation contains {
	"id": p.id,
	"object": p.label,
	"at": places[0],
	"message": sprintf("%s does not have the client id %q, the audience of ServiceAccounts' tokens", [p.label, default_audience]),
	"help": sprintf("write %q as a client id", [default_audience]),
	"key": [p.id],
} if {
	some p in providers
	unsure(p) == ""
	places := array.concat([v.at | some v in p.client_ids; v != null], [p.at])
}

unverified contains {"id": c.statement.id, "object": trust.role(c.statement), "at": c.condition.at, "reason": reason} if {
	some c in checks
	count(refused(c.statement)) == 0
	reason := doubt(c)
}

unverified contains {"id": p.id, "object": p.label, "at": p.at, "reason": reason} if {
	some p in providers
	reason := unsure(p)
	reason != ""
}

refused(s) := [i | some i in accounts[s.id]; i.verdict.is == "no"; identity.stage(i) == "audience"]

value(c) := values[0] if values := array.concat([v.value | some v in c.condition.values; v.value != null], [c.condition.key])

# nearly: what the condition asks for is the host of STS in some form.
nearly(c) if "audience" in [v.form | some v in c.condition.values]

# asking are the ServiceAccounts whose audience is not settled.
asking(c) := [i | some i in accounts[c.statement.id]; i.verdict.is == "unknown"; identity.stage(i) == "audience"]

doubt(c) := graph.why([i.verdict | some i in asking(c)], "the audience is not known") if {
	count(asking(c)) > 0
} else := graph.why([c.statement.audience], "the audience is not known") if {
	not accounts[c.statement.id]
	c.statement.audience.is == "unknown"
} else := sprintf("no ServiceAccount here uses the role; one elsewhere may ask for the audience %q", [value(c).text]) if {
	not accounts[c.statement.id]
	c.statement.audience.is == "no"
	not nearly(c)
}

unsure(p) := graph.why([p.default_audience], "the client ids are not known") if p.default_audience.is == "unknown"

unsure(p) := {true: "a ServiceAccount asks for an audience of its own", false: ""}[count(custom) > 0] if p.default_audience.is == "no"

# custom are the ServiceAccounts that ask for an audience of their own.
custom := [sa | some sa in input.service_account; sa.audience != null]
