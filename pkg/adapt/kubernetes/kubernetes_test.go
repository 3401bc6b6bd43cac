package kubernetes

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/irsalint/irsalint/pkg/graph"
	"github.com/irsalint/irsalint/pkg/parse/yaml"
	"github.com/irsalint/irsalint/pkg/source"
	"github.com/irsalint/irsalint/pkg/value"
)

// adapt makes the graph of one file k8s/a.yaml.
func adapt(t *testing.T, s string) *graph.Graph {
	t.Helper()
	b := graph.NewBuilder()
	Adapt(objects(t, "k8s/a.yaml", s), b)
	return b.Link()
}

func objects(t *testing.T, name, s string) []Object {
	t.Helper()
	docs, err := yaml.File(source.NewFile(name, []byte(s)))
	if err != nil {
		t.Fatal(err)
	}
	var out []Object
	for _, v := range Documents(docs) {
		out = append(out, Object{Value: v, Scope: "k8s"})
	}
	return out
}

func ids[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }

func get[V any](t *testing.T, m map[string]*V, id string) *V {
	t.Helper()
	n, ok := m[id]
	if !ok {
		t.Fatalf("no node %s among %v", id, ids(m))
	}
	return n
}

func TestServiceAccount(t *testing.T) {
	g := adapt(t, `apiVersion: v1
kind: ServiceAccount
metadata:
  name: tempo
  namespace: observability
  annotations:
    eks.amazonaws.com/role-arn: arn:aws:iam::111122223333:role/tempo
    eks.amazonaws.com/audience: other
    eks.amazonaws.com/sts-regional-endpoints: "true"
---
apiVersion: v1
kind: ServiceAccount
metadata:
  name: bare
`)
	sa := get(t, g.ServiceAccount, "k8s#ServiceAccount/observability/tempo")
	if sa.Label != "ServiceAccount observability/tempo" || sa.At.Text() != "tempo" || !sa.Managed || sa.Exists.Is != value.Yes || sa.Format != "kubernetes" {
		t.Errorf("base: %+v", sa.Base)
	}
	if sa.RoleARN.Span().Place() != "k8s/a.yaml:7:33:7:69" || sa.Audience.KnownText() != "other" || sa.Annotations.Is != value.Yes || len(sa.Misread) != 0 {
		t.Errorf("annotations: %v %v", sa.RoleARN.Span().Place(), sa.Misread)
	}
	bare := get(t, g.ServiceAccount, "k8s#ServiceAccount/bare")
	if bare.Namespace != nil || bare.RoleARN != nil || bare.Annotations.Is != value.Yes || bare.Label != "ServiceAccount bare" {
		t.Errorf("bare: %+v", bare)
	}
}

func TestNear(t *testing.T) {
	for key, want := range map[string]string{
		"eks.amazonaws.com/role-arn": "", "eks.amazonaws.com/rolearn": "key", "eks.amazonaws.com/role_arn": "key",
		"eks.amazonaws.com/roleARN": "key", "eks.amazonaws.com/role-arns": "key", "eks.amazonaws.com/role": "key",
		"eks.amazonaws.com/iam-role-arn": "key", "eks.amazonaws.com.role-arn": "key", `eks\.amazonaws\.com/role-arn`: "domain",
		"eks.amazon.com/role-arn": "domain", "eks.aws.com/role-arn": "domain", "eks.amazonaws.con/role-arn": "domain",
		"ekss.amazonaws.com/role-arn": "domain", "amazonaws.com/role-arn": "domain", "EKS.amazonaws.com/role-arn": "domain",
		"iam.amazonaws.com/role": "", "iam.amazonaws.com/role-arn": "", "sts.amazonaws.com/role-arn": "", "ecs.amazonaws.com/role-arn": "",
		"eks.amazonaws.com/audience": "", "eks.amazonaws.com/token-expiration": "", "eks.amazonaws.com/compute-type": "",
		"eks.amazonaws.com/nodegroup": "", "eks.amazonaws.com/skip-containers": "", "meta.helm.sh/release-name": "",
		"vault.example.com/role-arn": "", "azure.workload.identity/client-id": "", "iam.gke.io/gcp-service-account": "", "role-arn": "",
	} {
		if got := Near(key); got != want {
			t.Errorf("%s: %q, want %q", key, got, want)
		}
	}
}

func TestMisread(t *testing.T) {
	g := adapt(t, `apiVersion: v1
kind: ServiceAccount
metadata:
  name: a
  annotations:
    eks.amazon.com/role-arn: arn:aws:iam::111122223333:role/a
---
apiVersion: v1
kind: ServiceAccount
metadata:
  name: b
annotations:
  eks.amazonaws.com/role-arn: arn:aws:iam::111122223333:role/b
---
apiVersion: batch/v1
kind: CronJob
metadata:
  name: c
spec:
  jobTemplate:
    spec:
      template:
        metadata:
          annotations: {eks.amazonaws.com/role-arn: x}
        spec: {serviceAccountName: c}
`)
	a := get(t, g.ServiceAccount, "k8s#ServiceAccount/a").Misread
	if len(a) != 1 || a[0].Problem != "domain" || a[0].At.Place() != "k8s/a.yaml:6:5:6:28" || a[0].Want != RoleAnnotation {
		t.Errorf("a: %+v", a)
	}
	b := get(t, g.ServiceAccount, "k8s#ServiceAccount/b").Misread
	if len(b) != 1 || b[0].Problem != "place" || b[0].Value.KnownText() != "arn:aws:iam::111122223333:role/b" {
		t.Errorf("b: %+v", b)
	}
	c := get(t, g.Workload, "k8s#CronJob/c")
	if len(c.Misread) != 1 || c.Misread[0].Problem != "place" || c.AccountName.KnownText() != "c" || c.PodAt.Text() != "spec" {
		t.Errorf("c: %+v", c)
	}
}

func TestWorkloads(t *testing.T) {
	g := adapt(t, `apiVersion: v1
kind: List
items:
- {apiVersion: apps/v1, kind: Deployment, metadata: {name: a, namespace: prod}, spec: {template: {spec: {serviceAccountName: sa}}}}
- {apiVersion: apps/v1, kind: StatefulSet, metadata: {name: a, namespace: prod}, spec: {template: {spec: {serviceAccount: old}}}}
- {apiVersion: apps/v1, kind: DaemonSet, metadata: {name: a}, spec: {template: {spec: {serviceAccountName: ""}}}}
- {apiVersion: v1, kind: Pod, metadata: {generateName: a-}, spec: {serviceAccountName: "{{ x }}"}}
- {apiVersion: argoproj.io/v1alpha1, kind: Rollout, metadata: {name: r}, spec: {workloadRef: {name: a}}}
- {apiVersion: argoproj.io/v1alpha1, kind: Workflow, metadata: {name: w}, spec: {serviceAccountName: wf}}
- {apiVersion: argoproj.io/v1alpha1, kind: Workflow, metadata: {name: none}, spec: {}}
- {apiVersion: helm.toolkit.fluxcd.io/v2, kind: HelmRelease, metadata: {name: h}, spec: {serviceAccountName: flux}}
- {apiVersion: serving.knative.dev/v1, kind: Service, metadata: {name: k}, spec: {template: {spec: {serviceAccountName: kn}}}}
- {apiVersion: v1, kind: Service, metadata: {name: k}, spec: {}}
- {apiVersion: v1, kind: List, items: [{apiVersion: batch/v1, kind: Job, metadata: {name: j}, spec: {template: {spec: {}}}}]}
- nonsense
`)
	want := map[string]string{
		"k8s#Deployment/prod/a": "sa", "k8s#StatefulSet/prod/a": "old", "k8s#DaemonSet/a": "", "k8s#Pod/${generateName}": "${x}",
		"k8s#Workflow/w": "wf", "k8s#Service/k": "kn", "k8s#Job/j": "",
	}
	if got := ids(g.Workload); !slices.Equal(got, slices.Sorted(maps.Keys(want))) {
		t.Errorf("workloads %v", got)
	}
	for id, account := range want {
		w := get(t, g.Workload, id)
		if w.AccountName.Display() != account || (w.AccountName == nil) != (account == "") {
			t.Errorf("%s: account %v", id, w.AccountName.Display())
		}
	}
}

const auth = `apiVersion: v1
kind: ConfigMap
metadata: {name: aws-auth, namespace: kube-system}
data:
  mapRoles: |
    - rolearn: arn:aws:iam::111122223333:role/nodes
      username: system:node:{{EC2PrivateDNSName}}
      groups: [system:bootstrappers, system:nodes]
    - role_arn: arn:aws:iam::111122223333:role/x
      user: y
      group: z
      note: w
    - roleARN: upper
      groups: one
  maproles: ""
  mapUsers: "[]"
`

func TestAWSAuth(t *testing.T) {
	g := adapt(t, auth)
	a := get(t, g.AWSAuth, "k8s#ConfigMap/kube-system/aws-auth")
	if a.Form != "string" || len(a.Mappings) != 3 || a.MappingsKnown.Is != value.Yes {
		t.Fatalf("%s, %d mappings", a.Form, len(a.Mappings))
	}
	node, bad, odd := a.Mappings[0], a.Mappings[1], a.Mappings[2]
	if node.RoleARN.Span().Place() != "k8s/a.yaml:6:16:6:52" || len(node.Groups) != 2 || node.Groups[1].KnownText() != "system:nodes" ||
		len(node.WrongKeys) != 0 || node.GroupsKnown.Is != value.Yes || !strings.HasPrefix(node.At.Text(), "rolearn:") {
		t.Errorf("node: %+v", node)
	}
	var wrong []string
	for _, w := range bad.WrongKeys {
		wrong = append(wrong, w.Key+">"+w.Want)
	}
	if !slices.Equal(wrong, []string{"role_arn>rolearn", "user>username", "group>groups", "note>"}) || bad.RoleARN != nil ||
		bad.WrongKeys[0].At.Text() != "role_arn" || bad.WrongKeys[0].Value.KnownText() != "arn:aws:iam::111122223333:role/x" {
		t.Errorf("bad: %v", wrong)
	}
	if odd.RoleARN.KnownText() != "upper" || len(odd.WrongKeys) != 0 || odd.GroupsKnown.Is != value.Maybe {
		t.Errorf("odd: %+v", odd)
	}
	if len(a.DataKeys) != 1 || a.DataKeys[0].Key != "maproles" || a.DataKeys[0].Want != "mapRoles" {
		t.Errorf("data keys: %+v", a.DataKeys)
	}
}

func TestAWSAuthForms(t *testing.T) {
	const head = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: NAME, namespace: kube-system}\n"
	for _, c := range []struct{ name, data, form string }{
		{"aws-auth", "data: {mapRoles: [{rolearn: a}]}", "list"},
		{"aws-auth", "data: {mapRoles: {rolearn: a}}", "object"},
		{"aws-auth", "data: {mapRoles: 'rolearn: a'}", "bad_yaml"},
		{"aws-auth", "data: {mapRoles: '['}", "bad_yaml"},
		{"aws-auth", "data: {mapRoles: ''}", "string"},
		{"aws-auth", "data: {mapRoles: '" + strings.Repeat("[", 300) + strings.Repeat("]", 300) + "'}", "string, unknown"},
		{"aws-auth", "data: {mapUsers: ''}", "absent"},
		{"aws-auth", "", "absent"},
		{"aws-auth", "data: {mapRoles: {{ .Values.x }}}", "unknown"},
		{"aws_auth", "data: {mapRoles: ''}", "string"},
		{"awsauth", "data: {mapRoles: ''}", "string"},
		{"awsauth", "data: {other: ''}", "none"},
		{"settings", "data: {mapRoles: ''}", "none"},
	} {
		g := adapt(t, strings.Replace(head, "NAME", c.name, 1)+c.data+"\n")
		form := "none"
		for _, a := range g.AWSAuth {
			form = a.Form
			switch known := a.MappingsKnown.Is == value.Yes; {
			case !known && form != "unknown":
				form += ", unknown"
			case known && form == "unknown":
				t.Errorf("%s %s: mappings are known", c.name, c.data)
			}
		}
		if form != c.form {
			t.Errorf("%s %s: %s, want %s", c.name, c.data, form, c.form)
		}
	}
}

func TestUnknownPartsOfAWSAuth(t *testing.T) {
	sym := &value.Symbol{Key: "s", Label: "var.roles", Why: "no value"}
	text := value.Concat(source.Span{},
		value.Piece{Text: value.Literal("- rolearn: a\n  groups: [g]\n", source.Span{})},
		value.Piece{Text: value.FromSymbol(sym, source.Span{})})
	field := func(k string, v value.Value) value.Field {
		return value.Field{Key: value.Literal(k, source.Span{}), Value: v}
	}
	object := func(fields ...value.Field) value.Value { return value.MapAt(fields, source.Span{}) }
	str := func(s string) value.Value { return value.StringAt(s, source.Span{}) }
	b := graph.NewBuilder()
	Adapt([]Object{{Scope: "tf", Address: "kubernetes_config_map.a", Format: "terraform", Exists: sym, Value: object(
		field("apiVersion", str("v1")), field("kind", str("ConfigMap")),
		field("metadata", object(field("name", str("aws-auth")), field("namespace", value.UnknownAt(sym, source.Span{})))),
		field("data", object(field("mapRoles", value.FromText(text)))))}}, b)
	a := get(t, b.Link().AWSAuth, "tf#kubernetes_config_map.a")
	if len(a.Mappings) != 1 || a.MappingsKnown.Is != value.Maybe || a.MappingsKnown.Why != "no value" {
		t.Errorf("%d mappings, known %v", len(a.Mappings), a.MappingsKnown)
	}
	if a.Exists.Is != value.Maybe || a.Format != "terraform" || a.Label != "ConfigMap ${var.roles}/aws-auth" {
		t.Errorf("base: %+v", a.Base)
	}
}

func TestCustomResources(t *testing.T) {
	g := adapt(t, `apiVersion: karpenter.k8s.aws/v1
kind: EC2NodeClass
metadata: {name: default}
spec: {role: nodes}
---
apiVersion: karpenter.k8s.aws/v1alpha1
kind: AWSNodeTemplate
metadata: {name: old}
spec: {instanceProfile: profile}
---
apiVersion: karpenter.sh/v1alpha5
kind: Provisioner
metadata: {name: older}
spec: {provider: {instanceProfile: inline}}
---
apiVersion: karpenter.sh/v1alpha5
kind: Provisioner
metadata: {name: refers}
spec: {providerRef: {name: old}}
---
apiVersion: eks.amazonaws.com/v1
kind: NodeClass
metadata: {name: auto}
spec: {role: auto-nodes}
---
apiVersion: external-secrets.io/v1
kind: ClusterSecretStore
metadata: {name: css}
spec: {provider: {aws: {auth: {jwt: {serviceAccountRef: {name: reader}}}}}}
---
apiVersion: external-secrets.io/v1beta1
kind: SecretStore
metadata: {name: ss, namespace: team}
spec: {provider: {aws: {auth: {jwt: {serviceAccountRef: {name: reader}}}}}}
---
apiVersion: cert-manager.io/v1
kind: ClusterIssuer
metadata: {name: ci}
spec: {acme: {solvers: [{http01: {}}, {dns01: {route53: {auth: {kubernetes: {serviceAccountRef: {name: one}}}}}},
  {dns01: {route53: {auth: {kubernetes: {serviceAccountRef: {name: two}}}}}}]}}
---
apiVersion: pkg.crossplane.io/v1beta1
kind: DeploymentRuntimeConfig
metadata: {name: aws-irsa}
spec: {serviceAccountTemplate: {metadata: {annotations: {eks.amazonaws.com/role-arn: arn}}}}
---
apiVersion: pkg.crossplane.io/v1alpha1
kind: ControllerConfig
metadata: {name: cc, annotations: {eks.amazonaws.com/role-arn: arn2}}
---
apiVersion: postgresql.cnpg.io/v1
kind: Cluster
metadata: {name: pg, namespace: db}
spec: {inheritedMetadata: {annotations: {eks.amazonaws.com/role-arn: arn3}}}
`)
	for id, want := range map[string][3]string{
		"k8s#EC2NodeClass/default": {"EC2NodeClass", "nodes", ""}, "k8s#AWSNodeTemplate/old": {"AWSNodeTemplate", "", "profile"},
		"k8s#Provisioner/older": {"Provisioner", "", "inline"}, "k8s#NodeClass/auto": {"NodeClass", "auto-nodes", ""},
	} {
		n := get(t, g.NodeClass, id)
		if got := [3]string{n.Kind, n.RoleName.KnownText(), n.ProfileName.KnownText()}; got != want {
			t.Errorf("%s: %v", id, got)
		}
	}
	if len(g.NodeClass) != 4 {
		t.Errorf("node classes %v", ids(g.NodeClass))
	}
	if r := get(t, g.AccountReference, "k8s#ClusterSecretStore/css"); r.Namespace != nil || r.Name.KnownText() != "reader" || r.At.Text() != "reader" {
		t.Errorf("css: %+v", r)
	}
	if r := get(t, g.AccountReference, "k8s#SecretStore/team/ss"); r.Namespace.KnownText() != "team" {
		t.Errorf("ss: %+v", r)
	}
	if r := get(t, g.AccountReference, "k8s#ClusterIssuer/ci~a.yaml"); r.Namespace.State() != graph.Unknown || r.Name.KnownText() != "two" {
		t.Errorf("ci: %+v", r)
	}
	if sa := get(t, g.ServiceAccount, "k8s#DeploymentRuntimeConfig/aws-irsa"); sa.RoleARN.KnownText() != "arn" ||
		sa.Name.State() != graph.Unknown || sa.Namespace.State() != graph.Unknown || sa.Label != "DeploymentRuntimeConfig aws-irsa" {
		t.Errorf("runtime config: %+v", sa)
	}
	if sa := get(t, g.ServiceAccount, "k8s#ControllerConfig/cc"); sa.RoleARN.KnownText() != "arn2" {
		t.Errorf("controller config: %+v", sa)
	}
	if sa := get(t, g.ServiceAccount, "k8s#Cluster/db/pg"); sa.Name.KnownText() != "pg" || sa.Namespace.KnownText() != "db" {
		t.Errorf("cluster: %+v", sa)
	}
}

func TestRepeatedObjects(t *testing.T) {
	const sa = "apiVersion: v1\nkind: ServiceAccount\nmetadata: {name: a}\n"
	objs := objects(t, "k8s/a.yaml", sa)
	objs = append(objs, objects(t, "k8s/b.yaml", sa+"---\n"+sa)...)
	b := graph.NewBuilder()
	Adapt(objs, b)
	want := []string{"k8s#ServiceAccount/a", "k8s#ServiceAccount/a~b.yaml", "k8s#ServiceAccount/a~b.yaml~2"}
	if got := ids(b.Link().ServiceAccount); !slices.Equal(got, want) {
		t.Errorf("%v", got)
	}
}

// Objects of any shape are taken without a crash.
func FuzzAdapt(f *testing.F) {
	f.Add(auth)
	f.Add("apiVersion: v1\nkind: ServiceAccount\nmetadata: [a]\n---\napiVersion: apps/v1\nkind: Deployment\nspec: {template: x}\n")
	f.Add("apiVersion: cert-manager.io/v1\nkind: Issuer\nspec: {acme: {solvers: [1, {dns01: []}]}}\n")
	f.Fuzz(func(t *testing.T, s string) {
		docs, _ := yaml.File(source.NewFile("a.yaml", []byte(s)))
		var objs []Object
		for _, v := range Documents(docs) {
			objs = append(objs, Object{Value: v, Scope: "."})
		}
		Adapt(objs, graph.NewBuilder())
	})
}
