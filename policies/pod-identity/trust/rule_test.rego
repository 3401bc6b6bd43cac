package irsalint.rules["pod-identity"].trust_test

import data.irsalint.lib.nodefixture as fixture
import data.irsalint.rules["pod-identity"].trust as rule

with_statement(change) := fixture.with_node("statement", "controller/0", change)

of_service(service, text) := with_statement({"principals": [{"type": "Service", "service": service, "form": "service", "value": fixture.val(text, "service")}]})

test_fires_without_tag_session if {
	rule.violation == {{
		"id": "controller/0 action|sts:TagSession",
		"object": "role controller",
		"at": "controller/0 action",
		"message": "association karpenter/karpenter gives pods role controller, whose trust policy does not allow sts:TagSession to pods.eks.amazonaws.com",
		"related": [{"message": "association karpenter/karpenter names the role", "at": "association role"}],
		"help": `write "Action": ["sts:AssumeRole", "sts:TagSession"]`,
		"key": ["controller", "sts:TagSession"],
	}} with input as with_statement({"tag_session": fixture.no})
}

test_fires_on_another_service if {
	some v in rule.violation with input as of_service("ec2", "ec2.amazonaws.com")
	v.at == "service"
	contains(v.message, "does not allow sts:AssumeRole and sts:TagSession to pods.eks.amazonaws.com")
	v.help == `add to the trust policy {"Effect": "Allow", "Principal": {"Service": "pods.eks.amazonaws.com"}, "Action": ["sts:AssumeRole","sts:TagSession"]}`
}

test_fires_on_a_role_for_web_identity if {
	some v in rule.violation with input as with_statement({"principals": [{"type": "Federated", "service": "", "form": "oidc_provider", "value": fixture.val("arn", "federated")}]})
	v.at == "controller trust"
}

test_fires_once_for_two_associations if {
	changed := object.union(with_statement({"tag_session": fixture.no}), {"association": {"more": object.union(fixture.graph.association.association, {"id": "more"})}})
	count(rule.violation) == 1 with input as changed
	count(rule.applies) == 1 with input as changed
}

test_verifies if {
	rule.applies == {{"id": "controller/0 action", "object": "role controller", "at": "controller"}} with input as fixture.graph
	rule.violation | rule.unverified == set() with input as fixture.graph
}

# The two actions may stand in two statements.
test_verifies_with_two_statements if {
	second := fixture.statement("controller/1", "controller", "eks_pods", "pods.eks.amazonaws.com")
	changed := object.union(with_statement({"tag_session": fixture.no}), {
		"role": {"controller": {"statements": ["controller/0", "controller/1"]}},
		"statement": {"controller/1": object.union(second, {"assume_role": fixture.no})},
	})
	rule.violation | rule.unverified == set() with input as changed
}

test_abstains_where_no_tags_are_sent if {
	changed := object.union(with_statement({"tag_session": fixture.no}), {"association": {"association": {"disable_session_tags": fixture.yes}}})
	rule.violation == set() with input as changed
	count(rule.unverified) == 1 with input as changed
}

test_abstains_on_an_unknown_service if {
	changed := of_service("unknown", "${var.service}")
	rule.violation == set() with input as changed
	count(rule.unverified) == 1 with input as changed
}

test_abstains_where_not_all_principals_are_known if {
	changed := with_statement({"principals": [], "principals_known": fixture.unknown("var.principals has no value")})
	rule.violation == set() with input as changed
	some u in rule.unverified with input as changed
	u.reason == "var.principals has no value"
}

test_abstains_on_an_unknown_trust_policy if {
	changed := object.union(of_service("ec2", "ec2.amazonaws.com"), {"role": {"controller": {"trust": fixture.unknown("var.trust has no value")}}})
	rule.violation == set() with input as changed
	rule.unverified == {{"id": "service", "object": "role controller", "at": "controller", "reason": "var.trust has no value"}} with input as changed
}

test_abstains_where_the_role_is_not_in_the_files if {
	changed := fixture.with_node("association", "association", {"role": {"ids": [], "why": "no role in these files has the ARN"}})
	rule.violation == set() with input as changed
	rule.unverified == {{"id": "association", "object": "association karpenter/karpenter", "at": "association", "reason": "no role in these files has the ARN"}} with input as changed
}

test_abstains_where_the_association_may_not_be_there if {
	changed := object.union(with_statement({"tag_session": fixture.no}), {"association": {"association": {"exists": fixture.unknown("count")}}})
	rule.violation == set() with input as changed
	count(rule.unverified) == 1 with input as changed
}

# Where it is not clear which role is meant, one that is right is enough.
test_silent_where_another_role_may_be_meant if {
	good := fixture.role("good", "good", ["good/0"])
	changed := object.union(with_statement({"tag_session": fixture.no}), {
		"association": {"association": {"role": {"ids": ["controller", "good"]}}},
		"role": {"good": good},
		"statement": {"good/0": fixture.statement("good/0", "good", "eks_pods", "pods.eks.amazonaws.com")},
	})
	rule.violation == set() with input as changed
}

# Instances of one role resource have one trust policy.
test_fires_once_for_one_trust_policy if {
	second := object.union(fixture.statement("second/0", "second", "eks_pods", "pods.eks.amazonaws.com"), {"tag_session": fixture.no, "action_at": "controller/0 action"})
	changed := object.union(with_statement({"tag_session": fixture.no}), {
		"role": {"second": fixture.role("second", "second", ["second/0"])},
		"statement": {"second/0": second},
		"association": {"more": object.union(fixture.graph.association.association, {"id": "more", "role": fixture.ref(["second"])})},
	})
	count(rule.violation) == 1 with input as changed
	count(rule.applies) == 1 with input as changed
}
