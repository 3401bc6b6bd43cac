# METADATA
# description: What rules about node roles, Karpenter and Pod Identity share.
package irsalint.lib.node

import data.irsalint.lib.graph

# first gives, of pairs of a key and a value, the least value of each key. It
# is how one mistake makes one finding: several uses of one role, or several
# instances of one resource, that stand at one place and have one answer, are
# one check.
first(pairs) := {pair[0]: pair[1] |
	sorted := sort(pairs)
	some n, pair in sorted
	not repeated(sorted, n)
}

repeated(sorted, n) if sorted[n][0] == sorted[n - 1][0]

# key puts the parts of a key together.
key(parts) := concat("|", parts)

# every_of is yes if all answers are, and no if one is.
every_of(answers) := "no" if {
	"no" in answers
} else := "unknown" if {
	"unknown" in answers
} else := "yes"

# any_of is yes if one answer is, and no if all are.
any_of(answers) := "yes" if {
	"yes" in answers
} else := "unknown" if {
	"unknown" in answers
} else := "no"

# actions shows a list of actions, the first three of them.
actions(list) := concat(", ", list) if {
	count(list) < 4
} else := sprintf("%s and %d more", [concat(", ", array.slice(list, 0, 3)), count(list) - 3])

# attach gives what to write so that a role has an AWS managed policy.
attach(role, policy) := sprintf(
	`resource "aws_iam_role_policy_attachment" "%s" {
  role       = %s.name
  policy_arn = "%s"
}`,
	[policy, role.reference, managed(role, policy)],
) if {
	role.format == "terraform"
	role.reference != ""
} else := sprintf("attach %s to %s", [managed(role, policy), role.label])

managed(role, policy) := sprintf("arn:%s:iam::aws:policy/%s", [partition(role), policy])

partition(role) := role.partition if role.partition != ""

else := "aws"

# allow gives the statement that allows actions on everything.
allow(list) := sprintf(`{"Effect": "Allow", "Action": %s, "Resource": "*"}`, [json.marshal(list)])

# bound says how to let a permissions boundary allow actions.
bound(boundary, list) := sprintf("add to the permissions boundary %s %s", [boundary, allow(list)])

# statement gives the trust statement that lets a service assume a role.
statement(service, list) := sprintf(`{"Effect": "Allow", "Principal": {"Service": "%s"}, "Action": %s}`, [service, json.marshal(list)])

# pass gives the statement that lets a Karpenter controller pass a node role.
pass(p) := sprintf(
	`{"Effect": "Allow", "Action": "iam:PassRole", "Resource": "%s", "Condition": {"StringEquals": {"iam:PassedToService": %s}}}`,
	[resource(p), json.marshal(services(p))],
)

# resource names the node role as the files beside the policy do, if they are
# of one module.
resource(p) := sprintf("${%s.arn}", [input.role[p.node_role].reference]) if {
	graph.beside(input.role[p.controller], input.role[p.node_role])
} else := p.wanted

services(p) := p.services[0] if {
	count(p.services) == 1
} else := p.services if {
	count(p.services) > 1
} else := "ec2.amazonaws.com"

# uses are the uses of roles by nodes, but for a node class that names the role
# of the Karpenter controller: that has a rule of its own, and what the role
# lacks follows from it.
uses := [u | some u in input.node_use; not u.role in controllers]

# controllers are the roles of Karpenter controllers that are node roles too.
controllers := {p.node_role | some p in input.pass; p.controller == p.node_role}

# entry gives the access entry that lets nodes with a role join a cluster.
entry(use, role) := sprintf(
	`resource "aws_eks_access_entry" "node" {
  cluster_name  = %s
  principal_arn = %s.arn
  type          = "EC2_LINUX"
}`,
	[cluster_name(use), role.reference],
) if {
	role.format == "terraform"
	role.reference != ""
} else := sprintf("make an access entry of type EC2_LINUX for %s", [role.label])

cluster_name(use) := sprintf("%s.name", [c.reference]) if {
	c := input.cluster[use.cluster.ids[0]]
	c.reference != ""
} else := json.marshal(c.name.text) if {
	c := input.cluster[use.cluster.ids[0]]
	c.name != null
} else := "var.cluster_name"

# mapping gives the entry of mapRoles that lets nodes with a role join.
mapping(arn) := sprintf(
	`- rolearn: %s
  username: system:node:{{EC2PrivateDNSName}}
  groups:
    - system:bootstrappers
    - system:nodes`,
	[arn],
)

# said is the first of some texts that is not empty.
said(texts) := [text | some text in texts; text != ""][0]

# place is that of a value, or another one where there is no value.
place(val, other) := said([val.at, other]) if {
	val != null
} else := other

# same says whether two nodes belong to one cluster.
same(a, b) := "yes" if {
	some id in a.cluster.ids
	id in b.cluster.ids
} else := "unknown" if {
	0 in [count(a.cluster.ids), count(b.cluster.ids)]
} else := "no"
