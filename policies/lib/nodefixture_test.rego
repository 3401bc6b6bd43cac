# METADATA
# description: A cluster with nodes in which all is right, for tests to change.
package irsalint.lib.nodefixture

import data.irsalint.lib.fixture

val(text, at) := fixture.val(text, at)

yes := fixture.yes

no := fixture.no

unknown(why) := fixture.unknown(why)

ref(ids) := {"ids": ids, "possible": [], "why": ""}

all_of(ids) := {"complete": true, "why": "", "at": "", "ids": ids}

base(id, label) := {"id": id, "label": label, "format": "terraform", "reference": "", "at": id, "exists": yes, "managed": true}

# role makes a role that trusts a service.
role(id, name, statements) := object.union(base(id, sprintf("role %s", [name])), {
	"name": fixture.val(name, "name"),
	"partition": "aws",
	"trust": yes,
	"trust_at": sprintf("%s trust", [id]),
	"statements": statements,
	"reference": sprintf("aws_iam_role.%s", [id]),
	"policies": all_of([]),
})

statement(id, role_id, service, text) := object.union(base(id, "trust policy"), {
	"role": role_id,
	"allow": yes,
	"web_identity": no,
	"assume_role": yes,
	"tag_session": yes,
	"action_at": sprintf("%s action", [id]),
	"principals": [{"type": "Service", "service": service, "form": "service", "value": fixture.val(text, sprintf("%s service", [id]))}],
})

use := {
	"id": "use",
	"label": "EC2NodeClass default",
	"at": "use",
	"kind": "karpenter",
	"users": ["class"],
	"role": "node",
	"why": "",
	"cluster": ref(["cluster"]),
	"grants": {
		"kubelet_ec2": {"is": "yes", "why": "", "at": "", "missing": [], "policies": ["AmazonEKSWorkerNodePolicy"], "by": ""},
		"image_pull": {"is": "yes", "why": "", "at": "", "missing": [], "policies": ["AmazonEC2ContainerRegistryPullOnly", "AmazonEC2ContainerRegistryReadOnly"], "by": ""},
	},
	"principals": ["ec2.amazonaws.com"],
	"trusted": yes,
	"trusted_nearest": null,
	"cni": {"needed": yes, "source": "node_role", "role": "node", "capability": "vpc_cni_ipv4", "granted": yes, "missing": [], "at": "use"},
	"mapped": {
		"is": "yes", "why": "", "at": "", "needed": yes, "mode": "API_AND_CONFIG_MAP",
		"entries": [], "auths": ["auth"], "managed": true,
		"wanted_arn": "arn:aws:iam::111122223333:role/node", "nearest_at": "", "nearest_label": "",
	},
}

entry := object.union(base("entry", "access entry node"), {
	"cluster": ref(["cluster"]),
	"role": ref(["node"]),
	"type": fixture.val("EC2_LINUX", "type"),
	"type_form": "EC2_LINUX",
})

mapping := {
	"role_arn": fixture.val("arn:aws:iam::111122223333:role/node", "rolearn"),
	"username": fixture.val("system:node:{{EC2PrivateDNSName}}", "username"),
	"username_form": "node",
	"groups": [fixture.val("system:bootstrappers", "groups"), fixture.val("system:nodes", "groups")],
	"groups_known": yes,
	"form": "role",
	"role": ref(["node"]),
	"node": yes,
	"has_node_groups": yes,
	"wrong_keys": [],
	"sso": false,
	"wanted_arn": "arn:aws:iam::111122223333:role/node",
	"at": "mapping",
}

graph := {
	"cluster": {"cluster": object.union(base("cluster", "cluster demo"), {
		"name": fixture.val("demo", "cluster name"),
		"reference": "aws_eks_cluster.demo",
		"authentication_mode": fixture.val("API_AND_CONFIG_MAP", "mode"),
		"mode": "API_AND_CONFIG_MAP",
		"ip_family": null,
		"providers": all_of(["provider"]),
		"access_entries": all_of(["entry"]),
	})},
	"role": {
		"node": role("node", "node", ["node/0"]),
		"controller": role("controller", "controller", ["controller/0"]),
	},
	"statement": {
		"node/0": statement("node/0", "node", "ec2", "ec2.amazonaws.com"),
		"controller/0": statement("controller/0", "controller", "eks_pods", "pods.eks.amazonaws.com"),
	},
	"association": {"association": object.union(base("association", "association karpenter/karpenter"), {
		"role_arn": fixture.val("arn:aws:iam::111122223333:role/controller", "association role"),
		"role": ref(["controller"]),
		"disable_session_tags": no,
	})},
	"node_class": {"class": object.union(base("class", "EC2NodeClass default"), {
		"kind": "EC2NodeClass",
		"role_name": fixture.val("node", "class role"),
		"profile_name": null,
		"role_form": "name",
		"role": ref(["node"]),
		"nearest": null,
		"use": "use",
	})},
	"pass": {"pass": {
		"id": "pass",
		"label": "EC2NodeClass default",
		"at": "pass",
		"controller": "controller",
		"node_class": "class",
		"node_role": "node",
		"verdict": yes,
		"together": yes,
		"problem": "",
		"resource": null,
		"service": null,
		"services": ["ec2.amazonaws.com"],
		"unrestricted": no,
		"unrestricted_at": "",
		"wanted": "arn:aws:iam::111122223333:role/node",
	}},
	"node_use": {"use": use},
	"access_entry": {"entry": entry},
	"aws_auth": {"auth": object.union(base("auth", "ConfigMap kube-system/aws-auth"), {
		"misplaced": "",
		"name": fixture.val("aws-auth", "auth name"),
		"namespace": fixture.val("kube-system", "auth namespace"),
		"form": "string",
		"form_at": "form",
		"form_why": "",
		"mappings": [mapping],
		"data_keys": [],
	})},
}

# with changes one node of the graph.
with_node(kind, id, change) := object.union(graph, {kind: {id: change}})

with_use(change) := with_node("node_use", "use", change)

with_role(change) := with_node("role", "node", change)

with_mapping(change) := with_node("aws_auth", "auth", {"mappings": [object.union(mapping, change)]})
