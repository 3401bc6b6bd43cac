# METADATA
# title: The aws-auth ConfigMap is as the authenticator reads it
# description: |
#   It is aws-auth in kube-system; its mapRoles is text, a YAML list of entries
#   with rolearn (a role's ARN without path), username and groups. A node role
#   has the user name and both groups of nodes.
# custom:
#   severity: error
#   precision: high
#   tags: [node, join]
#   since: 0.1.0
package irsalint.rules.node["aws-auth"]

import data.irsalint.lib.graph
import data.irsalint.lib.mapping
import data.irsalint.lib.node

# checks are one for each ConfigMap, and one for each of its entries if the
# ConfigMap itself is read.
checks := array.concat(
	[{"id": a.id, "label": a.label, "at": a.at, "map": a} | some a in input.aws_auth],
	[{"id": sprintf("%s/%d", [a.id, n]), "label": sprintf("mapping %d of %s", [n + 1, a.label]), "at": m.at, "map": a, "entry": m} |
		some a in input.aws_auth
		count(problems(a)) == 0
		some n, m in a.mappings
	],
)

applies contains {"id": c.id, "object": c.label, "at": c.at} if some c in checks

violation contains object.union(
	{"related": [], "key": [c.map.id, p.message]},
	object.union(p, {"id": c.id, "object": c.label}),
) if {
	some c in checks
	graph.exists(c.map)
	p := wrong(c)[0]
}

unverified contains {"id": c.id, "object": c.label, "at": c.at, "reason": reason} if {
	some c in checks
	reason := graph.why([c.map.exists], "it is not known whether it is there")
	not graph.exists(c.map)
}

unverified contains {"id": c.id, "object": c.label, "at": c.at, "reason": reason} if {
	some c in checks
	graph.exists(c.map)
	count(wrong(c)) == 0
	reason := doubts(c)[0]
}

wrong(c) := problems(c.map) if {
	not c.entry
} else := array.concat(mapping.faults(c.entry), mapping.others(c.entry))

# problems are those of a ConfigMap, worst first.
problems(a) := array.concat(
	array.concat(
		[{
			"at": node.place(a[a.misplaced], a.at),
			"message": sprintf("%s is not read: the authenticator reads the ConfigMap aws-auth in kube-system", [a.label]),
			"help": places[a.misplaced],
		} |
			places[a.misplaced]
		],
		[{
			"at": k.at,
			"message": sprintf("%s has the key %q, which the authenticator does not read", [a.label, k.key]),
			"help": sprintf("write %s instead of %s", [k.want, k.key]),
		} |
			some k in a.data_keys
			k.want != ""
		],
	),
	[{
		"at": [at | some at in [a.form_at, a.at]; at != ""][0],
		"message": sprintf("mapRoles of %s %s", [a.label, form(a)]),
		"help": form_help(a),
	} |
		form(a)
	],
)

places := {"name": "name: aws-auth", "namespace": "namespace: kube-system"}

form(a) := sprintf("is %s, but values of a ConfigMap are text", [kinds[a.form]])

form(a) := sprintf("is not valid YAML, so the authenticator reads none of it: %s", [a.form_why]) if a.form == "bad_yaml"

kinds := {"list": "a list", "object": "an object"}

form_help(a) := "write mapRoles: | so that what follows is text" if {
	a.form == "list"
} else := sprintf("mapRoles: |\n%s", [node.mapping("arn:aws:iam::111122223333:role/nodes")])

doubts(c) := mapping.doubts(c.entry) if {
	c.entry
} else := array.concat(
	["it is not known whether it is aws-auth in kube-system" | c.map.misplaced == "unknown"],
	["mapRoles is not known" | c.map.form == "unknown"],
)
