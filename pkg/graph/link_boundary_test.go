package graph_test

import (
	"testing"

	"github.com/irsalint/irsalint/pkg/graph"
	"github.com/irsalint/irsalint/pkg/value"
)

// A permissions boundary limits what a role's policies allow; one that is not
// known makes nothing wrong.
func TestBoundary(t *testing.T) {
	const own = "arn:aws:iam::<account:a>:policy/bound"
	allow := func(action string) string {
		return `{"Version":"2012-10-17","Statement":[{"Effect":"Allow","Action":` + action + `,"Resource":"*"}]}`
	}
	for _, c := range []struct {
		name, boundary, document string
		change                   func(*graph.PolicyDocument)
		without                  bool // the worker policy
		grant, why, names, pass  string
	}{
		{name: "none", grant: "yes", pass: "yes"},
		{name: "allows all", boundary: own, document: allow(`"*"`), grant: "yes", pass: "yes"},
		{name: "allows other things", boundary: own, document: allow(`["s3:*"]`), grant: "no", names: "arn:aws:iam::${a}:policy/bound", pass: "no"},
		{name: "allows what both need", boundary: own, document: allow(`["ec2:*","iam:PassRole"]`), grant: "yes", pass: "yes"},
		{name: "allows nodes only", boundary: own, document: allow(`"ec2:*"`), grant: "yes", pass: "no"},
		{name: "denies", boundary: own, document: `{"Statement":[{"Effect":"Allow","Action":"*","Resource":"*"},{"Effect":"Deny","Action":["ec2:Describe*","iam:PassRole"],"Resource":"*"}]}`,
			grant: "no", names: "arn:aws:iam::${a}:policy/bound", pass: "no"},
		{name: "of AWS", boundary: "arn:aws:iam::aws:policy/AmazonEC2ContainerRegistryReadOnly", grant: "no",
			names: "arn:aws:iam::aws:policy/AmazonEC2ContainerRegistryReadOnly", pass: "no"},
		{name: "of AWS, not known here", boundary: "arn:aws:iam::aws:policy/Unheard", grant: "unknown",
			why: "the content of the AWS managed policy Unheard is not known here", pass: "unknown"},
		{name: "has no value", boundary: "<any:var.boundary>", grant: "unknown", why: "var.boundary has no value", pass: "unknown"},
		{name: "elsewhere", boundary: "arn:aws:iam::111122223333:policy/elsewhere", grant: "unknown",
			why: "what the permissions boundary arn:aws:iam::111122223333:policy/elsewhere allows is not certain from these files", pass: "unknown"},
		{name: "may not be made", boundary: own, document: allow(`"s3:*"`), grant: "unknown", pass: "unknown",
			change: func(d *graph.PolicyDocument) { d.Exists = graph.Fact{Is: value.Maybe, Why: "count"} },
			why:    "what the permissions boundary arn:aws:iam::${a}:policy/bound allows is not certain from these files"},
		{name: "an unknown action", boundary: own, document: allow(`"<any:var.action>"`), grant: "unknown", why: "var.action has no value", pass: "unknown"},
		{name: "not known, and nothing allowed", boundary: "<any:var.boundary>", without: true, grant: "no", pass: "no"},
		{name: "allows all, and nothing allowed", boundary: own, document: allow(`"*"`), without: true, grant: "no", pass: "no"},
	} {
		t.Run(c.name, func(t *testing.T) {
			node := role(t, "tf", "node", ec2Trust)
			controller := role(t, "tf", "karpenter", `{}`)
			nodes := []any{node, controller, nodeGroup("tf", "node")}
			for _, r := range []*graph.Role{node, controller} {
				if c.boundary == "<any:var.boundary>" {
					r.Boundary = graph.UnknownVal(&value.Symbol{Key: "b", Label: "var.boundary", Why: "var.boundary has no value"}, r.At.Span)
				} else {
					r.Boundary = val(c.boundary)
				}
			}
			if c.document != "" {
				d := &graph.PolicyDocument{Base: base("tf", "aws_iam_policy.bound", "policy bound"), Name: val("bound"), ARN: val(own), Document: document(t, c.document)}
				if c.change != nil {
					c.change(d)
				}
				nodes = append(nodes, d)
			}
			if !c.without {
				pass := policy("tf", "karpenter", "pass")
				pass.Kind, pass.Document = "inline", document(t, allow(`"iam:PassRole"`))
				nodes = append(nodes, policy("tf", "node", "AmazonEKSWorkerNodePolicy"), pass)
			}
			nodes = append(nodes,
				&graph.Association{Base: base("tf", "association", "association"), AccountName: val("karpenter"), Namespace: val("karpenter"), RoleARN: val("arn:aws:iam::<account:a>:role/karpenter")},
				&graph.NodeClass{Base: base("tf", "EC2NodeClass//x", "EC2NodeClass x"), Kind: "EC2NodeClass", RoleName: val("node")})
			g := link(nodes...)
			for _, u := range g.NodeUse {
				if u.Kind != "managed" {
					continue
				}
				got := u.Grants["kubelet_ec2"]
				if got.Is.String() != c.grant || got.Boundary != c.names || got.Is == value.Maybe && got.Why != c.why {
					t.Errorf("nodes: %s %q %q, want %s %q %q", got.Is, got.Why, got.Boundary, c.grant, c.why, c.names)
				}
			}
			if len(g.NodeUse) == 0 || len(g.Pass) != 1 {
				t.Fatal(len(g.NodeUse), "uses", len(g.Pass), "passes")
			}
			for _, p := range g.Pass {
				if p.Verdict.Is.String() != c.pass || (p.Problem == "boundary") != (c.pass == "no" && !c.without) {
					t.Errorf("pass: %s %q %s, want %s", p.Verdict.Is, p.Verdict.Why, p.Problem, c.pass)
				}
			}
		})
	}
}
