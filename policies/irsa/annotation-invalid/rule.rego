# METADATA
# title: The role annotation of a ServiceAccount is the ARN of an IAM role
# description: |
#   eks.amazonaws.com/role-arn takes arn:<partition>:iam::<account>:role/<path and name>:
#   not a policy, an instance profile, a session or a bare name.
# custom:
#   severity: error
#   precision: very-high
#   tags: [irsa, annotation]
#   since: 0.1.0
package irsalint.rules.irsa["annotation-invalid"]

import data.irsalint.lib.graph

checks := [sa | some sa in input.service_account; sa.role_arn != null]

applies contains {"id": sa.id, "object": sa.label, "at": sa.role_arn.at} if some sa in checks

violation contains {
	"id": sa.id,
	"object": sa.label,
	"at": sa.role_arn.at,
	"message": sprintf("%s: eks.amazonaws.com/role-arn is %q, %s", [sa.label, sa.role_arn.text, problems[sa.role_form]]),
	"same": sa.role_form,
	"help": "write the ARN of an IAM role: arn:<partition>:iam::<account>:role/<name>",
	"key": [sa.id, sa.role_arn.text],
} if {
	some sa in checks
	graph.exists(sa)
	problems[sa.role_form]
}

unverified contains {"id": sa.id, "object": sa.label, "at": sa.role_arn.at, "reason": reason} if {
	some sa in checks
	reason := doubt(sa)
}

problems := {
	"policy": "the ARN of a policy, not of a role",
	"instance_profile": "the ARN of an instance profile, not of a role",
	"assumed_role": "the ARN of a session, not of the role",
	"other_arn": "which is not the ARN of a role",
	"user": "the ARN of a user, not of a role",
	"group": "the ARN of a group, not of a role",
	"oidc_provider": "the ARN of an OIDC provider, not of a role",
	"saml_provider": "the ARN of a SAML provider, not of a role",
	"account_root": "the ARN of an account, not of a role",
	"cluster": "the ARN of a cluster, not of a role",
	"malformed_arn": "which is not a well-formed ARN",
	"account": "an account, not the ARN of a role",
	"url": "a URL, not the ARN of a role",
	"service": "a service, not the ARN of a role",
	"nested_arn": "which holds a second ARN",
	"bad_account": "whose account is not 12 digits",
	"bad_partition": "whose partition does not exist",
	"bare_name": "a name, not an ARN",
	"padded": "with white space or quotes that are not part of an ARN",
}

doubt(sa) := graph.because(sa.role_arn, "the value is empty or a placeholder, filled in elsewhere") if not sa.role_form in known

else := graph.why([sa.exists], "it is not known whether it is there") if {
	problems[sa.role_form]
	not graph.exists(sa)
}

known := {"role"} | object.keys(problems)
