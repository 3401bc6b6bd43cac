// Package facts holds what is known about AWS, EKS and Karpenter apart from
// any project: contents of AWS managed policies, what node roles need, who may
// assume them. The data below data/ is embedded, decoded when it is first
// asked for, and carries its sources. See generate.go for how it is made.
package facts

import (
	"embed"
	"encoding/json"
	"slices"
	"sort"
	"strings"
	"sync"

	"github.com/irsalint/irsalint/pkg/iam"
)

//go:embed data/*.json
var data embed.FS

// load decodes one embedded file. The files are tested, so that an error is a
// mistake of the build.
func load(name string, into any) {
	raw, err := data.ReadFile("data/" + name)
	if err == nil {
		err = json.Unmarshal(raw, into)
	}
	if err != nil {
		panic("facts: " + name + ": " + err.Error())
	}
}

// AdministratorAccess is the AWS managed policy that allows everything.
const AdministratorAccess = "AdministratorAccess"

type managedPolicy struct {
	Path     string
	Document json.RawMessage
	read     func() iam.Document
}

var managedPolicies = sync.OnceValue(func() map[string]*managedPolicy {
	var file struct{ Policies map[string]*managedPolicy }
	load("managed_policies.json", &file)
	file.Policies[AdministratorAccess] = &managedPolicy{
		Document: json.RawMessage(`{"Version":"2012-10-17","Statement":[{"Effect":"Allow","Action":"*","Resource":"*"}]}`),
	}
	for _, p := range file.Policies {
		p.read = sync.OnceValue(func() iam.Document { return iam.Read(decode(p.Document)) })
	}
	return file.Policies
})

// ManagedPolicy gives the content of an AWS managed policy by its name without
// a path, in its version of the date in the data. Resources in it are written
// for the partition aws. It is not ok for a policy of which the content is not
// known here; its effect is then unknown, never absent.
// Source: iann0036/iam-dataset, see data/managed_policies.json.
func ManagedPolicy(name string) (iam.Document, bool) {
	p, ok := managedPolicies()[name]
	if !ok {
		return iam.Document{}, false
	}
	return p.read(), true
}

// ManagedPolicyARN gives the ARN of an AWS managed policy in a partition, with
// the path it stands under. It is not ok for a policy not known here.
func ManagedPolicyARN(name, partition string) (string, bool) {
	p, ok := managedPolicies()[name]
	if !ok {
		return "", false
	}
	return "arn:" + partition + ":iam::aws:policy/" + p.Path + name, true
}

// ManagedPolicyNames lists the policies whose content is known, sorted.
func ManagedPolicyNames() []string {
	out := make([]string, 0, len(managedPolicies()))
	for name := range managedPolicies() {
		out = append(out, name)
	}
	sort.Strings(out)
	return out
}

// Capability is something that nodes or the control plane must be able to do.
type Capability struct {
	Name string `json:"-"`
	// Why says what for, in a few words.
	Why string `json:"why"`
	// Policies are AWS managed policies that each grant all of it.
	Policies []string `json:"policies"`
	// Actions are what must be allowed where none of these is attached.
	Actions []string `json:"actions"`
	// Conditional are actions that only some versions or settings need.
	Conditional []ConditionalAction `json:"conditional"`
	// Optional: nothing fails without it.
	Optional bool   `json:"optional"`
	Source   string `json:"source"`
}

// ConditionalAction is an action needed under a condition, in words.
type ConditionalAction struct {
	Action string `json:"action"`
	// Need is always, recommended or feature.
	Need   string `json:"need"`
	When   string `json:"when"`
	Effect string `json:"effect"`
	// Unverified: no error rests on it.
	Unverified bool `json:"unverified"`
}

// Role is a use of a role by nodes, pods on Fargate, or the control plane.
type Role struct {
	// Kind is managed, self_managed, karpenter, fargate, auto_mode, cluster or
	// cluster_auto_mode.
	Kind string `json:"-"`
	// Service is the service that must be trusted, for Principals.
	Service string `json:"service"`
	// Actions are what it must be trusted with.
	Actions []string `json:"actions"`
	// Needs are the Capabilities that the role itself must have.
	Needs []string `json:"needs"`
	// CNI: it also needs vpc_cni_ipv4 or vpc_cni_ipv6, unless aws-node has an
	// identity of its own or is not used.
	CNI bool `json:"cni"`
	// PoliciesAll are managed policies that must all be attached; empty where
	// custom policies do.
	PoliciesAll []string `json:"policies_all"`
	Source      string   `json:"source"`
}

type nodeRoles struct {
	Capabilities map[string]*Capability
	Roles        map[string]*Role
	Principals   map[string]map[string][]string
}

var nodes = sync.OnceValue(func() *nodeRoles {
	var file nodeRoles
	load("node_roles.json", &file)
	for name, c := range file.Capabilities {
		c.Name = name
	}
	for kind, r := range file.Roles {
		r.Kind = kind
	}
	return &file
})

// CapabilityOf gives a capability by its name: kubelet_ec2, image_pull,
// vpc_cni_ipv4, vpc_cni_ipv6, pod_identity_agent, ssm_optional or cluster. It
// must not be changed.
// Source: EKS user guide, nodeadm, eksctl; each entry names its own.
func CapabilityOf(name string) (*Capability, bool) {
	c, ok := nodes().Capabilities[name]
	return c, ok
}

// Capabilities lists the names of all capabilities, sorted.
func Capabilities() []string {
	out := make([]string, 0, len(nodes().Capabilities))
	for name := range nodes().Capabilities {
		out = append(out, name)
	}
	sort.Strings(out)
	return out
}

// RoleOf gives the needs of a use of a role by its kind. It must not be
// changed.
func RoleOf(kind string) (*Role, bool) {
	r, ok := nodes().Roles[kind]
	return r, ok
}

// Principals gives the service principals by which a service (ec2, eks,
// eks-fargate-pods, pods.eks) is trusted in a partition, the surest first. For
// an empty or a less known partition it gives every form there is.
// Source: eksctl partitions, Karpenter's template, terraform-aws-eks.
func Principals(service, partition string) []string {
	by := nodes().Principals[service]
	if list, ok := by[partition]; ok {
		return slices.Clone(list)
	}
	if list, ok := by["all"]; ok {
		return slices.Clone(list)
	}
	var out []string
	partitions := make([]string, 0, len(by))
	for p := range by {
		partitions = append(partitions, p)
	}
	sort.Strings(partitions)
	for _, p := range partitions {
		for _, s := range by[p] {
			if !slices.Contains(out, s) {
				out = append(out, s)
			}
		}
	}
	return out
}

// PassService gives the services that a Karpenter controller must be able to
// pass the node role to in a partition: launch for launching instances,
// profile besides where Karpenter makes the instance profile (spec.role). It
// is not ok for a partition where this is not confirmed.
// Source: Karpenter issue 6843, terraform-aws-eks issues 3057 and 3190.
func PassService(partition string) (launch, profile []string, ok bool) {
	p, ok := passServices()[partition]
	return slices.Clone(p.Launch), slices.Clone(p.Profile), ok
}

type passService struct{ Launch, Profile []string }

var passServices = sync.OnceValue(func() map[string]passService {
	var file struct{ Partitions map[string]passService }
	load("pass_role.json", &file)
	return file.Partitions
})

// Keys that the Pod Identity webhook of EKS reads on a ServiceAccount.
// Source: aws/amazon-eks-pod-identity-webhook pkg/cache, README.
const (
	RoleAnnotation     = "eks.amazonaws.com/role-arn"
	AudienceAnnotation = "eks.amazonaws.com/audience"
	// DefaultAudience is the audience of tokens in every partition.
	DefaultAudience = "sts.amazonaws.com"
	// PodIdentityService assumes the roles of Pod Identity associations.
	PodIdentityService = "pods.eks.amazonaws.com"
)

// otherAnnotations are what the webhook reads besides, and what other tools
// read; they are no misspelling of the role annotation.
var otherAnnotations = [...]string{
	AudienceAnnotation, "eks.amazonaws.com/sts-regional-endpoints", "eks.amazonaws.com/token-expiration",
	"eks.amazonaws.com/skip-containers", "eks.amazonaws.com/skip-pod-identity-webhook",
	"iam.amazonaws.com/role", "iam.amazonaws.com/permitted", "iam.amazonaws.com/external-id",
	"iam.amazonaws.com/session-name",
}

// MisspelledRoleAnnotation says how an annotation's key that nothing reads
// differs from the role annotation that was evidently meant: domain (what
// stands before the slash) or key (what stands after it). It is not ok for
// the right key and for keys that mean something else.
func MisspelledRoleAnnotation(key string) (problem string, ok bool) {
	if key == RoleAnnotation || len(key) > 64 || slices.Contains(otherAnnotations[:], key) {
		return "", false
	}
	domain, name, slash := strings.Cut(key, "/")
	wantDomain, wantName, _ := strings.Cut(RoleAnnotation, "/")
	plain := strings.Map(func(r rune) rune {
		if r == '-' || r == '_' || r == '.' {
			return -1
		}
		return r
	}, strings.ToLower(name))
	switch {
	case !slash:
		return "", false
	case domain == wantDomain:
		switch plain {
		case "rolearn", "iamrolearn", "iamrole", "role", "rolearns", "arn", "rolesarn":
			return "key", true
		}
		if distance(name, wantName) <= 2 {
			return "key", true
		}
	case plain == "rolearn":
		if distance(domain, wantDomain) <= 3 || strings.HasPrefix(domain, "eks.") || strings.HasSuffix(domain, ".amazonaws.com") {
			return "domain", true
		}
	}
	return "", false
}
