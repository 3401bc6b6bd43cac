# METADATA
# title: A policy document is one that IAM accepts
# description: |
#   A trust policy, inline policy or customer policy has the elements, effects
#   and condition operators that IAM knows, in the form that it knows them, and
#   no key twice in one object.
# custom:
#   severity: error
#   precision: very-high
#   tags: [iam, policy]
#   since: 0.2.0
package irsalint.rules.input["invalid-policy"]

import data.irsalint.lib.graph

applies contains {"id": t.id, "object": t.label, "at": t.at} if some t in input.policy_text

# One finding for each document: the first problem is mended first.
violation contains {
	"id": t.id,
	"object": t.label,
	"at": p.at,
	"severity": severity(p),
	"message": sprintf("%s %s%s", [t.label, what(p), effect(p)]),
	"related": [{"message": "here too", "at": other.at} | some other in array.slice(t.problems, 1, 4)],
	"help": help(p),
	"key": [t.id, p.kind, p.text],
} if {
	some t in input.policy_text
	graph.exists(t)
	p := first(t)
}

unverified contains {"id": t.id, "object": t.label, "at": t.at, "reason": reason} if {
	some t in input.policy_text
	not plain(t)
	reason := graph.why([t.exists, t.read], "the document is not wholly known")
}

first(t) := [p | some p in array.concat([p | some p in t.problems; p.refused], t.problems)][0]

plain(t) if {
	count(t.problems) > 0
	graph.exists(t)
}

plain(t) if {
	count(t.problems) == 0
	t.read.is == "yes"
}

severity(p) := {true: "error", false: "warning"}[p.refused]

effect(p) := ", which IAM refuses" if {
	p.refused
} else := ", of which only one counts" if {
	p.kind == "duplicate_key"
} else := ", which IAM may refuse"

what(p) := sprintf(texts[p.kind], [p.text]) if {
	contains(texts[p.kind], "%")
} else := texts[p.kind]

texts := {
	"not_object": "is no object but a %s",
	"no_statement": "has no statement",
	"bad_statement": "has a statement that is no object but a %s",
	"no_effect": "has a statement without Effect",
	"bad_effect": "has the effect %q",
	"bad_version": "has the version %q",
	"no_action": "has a statement without Action",
	"both_actions": "has a statement with both Action and NotAction",
	"both_resources": "has a statement with both Resource and NotResource",
	"bad_value": "has a %s where text belongs",
	"bad_principal": "has the principal %q",
	"bad_condition": "has a condition in a form that IAM does not know: %q",
	"unknown_operator": "has the condition operator %q",
	"unknown_element": "has the element %q",
	"duplicate_key": "has the key %q twice in one object",
}

help(p) := sprintf("%q", [p.wanted]) if {
	p.wanted != ""
} else := "join the two: one key with a list of values, or two statements" if {
	p.kind == "duplicate_key"
} else := "write \"Effect\": \"Allow\"" if {
	p.kind in {"no_effect", "bad_effect"}
} else := "see the grammar of the IAM JSON policy language"
