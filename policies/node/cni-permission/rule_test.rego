package irsalint.rules.node["cni-permission_test"]

import data.irsalint.lib.nodefixture as fixture
import data.irsalint.rules.node["cni-permission"] as rule

cni(change) := fixture.with_use({"cni": change})

test_fires_on_the_node_role if {
	rule.violation == {{
		"id": "node|vpc_cni_ipv4|no",
		"object": "role node",
		"at": "node",
		"message": "aws-node of EC2NodeClass default runs with role node, the node role, which lacks what the VPC CNI needs for IPv4 (ec2:AttachNetworkInterface): the nodes stay NotReady",
		"related": [{"message": "EC2NodeClass default uses the node role", "at": "use"}],
		"help": `resource "aws_iam_role_policy_attachment" "AmazonEKS_CNI_Policy" {
  role       = aws_iam_role.node.name
  policy_arn = "arn:aws:iam::aws:policy/AmazonEKS_CNI_Policy"
}`,
		"key": ["node", "vpc_cni_ipv4"],
	}} with input as cni({"granted": fixture.no, "missing": ["ec2:AttachNetworkInterface"]})
}

test_fires_on_a_role_for_ipv4_in_a_cluster_with_ipv6 if {
	changed := object.union(
		cni({"granted": fixture.no, "missing": ["ec2:AssignIpv6Addresses"], "source": "irsa", "role": "controller", "capability": "vpc_cni_ipv6"}),
		{"cluster": {"cluster": {"ip_family": fixture.val("ipv6", "family")}}},
	)
	some v in rule.violation with input as changed
	v.at == "controller"
	contains(v.message, "runs with role controller, its own role by IRSA, which lacks what the VPC CNI needs for IPv6 (ec2:AssignIpv6Addresses)")
	v.related == [{"message": "cluster demo is an IPv6 cluster", "at": "family"}]
	v.help == `no managed policy has them; add to an inline policy of role controller {"Effect": "Allow", "Action": ["ec2:AssignIpv6Addresses"], "Resource": "*"}`
}

test_verifies if {
	rule.applies == {{"id": "node|vpc_cni_ipv4|yes", "object": "role node", "at": "node"}} with input as fixture.graph
	rule.violation | rule.unverified == set() with input as fixture.graph
}

test_abstains_where_the_permissions_are_not_known if {
	changed := cni({"granted": fixture.unknown("var.policy has no value")})
	rule.violation == set() with input as changed
	rule.unverified == {{"id": "node|vpc_cni_ipv4|unknown", "object": "role node", "at": "node", "reason": "var.policy has no value"}} with input as changed
}

test_abstains_where_the_role_of_aws_node_is_not_known if {
	changed := cni({"role": "", "source": "irsa", "granted": fixture.unknown("the role of add-on vpc-cni is not in these files")})
	rule.violation == set() with input as changed
	rule.unverified == {{"id": "use", "object": "EC2NodeClass default", "at": "use", "reason": "the role of add-on vpc-cni is not in these files"}} with input as changed
}

test_abstains_where_another_plugin_may_run if {
	changed := cni({"needed": fixture.unknown("DaemonSet cilium is another network plugin"), "granted": fixture.no})
	rule.violation == set() with input as changed
	count(rule.unverified) == 1 with input as changed
}

test_silent_where_the_nodes_lack_it_too if {
	changed := object.union(
		cni({"granted": fixture.no, "missing": ["ec2:DescribeInstances"]}),
		{"node_use": {"use": {"grants": {"kubelet_ec2": {"is": "no", "missing": ["ec2:DescribeInstances"]}}}}},
	)
	rule.applies | rule.violation == set() with input as changed
}

test_silent_where_it_is_not_needed if {
rule.applies | rule.violation == set() with input as cni({"needed": fixture.no, "granted": fixture.no})}
