package facts

import (
	"slices"
	"strings"
	"testing"

	"github.com/irsalint/irsalint/pkg/iam"
	"github.com/irsalint/irsalint/pkg/source"
	"github.com/irsalint/irsalint/pkg/value"
)

// inline makes an attachment of statements written as JSON. The word SYMBOL is
// a value that is not known.
func inline(statements string) Attached {
	v := symbols(decode([]byte(`{"Statement":[` + statements + `]}`)))
	doc := iam.Read(v)
	return Attached{Document: &doc}
}

func symbols(v value.Value) value.Value {
	switch v.Kind() {
	case value.String:
		if s, _ := v.KnownString(); s == "SYMBOL" {
			return value.FromText(value.FromSymbol(&value.Symbol{Key: "var.x", Label: "var.x", Why: "no value"}, source.Span{}))
		}
	case value.List:
		var out []value.Value
		for _, it := range v.Items() {
			out = append(out, symbols(it))
		}
		return value.ListAt(out, v.At())
	case value.Map:
		var out []value.Field
		for _, f := range v.Fields() {
			out = append(out, value.Field{Key: f.Key, Value: symbols(f.Value)})
		}
		return value.MapAt(out, v.At())
	}
	return v
}

func allow(resource string, actions ...string) string {
	return `{"Effect":"Allow","Action":["` + strings.Join(actions, `","`) + `"],"Resource":"` + resource + `"}`
}

func TestCheck(t *testing.T) {
	managed := func(name string) Attached { return Attached{Managed: name} }
	const token = "ecr:GetAuthorizationToken"
	pull := []string{"ecr:BatchGetImage", "ecr:GetDownloadUrlForLayer"}
	admin := managed(AdministratorAccess)
	ipv6 := []string{"ec2:AssignIpv6Addresses", "ec2:DescribeInstances", "ec2:DescribeTags", "ec2:DescribeNetworkInterfaces", "ec2:DescribeInstanceTypes"}
	tests := map[string]struct {
		capability string
		attached   []Attached
		incomplete bool
		is         value.Truth
		by         int
		missing    string
		restricted string
		absent     bool
	}{
		"nothing":               {capability: "image_pull", is: value.No, by: -1, missing: "ecr:GetAuthorizationToken ecr:BatchGetImage ecr:GetDownloadUrlForLayer", absent: true},
		"nothing, may be more":  {capability: "image_pull", incomplete: true, is: value.Maybe, by: -1},
		"listed":                {capability: "image_pull", attached: []Attached{managed("AmazonEKSWorkerNodePolicy"), managed("AmazonEC2ContainerRegistryPullOnly")}, is: value.Yes, by: 1},
		"another":               {capability: "image_pull", attached: []Attached{managed("AmazonEKSWorkerNodePolicy")}, is: value.No, by: -1, missing: "ecr:GetAuthorizationToken ecr:BatchGetImage ecr:GetDownloadUrlForLayer", absent: true},
		"unknown content":       {capability: "image_pull", attached: []Attached{managed("ReadOnlyAccess")}, is: value.Maybe, by: -1},
		"unknown policy":        {capability: "image_pull", attached: []Attached{{Why: &value.Symbol{Why: "made elsewhere"}}}, is: value.Maybe, by: -1},
		"admin":                 {capability: "vpc_cni_ipv6", attached: []Attached{admin}, is: value.Yes, by: 0},
		"listed, may be":        {capability: "image_pull", attached: []Attached{{Managed: "AmazonEC2ContainerRegistryPullOnly", Maybe: true}}, is: value.Maybe, by: -1},
		"minimal is not worker": {capability: "kubelet_ec2", attached: []Attached{managed("AmazonEKSWorkerNodeMinimalPolicy")}, is: value.No, by: -1, missing: "ec2:DescribeInstances", absent: true},
		"inline":                {capability: "image_pull", attached: []Attached{inline(allow("*", token, pull[0], pull[1]))}, is: value.Yes, by: 0},
		"inline wildcard":       {capability: "image_pull", attached: []Attached{inline(allow("*", "ecr:*"))}, is: value.Yes, by: 0},
		"inline in two":         {capability: "image_pull", attached: []Attached{inline(allow("*", token)), inline(allow("arn:aws:ecr:*:*:repository/*", pull...))}, is: value.Yes, by: -1},
		"one action missing":    {capability: "image_pull", attached: []Attached{inline(allow("*", pull...))}, is: value.No, by: -1, missing: token},
		"token on repositories": {capability: "image_pull", attached: []Attached{inline(allow("arn:aws:ecr:*:*:repository/*", "ecr:*"))}, is: value.No, by: -1, missing: token, restricted: token},
		"one repository":        {capability: "image_pull", attached: []Attached{inline(allow("*", token)), inline(allow("arn:aws:ecr:eu-west-1:111122223333:repository/a", pull...))}, is: value.Maybe, by: -1},
		"resource not known":    {capability: "image_pull", attached: []Attached{inline(allow("SYMBOL", token, pull[0], pull[1]))}, is: value.Maybe, by: -1},
		"action not known":      {capability: "image_pull", attached: []Attached{inline(allow("*", "SYMBOL"))}, is: value.Maybe, by: -1},
		"deny":                  {capability: "image_pull", attached: []Attached{managed("AmazonEC2ContainerRegistryPullOnly"), inline(`{"Effect":"Deny","Action":"ecr:BatchGetImage","Resource":"*"}`)}, is: value.No, by: -1, missing: "ecr:BatchGetImage"},
		"deny, may be more":     {capability: "image_pull", attached: []Attached{managed("AmazonEC2ContainerRegistryPullOnly"), inline(`{"Effect":"Deny","Action":"ecr:BatchGetImage","Resource":"*"}`)}, incomplete: true, is: value.No, by: -1, missing: "ecr:BatchGetImage"},
		"deny on a condition":   {capability: "image_pull", attached: []Attached{managed("AmazonEC2ContainerRegistryPullOnly"), inline(`{"Effect":"Deny","Action":"*","Resource":"*","Condition":{"StringEquals":{"aws:RequestedRegion":"x"}}}`)}, is: value.Maybe, by: -1},
		"ipv4 policy and ipv6":  {capability: "vpc_cni_ipv6", attached: []Attached{managed("AmazonEKS_CNI_Policy")}, is: value.No, by: -1, missing: "ec2:AssignIpv6Addresses"},
		"ipv4":                  {capability: "vpc_cni_ipv4", attached: []Attached{managed("AmazonEKS_CNI_Policy")}, is: value.Yes, by: 0},
		"ipv6 inline":           {capability: "vpc_cni_ipv6", attached: []Attached{inline(allow("*", ipv6...) + "," + allow("arn:aws-cn:ec2:*:*:network-interface/*", "ec2:CreateTags"))}, is: value.Yes, by: 0},
		"tags on instances":     {capability: "vpc_cni_ipv6", attached: []Attached{inline(allow("*", ipv6...) + "," + allow("arn:aws:ec2:*:*:instance/*", "ec2:CreateTags"))}, is: value.No, by: -1, missing: "ec2:CreateTags", restricted: "ec2:CreateTags"},
		"own network interface": {capability: "vpc_cni_ipv6", attached: []Attached{inline(allow("*", ipv6...) + "," + allow("arn:aws:ec2:eu-west-1:111122223333:network-interface/*", "ec2:CreateTags"))}, is: value.Yes, by: 0},
		"pod identity agent":    {capability: "pod_identity_agent", attached: []Attached{managed("AmazonEKSWorkerNodeMinimalPolicy")}, is: value.Yes, by: 0},
		"optional":              {capability: "ssm_optional", is: value.Maybe, by: -1},
		"cluster":               {capability: "cluster", attached: []Attached{managed("AmazonEKSClusterPolicy")}, is: value.Yes, by: 0},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			c, ok := CapabilityOf(tt.capability)
			if !ok {
				t.Fatalf("no capability %s", tt.capability)
			}
			g := c.Check(tt.attached, !tt.incomplete, nil)
			if g.Is != tt.is || g.By != tt.by || strings.Join(g.Missing, " ") != tt.missing ||
				strings.Join(g.Restricted, " ") != tt.restricted || g.Absent != tt.absent {
				t.Errorf("%+v; want %v by %d missing %q restricted %q absent %v", g, tt.is, tt.by, tt.missing, tt.restricted, tt.absent)
			}
			if g.Is != value.Maybe && g.Why != nil {
				t.Errorf("a settled answer has a reason: %v", g.Why)
			}
		})
	}
}

func TestCheckSaysWhy(t *testing.T) {
	c, _ := CapabilityOf("image_pull")
	why := &value.Symbol{Key: "module.x", Why: "module.x may attach more"}
	if g := c.Check(nil, false, why); g.Why != why {
		t.Errorf("why = %+v", g.Why)
	}
	if g := c.Check([]Attached{{Managed: "ReadOnlyAccess"}}, true, nil); g.Why == nil || g.Why.Label != "ReadOnlyAccess" {
		t.Errorf("why = %+v", g.Why)
	}
	elsewhere := &value.Symbol{Key: "y", Why: "made elsewhere"}
	if g := c.Check([]Attached{{Why: elsewhere}}, true, nil); g.Why != elsewhere {
		t.Errorf("why = %+v", g.Why)
	}
}

// Taking a policy away, or what is known of it, must not turn a no into a yes;
// an unknown one beside the others must not make anything missing.
func TestCheckIsMonotone(t *testing.T) {
	sets := [][]Attached{
		nil,
		{{Managed: "AmazonEKSWorkerNodePolicy"}},
		{{Managed: "AmazonEC2ContainerRegistryReadOnly"}, inline(allow("*", "ecr:*"))},
		{inline(allow("arn:aws:ecr:*:*:repository/*", "ecr:*"))},
	}
	for _, name := range Capabilities() {
		c, _ := CapabilityOf(name)
		for i, set := range sets {
			whole := c.Check(set, true, nil)
			if open := c.Check(set, false, nil); open.Is == value.No || whole.Is == value.Yes && open.Is != value.Yes {
				t.Errorf("%s, set %d: %v becomes %v in an open set", name, i, whole.Is, open.Is)
			}
			if more := c.Check(append(slices.Clone(set), Attached{}), true, nil); more.Is == value.No {
				t.Errorf("%s, set %d: something is missing beside an unknown policy", name, i)
			}
			for j := range set {
				hidden := slices.Clone(set)
				hidden[j] = Attached{}
				if g := c.Check(hidden, true, nil); g.Is == value.No {
					t.Errorf("%s, set %d: hiding policy %d makes something missing", name, i, j)
				}
			}
		}
	}
}
