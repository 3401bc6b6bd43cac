# METADATA
# description: |
#   The links of a trust statement, in the order in which rules speak:
#   principal, issuer, condition key, operator, audience. A rule judges a
#   statement only if no link before its own is broken.
package irsalint.lib.trust

import data.irsalint.lib.graph

# statements are those that let ServiceAccounts assume a role by web identity.
statements := [s |
	some s in input.statement
	every fact in facts(s) { fact.is == "yes" }
]

# uncertain are those of which it is not known whether they do, or are there.
uncertain := [s |
	some s in input.statement
	every fact in facts(s) { fact.is != "no" }
	not settled(s)
]

settled(s) if {
	every fact in facts(s) { fact.is == "yes" }
}

# facts must all hold for a statement to be judged.
facts(s) := [s.ours, s.allow, s.web_identity, s.exists, input.role[s.role].exists]

role(s) := input.role[s.role].label

# names_account: a value of its conditions is the subject of a ServiceAccount.
names_account(s) if {
	some condition in s.conditions
	some v in condition.values
	v.form == "subject"
}

# principal: a provider of tokens can be its principal.
principal(s) := "yes" if {
	some p in s.principals
	p.form == "oidc_provider"
	p.partition_agrees.is == "yes"
} else := "unknown" if {
	some p in s.principals
	unclear(s, p)
} else := "unknown" if {
	count(s.principals) == 0
} else := "unknown" if {
	s.principals_known.is == "unknown"
} else := "no"

unclear(_, p) if not p.type in {"Federated", "AWS", "Service", "CanonicalUser"}

unclear(_, p) if {
	p.type == "Federated"
	p.form in {"unknown", "template", "any", "empty"}
}

unclear(_, p) if {
	p.form == "oidc_provider"
	p.partition_agrees.is == "unknown"
}

# Another identity provider is none of ours, unless the statement is about a
# ServiceAccount.
unclear(s, p) if {
	p.form == "other"
	not names_account(s)
}

# issuer: the condition keys name the issuer that the principal names.
issuer(s) := "no" if {
	count(other_issuer(s)) > 0
} else := "unknown" if {
	some c in s.conditions
	has_issuer(c)
	c.issuer_agrees.is == "unknown"
} else := "yes"

other_issuer(s) := [c | some c in s.conditions; has_issuer(c); c.issuer_agrees.is == "no"]

has_issuer(c) if {
	c.key_form == "claim"
	c.claim in {"sub", "aud"}
	c.issuer != null
}

# key: every key is one that the token has, and its values are of its kind.
key(s) := "no" if {
	count(wrong_key(s)) > 0
} else := "unknown" if {
	some c in s.conditions
	c.key_form == "unknown"
} else := "yes"

wrong_key(s) := [c | some c in s.conditions; bad_key(c)]

# Where a missing key counts as a match, a wrong one does not keep all out.
bad_key(c) if {
	c.key_form in {"scheme", "provider_arn", "no_claim", "template"}
	not c.negated
	not c.if_exists
	c.set != "ForAllValues"
}

bad_key(c) if wrong_claim(c)

wrong_claim(c) if {
	c.key_form == "claim"
	not c.negated
	kinds := {"sub": "audience", "aud": "subject"}
	count(c.values) > 0
	c.values_known.is == "yes"
	every v in c.values { v.form == kinds[c.claim] }
}

# operator: no operator takes a pattern for plain text.
operator(s) := "no" if {
	count(literal_pattern(s)) > 0
} else := "unknown" if {
	some c in s.conditions
	c.key_form == "claim"
	c.base == ""
} else := "yes"

literal_pattern(s) := [c |
	some c in s.conditions
	c.key_form == "claim"
	c.claim in {"sub", "aud"}
	c.base in {"StringEquals", "StringEqualsIgnoreCase"}
	not c.negated
	some v in c.values
	v.wildcard
]

# forgotten: a value reads like an interpolation that was forgotten, which has
# a rule of its own.
forgotten(s) if {
	some c in s.conditions
	some v in c.values
	v.template
}

to_issuer(s) if principal(s) != "no"

to_key(s) if {
	to_issuer(s)
	issuer(s) != "no"
}

to_operator(s) if {
	to_key(s)
	key(s) != "no"
}

to_audience(s) if {
	to_operator(s)
	operator(s) != "no"
	s.satisfiable.is != "no"
}

# named_issuer gives the issuer that a statement trusts as its file can write it.
named_issuer(s) := array.concat(
	[text |
		some p in s.principals
		p.issuer.state != "known"
		cluster := input.cluster[p.cluster.ids[0]]
		graph.beside(input.role[s.role], cluster)
		text := sprintf(`${replace(%s.identity[0].oidc[0].issuer, "https://", "")}`, [cluster.reference])
	],
	array.concat([p.issuer.text | some p in s.principals; p.issuer != null], ["<issuer>"]),
)[0]
