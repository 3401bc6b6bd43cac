package graph

import (
	"github.com/irsalint/irsalint/pkg/source"
	"github.com/irsalint/irsalint/pkg/value"
)

// The nodes in this file are made by the linker: each is one chain of
// references, with every link of it judged, so that a rule only has to say
// what a broken link means.

// The links of the identity chain, in the order in which rules speak.
const (
	StageAction    = "action"    // some Allow statement is about web identity
	StagePrincipal = "principal" // its principal is an OIDC provider
	StageIssuer    = "issuer"    // principal and keys name one issuer
	StageKey       = "condition_key"
	StageOperator  = "operator"
	StageAudience  = "audience"
	StageExclude   = "exclude" // conditions on one key do not exclude each other
	StageSubject   = "subject"
	StageDeny      = "deny" // no Deny statement takes it back
	// StageInterpolation stands for a subject that does not match because of a
	// forgotten interpolation; another rule speaks of that.
	StageInterpolation = "interpolation"
)

// Identity is the use of a role by a ServiceAccount that is annotated with it.
type Identity struct {
	ID      string `json:"id"`
	Label   string `json:"label"`
	At      Place  `json:"at"` // the annotation's value
	Account string `json:"account"`
	// Role is the role that is meant: the nearest candidate.
	Role string `json:"role"`
	// Candidates are all roles that the annotation may name.
	Candidates []string `json:"candidates"`
	// Verdict: the ServiceAccount's pods can assume the role. It is no only if
	// they can assume none of the candidates, whatever is unknown.
	Verdict Fact `json:"verdict"`
	// Stage is the first link that fails, or that is unknown; empty if all hold.
	Stage string `json:"stage"`
	// Statement is the trust statement that comes closest; empty if none is
	// about web identity.
	Statement string `json:"statement"`
	// Links are the judged links of that statement, in order.
	Links []Link `json:"links"`
	// Nearest is the subject that comes closest to the ServiceAccount, for
	// stage subject.
	Nearest *Nearest `json:"nearest"`
	// OtherRoles are roles whose trust admits exactly this ServiceAccount.
	OtherRoles []string `json:"other_roles"`
	// OtherIdentity: credentials come another way (Pod Identity).
	OtherIdentity bool `json:"other_identity"`
	// Cluster is the cluster that the ServiceAccount is deployed to, by hard
	// evidence; empty if there is none.
	Cluster string `json:"cluster"`
	// ClusterAgrees: the issuer that Statement trusts is that of Cluster. It
	// says something only if Cluster is not empty.
	ClusterAgrees Fact `json:"cluster_agrees"`
	// Audience is the audience of the ServiceAccount's tokens, as a person
	// reads it.
	Audience string `json:"audience"`
	// Subject is the subject of the ServiceAccount's tokens.
	Subject *Val `json:"subject"`
}

// Link is one judged link of a chain.
type Link struct {
	Stage string `json:"stage"`
	Fact
}

// Nearest is the value that comes closest to what was wanted.
type Nearest struct {
	Value     *Val `json:"value"`
	Condition int  `json:"condition"`
	// Differs is namespace, name, case, both or shape.
	Differs string `json:"differs"`
	// Have is the half that differs as the trust policy has it, Want as the
	// ServiceAccount has it, for the message.
	Have string `json:"have"`
	Want string `json:"want"`
}

// NodeUse is the use of a role by nodes of one kind, or by the control plane.
type NodeUse struct {
	ID    string `json:"id"`
	Label string `json:"label"` // e.g. "managed node group default"
	At    Place  `json:"at"`    // the first user's reference to the role
	// Kind is managed, self_managed, karpenter, fargate, auto_mode or cluster.
	Kind string `json:"kind"`
	// Users are the ids of the node groups, node classes or clusters.
	Users []string `json:"users"`
	// Role is the id of the role, empty if it is not in the files; Why then
	// says so.
	Role    string `json:"role"`
	Why     string `json:"why"`
	Cluster Ref    `json:"cluster"`
	// Grants are the capabilities that the role must have for this use, by
	// the names of the facts (kubelet_ec2, image_pull …), each judged. Where
	// several roles may be meant, each is the best of them.
	Grants map[string]Capability `json:"grants"`
	// Principals are the service principals that the role must trust, any one.
	Principals []string `json:"principals"`
	// Trusted: the role's trust lets such a service assume it.
	Trusted Fact `json:"trusted"`
	// TrustedNearest is the service principal that should be another. It is
	// nil where the right one is named and Trusted is no for another reason,
	// such as the action; Trusted.At is then the place of that.
	TrustedNearest *Val `json:"trusted_nearest"`
	// CNI says from where aws-node gets its permission.
	CNI CNI `json:"cni"`
	// Mapped: the cluster lets nodes with the role join.
	Mapped Mapped `json:"mapped"`
}

// CNI is the permission of the VPC CNI plugin on the nodes of a NodeUse.
type CNI struct {
	// Needed is no for Fargate, Auto Mode and other CNIs.
	Needed Fact `json:"needed"`
	// Source is node_role, irsa, pod_identity, or empty if it is not known.
	Source string `json:"source"`
	// Role is the id of the role that aws-node uses.
	Role string `json:"role"`
	// Capability is vpc_cni_ipv4 or vpc_cni_ipv6.
	Capability string `json:"capability"`
	// Granted: that role has it.
	Granted Fact     `json:"granted"`
	Missing []string `json:"missing"`
	// Boundary is the permissions boundary that takes them away, if one does.
	Boundary string `json:"boundary"`
	At       Place  `json:"at"`
}

// Mapped says how nodes with a role are let into the cluster.
type Mapped struct {
	Fact
	// Needed is no where EKS maps the role by itself.
	Needed Fact `json:"needed"`
	// Mode is the cluster's authentication mode, empty if unknown.
	Mode string `json:"mode"`
	// Entries are access entries of the role, Auths the aws-auth ConfigMaps
	// of the cluster.
	Entries []string `json:"entries"`
	Auths   []string `json:"auths"`
	// Managed: access entries or aws-auth of the cluster are made in the
	// files, so that this one is missing among them.
	Managed bool `json:"managed"`
	// WantedARN is the role's ARN as aws-auth must have it, without a path.
	WantedARN string `json:"wanted_arn"`
	// Nearest is the mapping or entry that was evidently meant.
	NearestAt    Place  `json:"nearest_at"`
	NearestLabel string `json:"nearest_label"`
}

// Interpolation is a text that reads like a reference whose interpolation
// marks were forgotten, where the grammar of the field forbids such text.
type Interpolation struct {
	ID    string `json:"id"`
	Label string `json:"label"`
	At    Place  `json:"at"`
	Text  string `json:"text"`
	// Field is what the text is used as: namespace, name, subject, role ARN.
	Field string `json:"field"`
	// Wanted is the text as it should be written, empty if that is not clear.
	Wanted string `json:"wanted"`
	// UsedAt are the places of the nodes that use it.
	UsedAt []Place `json:"used_at"`
}

// Pass is the need of a Karpenter controller to pass a node role.
type Pass struct {
	ID         string `json:"id"`
	Label      string `json:"label"`
	At         Place  `json:"at"`         // the wrong reference: PassRole's resource, else the controller role
	Controller string `json:"controller"` // id of the controller's role
	NodeClass  string `json:"node_class"`
	NodeRole   string `json:"node_role"`
	Verdict    Fact   `json:"verdict"`
	// Problem says why a verdict is no: absent (no statement allows
	// iam:PassRole), resource, no_arn (the resource is none), service,
	// condition, deny, boundary.
	Problem string `json:"problem"`
	// Resource is the nearest resource that PassRole is allowed on.
	Resource *Val `json:"resource"`
	// Service is the value of iam:PassedToService that excludes EC2.
	Service *Val `json:"service"`
	// Unrestricted: PassRole is allowed on every role.
	Unrestricted   Fact  `json:"unrestricted"`
	UnrestrictedAt Place `json:"unrestricted_at"`
	// Services are the services that iam:PassedToService must admit in the
	// partition of the role: ec2.amazonaws.com, in China for spec.role
	// ec2.amazonaws.com.cn too.
	Services []string `json:"services"`
	// Certain that the controller and the node class belong together.
	Together Fact `json:"together"`
	// Wanted is the ARN that PassRole must allow.
	Wanted string `json:"wanted"`
}

// Graph is everything, by kind and id. It is the input of rules and the
// document of `irsalint graph --format json`.
type Graph struct {
	Version          int                          `json:"version"`
	Cluster          map[string]*Cluster          `json:"cluster"`
	Provider         map[string]*Provider         `json:"provider"`
	Role             map[string]*Role             `json:"role"`
	Policy           map[string]*Policy           `json:"policy"`
	Statement        map[string]*Statement        `json:"statement"`
	ServiceAccount   map[string]*ServiceAccount   `json:"service_account"`
	Workload         map[string]*Workload         `json:"workload"`
	AccountReference map[string]*AccountReference `json:"account_reference"`
	Association      map[string]*Association      `json:"association"`
	Addon            map[string]*Addon            `json:"addon"`
	NodeGroup        map[string]*NodeGroup        `json:"node_group"`
	NodeClass        map[string]*NodeClass        `json:"node_class"`
	InstanceProfile  map[string]*InstanceProfile  `json:"instance_profile"`
	AWSAuth          map[string]*AWSAuth          `json:"aws_auth"`
	AccessEntry      map[string]*AccessEntry      `json:"access_entry"`
	Identity         map[string]*Identity         `json:"identity"`
	NodeUse          map[string]*NodeUse          `json:"node_use"`
	Pass             map[string]*Pass             `json:"pass"`
	Interpolation    map[string]*Interpolation    `json:"interpolation"`

	PolicyText map[string]*PolicyText `json:"policy_text"`

	documents  []*PolicyDocument
	storeUses  []*StoreUse
	namespaces []*Namespace
	opaque     []Opaque
	// environments are the scopes that are one of several environments of a
	// root.
	environments map[string]environment
	deployed     func(path string) (cluster string, at source.Span, ok bool)
}

// Opaque is something that may make nodes of some kinds in a scope, without
// showing them: a module without source, a chart without model, a count that
// is not known.
type Opaque struct {
	Scope string
	// Kinds are the JSON names of node kinds; empty means any.
	Kinds []string
	Why   string
	At    Place
	// Inputs are the texts handed to it, by which it may be tied to an owner.
	Inputs []value.Text
	// Anywhere: what it makes may belong to any owner, whatever its scope.
	Anywhere bool
}
