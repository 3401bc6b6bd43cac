package terraform

import (
	"strconv"

	"github.com/irsalint/irsalint/pkg/source"
	"github.com/irsalint/irsalint/pkg/value"
)

// iamARN gives the ARN of an IAM object: arn:<partition>:iam::<account>:<rest>.
func (a *attributes) iamARN(rest ...any) value.Text {
	return join(append([]any{"arn:", a.env.partition, ":iam::", a.env.account, ":"}, rest...)...)
}

// regionalARN gives the ARN of an object of a service in a region.
func (a *attributes) regionalARN(service string, rest ...any) value.Text {
	head := []any{"arn:", a.env.partition, ":" + service + ":", a.env.region, ":", a.env.account, ":"}
	return join(append(head, rest...)...)
}

// path gives the path of an IAM object, "/" if none is written.
func (a *attributes) path() value.Text {
	if t, ok := a.written("path"); ok {
		return t
	}
	t := value.Literal("/", source.Span{})
	a.text("path", t)
	return t
}

// foreignPath gives the path of an IAM object that is made elsewhere: it
// begins and ends with a slash, and may be one slash.
func (a *attributes) foreignPath() value.Text {
	t := join("/", a.symbol("path", value.Any))
	a.text("path", t)
	return t
}

func (s *schema) addIAM() {
	s.resources["aws_iam_role"] = func(a *attributes) {
		name := a.name("name", "name_prefix")
		a.text("arn", a.iamARN("role", a.path(), name))
		a.text("id", name)
		a.text("unique_id", a.symbol("unique_id", value.IssuerID))
	}
	s.data["aws_iam_role"] = func(a *attributes) {
		name := a.orSymbol("name", value.Name)
		a.text("arn", a.iamARN("role", a.foreignPath(), name))
		a.text("id", name)
		a.text("unique_id", a.symbol("unique_id", value.IssuerID))
	}
	s.resources["aws_iam_policy"] = func(a *attributes) {
		name := a.name("name", "name_prefix")
		arn := a.iamARN("policy", a.path(), name)
		a.text("arn", arn)
		a.text("id", arn)
		a.text("policy_id", a.symbol("policy_id", value.IssuerID))
	}
	s.data["aws_iam_policy"] = policyLookup
	s.resources["aws_iam_role_policy"] = func(a *attributes) {
		name := a.name("name", "name_prefix")
		a.text("id", join(a.orSymbol("role", value.Name), ":", name))
	}
	s.resources["aws_iam_instance_profile"] = func(a *attributes) {
		name := a.name("name", "name_prefix")
		a.text("arn", a.iamARN("instance-profile", a.path(), name))
		a.text("id", name)
	}
	s.data["aws_iam_instance_profile"] = func(a *attributes) {
		name := a.orSymbol("name", value.Name)
		a.text("arn", a.iamARN("instance-profile", a.foreignPath(), name))
		a.text("id", a.symbol("id", value.IssuerID))
		role := a.symbol("role_name", value.Name)
		a.text("role_name", role)
		a.text("role_arn", a.iamARN("role/", a.symbol("role_path", value.Any), role))
	}
	s.addIAMPrincipals()
}

// addIAMPrincipals adds what is neither a role nor a policy.
func (s *schema) addIAMPrincipals() {
	s.resources["aws_iam_user"] = func(a *attributes) {
		name := a.orSymbol("name", value.Name)
		a.text("arn", a.iamARN("user", a.path(), name))
		a.text("id", name)
	}
	s.data["aws_iam_user"] = func(a *attributes) {
		name := a.orSymbol("user_name", value.Name)
		a.text("arn", a.iamARN("user", a.foreignPath(), name))
		a.text("id", a.symbol("id", value.IssuerID))
	}
	s.resources["aws_iam_group"] = func(a *attributes) {
		name := a.orSymbol("name", value.Name)
		a.text("arn", a.iamARN("group", a.path(), name))
		a.text("id", name)
	}
	s.resources["aws_iam_service_linked_role"] = func(a *attributes) {
		name := a.symbol("name", value.Name)
		arn := a.iamARN("role/aws-service-role/", a.orSymbol("aws_service_name", value.Name), "/", name)
		a.text("name", name)
		a.text("arn", arn)
		a.text("id", arn)
	}
	s.resources["aws_iam_openid_connect_provider"] = func(a *attributes) {
		url, ok := a.written("url")
		if !ok {
			url = a.symbol("url", value.Any)
		}
		host := WithoutScheme(url)
		v, _ := a.config.Get("url")
		a.force("url", value.FromText(host).WithAt(v.At())) // it reads back without https://
		arn := a.iamARN("oidc-provider/", host)
		a.text("arn", arn)
		a.text("id", arn)
	}
	s.data["aws_iam_openid_connect_provider"] = providerLookup
	s.data["aws_iam_session_context"] = func(a *attributes) {
		for _, name := range []string{"issuer_arn", "issuer_id", "session_name"} {
			a.text(name, a.symbol(name, value.Any))
		}
		a.text("issuer_name", a.symbol("issuer_name", value.Name))
	}
	s.data["aws_iam_policy_document"] = policyDocument
}

// WithoutScheme cuts https:// off a URL. If it is not certain whether the URL
// has it, the result is the term of the call that people write for it,
// replace(url, "https://", ""). IAM refuses a URL with a port, so that no
// colon is left in it.
func WithoutScheme(url value.Text) value.Text {
	if t, certain := url.TrimPrefix("https://"); certain {
		return t
	}
	term := value.Term("replace", url.Cause(), strconv.Quote(url.Flat()), strconv.Quote("https://"), strconv.Quote(""))
	term.Class = value.Issuer
	return value.FromSymbol(term, url.At())
}

// policyLookup is data.aws_iam_policy, by name or by ARN. A name does not say
// whose policy it is, unless AWS has one of this name.
func policyLookup(a *attributes) {
	if arn, ok := a.written("arn"); ok {
		a.text("id", arn)
		if _, rest, ok := arn.Cut(":policy/"); ok {
			if parts, certain := rest.Split("/"); certain {
				a.text("name", parts[len(parts)-1])
			}
		}
		a.text("name", a.symbol("name", value.Name))
		return
	}
	name := a.orSymbol("name", value.Name)
	owner := a.symbol("owner", value.Any)
	path := join("/", a.symbol("path", value.Any))
	if s, known := name.Known(); known {
		if p, ok := awsManaged(s); ok {
			owner, path = value.Literal("aws", source.Span{}), value.Literal(p, source.Span{})
		}
	}
	arn := join("arn:", a.env.partition, ":iam::", owner, ":policy", path, name)
	a.text("arn", arn)
	a.text("id", arn)
	a.text("path", path)
	a.text("name", name)
}

// providerLookup is data.aws_iam_openid_connect_provider, by URL or by ARN.
func providerLookup(a *attributes) {
	if url, ok := a.written("url"); ok {
		host := WithoutScheme(url)
		v, _ := a.config.Get("url")
		a.force("url", value.FromText(host).WithAt(v.At()))
		arn := a.iamARN("oidc-provider/", host)
		a.text("arn", arn)
		a.text("id", arn)
		return
	}
	arn, ok := a.written("arn")
	if !ok {
		return
	}
	a.text("id", arn)
	if _, host, ok := arn.Cut(":oidc-provider/"); ok {
		a.text("url", host)
	} else {
		a.text("url", a.symbol("url", value.Any))
	}
}
