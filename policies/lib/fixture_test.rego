# METADATA
# description: A graph in which all is right, for tests to change.
package irsalint.lib.fixture

yes := {"is": "yes", "why": "", "at": ""}

no := {"is": "no", "why": "", "at": ""}

unknown(why) := {"is": "unknown", "why": why, "at": ""}

val(text, at) := {"state": "known", "text": text, "at": at, "why": ""}

issuer := "oidc.eks.eu-west-1.amazonaws.com/id/AAAA"

statement := {
	"id": "statement",
	"label": "trust policy of role app",
	"role": "role",
	"exists": yes,
	"ours": yes,
	"allow": yes,
	"web_identity": yes,
	"satisfiable": yes,
	"audience": yes,
	"action_at": "action",
	"principal_at": "principal",
	"condition_at": "conditions",
	"at": "statement",
	"principals": [principal],
	"conditions": [subject, audience],
}

principal := {
	"type": "Federated",
	"value": val(concat("", ["arn:aws:iam::111122223333:oidc-provider/", issuer]), "federated"),
	"form": "oidc_provider",
	"issuer": val(issuer, "federated"),
	"cluster_issuer": yes,
	"partition_agrees": yes,
	"provider": {"ids": ["provider"], "possible": [], "why": ""},
}

subject := condition("sub", "system:serviceaccount:prod:app", "subject")

audience := condition("aud", "sts.amazonaws.com", "audience")

condition(claim, text, form) := {
	"operator": val("StringEquals", "operator"),
	"base": "StringEquals",
	"negated": false,
	"if_exists": false,
	"set": "",
	"key": val(sprintf("%s:%s", [issuer, claim]), sprintf("%s key", [claim])),
	"claim": claim,
	"key_form": "claim",
	"issuer": val(issuer, claim),
	"issuer_agrees": yes,
	"values": [value(text, form)],
	"values_known": yes,
	"wanted_key": sprintf("%s:%s", [issuer, claim]),
	"at": claim,
}

value(text, form) := {
	"value": val(text, sprintf("%s value", [form])),
	"form": form,
	"wildcard": contains(text, "*"),
	"template": contains(text, "{"),
}

role := {"id": "role", "label": "role app", "at": "role", "exists": yes, "arn": val("arn:aws:iam::111122223333:role/app", "role"), "trust_at": "trust", "statements": ["statement"]}

account := {
	"id": "account",
	"label": "ServiceAccount prod/app",
	"at": "account",
	"exists": yes,
	"name": val("app", "account name"),
	"namespace": val("prod", "account namespace"),
	"role_arn": val("arn:aws:iam::111122223333:role/app", "annotation"),
	"role_form": "role",
	"audience": null,
	"misread": [],
	"template": "",
}

identity := {
	"id": "identity",
	"label": "ServiceAccount prod/app",
	"at": "annotation",
	"account": "account",
	"role": "role",
	"candidates": ["role"],
	"verdict": yes,
	"stage": "",
	"statement": "statement",
	"links": [],
	"nearest": null,
	"other_roles": [],
	"other_identity": false,
	"cluster": "",
	"cluster_agrees": unknown(""),
	"audience": "sts.amazonaws.com",
	"subject": val("system:serviceaccount:prod:app", "account"),
}

provider := {"id": "provider", "label": "OIDC provider", "at": "provider", "exists": yes, "client_ids": [val("sts.amazonaws.com", "client id")], "default_audience": yes}

graph := {
	"statement": {"statement": statement},
	"role": {"role": role},
	"service_account": {"account": account},
	"identity": {"identity": identity},
	"provider": {"provider": provider},
	"workload": {},
	"interpolation": {},
	"cluster": {},
}

# with_statement, with_identity and with_account give the graph with some
# fields of the one node of the kind changed.
with_statement(fields) := object.union(graph, {"statement": {"statement": fields}})

with_identity(fields) := object.union(graph, {"identity": {"identity": fields}})

with_account(fields) := object.union(graph, {"service_account": {"account": fields}})
