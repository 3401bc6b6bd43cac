package graph

import "github.com/irsalint/irsalint/pkg/value"

// Base is what every node has.
type Base struct {
	// ID is the opaque, unique identity: <scope>#<address>.
	ID string `json:"id"`
	// Label is what a person reads, e.g. "ServiceAccount prod/app".
	Label string `json:"label"`
	// Scope is the root, stack, release, kustomization or manifest folder
	// that makes the node: a path relative to the project root. A root that is
	// evaluated for several environments is one scope for each, with @ and its
	// name after the path.
	Scope string `json:"scope"`
	// Format is the language it is written in: terraform, kubernetes …
	Format string `json:"format"`
	// At is the place that declares the node.
	At Place `json:"at"`
	// Exists is yes, or unknown with the condition under which it exists.
	Exists Fact `json:"exists"`
	// Managed is yes for a resource, no for a data source or a name that only
	// refers to something made elsewhere.
	Managed bool `json:"managed"`
	// Reference is how the files beside it name the node, for text that a
	// person may copy: aws_iam_role.node in Terraform, without the path of the
	// module that it stands in. Empty where the format has no such thing.
	Reference string `json:"reference"`
}

// Near is a node that is evidently meant by a reference that names none.
type Near struct {
	ID    string `json:"id"`
	Label string `json:"label"`
	At    Place  `json:"at"`
	// Text is what the reference should say.
	Text string `json:"text"`
}

// Ref is a resolved reference: the ids of the nodes that it may mean.
type Ref struct {
	// IDs are the nodes that it names, nearest first. More than one means
	// that the files do not say which.
	IDs []string `json:"ids"`
	// Possible are nodes that it may name if some unknown value is chosen so.
	Possible []string `json:"possible"`
	// Why says why it is not resolved, where IDs has no element and the
	// reference is known enough to tell.
	Why string `json:"why"`
}

// Cluster is an EKS cluster.
type Cluster struct {
	Base
	Name *Val `json:"name"`
	// Issuer is the OIDC issuer without its scheme.
	Issuer   *Val `json:"issuer"`
	Version  *Val `json:"version"`
	IPFamily *Val `json:"ip_family"`
	AuthMode *Val `json:"authentication_mode"`
	// Mode is the authentication mode: CONFIG_MAP, API, API_AND_CONFIG_MAP,
	// or unknown. Where AuthMode is nil it is the default of the API,
	// CONFIG_MAP; for a cluster that is not made here it is unknown.
	Mode        string `json:"mode"`
	RoleARN     *Val   `json:"role_arn"`
	Role        Ref    `json:"role"`
	AutoMode    Fact   `json:"auto_mode"`
	NodeRoleARN *Val   `json:"node_role_arn"` // of Auto Mode
	// Complete says for each kind whether the files show all there is of it.
	Providers     Completeness `json:"providers"`
	Addons        Completeness `json:"addons"`
	AccessEntries Completeness `json:"access_entries"`
	AWSAuth       Completeness `json:"aws_auth"`
	Associations  Completeness `json:"associations"`
	// Agent: pods find the Pod Identity agent on its nodes. It is only judged
	// where the cluster has associations.
	Agent Fact `json:"agent"`
	// Hosts are the fingerprints by which others name the cluster (endpoint).
	Endpoint *Val `json:"endpoint"`
	ARN      *Val `json:"arn"`
}

// Completeness says whether the files show every node of a kind that an owner
// has, and lists those that they show.
type Completeness struct {
	Complete bool     `json:"complete"`
	Why      string   `json:"why"`
	At       Place    `json:"at"`
	IDs      []string `json:"ids"`
}

// Provider is an IAM OIDC identity provider.
type Provider struct {
	Base
	URL       *Val   `json:"url"`
	Issuer    *Val   `json:"issuer"` // URL without scheme
	ARN       *Val   `json:"arn"`
	ClientIDs []*Val `json:"client_ids"`
	// ClientIDsKnown is unknown if there may be more client ids.
	ClientIDsKnown Fact `json:"client_ids_known"`
	// DefaultAudience: sts.amazonaws.com is one of the client ids.
	DefaultAudience Fact `json:"default_audience"`
	Cluster         Ref  `json:"cluster"`
}

// Role is an IAM role.
type Role struct {
	Base
	Name *Val `json:"name"`
	Path *Val `json:"path"`
	ARN  *Val `json:"arn"`
	// Partition is the partition of its ARN (aws, aws-cn …), empty if unknown.
	Partition string `json:"partition"`
	// Trust is the trust policy: yes if it was read whole, else the reason.
	Trust    Fact  `json:"trust"`
	TrustAt  Place `json:"trust_at"`
	Boundary *Val  `json:"boundary"`
	// Loose: it stands for whatever role a file of its own is the trust policy
	// of; nothing names it.
	Loose bool `json:"loose"`
	// Statements are the ids of its trust statements, in order.
	Statements []string `json:"statements"`
	// PodIdentity: it trusts EKS Pod Identity and nothing else.
	PodIdentity Fact `json:"pod_identity"`
	// Associated: an association gives it to pods. It is only judged where
	// PodIdentity is yes, and no only where its root makes associations.
	Associated Fact `json:"associated"`
	// Policies says whether all its permission policies are in the files.
	Policies Completeness `json:"policies"`

	// Document is the trust policy as evaluated; for link.
	Document value.Value `json:"-"`
}

// Capability says whether a role may do what a node or component needs.
type Capability struct {
	Fact
	// Missing are the actions that it certainly lacks.
	Missing []string `json:"missing"`
	// Policies are the names of AWS managed policies that would grant it.
	Policies []string `json:"policies"`
	// By is the id of the policy that grants it, if one alone does.
	By string `json:"by"`
	// Borrowed is the name of a managed policy for something else that alone
	// grants it: it is gone once that policy is moved to where it belongs.
	Borrowed string `json:"borrowed"`
	// Boundary is the permissions boundary of the role, if that takes away
	// what its policies may grant.
	Boundary string `json:"boundary"`
}

// Policy is one attachment of permissions to a role: a managed policy, a
// customer policy, or an inline one.
type Policy struct {
	Base
	// RoleName is the role's name or ARN as the attachment gives it.
	RoleName *Val `json:"role_name"`
	Role     Ref  `json:"role"`
	// Kind is aws (managed by AWS), customer, inline, or unknown.
	Kind string `json:"kind"`
	// Name is the name of a managed policy.
	Name string `json:"name"`
	ARN  *Val   `json:"arn"`
	// Known is yes if its statements are known.
	Known Fact `json:"known"`
	// Exclusive: no other attachment of its kind stands beside it.
	Exclusive bool `json:"exclusive"`

	Document value.Value `json:"-"`
}

// PolicyDocument is a customer policy that attachments name by its ARN.
type PolicyDocument struct {
	Base
	Name     *Val        `json:"name"`
	ARN      *Val        `json:"arn"`
	Document value.Value `json:"-"`
	// Loose: it is a file of its own, which nothing names.
	Loose bool `json:"-"`
}

// Association is an EKS Pod Identity association.
type Association struct {
	Base
	ClusterName        *Val `json:"cluster_name"`
	Cluster            Ref  `json:"cluster"`
	Namespace          *Val `json:"namespace"`
	AccountName        *Val `json:"account_name"`
	Account            Ref  `json:"account"`
	RoleARN            *Val `json:"role_arn"`
	Role               Ref  `json:"role"`
	DisableSessionTags Fact `json:"disable_session_tags"`
	// Workloads are those that run under its account.
	Workloads []string `json:"workloads"`
	// MadeElsewhere: its account is one that a well-known chart, an add-on or EKS
	// makes.
	MadeElsewhere bool `json:"made_elsewhere"`
	// Nearest is the only account of the files, with its workloads, that is
	// evidently meant, where none has its namespace and name; else nil.
	Nearest *Near `json:"nearest"`
	// Fargate: the pods of its namespace run on Fargate.
	Fargate Fact `json:"fargate"`
	// Conflict: the ServiceAccount ConflictWith is annotated with another role.
	Conflict     Fact   `json:"conflict"`
	ConflictWith string `json:"conflict_with"`
}

// Addon is an EKS add-on.
type Addon struct {
	Base
	ClusterName *Val `json:"cluster_name"`
	Cluster     Ref  `json:"cluster"`
	Name        *Val `json:"name"`
	Version     *Val `json:"version"`
	RoleARN     *Val `json:"role_arn"`
	Role        Ref  `json:"role"`
	Config      *Val `json:"config"`
}

// NodeGroup is a set of nodes with one role.
type NodeGroup struct {
	Base
	// Kind is managed, self_managed, fargate or auto_mode.
	Kind        string `json:"kind"`
	ClusterName *Val   `json:"cluster_name"`
	Cluster     Ref    `json:"cluster"`
	RoleARN     *Val   `json:"role_arn"`
	Role        Ref    `json:"role"`
	// ProfileName is the name or ARN of the instance profile of self-managed
	// nodes, which give no role themselves.
	ProfileName *Val `json:"profile_name"`
	// Selectors say which pods a Fargate profile takes.
	Selectors []Selector `json:"selectors"`
}

// Selector is one selector of a Fargate profile.
type Selector struct {
	// Namespace may hold wildcards.
	Namespace *Val `json:"namespace"`
	// Labels: it also asks for labels.
	Labels Fact  `json:"labels"`
	At     Place `json:"at"`
}

// NodeClass is a Karpenter EC2NodeClass or its predecessor AWSNodeTemplate.
type NodeClass struct {
	Base
	Kind string `json:"kind"`
	Name *Val   `json:"name"`
	// RoleName is spec.role.
	RoleName *Val `json:"role_name"`
	// RoleForm is name, arn, path, empty or unknown.
	RoleForm string `json:"role_form"`
	// ProfileName is spec.instanceProfile.
	ProfileName *Val `json:"profile_name"`
	Profile     Ref  `json:"profile"`
	// Role is the node role, by spec.role or through the profile.
	Role Ref `json:"role"`
	// Nearest is the only role of the files whose name comes near to spec.role
	// where no role of the files may be the one that it names; else nil.
	Nearest *Near `json:"nearest"`
	// Use is the id of the NodeUse of its role.
	Use string `json:"use"`
}

// InstanceProfile is an IAM instance profile.
type InstanceProfile struct {
	Base
	Name     *Val `json:"name"`
	ARN      *Val `json:"arn"`
	RoleName *Val `json:"role_name"`
	Role     Ref  `json:"role"`
}

// AWSAuth is an aws-auth ConfigMap.
type AWSAuth struct {
	Base
	Namespace *Val `json:"namespace"`
	Name      *Val `json:"name"`
	Cluster   Ref  `json:"cluster"`
	// Misplaced is name or namespace if that is not what the authenticator
	// reads (aws-auth in kube-system), unknown if it is not known whether it
	// is (also where no namespace is given), and empty if it is right.
	Misplaced string `json:"misplaced"`
	// Form is string, list, object, bad_yaml, absent, unknown.
	Form string `json:"form"`
	// FormAt is where mapRoles is of that form, FormWhy what is wrong with it
	// where it is no YAML.
	FormAt   Place     `json:"form_at"`
	FormWhy  string    `json:"form_why"`
	Mappings []Mapping `json:"mappings"`
	// MappingsKnown: these are all mappings.
	MappingsKnown Fact `json:"mappings_known"`
	// DataKeys are keys of data that the authenticator does not know.
	DataKeys []Misread `json:"data_keys"`
}

// Mapping is one entry of mapRoles.
type Mapping struct {
	RoleARN  *Val   `json:"role_arn"`
	Username *Val   `json:"username"`
	Groups   []*Val `json:"groups"`
	// GroupsKnown: these are all groups.
	GroupsKnown Fact `json:"groups_known"`
	// Form is what the ARN is: role, role_with_path, instance_profile,
	// assumed_role, other, unknown, absent.
	Form string `json:"form"`
	Role Ref    `json:"role"`
	// Node: the mapping is evidently that of a node role.
	Node Fact `json:"node"`
	// UsernameForm is node (system:node:{{EC2PrivateDNSName}}), session
	// (system:node:{{SessionName}}), other (certainly no node's), unknown, or
	// absent.
	UsernameForm string `json:"username_form"`
	// HasNodeGroups: system:bootstrappers and system:nodes are both in Groups.
	HasNodeGroups Fact `json:"has_node_groups"`
	// WrongKeys are keys that the authenticator does not know. It reads JSON,
	// so that a key that differs only in case is known. Want is empty for a
	// key that does not resemble a known one, such as a comment.
	WrongKeys []Misread `json:"wrong_keys"`
	// SSO: it names a permission set of IAM Identity Center by the key sso, so
	// that it needs no rolearn.
	SSO bool `json:"sso"`
	// WantedARN is the ARN as the authenticator sees it (without path).
	WantedARN string `json:"wanted_arn"`
	// Nodes: EC2 or Fargate may assume the role of a node mapping. It is yes
	// for other mappings, and for roles that are judged as those of nodes.
	Nodes Fact  `json:"nodes"`
	At    Place `json:"at"`
}

// AccessEntry is an EKS access entry.
type AccessEntry struct {
	Base
	ClusterName  *Val `json:"cluster_name"`
	Cluster      Ref  `json:"cluster"`
	PrincipalARN *Val `json:"principal_arn"`
	Role         Ref  `json:"role"`
	Type         *Val `json:"type"` // nil means STANDARD
	// TypeForm is the type in upper case (the guide writes EC2_Linux too),
	// STANDARD where none is set, or unknown.
	TypeForm string `json:"type_form"`
	Groups   []*Val `json:"groups"`
}
