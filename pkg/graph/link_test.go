package graph_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/irsalint/irsalint/pkg/graph"
	"github.com/irsalint/irsalint/pkg/parse/json"
	"github.com/irsalint/irsalint/pkg/source"
	"github.com/irsalint/irsalint/pkg/value"
)

const issuer = "oidc.eks.eu-west-1.amazonaws.com/id/0123456789ABCDEF0123456789ABCDEF"

// symbols makes text of a test notation: <class:name> is a symbol.
func symbols(s string) value.Text {
	var pieces []value.Piece
	for s != "" {
		before, rest, ok := strings.Cut(s, "<")
		if before != "" {
			pieces = append(pieces, value.Piece{Text: value.Literal(before, source.Span{})})
		}
		if !ok {
			break
		}
		name, after, _ := strings.Cut(rest, ">")
		class, key, _ := strings.Cut(name, ":")
		c := map[string]value.Class{"account": value.Account, "region": value.Region, "partition": value.Partition, "id": value.IssuerID, "any": value.Any, "name": value.Name}[class]
		pieces = append(pieces, value.Piece{Text: value.FromSymbol(&value.Symbol{Key: name, Label: key, Why: key + " has no value", Class: c}, source.Span{})})
		s = after
	}
	return value.Concat(source.Span{}, pieces...)
}

func val(s string) *graph.Val {
	if s == "" {
		return nil
	}
	return graph.NewVal(symbols(s))
}

func base(scope, address, label string) graph.Base {
	return graph.Base{ID: graph.ID(scope, address), Label: label, Scope: scope, Format: "terraform", Exists: graph.FactOf(value.Yes), Managed: true}
}

func document(t *testing.T, text string) value.Value {
	t.Helper()
	v, err := json.Decode(symbols(text))
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// role makes a role in a scope with a trust policy.
func role(t *testing.T, scope, name, trust string) *graph.Role {
	t.Helper()
	return &graph.Role{
		Base: base(scope, "aws_iam_role."+name, "role "+name),
		Name: val(name), ARN: val("arn:aws:iam::<account:a>:role/" + name),
		Document: document(t, trust),
	}
}

func account(scope, namespace, name, arn string) *graph.ServiceAccount {
	return &graph.ServiceAccount{
		Base:      base(scope, "ServiceAccount/"+namespace+"/"+name, "ServiceAccount "+namespace+"/"+name),
		Namespace: val(namespace), Name: val(name), RoleARN: val(arn), Annotations: graph.FactOf(value.Yes),
	}
}

func link(nodes ...any) *graph.Graph {
	b := graph.NewBuilder()
	b.Add(nodes...)
	return b.Link()
}

// trust writes a trust policy of one statement with the given condition.
func trust(principal, condition string) string {
	return fmt.Sprintf(`{"Version":"2012-10-17","Statement":[{"Effect":"Allow","Action":"sts:AssumeRoleWithWebIdentity","Principal":%s,"Condition":%s}]}`, principal, condition)
}

func TestIdentity(t *testing.T) {
	federated := `{"Federated":"arn:aws:iam::111122223333:oidc-provider/` + issuer + `"}`
	equals := func(sub string) string {
		return `{"StringEquals":{"` + issuer + `:sub":"` + sub + `","` + issuer + `:aud":"sts.amazonaws.com"}}`
	}
	tests := []struct {
		name           string
		trust          string
		verdict, stage string
	}{
		{"exact", trust(federated, equals("system:serviceaccount:app:web")), "yes", ""},
		{"other namespace", trust(federated, equals("system:serviceaccount:apps:web")), "no", "subject"},
		{"case counts", trust(federated, equals("system:serviceaccount:app:Web")), "no", "subject"},
		{"unknown namespace", trust(federated, equals("system:serviceaccount:<any:var.ns>:web")), "unknown", "subject"},
		{"unknown that cannot fit", trust(federated, equals("system:serviceaccount:<any:var.ns>:worker")), "no", "subject"},
		{"pattern", trust(federated, `{"StringLike":{"`+issuer+`:sub":"system:serviceaccount:app:*"}}`), "yes", ""},
		{"pattern under an exact operator", trust(federated, equals("system:serviceaccount:app:*")), "no", "operator"},
		{"no condition", trust(federated, `{}`), "yes", ""},
		{"scheme in the key", trust(federated, `{"StringEquals":{"https://`+issuer+`:sub":"system:serviceaccount:app:web"}}`), "no", "condition_key"},
		{"subject under aud", trust(federated, `{"StringEquals":{"`+issuer+`:aud":"system:serviceaccount:app:web"}}`), "no", "condition_key"},
		{"another issuer in the key", trust(federated, `{"StringEquals":{"oidc.eks.eu-west-1.amazonaws.com/id/FFFF:sub":"system:serviceaccount:app:web"}}`), "no", "issuer"},
		{"wrong audience", trust(federated, `{"StringEquals":{"`+issuer+`:aud":"sts.amazon.com","`+issuer+`:sub":"system:serviceaccount:app:web"}}`), "no", "audience"},
		{"operators exclude each other", trust(federated, `{"StringEquals":{"`+issuer+`:sub":"system:serviceaccount:app:web"},"StringLike":{"`+issuer+`:sub":"system:serviceaccount:ci-*:web"}}`), "no", "exclude"},
		{"a role as principal", trust(`{"Federated":"arn:aws:iam::111122223333:role/x"}`, equals("system:serviceaccount:app:web")), "no", "principal"},
		{"another partition", trust(`{"Federated":"arn:aws-cn:iam::111122223333:oidc-provider/`+issuer+`"}`, equals("system:serviceaccount:app:web")), "no", "principal"},
		{"a principal not known", trust(`{"Federated":"<any:var.arn>"}`, equals("system:serviceaccount:app:web")), "unknown", "principal"},
		{"an action not known", strings.Replace(trust(federated, equals("system:serviceaccount:app:web")), "sts:AssumeRoleWithWebIdentity", "<any:var.action>", 1), "unknown", "action"},
		{"only for EC2", `{"Statement":[{"Effect":"Allow","Action":"sts:AssumeRole","Principal":{"Service":"ec2.amazonaws.com"}}]}`, "no", "action"},
		{"a condition on the request", trust(federated, `{"StringEquals":{"aws:RequestedRegion":"eu-west-1","`+issuer+`:sub":"system:serviceaccount:app:web"}}`), "unknown", "condition_key"},
		{"two statements, one fits", `{"Statement":[` +
			`{"Effect":"Allow","Action":"sts:AssumeRoleWithWebIdentity","Principal":{"Federated":"arn:aws:iam::111122223333:oidc-provider/oidc.eks.eu-west-1.amazonaws.com/id/FFFF"},"Condition":{"StringEquals":{"oidc.eks.eu-west-1.amazonaws.com/id/FFFF:sub":"system:serviceaccount:old:web"}}},` +
			`{"Effect":"Allow","Action":"sts:AssumeRoleWithWebIdentity","Principal":` + federated + `,"Condition":` + equals("system:serviceaccount:app:web") + `}]}`, "yes", ""},
		{"denied", `{"Statement":[` +
			`{"Effect":"Allow","Action":"sts:AssumeRoleWithWebIdentity","Principal":` + federated + `,"Condition":` + equals("system:serviceaccount:app:web") + `},` +
			`{"Effect":"Deny","Action":"sts:*","Principal":"*","Condition":{"StringLike":{"` + issuer + `:sub":"system:serviceaccount:app:*"}}}]}`, "no", "deny"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			g := link(role(t, "tf", "web", tt.trust), account("k8s", "app", "web", "arn:aws:iam::111122223333:role/web"))
			i := g.Identity["k8s#ServiceAccount/app/web/identity"]
			if i == nil {
				t.Fatal("no identity")
			}
			stage := i.Stage
			for _, k := range i.Links { // a link that fails comes before one not known
				if k.Is == value.No {
					stage = k.Stage
					break
				}
			}
			if i.Verdict.Is.String() != tt.verdict || stage != tt.stage {
				t.Errorf("verdict %s at %q, want %s at %q", i.Verdict.Is, stage, tt.verdict, tt.stage)
			}
			if i.Verdict.Is == value.Maybe && i.Verdict.Why == "" {
				t.Error("an unknown verdict has no reason")
			}
		})
	}
}

// Another role that the annotation may name keeps a verdict from being no.
func TestIdentityCandidates(t *testing.T) {
	admits := func(ns string) string {
		return trust(`{"Federated":"arn:aws:iam::111122223333:oidc-provider/`+issuer+`"}`, `{"StringEquals":{"`+issuer+`:sub":"system:serviceaccount:`+ns+`:web"}}`)
	}
	sa := func() *graph.ServiceAccount {
		return account("envs/dev/k8s", "app", "web", "arn:aws:iam::111122223333:role/web")
	}
	tests := []struct {
		name  string
		nodes []any
		want  string
	}{
		{"alone", []any{role(t, "envs/dev/tf", "web", admits("other"))}, "no"},
		{"a copy elsewhere admits it", []any{role(t, "envs/dev/tf", "web", admits("other")), role(t, "envs/prod/tf", "web", admits("app"))}, "unknown"},
		{"a copy elsewhere does not either", []any{role(t, "envs/dev/tf", "web", admits("other")), role(t, "envs/prod/tf", "web", admits("third"))}, "no"},
		{"a role of unknown name admits it", []any{role(t, "envs/dev/tf", "web", admits("other")), role(t, "lib", "<any:var.name>", admits("app"))}, "unknown"},
		{"a role of unknown name does not", []any{role(t, "envs/dev/tf", "web", admits("other")), role(t, "lib", "<any:var.name>", admits("<any:var.ns>"))}, "no"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			g := link(append(tt.nodes, sa())...)
			i := g.Identity["envs/dev/k8s#ServiceAccount/app/web/identity"]
			if i == nil || i.Verdict.Is.String() != tt.want {
				t.Fatalf("got %+v, want %s", i, tt.want)
			}
			if i.Role != "envs/dev/tf#aws_iam_role.web" {
				t.Errorf("nearest role = %s", i.Role)
			}
		})
	}
}

const ec2Trust = `{"Statement":[{"Effect":"Allow","Action":"sts:AssumeRole","Principal":{"Service":"ec2.amazonaws.com"}}]}`

func policy(scope, roleName, name string) *graph.Policy {
	return &graph.Policy{
		Base: base(scope, "attach."+roleName+"."+name, "policy "+name), RoleName: val(roleName),
		Kind: "aws", Name: name, ARN: val("arn:aws:iam::aws:policy/" + name), Known: graph.FactOf(value.Yes),
	}
}

func nodeGroup(scope, roleName string) *graph.NodeGroup {
	return &graph.NodeGroup{
		Base: base(scope, "aws_eks_node_group.main", "managed node group main"), Kind: "managed",
		ClusterName: val("pelican"), RoleARN: val("arn:aws:iam::<account:a>:role/" + roleName),
	}
}

// Absence is concluded only where nothing that is not seen may supply it.
func TestAbsence(t *testing.T) {
	may := base("tf", "attach.maybe", "policy maybe")
	may.Exists = graph.Fact{Is: value.Maybe, Why: "count is not known"}
	unmanaged := role(t, "tf", "node", ec2Trust)
	unmanaged.Managed = false
	tests := []struct {
		name  string
		extra []any
		role  *graph.Role
		want  string
	}{
		{"all there is", nil, nil, "no"},
		{"attached", []any{policy("tf", "node", "AmazonEC2ContainerRegistryReadOnly")}, nil, "yes"},
		{"attached to another role", []any{policy("tf", "other", "AmazonEC2ContainerRegistryReadOnly")}, nil, "no"},
		{"may be attached", []any{policy("tf", "<any:var.role>", "AmazonEC2ContainerRegistryReadOnly")}, nil, "unknown"},
		{"elsewhere, to a role not known", []any{policy("lib", "<any:var.role>", "AmazonEC2ContainerRegistryReadOnly")}, nil, "no"},
		{"elsewhere, to a name that may be it", []any{policy("lib", "no<any:var.x>", "AmazonEC2ContainerRegistryReadOnly")}, nil, "no"},
		{"elsewhere, by its name", []any{policy("other", "node", "AmazonEC2ContainerRegistryReadOnly")}, nil, "yes"},
		{"may not exist", []any{&graph.Policy{Base: may, RoleName: val("node"), Kind: "aws", Name: "AmazonEC2ContainerRegistryReadOnly"}}, nil, "unknown"},
		{"a policy not known", []any{&graph.Policy{Base: base("tf", "attach.x", "policy x"), RoleName: val("node"), Kind: "customer", ARN: val("<any:var.policy>")}}, nil, "unknown"},
		{"an unseen module is given the role", []any{graph.Opaque{Scope: "tf", Why: "module x is not installed", Inputs: []value.Text{symbols("node")}}}, nil, "unknown"},
		{"an unseen module is given something else", []any{graph.Opaque{Scope: "tf", Why: "module x is not installed", Inputs: []value.Text{symbols("vpc-1")}}}, nil, "no"},
		{"a file that cannot be parsed", []any{graph.Opaque{Scope: "tf", Why: "x.tf cannot be parsed"}}, nil, "unknown"},
		{"a file elsewhere that cannot be parsed", []any{graph.Opaque{Scope: "lib", Why: "x.tf cannot be parsed"}}, nil, "no"},
		{"made elsewhere", nil, unmanaged, "unknown"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := tt.role
			if r == nil {
				r = role(t, "tf", "node", ec2Trust)
			}
			g := link(append([]any{r, nodeGroup("tf", "node"), policy("tf", "node", "AmazonEKSWorkerNodePolicy")}, tt.extra...)...)
			u := g.NodeUse["tf#aws_iam_role.node/managed"]
			if u == nil {
				t.Fatalf("no use: %v", g.NodeUse)
			}
			got := u.Grants["image_pull"]
			if got.Is.String() != tt.want {
				t.Errorf("image_pull is %s (%s), want %s", got.Is, got.Why, tt.want)
			}
			if got.Is == value.Maybe && got.Why == "" {
				t.Error("an unknown answer has no reason")
			}
			if kubelet := u.Grants["kubelet_ec2"]; kubelet.Is != value.Yes {
				t.Errorf("kubelet_ec2 is %s (%s)", kubelet.Is, kubelet.Why)
			}
		})
	}
}

// From where aws-node has its permission decides whether the node role needs it.
func TestCNI(t *testing.T) {
	cluster := func() *graph.Cluster {
		return &graph.Cluster{
			Base: base("tf", "aws_eks_cluster.main", "cluster pelican"), Name: val("pelican"),
			Issuer: val("oidc.eks.<region:r>.amazonaws.com/id/<id:pelican>"), ARN: val("arn:aws:eks:eu-west-1:<account:a>:cluster/pelican"),
		}
	}
	own := role(t, "tf", "cni", trust(`{"Federated":"arn:aws:iam::<account:a>:oidc-provider/oidc.eks.<region:r>.amazonaws.com/id/<id:pelican>"}`,
		`{"StringEquals":{"oidc.eks.<region:r>.amazonaws.com/id/<id:pelican>:sub":"system:serviceaccount:kube-system:aws-node"}}`))
	addon := func(arn string) *graph.Addon {
		return &graph.Addon{Base: base("tf", "aws_eks_addon.cni", "add-on vpc-cni"), ClusterName: val("pelican"), Name: val("vpc-cni"), RoleARN: val(arn)}
	}
	tests := []struct {
		name                  string
		extra                 []any
		needed, source, grant string
	}{
		{"the node role has it", []any{policy("tf", "node", "AmazonEKS_CNI_Policy")}, "yes", "node_role", "yes"},
		{"nobody has it", nil, "yes", "node_role", "no"},
		{"aws-node's own role has it", []any{own, policy("tf", "cni", "AmazonEKS_CNI_Policy"), addon("arn:aws:iam::<account:a>:role/cni")}, "yes", "irsa", "yes"},
		{"aws-node's own role trusts another account", []any{
			role(t, "tf", "cni", trust(`{"Federated":"arn:aws:iam::<account:a>:oidc-provider/oidc.eks.<region:r>.amazonaws.com/id/<id:pelican>"}`,
				`{"StringEquals":{"oidc.eks.<region:r>.amazonaws.com/id/<id:pelican>:sub":"system:serviceaccount:kube-system:vpc-cni"}}`)),
			policy("tf", "cni", "AmazonEKS_CNI_Policy"), addon("arn:aws:iam::<account:a>:role/cni"),
		}, "yes", "irsa", "unknown"},
		{"aws-node's own role lacks it", []any{own, policy("tf", "node", "AmazonEKS_CNI_Policy"), addon("arn:aws:iam::<account:a>:role/cni")}, "yes", "irsa", "no"},
		{"a role for aws-node that nothing gives it", []any{own}, "yes", "", "unknown"},
		{"an add-on without a role", []any{addon("")}, "yes", "node_role", "no"},
		{"an add-on whose role is not known", []any{addon("<any:var.role>")}, "yes", "irsa", "unknown"},
		{"another CNI", []any{graph.Opaque{Scope: "tf", Kinds: []string{"workload"}, Why: "chart cilium", Inputs: []value.Text{symbols("cilium")}}}, "unknown", "node_role", "no"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			g := link(append([]any{cluster(), role(t, "tf", "node", ec2Trust), nodeGroup("tf", "node")}, tt.extra...)...)
			u := g.NodeUse["tf#aws_iam_role.node/managed"]
			if u == nil {
				t.Fatal("no use")
			}
			got := []string{u.CNI.Needed.Is.String(), u.CNI.Source, u.CNI.Granted.Is.String()}
			if want := []string{tt.needed, tt.source, tt.grant}; strings.Join(got, " ") != strings.Join(want, " ") {
				t.Errorf("got %q, want %q (%s)", got, want, u.CNI.Granted.Why)
			}
		})
	}
}
