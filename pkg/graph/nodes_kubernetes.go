package graph

// ServiceAccount is a Kubernetes ServiceAccount.
type ServiceAccount struct {
	Base
	Namespace *Val `json:"namespace"`
	Name      *Val `json:"name"`
	// RoleARN is the annotation eks.amazonaws.com/role-arn.
	RoleARN  *Val `json:"role_arn"`
	Audience *Val `json:"audience"`
	// Annotations: certain if all its annotations are known.
	Annotations Fact `json:"annotations"`
	// RoleForm is what the annotation's value is: role, policy,
	// instance_profile, assumed_role, other_arn, nested_arn, bad_account,
	// bad_partition, bare_name, empty, placeholder, padded, unknown.
	RoleForm string `json:"role_form"`
	// Misread are annotations that look like the role annotation but that
	// nothing reads.
	Misread []Misread `json:"misread"`
	Role    Ref       `json:"role"`
	// Workloads are those that run under it.
	Workloads []string `json:"workloads"`
	Cluster   Ref      `json:"cluster"`
	// Base is true for an object of a kustomize base, which overlays change.
	KustomizeBase bool `json:"kustomize_base"`
	// Template: the name or namespace reads like a forgotten interpolation.
	Template string `json:"template"`
	// TrustedBy are the roles whose trust policy names exactly this account;
	// Possible those that may let it in, too.
	TrustedBy Ref `json:"trusted_by"`
	// Associations are the Pod Identity associations that give it a role;
	// Possible those that may.
	Associations Ref `json:"associations"`
	// Elsewhere: the account may get its role in another way than by its own
	// annotation or an association.
	Elsewhere Fact `json:"elsewhere"`
	// NearRole is the only role of the files that the annotation evidently
	// means, where it names none of them; else nil.
	NearRole *Near `json:"near_role"`
}

// Misread is an annotation at a place or with a key that nothing reads.
type Misread struct {
	Key   string `json:"key"`
	Value *Val   `json:"value"`
	At    Place  `json:"at"`
	// Problem is domain, key, or place.
	Problem string `json:"problem"`
	Want    string `json:"want"`
}

// Workload is something that makes pods.
type Workload struct {
	Base
	Kind      string `json:"kind"`
	Namespace *Val   `json:"namespace"`
	Name      *Val   `json:"name"`
	// AccountName is serviceAccountName as written; nil if it is not set, so
	// that pods run as "default".
	AccountName *Val `json:"account_name"`
	// PodAt is the place of the pod's spec, where it would be set.
	PodAt Place `json:"pod_at"`
	// Account is the ServiceAccounts of the files that it runs under.
	Account Ref       `json:"account"`
	Misread []Misread `json:"misread"`
	// StaticKeys: a container has AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY in
	// its environment, which every SDK takes before a role.
	StaticKeys Fact `json:"static_keys"`
	// RoleEnv: a container is given AWS_ROLE_ARN or a token file by hand.
	RoleEnv Fact `json:"role_env"`
	// Windows: its pods ask for Windows nodes.
	Windows Fact `json:"windows"`
	// Fargate: its pods run on Fargate. It is no for a DaemonSet and for pods
	// that ask for EC2, and otherwise unknown.
	Fargate Fact `json:"fargate"`
	// Meant are annotated ServiceAccounts that no pod uses and that this
	// workload is evidently meant to run under (same namespace, same name).
	Meant         []string `json:"meant"`
	KustomizeBase bool     `json:"kustomize_base"`
}

// AccountReference is a custom resource that names a ServiceAccount.
type AccountReference struct {
	Base
	Kind string `json:"kind"`
	// Namespace is where the account is looked for; nil for a cluster-wide
	// object that leaves it to each object that uses it.
	Namespace *Val `json:"namespace"`
	// Name is the account's name; nil if it names none.
	Name    *Val `json:"name"`
	Account Ref  `json:"account"`
	// NamedAt is the place of the reference as a whole, where a namespace would
	// be added.
	NamedAt Place `json:"named_at"`
	// RoleARN is a role that is to be assumed from there with sts:AssumeRole.
	RoleARN *Val `json:"role_arn"`
	Role    Ref  `json:"role"`
	// Assumable: the role's trust policy lets some principal call
	// sts:AssumeRole. It says something only if Role is resolved.
	Assumable Fact `json:"assumable"`
	// Uses are the objects for which the name is looked up, in a namespace each.
	Uses []ReferenceUse `json:"uses"`
	// Nearest is the only account of the files that is evidently meant, where
	// what is named is certainly not in the files for any use; else nil.
	Nearest       *Near `json:"nearest"`
	KustomizeBase bool  `json:"kustomize_base"`

	// StoreName and ClusterWide are by what users name the object; for link.
	StoreName   *Val `json:"-"`
	ClusterWide bool `json:"-"`
}

// ReferenceUse is an object for which a reference to an account is looked up.
type ReferenceUse struct {
	Label     string `json:"label"`
	At        Place  `json:"at"`
	Namespace *Val   `json:"namespace"`
	Account   Ref    `json:"account"`
}

// StoreUse is an object that uses a secret store by name; for link.
type StoreUse struct {
	Base
	Namespace     *Val
	StoreName     *Val
	KustomizeBase bool
}

// Namespace is a namespace that the files make or mention; for link.
type Namespace struct {
	Base
	Name *Val
}
