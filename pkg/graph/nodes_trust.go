package graph

// Statement is one statement of a role's trust policy.
type Statement struct {
	Base
	Role   string `json:"role"`
	Index  int    `json:"index"`
	Sid    *Val   `json:"sid"`
	Effect *Val   `json:"effect"`
	// Allow: its effect is Allow. A Deny statement has no here.
	Allow Fact `json:"allow"`
	// Which actions it is about.
	WebIdentity Fact        `json:"web_identity"`
	AssumeRole  Fact        `json:"assume_role"`
	TagSession  Fact        `json:"tag_session"`
	ActionAt    Place       `json:"action_at"`
	PrincipalAt Place       `json:"principal_at"`
	ConditionAt Place       `json:"condition_at"`
	Principals  []Principal `json:"principals"`
	// PrincipalsKnown: these are all principals, and of known types.
	PrincipalsKnown Fact        `json:"principals_known"`
	Conditions      []Condition `json:"conditions"`
	// Ours: an SA names the role, a subject is a ServiceAccount's, or the
	// issuer is a cluster's. Other OIDC trusts are not judged.
	Ours Fact `json:"ours"`
	// Satisfiable: some ServiceAccount can meet all conditions at once.
	Satisfiable Fact `json:"satisfiable"`
	// Audience: a token with the default audience, sts.amazonaws.com, meets
	// its conditions on aud. It is yes where there are none.
	Audience Fact `json:"audience"`
	// Reach says which ServiceAccounts its conditions let in.
	Reach Reach `json:"reach"`
	// ChecksAudience: some condition is on the audience.
	ChecksAudience Fact `json:"checks_audience"`
}

// Reach says which ServiceAccounts a trust statement lets in.
type Reach struct {
	// Level is exact (those named, or a deliberate pattern), namespace (all of
	// one), any_namespace (one name in all), cluster (all), negated (all but
	// those named), absent (also who has no such key), missing (no condition on
	// the subject), or unknown.
	Level string `json:"level"`
	Why   string `json:"why"`
	// Value is the widest pattern, if a pattern it is.
	Value *Val  `json:"value"`
	At    Place `json:"at"`
}

// Principal is one principal of a trust statement.
type Principal struct {
	Type  string `json:"type"` // Federated, AWS, Service, CanonicalUser, *
	Value *Val   `json:"value"`
	// Form is what the value is: oidc_provider, provider_scheme (the ARN of one
	// with https:// before the issuer), saml_provider, role, user,
	// instance_profile, policy, account, service, url, any, other, unknown.
	Form string `json:"form"`
	// Service is which service a principal of type Service is, in the form of
	// any partition where it has several: ec2, eks, eks_fargate_pods, eks_pods
	// (pods.eks.amazonaws.com), other, unknown; empty for another type, but
	// unknown where the type is not known or the principal is everyone.
	Service string `json:"service"`
	// Issuer is the issuer in an oidc_provider ARN.
	Issuer *Val `json:"issuer"`
	// ClusterIssuer: the issuer is, or looks like, that of an EKS cluster.
	ClusterIssuer Fact `json:"cluster_issuer"`
	// PartitionAgrees: the ARN's partition is that of the issuer's host.
	PartitionAgrees Fact `json:"partition_agrees"`
	Provider        Ref  `json:"provider"`
	Cluster         Ref  `json:"cluster"`
}

// Condition is one key of one operator of a trust statement's condition.
type Condition struct {
	Operator *Val `json:"operator"`
	// Base is the operator without modifiers (StringEquals, StringLike …),
	// empty if it is not known.
	Base     string `json:"base"`
	Negated  bool   `json:"negated"`
	IfExists bool   `json:"if_exists"`
	Set      string `json:"set"` // ForAllValues, ForAnyValue or empty
	Key      *Val   `json:"key"`
	// Claim is sub, aud, another claim, or empty.
	Claim string `json:"claim"`
	// KeyForm is claim (a key of an OIDC issuer, well formed), scheme
	// (https:// in it), provider_arn, no_claim, template (${…} left in it),
	// aws (a global or service key), other, unknown.
	KeyForm string `json:"key_form"`
	// Issuer is the issuer in the key.
	Issuer *Val `json:"issuer"`
	// IssuerAgrees: it is the issuer of the statement's principals.
	IssuerAgrees Fact        `json:"issuer_agrees"`
	Values       []CondValue `json:"values"`
	ValuesKnown  Fact        `json:"values_known"`
	// WantedKey is the key as it should be written.
	WantedKey string `json:"wanted_key"`
	At        Place  `json:"at"`
}

// CondValue is one value of a condition.
type CondValue struct {
	Value *Val `json:"value"`
	// Form is subject (system:serviceaccount:…), audience (an STS host),
	// other, or unknown.
	Form string `json:"form"`
	// Wildcard: it holds * or ? in literal text.
	Wildcard  bool `json:"wildcard"`
	Namespace *Val `json:"namespace"`
	Name      *Val `json:"name"`
	// Template: it reads like an interpolation that was forgotten, {var.x}.
	Template bool `json:"template"`
	// Account is the ServiceAccounts of the files that have this exact subject.
	Account Ref `json:"account"`
	// MadeElsewhere: the account is one that a well-known chart, an add-on or EKS
	// makes.
	MadeElsewhere bool `json:"made_elsewhere"`
	// NearAccount is the only ServiceAccount of the files that is evidently
	// meant, where none has the subject; else nil.
	NearAccount *Near `json:"near_account"`
}
