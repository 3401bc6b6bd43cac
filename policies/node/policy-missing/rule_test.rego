package irsalint.rules.node["policy-missing_test"]

import data.irsalint.lib.nodefixture as fixture
import data.irsalint.rules.node["policy-missing"] as rule

pull(change) := fixture.with_use({"grants": {"image_pull": change}})

lacking := {"is": "no", "missing": ["ecr:GetAuthorizationToken", "ecr:BatchGetImage", "ecr:GetDownloadUrlForLayer", "ecr:Other"]}

test_fires if {
	rule.violation == {{
		"id": "node|image_pull|no",
		"object": "role node",
		"at": "node",
		"message": "role node of EC2NodeClass default may not pull images from ECR (it lacks ecr:GetAuthorizationToken, ecr:BatchGetImage, ecr:GetDownloadUrlForLayer and 1 more): pods do not start, those of the add-ons first",
		"related": [{"message": "EC2NodeClass default uses the role", "at": "use"}],
		"help": `resource "aws_iam_role_policy_attachment" "AmazonEC2ContainerRegistryPullOnly" {
  role       = aws_iam_role.node.name
  policy_arn = "arn:aws:iam::aws:policy/AmazonEC2ContainerRegistryPullOnly"
}`,
		"key": ["node", "image_pull"],
	}} with input as pull(lacking)
}

test_one_finding_for_a_role_that_is_used_twice if {
	two := object.union(pull(lacking), {"node_use": {"more": object.union(fixture.use, {"id": "more", "kind": "managed", "grants": {"image_pull": lacking}})}})
	count(rule.violation) == 1 with input as two
	count(rule.applies) == 2 with input as two
}

test_names_the_policy_of_fargate if {
	some v in rule.violation with input as object.union(pull(lacking), {"node_use": {"use": {"kind": "fargate"}}})
	contains(v.help, "AmazonEKSFargatePodExecutionRolePolicy")
}

test_says_it_in_words_where_the_role_has_no_reference if {
	some v in rule.violation with input as object.union(pull(lacking), {"role": {"node": {"reference": "", "partition": "aws-cn"}}})
	v.help == "attach arn:aws-cn:iam::aws:policy/AmazonEC2ContainerRegistryPullOnly to role node"
}

test_verifies if {
	{a.id | some a in rule.applies} == {"node|image_pull|yes", "node|kubelet_ec2|yes"} with input as fixture.graph
	rule.violation | rule.unverified == set() with input as fixture.graph
}

test_abstains if {
	changed := pull({"is": "unknown", "why": "var.policy_arn has no value"})
	rule.violation == set() with input as changed
	rule.unverified == {{"id": "node|image_pull|unknown", "object": "role node", "at": "node", "reason": "var.policy_arn has no value"}} with input as changed
}

test_abstains_where_the_role_is_not_in_the_files if {
	changed := fixture.with_use({"role": "", "why": "no role in these files has the name node"})
	rule.violation == set() with input as changed
	rule.unverified == {{"id": "use", "object": "EC2NodeClass default", "at": "use", "reason": "no role in these files has the name node"}} with input as changed
}

test_abstains_where_the_role_may_not_be_there if {
	changed := object.union(pull(lacking), {"role": {"node": {"exists": fixture.unknown("var.create has no value")}}})
	rule.violation == set() with input as changed
	"var.create has no value" in {u.reason | some u in rule.unverified} with input as changed
}
