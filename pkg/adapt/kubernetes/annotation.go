package kubernetes

import (
	"strings"

	"github.com/irsalint/irsalint/pkg/graph"
	"github.com/irsalint/irsalint/pkg/value"
)

// The annotations of a ServiceAccount that the pod identity webhook of EKS
// reads (aws/amazon-eks-pod-identity-webhook, pkg/cache).
const (
	RoleAnnotation     = "eks.amazonaws.com/role-arn"
	AudienceAnnotation = "eks.amazonaws.com/audience"
)

const (
	roleDomain = "eks.amazonaws.com"
	roleKey    = "role-arn"
)

// Problems of an annotation that nothing reads.
const (
	problemDomain = "domain" // its domain is not that of EKS
	problemKey    = "key"    // its name is not role-arn
	problemPlace  = "place"  // nothing reads it where it stands
)

// Near says how an annotation's key differs from the role annotation that is
// evidently meant: "domain" or "key". It is empty for the right key and for
// one that means something else.
func Near(key string) string {
	if key == RoleAnnotation {
		return ""
	}
	domain, name, ok := strings.Cut(key, "/")
	if !ok { // such as eks.amazonaws.com.role-arn
		if value.Distance(plainKey(key), plainKey(RoleAnnotation), 2) <= 2 {
			return problemKey
		}
		return ""
	}
	right := nearName(name)
	switch {
	case domain == roleDomain && right:
		return problemKey
	case right && plainKey(name) == plainKey(roleKey) && nearDomain(domain):
		return problemDomain
	}
	return ""
}

// plainKey drops what people mix up: case, hyphens, underscores, backslashes.
func plainKey(s string) string {
	return strings.Map(func(r rune) rune {
		switch r {
		case '-', '_', '\\', ' ':
			return -1
		}
		return r
	}, strings.ToLower(s))
}

// nearName reports whether the part after the slash can only mean role-arn.
func nearName(name string) bool {
	switch p := plainKey(name); p {
	case "role", "rolename", "iamrole", "iamrolearn", "arn", "roles":
		return true
	default:
		return value.Distance(p, plainKey(roleKey), 2) <= 2
	}
}

// nearDomain reports whether the part before the slash can only mean
// eks.amazonaws.com. Other services have domains too: iam.amazonaws.com is
// kube2iam's, and a webhook of one's own may read sts.amazonaws.com.
func nearDomain(domain string) bool {
	d := plainKey(domain)
	switch d {
	case "eks.amazon.com", "eks.aws.com", "eks.aws.amazon.com", "eks.amazonaws.com.cn", "eks.amazonaws.com.",
		"aws.amazon.com", "amazonaws.com", "eks.aws", "eks.amazonaws", "eks.amazon":
		return true
	}
	if sub, ok := strings.CutSuffix(d, ".amazonaws.com"); ok {
		switch sub {
		case "ecs", "efs", "ebs", "kms", "es":
			return false
		case "esk", "kes":
			return true
		}
		return sub != "" && len(sub) < 6 && value.Distance(sub, "eks", 1) <= 1
	}
	return strings.HasPrefix(d, "eks") && value.Distance(d, roleDomain, 3) <= 3
}

// misread makes the entry of an annotation that nothing reads.
func misread(f value.Field, problem string) graph.Misread {
	return graph.Misread{
		Key:     f.Key.String(),
		Value:   graph.ValOf(f.Value),
		At:      graph.Place{Span: f.Key.At()},
		Problem: problem,
		Want:    RoleAnnotation,
	}
}

// misplaced gives the role annotation where it stands in a map of v that is
// not the annotations of a ServiceAccount.
func misplaced(v value.Value, path ...string) []graph.Misread {
	m, found := v.Lookup(path...)
	if found != value.Yes {
		return nil
	}
	if f, ok := m.Field(RoleAnnotation); ok && !f.Value.IsNull() {
		return []graph.Misread{misread(f, problemPlace)}
	}
	return nil
}
