package facts

import (
	"slices"
	"strings"
	"testing"

	"github.com/irsalint/irsalint/pkg/iam"
	"github.com/irsalint/irsalint/pkg/source"
	"github.com/irsalint/irsalint/pkg/value"
)

func TestEveryManagedPolicyIsRead(t *testing.T) {
	names := ManagedPolicyNames()
	if len(names) < 30 {
		t.Errorf("only %d policies", len(names))
	}
	for _, name := range names {
		doc, ok := ManagedPolicy(name)
		if !ok || doc.Known != value.Yes || len(doc.Statements) == 0 || len(doc.Problems) > 0 {
			t.Errorf("%s: known %v, %d statements, problems %v", name, doc.Known, len(doc.Statements), doc.Problems)
		}
	}
}

func TestManagedPolicy(t *testing.T) {
	doc, _ := ManagedPolicy(AdministratorAccess)
	if d := iam.Evaluate([]iam.Source{{Document: doc}}, iam.Request{Action: "x:Y", Resource: value.Literal("z", source.Span{})}); d.Allowed != value.Yes {
		t.Error("AdministratorAccess does not allow everything")
	}
	if _, ok := ManagedPolicy("PowerUserAccess"); ok {
		t.Error("a policy without known content must not be known")
	}
	for name, want := range map[string]string{
		"AmazonEKS_CNI_Policy":       "arn:aws-cn:iam::aws:policy/AmazonEKS_CNI_Policy",
		"AmazonEBSCSIDriverPolicy":   "arn:aws-cn:iam::aws:policy/service-role/AmazonEBSCSIDriverPolicy",
		"AmazonEBSCSIDriverPolicyV2": "arn:aws-cn:iam::aws:policy/AmazonEBSCSIDriverPolicyV2",
		"NoSuchPolicy":               "",
	} {
		if got, ok := ManagedPolicyARN(name, "aws-cn"); got != want || ok != (want != "") {
			t.Errorf("ManagedPolicyARN(%s) = %q, %v", name, got, ok)
		}
	}
}

func TestCapabilitiesAndRoles(t *testing.T) {
	for _, name := range Capabilities() {
		c, ok := CapabilityOf(name)
		if !ok || c.Name != name || c.Source == "" || len(c.Actions) == 0 && !c.Optional {
			t.Errorf("capability %s = %+v", name, c)
		}
		for _, p := range c.Policies {
			if _, ok := ManagedPolicy(p); !ok {
				t.Errorf("%s names %s, whose content is not known", name, p)
			}
		}
	}
	for kind, needs := range map[string][]string{
		"managed": {"kubelet_ec2", "image_pull"}, "self_managed": {"kubelet_ec2", "image_pull"}, "karpenter": {"kubelet_ec2", "image_pull"},
		"fargate": {"image_pull"}, "auto_mode": {"pod_identity_agent", "image_pull"}, "cluster": {"cluster"}, "cluster_auto_mode": {"cluster"},
	} {
		r, ok := RoleOf(kind)
		if !ok || r.Kind != kind || !slices.Equal(r.Needs, needs) || r.Source == "" {
			t.Errorf("role %s = %+v", kind, r)
			continue
		}
		if r.CNI != (kind == "managed" || kind == "self_managed" || kind == "karpenter") {
			t.Errorf("role %s: CNI = %v", kind, r.CNI)
		}
		if len(Principals(r.Service, "aws")) == 0 {
			t.Errorf("role %s: no principal of service %q", kind, r.Service)
		}
	}
}

// Each policy that a capability names must really grant it by its content.
func TestListedPoliciesGrantTheirCapability(t *testing.T) {
	for _, name := range Capabilities() {
		c, _ := CapabilityOf(name)
		for _, p := range c.Policies {
			doc, _ := ManagedPolicy(p)
			for _, action := range c.Actions {
				d := iam.Evaluate([]iam.Source{{Document: doc}}, request(action))
				if d.Allowed == value.No {
					t.Errorf("%s is said to grant %s, but does not allow %s", p, name, action)
				}
			}
		}
	}
}

func TestPrincipals(t *testing.T) {
	tests := []struct {
		service, partition string
		want               string
	}{
		{"ec2", "aws", "ec2.amazonaws.com"},
		{"ec2", "aws-cn", "ec2.amazonaws.com.cn ec2.amazonaws.com"},
		{"ec2", "", "ec2.amazonaws.com ec2.amazonaws.com.cn ec2.c2s.ic.gov ec2.sc2s.sgov.gov"},
		{"eks", "aws-cn", "eks.amazonaws.com"},
		{"eks-fargate-pods", "", "eks-fargate-pods.amazonaws.com"},
		{"pods.eks", "aws-cn", PodIdentityService},
		{"nothing", "aws", ""},
	}
	for _, tt := range tests {
		if got := strings.Join(Principals(tt.service, tt.partition), " "); got != tt.want {
			t.Errorf("Principals(%q, %q) = %q, want %q", tt.service, tt.partition, got, tt.want)
		}
	}
}

func TestPassService(t *testing.T) {
	launch, profile, ok := PassService("aws-cn")
	if !ok || !slices.Equal(launch, []string{"ec2.amazonaws.com.cn"}) || !slices.Equal(profile, []string{"ec2.amazonaws.com"}) {
		t.Errorf("aws-cn: %v %v %v", launch, profile, ok)
	}
	launch, profile, ok = PassService("aws")
	if !ok || !slices.Equal(launch, profile) || !slices.Equal(launch, []string{"ec2.amazonaws.com"}) {
		t.Errorf("aws: %v %v %v", launch, profile, ok)
	}
	for _, p := range []string{"", "aws-iso"} {
		if _, _, ok := PassService(p); ok {
			t.Errorf("partition %q is not confirmed", p)
		}
	}
}

func TestMisspelledRoleAnnotation(t *testing.T) {
	tests := map[string]string{
		RoleAnnotation:                 "",
		AudienceAnnotation:             "",
		"iam.amazonaws.com/role":       "", // kube2iam, kiam
		"eks.amazonaws.com/rolearn":    "key",
		"eks.amazonaws.com/role_arn":   "key",
		"eks.amazonaws.com/role-arm":   "key",
		"eks.amazonaws.com/Role-Arn":   "key",
		"eks.amazonaws.com/iam-role":   "key",
		"eks.amazon.com/role-arn":      "domain",
		"eks.amazonaws.io/role-arn":    "domain",
		"eks.aws.com/role-arn":         "domain",
		"iam.amazonaws.com/role-arn":   "domain",
		"eks.amazonws.com/role-arn":    "domain",
		"vault.hashicorp.com/role-arn": "",
		"role-arn":                     "",
		"eks.amazonaws.com/other":      "",
		"example.com/role":             "",
		"":                             "",
	}
	for key, want := range tests {
		if got, ok := MisspelledRoleAnnotation(key); got != want || ok != (want != "") {
			t.Errorf("MisspelledRoleAnnotation(%q) = %q, %v; want %q", key, got, ok, want)
		}
	}
}
