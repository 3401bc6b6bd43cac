package iam

import (
	"strings"
	"testing"

	"github.com/irsalint/irsalint/pkg/source"
	"github.com/irsalint/irsalint/pkg/value"
)

func TestParseARN(t *testing.T) {
	tests := []struct {
		in      string
		want    string // parts joined with |, "" if it is none
		certain bool
	}{
		{"arn:aws:iam::111122223333:role/app", "aws|iam||111122223333|role/app", true},
		{"arn:aws:s3:::bucket/a:b", "aws|s3|||bucket/a:b", true},
		{"arn:§p:partition§:iam::§a:account§:role/§n§", "${p}|iam||${a}|role/${n}", true},
		{"arn:aws:iam::§a§:role/app", "aws|iam||${a}|role/app", false},
		{"arn:aws:iam::111122223333", "", false},
		{"arn:aws:iam:111122223333:role/app", "", false},
		{"§arn§", "", false},
		{"arn:§x§", "", false},
		{"app", "", false},
		{"", "", false},
	}
	for _, tt := range tests {
		a, ok := ParseARN(txt(tt.in))
		got := ""
		if ok {
			got = strings.Join([]string{a.Partition.String(), a.Service.String(), a.Region.String(), a.Account.String(), a.Resource.String()}, "|")
		}
		if got != tt.want || ok && a.Certain != tt.certain {
			t.Errorf("ParseARN(%q) = %q certain %v, want %q %v", tt.in, got, a.Certain, tt.want, tt.certain)
		}
	}
}

func TestParseRole(t *testing.T) {
	tests := []struct {
		in, path, name string
		certain        bool
	}{
		{"arn:aws:iam::111122223333:role/app", "/", "app", true},
		{"arn:aws:iam::111122223333:role/eks/team/app", "/eks/team/", "app", true},
		{"arn:aws:iam::111122223333:role/§n:name§", "/", "${n}", true},
		{"arn:aws:iam::111122223333:role/eks/§n§", "/eks/", "${n}", false},
		{"arn:aws:iam::111122223333:policy/app", "", "", false},
		{"arn:aws:iam::111122223333:role/", "", "", false},
		{"app", "/", "app", true},
		{"eks/app", "/eks/", "app", true},
		{"/eks/app", "/eks/", "app", true},
		{"app-§x§", "/", "app-${x}", false},
		{"§x§", "", "", false},
		{"", "", "", false},
	}
	for _, tt := range tests {
		r, ok := ParseRole(txt(tt.in))
		if ok != (tt.name != "") || r.Name.String() != tt.name || ok && (r.Path.String() != tt.path || r.Certain != tt.certain) {
			t.Errorf("ParseRole(%q) = %q %q certain %v, %v", tt.in, r.Path, r.Name, r.Certain, ok)
		}
	}
}

func TestPartsKeepTheirPlaces(t *testing.T) {
	f := source.NewFile("a", []byte("x: arn:aws:iam::111122223333:role/eks/app"))
	arn := value.Literal("arn:aws:iam::111122223333:role/eks/app", source.Span{File: f, Start: 3, End: 41})
	a, _ := ParseARN(arn)
	r, _ := ParseRole(arn)
	for want, got := range map[string]source.Span{"111122223333": a.Account.At(), "role/eks/app": a.Resource.At(), "app": r.Name.At()} {
		if got.Text() != want {
			t.Errorf("place of %q is %q", want, got.Text())
		}
	}
}

func TestAWSManagedPolicy(t *testing.T) {
	tests := []struct {
		in, name string
		is       value.Truth
	}{
		{"arn:aws:iam::aws:policy/AmazonEKS_CNI_Policy", "AmazonEKS_CNI_Policy", value.Yes},
		{"arn:aws-cn:iam::aws:policy/service-role/AmazonEBSCSIDriverPolicy", "AmazonEBSCSIDriverPolicy", value.Yes},
		{"arn:§p:partition§:iam::aws:policy/AmazonEKS_CNI_Policy", "AmazonEKS_CNI_Policy", value.Yes},
		{"arn:aws:iam::aws:policy/§n§", "${n}", value.Maybe},
		{"arn:aws:iam::111122223333:policy/mine", "", value.No},
		{"arn:aws:iam::§a:account§:policy/mine", "", value.No},
		{"arn:aws:iam::§a§:policy/mine", "mine", value.Maybe},
		{"arn:aws:iam::aws:role/x", "", value.No},
		{"§arn§", "", value.Maybe},
		{"mine", "", value.No},
	}
	for _, tt := range tests {
		name, is := AWSManagedPolicy(txt(tt.in))
		if name.String() != tt.name || is != tt.is {
			t.Errorf("AWSManagedPolicy(%q) = %q, %v; want %q, %v", tt.in, name, is, tt.name, tt.is)
		}
	}
}

func TestFormOf(t *testing.T) {
	tests := map[string]Form{
		"arn:aws:iam::111122223333:role/app":                      FormRole,
		"arn:§p:partition§:iam::§a:account§:role/§n§":             FormRole,
		"arn:aws:iam::§a§:role/app":                               FormRole,
		"arn:aws:iam::111122223333:user/me":                       FormUser,
		"arn:aws:iam::111122223333:group/us":                      FormGroup,
		"arn:aws:iam::111122223333:instance-profile/p":            FormInstanceProfile,
		"arn:aws:iam::111122223333:policy/p":                      FormPolicy,
		"arn:aws:iam::aws:policy/service-role/P":                  FormPolicy,
		"arn:aws:sts::111122223333:assumed-role/r/s":              FormAssumedRole,
		"arn:aws:iam::111122223333:oidc-provider/oidc.eks.x/id/A": FormOIDCProvider,
		"arn:aws:iam::111122223333:saml-provider/s":               FormSAMLProvider,
		"arn:aws:iam::111122223333:root":                          FormAccountRoot,
		"arn:aws:eks:eu-west-1:111122223333:cluster/c":            FormCluster,
		"arn:aws:eks:eu-west-1:111122223333:nodegroup/c":          FormOtherARN,
		"arn:aws:s3:::b":                                            FormOtherARN,
		"arn:aws:iam::111122223333:mfa/x":                           FormOtherARN,
		"arn:aws:iam::111122223333:app":                             FormOtherARN,
		"arn:aws:iam::1111222233:role/app":                          FormBadAccount,
		"arn:aws:iam::11112222333:role/app":                         FormBadAccount,
		"arn:aws:iam:::111122223333:role/app":                       FormBadAccount,
		"arn:aws:iam::123456789:role/app":                           FormTemplate,
		"arn:aws:iam::1111:role/app":                                FormTemplate,
		"arn:aws:iam::12345678901:role/app":                         FormBadAccount,
		"arn:aws:iam::my-account:role/app":                          FormTemplate,
		"arn:aws:iam:111122223333:role/app":                         FormMalformedARN,
		"arn:aws:iam::role/app":                                     FormMalformedARN,
		"arn:aws:iam:eu-west-1:111122223333:role/app":               FormMalformedARN,
		"arn:aws:iam::111122223333:role/":                           FormMalformedARN,
		"arn:aws:iam::111122223333:role":                            FormMalformedARN,
		"arn:aws:iam::111122223333:role/arn:aws:iam::1:role/app":    FormNestedARN,
		"arn:aws:iam::111122223333:role/arn:§p:partition§:iam::1:x": FormNestedARN,
		"arn:awss:iam::111122223333:role/app":                       FormBadPartition,
		"arn:aws-us-gov:iam::111122223333:role/app":                 FormRole,
		"arn:aws-eusc:iam::111122223333:role/app":                   FormRole,
		"arn:${AWS::Partition}:iam::111122223333:role/app":          FormTemplate,
		"arn:aws:iam::ACCOUNT_ID:role/app":                          FormTemplate,
		"arn:aws:iam::<account>:role/app":                           FormTemplate,
		"arn:aws:iam::{{ .Values.account }}:role/app":               FormTemplate,
		"{{ .Values.roleArn }}":                                     FormTemplate,
		"${ROLE_ARN}":                                               FormTemplate,
		"$ROLE_ARN":                                                 FormTemplate,
		"arn:aws:iam::$AWS_ACCOUNT_ID:role/app":                     FormTemplate,
		" arn:aws:iam::111122223333:role/app":                       FormPadded,
		"arn:aws:iam::111122223333:role/app\n":                      FormPadded,
		`"arn:aws:iam::111122223333:role/app"`:                      FormPadded,
		"":                                                          FormEmpty,
		"*":                                                         FormAny,
		"111122223333":                                              FormAccount,
		"ec2.amazonaws.com":                                         FormService,
		"ec2.amazonaws.com.cn":                                      FormService,
		"ec2.§s:suffix§":                                            FormService,
		"https://oidc.eks.eu-west-1.amazonaws.com/id/A":             FormURL,
		"https://§issuer§":                                          FormURL,
		"oidc.eks.eu-west-1.amazonaws.com/id/A":                     FormURL,
		"oidc.eks.§r:region§.amazonaws.com/id/§i:id§":               FormURL,
		"app":                                    FormBareName,
		"team/app":                               FormBareName,
		"app-§x§":                                FormBareName,
		"§x§":                                    FormUnknown,
		"§x§-role":                               FormUnknown,
		"arn:§x§":                                FormUnknown,
		"arn:aws:iam::111122223333:§x§":          FormUnknown,
		"arn:aws:iam::111122223333:§x§/app":      FormUnknown,
		"a b":                                    FormOther,
		"vault://x":                              FormOther,
		"arn:aws:iam::111122223333:role/a b":     FormMalformedARN,
		"arn:aws:iam::111122223333:role/app:x":   FormMalformedARN,
		"arn:aws:iam::111122223333:role/a:b/app": FormRole,
		"arn:aws:iam::111122223333:role/§n§":     FormRole,
		"arn:aws:iam::111122223333:role/§n:name§*":                   FormMalformedARN,
		"arn:aws:iam::111122223333:role/{var.name}":                  FormRole,
		"arn:aws:iam::111122223333:role/TODO-write":                  FormRole,
		"arn:aws:iam::111122223333:role/KarpenterNodeRole-prod":      FormRole,
		"arn:aws:iam::111122223333:role/AWSReservedSSO_Admin_0a1b2c": FormRole,
		"arn:aws:iam::§a:account§:instance-profile/§n§":              FormInstanceProfile,
	}
	for in, want := range tests {
		if got := FormOf(txt(in)); got != want {
			t.Errorf("FormOf(%q) = %s, want %s", in, got, want)
		}
	}
}

func TestMatchResource(t *testing.T) {
	tests := []struct {
		pattern, resource string
		want              value.Truth
	}{
		{"*", "arn:aws:iam::111122223333:role/node", value.Yes},
		{"arn:aws:iam::111122223333:role/node", "arn:aws:iam::111122223333:role/node", value.Yes},
		{"arn:aws:iam::111122223333:role/node-*", "arn:aws:iam::111122223333:role/node", value.No},
		{"arn:aws:iam::111122223333:role/*", "arn:§p:partition§:iam::§a:account§:role/node", value.Yes},
		{"arn:aws:iam::111122223333:role/other", "arn:§p:partition§:iam::§a:account§:role/node", value.No},
		{"arn:aws:iam::§id§:role/node", "arn:§p:partition§:iam::§a:account§:role/node", value.Yes},
		{"arn:aws:iam::§id§:role/node", "arn:aws:iam::111122223333:role/node", value.Maybe},
		{"arn:aws:iam::111122223333:role/§n§", "arn:§p:partition§:iam::§a:account§:role/node", value.Maybe},
		{"arn:aws:iam::111122223333:role/${aws:username}", "arn:aws:iam::111122223333:role/node", value.Maybe},
		{"arn:aws:iam::ACCOUNT_ID:role/node", "arn:aws:iam::111122223333:role/node", value.Maybe},
		{"arn:aws:iam::my-team:role/node", "arn:aws:iam::111122223333:role/node", value.Maybe},
		{"arn:aws:iam::my-team:role/node", "arn:aws:iam::§a:account§:role/node", value.Yes},
		{"arn:aws:iam::my-team:role/other", "arn:aws:iam::§a:account§:role/node", value.No},
		{"arn:aws:iam::999922223333:role/node", "arn:aws:iam::111122223333:role/node", value.No},
		{"arn:aws:iam::111122223333:role/REGION-node", "arn:aws:iam::111122223333:role/REGION-node", value.Yes},
		{"§r§", "arn:aws:iam::111122223333:role/node", value.Maybe},
		{"arn:aws:iam::111122223333:instance-profile/node", "arn:aws:iam::§a:account§:role/node", value.No},
	}
	for _, tt := range tests {
		if got := MatchResource(txt(tt.pattern), txt(tt.resource)); got != tt.want {
			t.Errorf("MatchResource(%q, %q) = %v, want %v", tt.pattern, tt.resource, got, tt.want)
		}
	}
}

func TestClass(t *testing.T) {
	tests := []struct {
		pattern, class string
		want           value.Truth
	}{
		{"*", "arn:aws:ec2:*:*:network-interface/*", value.Yes},
		{"arn:aws:ec2:*:*:network-interface/*", "arn:aws:ec2:*:*:network-interface/*", value.Yes},
		{"arn:aws:ec2:*:111122223333:network-interface/*", "arn:aws:ec2:*:*:network-interface/*", value.Maybe},
		{"arn:aws:ec2:*:*:instance/*", "arn:aws:ec2:*:*:network-interface/*", value.No},
		{"arn:aws:s3:::x", "*", value.Maybe},
	}
	for _, tt := range tests {
		if got := MatchResource(lit(tt.pattern), Class(tt.class)); got != tt.want {
			t.Errorf("%q over %q = %v, want %v", tt.pattern, tt.class, got, tt.want)
		}
	}
}

func FuzzParseARN(f *testing.F) {
	for _, s := range []string{"arn:aws:iam::111122223333:role/a/b", "arn:§p:partition§:iam::§a§:role/§n§", "arn:", "a:b:c", "system:serviceaccount:a:*",
		"${x}{{y}}<z>$(A)", "#{var.x}%{local.y}", "https://oidc.eks.x.amazonaws.com/id/A:sub", "\ufdd0x\ufdd1"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if len(s) > 1024 {
			return
		}
		in := txt(source.SanitizeString(s))
		if a, ok := ParseARN(in); ok {
			back := "arn:" + a.Partition.Flat() + ":" + a.Service.Flat() + ":" + a.Region.Flat() + ":" + a.Account.Flat() + ":" + a.Resource.Flat()
			if back != in.Flat() {
				t.Errorf("the parts of %q make %q", in.Flat(), back)
			}
		}
		if r, ok := ParseRole(in); ok && !r.ARN && strings.TrimPrefix(r.Path.Flat(), "/")+r.Name.Flat() != strings.TrimPrefix(in.Flat(), "/") {
			t.Errorf("path %q and name %q of %q", r.Path.Flat(), r.Name.Flat(), in.Flat())
		}
		if e := Expand(in); value.Equal(e, in) == value.No {
			t.Errorf("Expand(%q) = %q excludes itself", in, e)
		}
		FormOf(in)
		AWSManagedPolicy(in)
		SplitClaim(in)
		IsClusterIssuer(in)
		PartitionOf(in)
		Subject(in)
		IsAudience(in)
		if start, end, ok := FindForgotten(in); ok && (start < 0 || end <= start || end > len(in.Flat())) {
			t.Errorf("FindForgotten(%q) = %d, %d", in, start, end)
		}
		classOf(in)
	})
}
