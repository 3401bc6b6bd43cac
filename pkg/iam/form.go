package iam

import (
	"strings"

	"github.com/irsalint/irsalint/pkg/value"
)

// Form is what a text is, where a role or another principal is wanted.
type Form string

// The forms.
const (
	FormRole            Form = "role"
	FormUser            Form = "user"
	FormGroup           Form = "group"
	FormInstanceProfile Form = "instance_profile"
	FormPolicy          Form = "policy"
	FormAssumedRole     Form = "assumed_role"
	FormOIDCProvider    Form = "oidc_provider"
	FormSAMLProvider    Form = "saml_provider"
	FormAccountRoot     Form = "account_root" // arn:…:iam::<account>:root
	FormAccount         Form = "account"      // 12 digits
	FormCluster         Form = "cluster"      // the ARN of an EKS cluster
	FormOtherARN        Form = "other_arn"
	FormMalformedARN    Form = "malformed_arn" // begins like an ARN and is none
	FormNestedARN       Form = "nested_arn"    // an ARN inside an ARN
	FormBadAccount      Form = "bad_account"   // the account is not 12 digits
	FormBadPartition    Form = "bad_partition" // there is no such partition
	FormService         Form = "service"       // a service principal
	FormURL             Form = "url"           // an issuer, with scheme or without
	FormBareName        Form = "bare_name"
	FormEmpty           Form = "empty"
	FormPadded          Form = "padded"   // white space or quotes around it
	FormTemplate        Form = "template" // a placeholder: never a mistake
	FormAny             Form = "any"      // *
	FormOther           Form = "other"
	FormUnknown         Form = "unknown" // a symbol decides
)

// FormOf says what a text is. A form other than unknown holds whatever its
// symbols stand for, as long as a symbol between two colons of an ARN holds no
// colon itself.
func FormOf(t value.Text) Form {
	flat := t.Flat()
	switch {
	case flat == "":
		return FormEmpty
	case flat == "*":
		return FormAny
	case HasPlaceholder(t):
		return FormTemplate
	case padded(flat):
		return FormPadded
	}
	if nestedARN(t) {
		return FormNestedARN
	}
	if a, ok := ParseARN(t); ok {
		return a.form()
	}
	if strings.HasPrefix(flat, "arn:") {
		if t.Symbolic() {
			return FormUnknown
		}
		return FormMalformedARN
	}
	if t.HasPrefix("arn:") != value.No {
		return FormUnknown
	}
	return plainForm(t)
}

func padded(flat string) bool {
	return strings.TrimSpace(flat) != flat || strings.ContainsRune(`"'`, rune(flat[0])) ||
		strings.ContainsRune(`"'`, rune(flat[len(flat)-1]))
}

// nestedARN: what follows an ARN's start holds another one.
func nestedARN(t value.Text) bool {
	flat := t.Flat()
	if !strings.HasPrefix(flat, "arn:") {
		return false
	}
	found := false
	eachLiteral(flat, func(start, end int) bool {
		for i := max(start, 1); i < end; i++ {
			if (flat[i-1] == ':' || flat[i-1] == '/') && strings.HasPrefix(flat[i:end], "arn:") {
				rest := flat[i+len("arn:"):]
				if strings.HasPrefix(rest, "aws") || strings.HasPrefix(rest, "\uFDD0") {
					found = true
					return false
				}
			}
		}
		return true
	})
	return found
}

// form classifies an ARN by its service and resource.
func (a ARN) form() Form {
	if p, known := a.Partition.Known(); known && !validPartition(p) {
		return FormBadPartition
	}
	service, known := a.Service.Known()
	if !known {
		return FormUnknown
	}
	resource := a.Resource.Flat()
	first := a.Resource
	i := literalIndex(a.Resource, "/")
	slash := i >= 0
	if slash {
		first, _ = split(a.Resource, i, 1)
	}
	switch service {
	case "iam", "sts":
	case "eks":
		if slash && first.Is("cluster") {
			return FormCluster
		}
		return FormOtherARN
	default:
		return FormOtherARN
	}
	if account, known := a.Account.Known(); known && !(account == "aws" && first.Is("policy")) {
		switch {
		case account == "*":
		case isDigits(account) && len(account) == 12:
		case isDigits(account) && dummyDigits(account), account != "" && !isDigits(account):
			return FormTemplate
		default:
			return FormBadAccount
		}
	}
	if !a.Region.Empty() {
		if a.Region.Symbolic() {
			return FormUnknown
		}
		return FormMalformedARN
	}
	if !slash {
		switch {
		case resource == "root" && service == "iam":
			return FormAccountRoot
		case a.Resource.Symbolic():
			return FormUnknown
		case resource == "role":
			return FormMalformedARN
		}
		return FormOtherARN
	}
	if strings.HasSuffix(resource, "/") {
		return FormMalformedARN
	}
	forms := map[string]Form{
		"role": FormRole, "user": FormUser, "group": FormGroup, "policy": FormPolicy,
		"instance-profile": FormInstanceProfile, "oidc-provider": FormOIDCProvider,
		"saml-provider": FormSAMLProvider,
	}
	if service == "sts" {
		forms = map[string]Form{"assumed-role": FormAssumedRole}
	}
	if f, ok := forms[first.Flat()]; ok {
		if f == FormRole && badRoleName(a.Resource) {
			return FormMalformedARN
		}
		return f
	}
	if first.Symbolic() {
		return FormUnknown
	}
	return FormOtherARN
}

// badRoleName reports whether the name of a role, what follows the last slash,
// holds a character that none can hold. A forgotten interpolation is another
// mistake, and said by itself.
func badRoleName(resource value.Text) bool {
	if symbolsHold(resource, '/') || ForgottenInterpolation(resource) {
		return false
	}
	_, name := split(resource, literalLast(resource, "/"), 1)
	flat, bad := name.Flat(), false
	eachLiteral(flat, func(start, end int) bool {
		for i := start; i < end; i++ {
			bad = bad || !isWord(flat[i]) && !strings.ContainsRune("+=,.@", rune(flat[i]))
		}
		return !bad
	})
	return bad
}

// validPartition accepts every partition there is and may come: aws, aws-cn …
func validPartition(p string) bool {
	rest, ok := strings.CutPrefix(p, "aws")
	if !ok || rest != "" && (rest[0] != '-' || len(rest) < 2) {
		return p == "*"
	}
	for i := 0; i < len(rest); i++ {
		if c := rest[i]; c != '-' && (c < 'a' || c > 'z') && (c < '0' || c > '9') {
			return false
		}
	}
	return true
}

// dummyDigits: digits that no one takes for an account, 123456789 or 00000. A
// run of eleven is a typo of twelve.
func dummyDigits(s string) bool {
	if len(s) > 10 {
		return false
	}
	step, same := true, true
	for i := 1; i < len(s); i++ {
		step = step && s[i]-'0' == (s[i-1]-'0'+1)%10
		same = same && s[i] == s[0]
	}
	return step || same
}

// plainForm classifies a text that is no ARN.
func plainForm(t value.Text) Form {
	flat := t.Flat()
	switch {
	case strings.HasPrefix(flat, "https://"), strings.HasPrefix(flat, "http://"):
		return FormURL
	case isDigits(flat) && len(flat) == 12:
		return FormAccount
	case isService(t):
		return FormService
	}
	if literalContains(t, "://") {
		return FormOther
	}
	if i := literalIndex(t, "/"); i > 0 {
		host, _ := split(t, i, 1)
		if literalContains(host, ".") && !literalContains(host, "_") && !literalContains(host, " ") {
			return FormURL
		}
	}
	name := true
	eachLiteral(flat, func(start, end int) bool {
		for i := start; i < end; i++ {
			if c := flat[i]; !isWord(c) && !strings.ContainsRune("+=,.@/", rune(c)) {
				name = false
				return false
			}
		}
		return true
	})
	if name {
		return FormBareName
	}
	return FormOther
}

// isService: a host of AWS without a path, ec2.amazonaws.com or what it is in
// other partitions.
func isService(t value.Text) bool {
	flat := t.Flat()
	if strings.ContainsAny(flat, "/: ") && !t.Symbolic() || literalContains(t, "/") {
		return false
	}
	if literalContains(t, ".amazonaws.com") {
		return true
	}
	for _, s := range [...]string{".c2s.ic.gov", ".sc2s.sgov.gov", ".amazonaws.eu", ".cloud.adc-e.uk", ".csp.hci.ic.gov"} {
		if strings.HasSuffix(flat, s) {
			return true
		}
	}
	symbols := t.Symbols()
	return len(symbols) > 0 && symbols[len(symbols)-1].Class == value.DNSSuffix &&
		strings.HasSuffix(flat, string('\uFDD1')) && literalContains(t, ".")
}
