package iam

import (
	"strings"

	"github.com/irsalint/irsalint/pkg/source"
	"github.com/irsalint/irsalint/pkg/value"
)

// IssuerOf gives the issuer, without scheme, in the ARN of an OIDC provider.
// It is not ok for a text that does not show one.
func IssuerOf(providerARN value.Text) (value.Text, bool) {
	const mark = ":oidc-provider/"
	i := literalIndex(providerARN, mark)
	if i < 0 {
		return value.Text{}, false
	}
	_, issuer := split(providerARN, i, len(mark))
	return issuer, true
}

// WithoutScheme cuts https:// or http:// off an issuer URL, and a slash off
// its end.
func WithoutScheme(url value.Text) value.Text {
	for _, scheme := range [...]string{"https://", "http://"} {
		if strings.HasPrefix(url.Flat(), scheme) {
			url = url.Slice(len(scheme), len(url.Flat()))
			break
		}
	}
	if strings.HasSuffix(url.Flat(), "/") {
		url = url.Slice(0, len(url.Flat())-1)
	}
	return url
}

// Forms of a condition key, as SplitClaim tells them.
const (
	KeyClaim       = "claim"        // <issuer>:<claim>
	KeyScheme      = "scheme"       // https:// before the issuer
	KeyProviderARN = "provider_arn" // the provider's ARN for the issuer
	KeyNoClaim     = "no_claim"     // an issuer and no claim
	KeyTemplate    = "template"     // ${…} is left in it, which IAM fills in only in values
	KeyAWS         = "aws"          // a global key or one of a service
	KeyOther       = "other"
	KeyUnknown     = "unknown" // a symbol, or a placeholder of another engine, decides
)

// SplitClaim takes the condition key of a web-identity statement apart. Where
// the form tells of a mistake, issuer is still what was meant as the issuer.
// For the forms template and unknown, issuer and claim are those around the last colon.
func SplitClaim(key value.Text) (issuer value.Text, claim string, form string) {
	flat := key.Flat()
	if flat == "" {
		return value.Text{}, "", KeyOther
	}
	left := ""
	switch {
	case literalContains(key, "${"):
		left = KeyTemplate
	case HasPlaceholder(key):
		left = KeyUnknown
	}
	issuer = key
	if i := literalLast(key, ":"); i >= 0 && !strings.HasPrefix(flat[i:], "://") {
		var after value.Text
		issuer, after = split(key, i, 1)
		text, known := after.Known()
		switch {
		case !known && left != "":
			return issuer, "", left
		case !known:
			return issuer, "", KeyUnknown
		case strings.Contains(text, "/"): // a port or an ARN's colon
			issuer = key
		default:
			claim = text
		}
	}
	switch {
	case strings.HasPrefix(flat, "https://"), strings.HasPrefix(flat, "http://"):
		form, issuer = KeyScheme, WithoutScheme(issuer)
	case strings.HasPrefix(flat, "arn:"), literalContains(key, ":oidc-provider/"):
		form = KeyProviderARN
		if in, ok := IssuerOf(issuer); ok {
			issuer = in
		}
		if !literalContains(key, ":oidc-provider/") {
			claim = ""
		}
	}
	if left != "" {
		return issuer, claim, left
	}
	if form != "" {
		return issuer, claim, form
	}
	if serviceKey(flat) {
		return value.Text{}, "", KeyAWS
	}
	shape := issuerShape(issuer)
	if claim != "" {
		if shape == value.No {
			return issuer, claim, KeyOther
		}
		return issuer, claim, KeyClaim
	}
	switch {
	case symbolsHold(key, ':'): // the claim may hide in a symbol
		return issuer, "", KeyUnknown
	case shape == value.No:
		return issuer, "", KeyOther
	}
	return issuer, "", KeyNoClaim
}

// serviceKey: aws:…, sts:…, saml:…; the service's name holds no dot.
func serviceKey(flat string) bool {
	service, rest, ok := strings.Cut(flat, ":")
	if !ok || service == "" || rest == "" {
		return false
	}
	for i := 0; i < len(service); i++ {
		if c := service[i]; c != '-' && !isLetter(c) && (c < '0' || c > '9') {
			return false
		}
	}
	return service != "localhost"
}

// issuerShape: a host, with a path or not. No for text that is certainly none.
func issuerShape(t value.Text) value.Truth {
	flat := t.Flat()
	if flat == "" {
		return value.No
	}
	if t.Symbolic() {
		return value.Maybe
	}
	host, _, _ := strings.Cut(flat, "/")
	return value.Of(strings.Contains(host, ".") && !strings.ContainsAny(flat, " \t\n\"'"))
}

// otherIssuers are hosts of identity providers that are no cluster's. A host
// that begins with a dot stands for everything below it.
var otherIssuers = [...]string{
	"token.actions.githubusercontent.com", "gitlab.com", "app.terraform.io", "accounts.google.com",
	"cognito-identity.amazonaws.com", "cognito-identity-us-gov.amazonaws.com", "graph.facebook.com",
	"www.amazon.com", "agent.buildkite.com", "oidc.circleci.com", "api.bitbucket.org",
	"login.microsoftonline.com", "sts.windows.net", "vstoken.dev.azure.com", "oidc.vercel.com",
	"api.pulumi.com", "appleid.apple.com", "sts.amazonaws.com",
	".okta.com", ".oktapreview.com", ".auth0.com", ".app.spacelift.io", ".onelogin.com",
}

// IsClusterIssuer says whether an issuer, with scheme or not, is that of an
// EKS cluster: No for other known identity providers, Maybe for hosts that may
// be a self-made cluster's.
func IsClusterIssuer(issuer value.Text) value.Truth {
	t := WithoutScheme(issuer)
	flat := t.Flat()
	if strings.HasPrefix(flat, "oidc.eks.") || strings.HasPrefix(flat, "oidc-eks.") {
		return value.Yes
	}
	for _, s := range t.Symbols() {
		if s.Class == value.IssuerID {
			return value.Yes
		}
	}
	host, _, _ := strings.Cut(flat, "/")
	host, _, _ = strings.Cut(host, ":")
	host = strings.ToLower(host)
	for _, o := range otherIssuers {
		if host == o || o[0] == '.' && strings.HasSuffix(host, o) {
			return value.No
		}
	}
	if strings.HasPrefix(host, "cognito-idp.") && strings.Contains(host, ".amazonaws.com") {
		return value.No
	}
	return value.Maybe
}

// PartitionOf gives the partition of an EKS issuer by its host; not ok where
// the host does not tell.
func PartitionOf(issuer value.Text) (string, bool) {
	host, _, ok := strings.Cut(WithoutScheme(issuer).Flat(), "/")
	if !ok || !strings.HasPrefix(host, "oidc.eks.") && !strings.HasPrefix(host, "oidc-eks.") {
		return "", false
	}
	switch {
	case strings.HasSuffix(host, ".amazonaws.com.cn"):
		return "aws-cn", true
	case !strings.HasSuffix(host, ".amazonaws.com"):
		return "", false
	}
	region := strings.TrimSuffix(host[len("oidc.eks."):], ".amazonaws.com")
	switch {
	case strings.ContainsRune(region, source.SymbolOpen):
		return "", false
	case strings.HasPrefix(region, "us-gov-"):
		return "aws-us-gov", true
	}
	return "aws", true
}

// subjectPrefix begins the subject of every ServiceAccount's token.
const subjectPrefix = "system:serviceaccount:"

// Subject takes system:serviceaccount:<namespace>:<name> apart. The halves may
// hold wildcards and symbols; a pattern whose * stands for both halves gives
// it as both. Ok is No for a text that can match no ServiceAccount, Maybe
// where a symbol or a wildcard hides the halves.
func Subject(t value.Text) (namespace, name value.Text, ok value.Truth) {
	flat := t.Flat()
	if !strings.HasPrefix(flat, subjectPrefix) {
		all := lit(subjectPrefix + "*:*")
		if value.Overlap(t, all) == value.No {
			return value.Text{}, value.Text{}, value.No
		}
		return value.Text{}, value.Text{}, value.Maybe
	}
	rest := t.Slice(len(subjectPrefix), len(flat))
	if rest.Empty() {
		return value.Text{}, value.Text{}, value.No
	}
	i := literalIndex(rest, ":")
	if i < 0 {
		switch {
		case strings.HasSuffix(rest.Flat(), "*"): // "*", "team-*": the star holds the colon
			return rest, rest.Slice(len(rest.Flat())-1, len(rest.Flat())), value.Yes
		case symbolsHold(rest, ':'), literalContains(rest, "*"), literalContains(rest, "?"):
			return value.Text{}, value.Text{}, value.Maybe
		}
		return rest, value.Text{}, value.No
	}
	namespace, name = split(rest, i, 1)
	if namespace.Empty() || name.Empty() || literalContains(name, ":") {
		return namespace, name, value.No
	}
	return namespace, name, value.Yes
}

// IsAudience says whether a text is the audience of a token for AWS: the host
// of STS, also with a scheme before it, or what kOps takes.
func IsAudience(t value.Text) value.Truth {
	flat := strings.TrimPrefix(t.Flat(), "https://")
	switch {
	case strings.HasPrefix(flat, "sts."), flat == "amazonaws.com":
		return value.Yes
	case t.Symbolic():
		return t.HasPrefix("sts.").And(value.Maybe)
	}
	return value.No
}

// SubjectOf gives the subject of a ServiceAccount's token.
func SubjectOf(namespace, name value.Text) value.Text {
	return value.Concat(source.Span{},
		value.Piece{Text: lit(subjectPrefix)}, value.Piece{Text: namespace},
		value.Piece{Text: lit(":")}, value.Piece{Text: name})
}
