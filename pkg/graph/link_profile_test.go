package graph_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/irsalint/irsalint/pkg/graph"
)

// An instance profile may be given by its name or its ARN.
func TestProfileRole(t *testing.T) {
	for profile, want := range map[string]string{
		"nodes": "role node",
		"arn:aws:iam::111122223333:instance-profile/nodes":          "role node",
		"arn:<partition:p>:iam::<account:a>:instance-profile/nodes": "role node",
		"arn:aws:iam::111122223333:instance-profile/other":          "the role of instance profile arn:aws:iam::111122223333:instance-profile/other is not in these files",
		"other":                           "the role of instance profile other is not in these files",
		"<any:module.karpenter.profile>":  "module.karpenter.profile has no value",
		"half":                            "no role in these files has the name elsewhere",
		"<name:prefix>-nodes":             "prefix has no value",
		"arn:aws:iam::<account:a>:role/x": "the role of instance profile arn:aws:iam::${a}:role/x is not in these files",
	} {
		b := graph.NewBuilder()
		b.Add(role(t, "tf", "node", `{}`))
		for name, role := range map[string]string{"nodes": "node", "half": "elsewhere"} {
			b.Add(&graph.InstanceProfile{
				Base: base("tf", "aws_iam_instance_profile."+name, "instance profile "+name),
				Name: val(name), ARN: val("arn:<partition:p>:iam::<account:a>:instance-profile/" + name), RoleName: val(role),
			})
		}
		b.Add(&graph.NodeGroup{Base: base("tf", "aws_launch_template.x", "self-managed nodes"), Kind: "self_managed", ProfileName: val(profile)})
		g := b.Link()
		for _, n := range g.NodeGroup {
			got := n.Role.Why
			for _, id := range n.Role.IDs {
				got += g.Role[id].Label
			}
			if got != want {
				t.Errorf("%s: %q, want %q", profile, got, want)
			}
		}
	}
}

// A reference that names no role for certain says why, once for each role
// that it may name.
func TestUnresolvedRole(t *testing.T) {
	for ref, want := range map[string]string{
		"<any:module.x.arn>":                          "module.x.arn has no value",
		"arn:aws:iam::111122223333:role/a-<name:env>": "env has no value",
		"arn:aws:iam::111122223333:role/b-prod":       "it may be role b-<name:stage>: stage has no value",
		"arn:aws:iam::111122223333:role/c":            "no role in these files has the ARN arn:aws:iam::111122223333:role/c",
		"c":                                           "no role in these files has the name c",
	} {
		b := graph.NewBuilder()
		b.Add(role(t, "tf", "a-prod", `{}`), role(t, "tf", "b-<name:stage>", `{}`))
		b.Add(&graph.NodeGroup{Base: base("tf", "aws_eks_node_group.x", "nodes"), Kind: "managed", RoleARN: val(ref)})
		g := b.Link()
		for _, n := range g.NodeGroup {
			if n.Role.Why != want || len(n.Role.IDs) > 0 {
				t.Errorf("%s: %v %q, want %q", ref, n.Role.IDs, n.Role.Why, want)
			}
			if p := slices.Compact(slices.Sorted(slices.Values(n.Role.Possible))); len(p) != len(n.Role.Possible) {
				t.Errorf("%s: possible %s", ref, strings.Join(n.Role.Possible, ", "))
			}
		}
	}
}
