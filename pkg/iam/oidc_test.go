package iam

import (
	"testing"

	"github.com/irsalint/irsalint/pkg/source"
	"github.com/irsalint/irsalint/pkg/value"
)

const eksIssuer = "oidc.eks.eu-west-1.amazonaws.com/id/0123456789ABCDEF0123456789ABCDEF"

func TestIssuerOf(t *testing.T) {
	tests := []struct {
		in, want string
		ok       bool
	}{
		{"arn:aws:iam::111122223333:oidc-provider/" + eksIssuer, eksIssuer, true},
		{"arn:§p:partition§:iam::§a§:oidc-provider/§issuer§", "${issuer}", true},
		{"arn:aws:iam::111122223333:role/x", "", false},
		{"§arn§", "", false},
	}
	for _, tt := range tests {
		got, ok := IssuerOf(txt(tt.in))
		if got.String() != tt.want || ok != tt.ok {
			t.Errorf("IssuerOf(%q) = %q, %v", tt.in, got, ok)
		}
	}
}

func TestSplitClaim(t *testing.T) {
	tests := []struct{ key, issuer, claim, form string }{
		{eksIssuer + ":sub", eksIssuer, "sub", KeyClaim},
		{"§issuer§:aud", "${issuer}", "aud", KeyClaim},
		{"oidc.eks.§r:region§.amazonaws.com/id/§i:id§:sub", "oidc.eks.${r}.amazonaws.com/id/${i}", "sub", KeyClaim},
		{"accounts.google.com:sub", "accounts.google.com", "sub", KeyClaim},
		{"idp.example.com:8443/realms/a:sub", "idp.example.com:8443/realms/a", "sub", KeyClaim},
		{"https://" + eksIssuer + ":sub", eksIssuer, "sub", KeyScheme},
		{"https://§issuer§:sub", "${issuer}", "sub", KeyScheme},
		{"https://" + eksIssuer, eksIssuer, "", KeyScheme},
		{"arn:aws:iam::111122223333:oidc-provider/" + eksIssuer + ":sub", eksIssuer, "sub", KeyProviderARN},
		{"arn:aws:iam::111122223333:oidc-provider/" + eksIssuer, eksIssuer, "", KeyProviderARN},
		{"arn:§p:partition§:iam::§a:account§:oidc-provider/§issuer§:aud", "${issuer}", "aud", KeyProviderARN},
		{eksIssuer, eksIssuer, "", KeyNoClaim},
		{eksIssuer + ":", eksIssuer, "", KeyNoClaim},
		{"oidc.eks.§r:region§.amazonaws.com/id/§i:id§", "oidc.eks.${r}.amazonaws.com/id/${i}", "", KeyNoClaim},
		{"§issuer§", "${issuer}", "", KeyUnknown},
		{"§issuer§:§claim§", "${issuer}", "", KeyUnknown},
		{"${OidcProvider}:sub", "${OidcProvider}", "sub", KeyTemplate},
		{"${OidcProvider}:§x§", "${OidcProvider}", "", KeyTemplate},
		{"{{issuer}}:sub", "{{issuer}}", "sub", KeyUnknown},
		{"oidc.eks.REGION.amazonaws.com/id/X:sub", "oidc.eks.REGION.amazonaws.com/id/X", "sub", KeyUnknown},
		{"aws:SourceArn", "", "", KeyAWS},
		{"aws:RequestTag/kubernetes-namespace", "", "", KeyAWS},
		{"sts:ExternalId", "", "", KeyAWS},
		{"sub", "sub", "", KeyOther},
		{"", "", "", KeyOther},
		{":sub", "", "sub", KeyOther},
	}
	for _, tt := range tests {
		issuer, claim, form := SplitClaim(txt(tt.key))
		if issuer.String() != tt.issuer || claim != tt.claim || form != tt.form {
			t.Errorf("SplitClaim(%q) = %q, %q, %s; want %q, %q, %s", tt.key, issuer, claim, form, tt.issuer, tt.claim, tt.form)
		}
	}
}

func TestIsClusterIssuer(t *testing.T) {
	tests := map[string]value.Truth{
		eksIssuer:              value.Yes,
		"https://" + eksIssuer: value.Yes,
		"oidc.eks.cn-north-1.amazonaws.com.cn/id/A":   value.Yes,
		"oidc.eks.§r:region§.amazonaws.com/id/§i:id§": value.Yes,
		"§h§/id/§i:id§":                               value.Yes,
		"token.actions.githubusercontent.com":         value.No,
		"https://gitlab.com":                          value.No,
		"cognito-identity.amazonaws.com":              value.No,
		"cognito-idp.eu-west-1.amazonaws.com/x":       value.No,
		"dev-1.okta.com/oauth2/default":               value.No,
		"s3.eu-west-1.amazonaws.com/bucket":           value.Maybe,
		"gitlab.example.com":                          value.Maybe,
		"§issuer§":                                    value.Maybe,
		"":                                            value.Maybe,
	}
	for in, want := range tests {
		if got := IsClusterIssuer(txt(in)); got != want {
			t.Errorf("IsClusterIssuer(%q) = %v, want %v", in, got, want)
		}
	}
}

func TestPartitionOf(t *testing.T) {
	tests := map[string]string{
		eksIssuer: "aws",
		"https://oidc.eks.cn-north-1.amazonaws.com.cn/id/A": "aws-cn",
		"oidc.eks.us-gov-west-1.amazonaws.com/id/A":         "aws-us-gov",
		"oidc.eks.§r:region§.amazonaws.com/id/A":            "",
		"oidc.eks.us-iso-east-1.c2s.ic.gov/id/A":            "",
		"example.com/id/A":                                  "",
	}
	for in, want := range tests {
		got, ok := PartitionOf(txt(in))
		if got != want || ok != (want != "") {
			t.Errorf("PartitionOf(%q) = %q, %v", in, got, ok)
		}
	}
}

func TestSubject(t *testing.T) {
	tests := []struct {
		in, ns, name string
		ok           value.Truth
	}{
		{"system:serviceaccount:a:b", "a", "b", value.Yes},
		{"system:serviceaccount:team-*:b?", "team-*", "b?", value.Yes},
		{"system:serviceaccount:§ns§:§n§", "${ns}", "${n}", value.Yes},
		{"system:serviceaccount:*", "*", "*", value.Yes},
		{"system:serviceaccount:team-*", "team-*", "*", value.Yes},
		{"system:serviceaccount:*:*", "*", "*", value.Yes},
		{"system:serviceaccount:§sa§", "", "", value.Maybe},
		{"system:serviceaccount:a", "a", "", value.No},
		{"system:serviceaccount:", "", "", value.No},
		{"system:serviceaccount:a:", "a", "", value.No},
		{"system:serviceaccount::b", "", "b", value.No},
		{"system:serviceaccount:a:b:c", "a", "b:c", value.No},
		{"*", "", "", value.Maybe},
		{"system:*", "", "", value.Maybe},
		{"§sub§", "", "", value.Maybe},
		{"system:serviceaccounts:a:b", "", "", value.No},
		{"repo:org/x:*", "", "", value.No},
		{"sts.amazonaws.com", "", "", value.No},
	}
	for _, tt := range tests {
		ns, name, ok := Subject(txt(tt.in))
		if ns.String() != tt.ns || name.String() != tt.name || ok != tt.ok {
			t.Errorf("Subject(%q) = %q, %q, %v; want %q, %q, %v", tt.in, ns, name, ok, tt.ns, tt.name, tt.ok)
		}
	}
	if got := SubjectOf(lit("a"), txt("§n§")); got.String() != "system:serviceaccount:a:${n}" {
		t.Errorf("SubjectOf = %q", got)
	}
}

func TestSubjectPlaces(t *testing.T) {
	f := source.NewFile("a", []byte("system:serviceaccount:ns:app"))
	ns, name, _ := Subject(value.Literal("system:serviceaccount:ns:app", source.Span{File: f, Start: 0, End: 28}))
	if ns.At().Text() != "ns" || name.At().Text() != "app" {
		t.Errorf("the halves stand at %q and %q", ns.At().Text(), name.At().Text())
	}
}

func TestIsAudience(t *testing.T) {
	tests := map[string]value.Truth{
		"sts.amazonaws.com": value.Yes, "sts.amazonaws.com.cn": value.Yes, "sts.§s:suffix§": value.Yes, "amazonaws.com": value.Yes,
		"system:serviceaccount:a:b": value.No, "openshift": value.No, "": value.No,
		"§aud§": value.Maybe, "system:§x§": value.No,
	}
	for in, want := range tests {
		if got := IsAudience(txt(in)); got != want {
			t.Errorf("IsAudience(%q) = %v, want %v", in, got, want)
		}
	}
}

func TestForgottenInterpolation(t *testing.T) {
	tests := map[string]string{ // text → the part that was forgotten
		"{var.namespace}-app":                        "{var.namespace}",
		"{ var.namespace }-app":                      "{ var.namespace }",
		"system:serviceaccount:{var.ns}:app":         "{var.ns}",
		"system:serviceaccount:$var.ns:app":          "$var.ns",
		"system:serviceaccount:var.ns:app":           "var.ns",
		"system:serviceaccount:ns:{each.value.name}": "{each.value.name}",
		"{each.key}": "{each.key}",
		"#{local.x}": "#{local.x}",
		"%{local.x}": "%{local.x}",
		"$(var.x)":   "$(var.x)",
		"arn:aws:iam::{data.aws_caller_identity.current.account_id}:role/x": "{data.aws_caller_identity.current.account_id}",
		"arn:aws:iam::{AWS::AccountId}:role/x":                              "{AWS::AccountId}",
		"arn:aws:iam::$AWS::AccountId:role/x":                               "$AWS::AccountId",
		"{aws_iam_role.x[0].arn}":                                           "{aws_iam_role.x[0].arn}",
		"§x§-{var.y}":                                                       "{var.y}",
		"{module.a.b[\"c\"].d}":                                             "{module.a.b[\"c\"].d}",
		// Not forgotten: markers, names, and what only looks alike.
		"${var.namespace}-app":             "",
		"{{var.namespace}}":                "",
		"{{ var.namespace }}":              "",
		"#{var.x}#":                        "",
		"#{AWS::AccountId}":                "",
		"{name}":                           "",
		"{}":                               "",
		"$":                                "",
		"$var":                             "",
		"$(kubectl get x)":                 "",
		"var.namespace":                    "",
		"system:serviceaccount:ns:var.app": "",
		"local-app":                        "",
		"{variable.x}":                     "",
		"{var.}":                           "",
		"{data.x":                          "",
		"§{var.x}§":                        "",
		"arn:aws:iam::111122223333:role/x": "",
		"":                                 "",
	}
	for in, want := range tests {
		text := txt(in)
		start, end, ok := FindForgotten(text)
		got := ""
		if ok {
			got = text.Flat()[start:end]
		}
		if got != want || ok != ForgottenInterpolation(text) {
			t.Errorf("FindForgotten(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestExpand(t *testing.T) {
	tests := map[string]string{
		"plain":                           "plain",
		"a-${x}-b":                        "a-${x}-b",
		"{{ ns }}:app":                    "${ns}:app",
		"<NS>/<NAME>":                     "${NS}/${NAME}",
		"arn:aws:iam::ACCOUNT_ID:role/x":  "arn:aws:iam::${ACCOUNT_ID}:role/x",
		"arn:aws:iam::your-account:role":  "arn:aws:iam::${your-account}:role",
		"$ACCOUNT/x":                      "${ACCOUNT}/x",
		"$(NAME)x":                        "${NAME}x",
		"{var.x}":                         "{var.x}",
		"{role}/{}":                       "${role}/{}",
		"<<ROLE>>x<<<NS>>>":               "${ROLE}x${NS}",
		"<<ROLE>":                         "<${ROLE}",
		"a<b":                             "a<b",
		"a < b > c":                       "a ${b} c",
		"KarpenterNodeRole":               "KarpenterNodeRole",
		"0123456789ABCDEF":                "0123456789ABCDEF",
		"§sym§<X>":                        "${sym}${X}",
		"x${never ends":                   "x${never ends}",
		"system:serviceaccount:NAMESPACE": "system:serviceaccount:${NAMESPACE}",
		"#{Account}#":                     "${Account}",
		"__ROLE__":                        "${ROLE}",
		"my__role__x":                     "my__role__x",
		"my__ROLE__x":                     "my${ROLE}x",
		"&{aws:username}":                 "${aws:username}",
		"my-account-reader":               "my-account-reader",
	}
	for in, want := range tests {
		text := txt(in)
		got := Expand(text)
		if got.String() != want {
			t.Errorf("Expand(%q) = %q, want %q", in, got, want)
		}
		if again := Expand(txt(in)); value.Equal(got, again) != value.Yes {
			t.Errorf("Expand(%q) twice is not the same", in)
		}
	}
}
