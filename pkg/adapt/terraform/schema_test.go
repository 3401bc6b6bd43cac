package terraform

import (
	"fmt"
	"strings"
	"testing"

	"github.com/irsalint/irsalint/pkg/parse/json"
	tf "github.com/irsalint/irsalint/pkg/parse/terraform"
	"github.com/irsalint/irsalint/pkg/source"
	"github.com/irsalint/irsalint/pkg/value"
)

// config reads an evaluated configuration from JSON. In a string, <x> is the
// symbol x; a list that ends with "<...>" is open.
func config(t testing.TB, s string) value.Value {
	t.Helper()
	v, err := json.File(source.NewFile("config.json", []byte(s)))
	if err != nil {
		t.Fatal(err)
	}
	return withSymbols(v)
}

func withSymbols(v value.Value) value.Value {
	switch v.Kind() {
	case value.String:
		text, _ := v.AsText()
		s := text.Flat()
		if strings.Count(s, "<") == 1 && strings.HasPrefix(s, "<") && strings.HasSuffix(s, ">") {
			return value.UnknownAt(sym(s[1:len(s)-1]), v.At())
		}
		var pieces []value.Piece
		for off := 0; ; {
			i := strings.IndexByte(s[off:], '<')
			if i < 0 {
				if off == 0 {
					return v
				}
				pieces = append(pieces, value.Piece{Text: text.Slice(off, len(s))})
				return value.FromText(value.Concat(v.At(), pieces...))
			}
			j := off + i + strings.IndexByte(s[off+i:], '>')
			pieces = append(pieces,
				value.Piece{Text: text.Slice(off, off+i)},
				value.Piece{Text: value.FromSymbol(sym(s[off+i+1:j]), text.Locate(off+i, j+1))})
			off = j + 1
		}
	case value.List:
		var items []value.Value
		for _, it := range v.Items() {
			if s, _ := it.KnownString(); s == "<...>" {
				return value.ListAt(items, v.At()).Open(sym("more"))
			}
			items = append(items, withSymbols(it))
		}
		return value.ListAt(items, v.At())
	case value.Map:
		var fields []value.Field
		for _, f := range v.Fields() {
			k, _ := withSymbols(value.FromText(f.Key)).AsText()
			fields = append(fields, value.Field{Key: k, Value: withSymbols(f.Value)})
		}
		return value.MapAt(fields, v.At())
	}
	return v
}

func sym(name string) *value.Symbol {
	return &value.Symbol{Key: name, Label: name, Why: name + " has no value"}
}

// evaluated gives a resource with its computed attributes. The address may
// begin with "data."; provider is the configuration of its provider.
func evaluated(t testing.TB, address, provider, written string) *tf.Resource {
	t.Helper()
	r := &tf.Resource{Address: address, Root: "infra", Provider: "aws", At: source.Span{File: source.NewFile("main.tf", []byte(address)), End: len(address)}}
	var short string
	short, r.Data = strings.CutPrefix(address, "data.")
	r.Type, r.Name, _ = strings.Cut(short, ".")
	if provider != "" {
		r.Settings = &tf.Provider{Key: "aws", Name: "aws", Config: config(t, provider)}
	}
	r.Written = config(t, written)
	r.Config = NewSchema().Attributes(r, r.Written)
	return r
}

// show gives a value for comparison: text as a person sees it.
func show(v value.Value) string {
	var b strings.Builder
	var walk func(v value.Value)
	walk = func(v value.Value) {
		switch v.Kind() {
		case value.List:
			b.WriteByte('[')
			for i, it := range v.Items() {
				if i > 0 {
					b.WriteByte(' ')
				}
				walk(it)
			}
			if v.IsOpen() {
				b.WriteString("...")
			}
			b.WriteByte(']')
		case value.Map:
			b.WriteByte('{')
			for i, f := range v.Fields() {
				if i > 0 {
					b.WriteByte(' ')
				}
				b.WriteString(f.Key.String() + ":")
				walk(f.Value)
			}
			if v.IsOpen() {
				b.WriteString("...")
			}
			b.WriteByte('}')
		case value.Null:
			b.WriteString("null")
		default:
			if t, ok := v.AsText(); ok {
				b.WriteString(t.String())
				return
			}
			b.WriteByte('?')
		}
	}
	walk(v)
	return b.String()
}

func TestComputed(t *testing.T) {
	const us = `{"region":"us-east-1","allowed_account_ids":["111122223333"]}`
	tests := []struct {
		address, provider, config string
		path, want                string
	}{
		{"aws_iam_role.a", "", `{"name":"app"}`, "arn", "arn:${partition}:iam::${account}:role/app"},
		{"aws_iam_role.a", us, `{"name":"app","path":"/x/"}`, "arn", "arn:aws:iam::111122223333:role/x/app"},
		{"aws_iam_role.a", us, `{"name":null,"name_prefix":"app-"}`, "name", "app-${aws_iam_role.a.name}"},
		{"aws_iam_role.a", us, `{}`, "id", "${aws_iam_role.a.name}"},
		{"aws_iam_role.a", us, `{"name":""}`, "name", "${aws_iam_role.a.name}"},
		{"aws_iam_role.a", us, `{"name":"<var.x>-app"}`, "arn", "arn:aws:iam::111122223333:role/${var.x}-app"},
		{"aws_iam_role.a", `{"region":"cn-north-1"}`, `{"name":"app"}`, "arn", "arn:aws-cn:iam::${account}:role/app"},
		{"aws_iam_role.a", `{"region":"<var.region>"}`, `{"name":"app"}`, "arn", "arn:${partition}:iam::${account}:role/app"},
		{"aws_iam_role.a", `{"assume_role":[{"role_arn":"arn:aws:iam::444455556666:role/ci"}]}`, `{"name":"app"}`, "arn", "arn:${partition}:iam::444455556666:role/app"},
		{"aws_iam_role.a", `{"allowed_account_ids":["111122223333","444455556666"]}`, `{"name":"app"}`, "arn", "arn:${partition}:iam::${account}:role/app"},
		{"data.aws_iam_role.a", us, `{"name":"app"}`, "arn", "arn:aws:iam::111122223333:role/${data.aws_iam_role.a.path}app"},
		{"aws_iam_policy.a", us, `{"name":"app"}`, "id", "arn:aws:iam::111122223333:policy/app"},
		{"data.aws_iam_policy.a", us, `{"name":"AmazonEBSCSIDriverPolicy"}`, "arn", "arn:aws:iam::aws:policy/service-role/AmazonEBSCSIDriverPolicy"},
		{"data.aws_iam_policy.a", us, `{"name":"AmazonEKSMine"}`, "arn", "arn:aws:iam::${data.aws_iam_policy.a.owner}:policy/${data.aws_iam_policy.a.path}AmazonEKSMine"},
		{"data.aws_iam_policy.a", us, `{"arn":"arn:aws:iam::aws:policy/x/B"}`, "name", "B"},
		{"aws_iam_instance_profile.a", us, `{"name":"node"}`, "arn", "arn:aws:iam::111122223333:instance-profile/node"},
		{"aws_iam_openid_connect_provider.a", us, `{"url":"https://oidc.example.com/id/X"}`, "arn", "arn:aws:iam::111122223333:oidc-provider/oidc.example.com/id/X"},
		{"aws_iam_openid_connect_provider.a", us, `{"url":"https://oidc.example.com/id/X"}`, "url", "oidc.example.com/id/X"},
		{"aws_iam_openid_connect_provider.a", us, `{"url":"<var.url>"}`, "url", "${replace(var.url)}"},
		{"data.aws_iam_openid_connect_provider.a", us, `{"url":"https://oidc.example.com"}`, "arn", "arn:aws:iam::111122223333:oidc-provider/oidc.example.com"},
		{"data.aws_iam_openid_connect_provider.a", us, `{"arn":"arn:aws:iam::111122223333:oidc-provider/oidc.example.com/id/X"}`, "url", "oidc.example.com/id/X"},
		{"aws_eks_cluster.a", us, `{"name":"pelican"}`, "arn", "arn:aws:eks:us-east-1:111122223333:cluster/pelican"},
		{"aws_eks_cluster.a", us, `{"name":"pelican"}`, "identity.oidc.issuer", "https://oidc.eks.us-east-1.amazonaws.com/id/${issuer of cluster pelican}"},
		{"aws_eks_cluster.a", `{"region":"cn-north-1"}`, `{"name":"pelican"}`, "identity.oidc.issuer", "https://oidc.eks.cn-north-1.amazonaws.com.cn/id/${issuer of cluster pelican}"},
		{"aws_eks_cluster.a", "", `{"name":"pelican"}`, "identity.oidc.issuer", "https://oidc.eks.${region}.${dns_suffix}/id/${issuer of cluster pelican}"},
		{"aws_eks_cluster.a", us, `{"name":"pelican","region":"eu-west-1"}`, "identity.oidc.issuer", "https://oidc.eks.eu-west-1.amazonaws.com/id/${issuer of cluster pelican}"},
		{"aws_eks_cluster.a", us, `{"name":"pelican","vpc_config":[{"subnet_ids":[]}]}`, "vpc_config.cluster_security_group_id", "${aws_eks_cluster.a.cluster_security_group_id}"},
		{"aws_eks_node_group.a", us, `{"cluster_name":"pelican","node_group_name":"b"}`, "id", "pelican:b"},
		{"data.aws_caller_identity.a", us, `{}`, "account_id", "111122223333"},
		{"data.aws_caller_identity.a", "", `{}`, "account_id", "${account}"},
		{"data.aws_partition.a", us, `{}`, "reverse_dns_prefix", "com.amazonaws"},
		{"data.aws_region.a", us, `{}`, "name", "us-east-1"},
		{"data.aws_region.a", us, `{"name":"eu-west-1"}`, "id", "eu-west-1"},
		{"data.aws_service_principal.a", "", `{"service_name":"ec2"}`, "name", "ec2.amazonaws.com"},
		{"data.aws_service_principal.a", "", `{"service_name":"logs"}`, "name", "logs.${dns_suffix}"},
		{"data.aws_arn.a", "", `{"arn":"arn:aws:rds:eu-west-1:111122223333:db:mysql"}`, "resource", "db:mysql"},
		{"data.aws_arn.a", "", `{"arn":"arn:aws:rds:eu-west-1:111122223333:db:mysql"}`, "account", "111122223333"},
		{"aws_sqs_queue.a", us, `{"name":"q"}`, "url", "https://sqs.us-east-1.amazonaws.com/111122223333/q"},
		{"kubernetes_namespace.a", "", `{"metadata":[{"name":"prod"}]}`, "id", "prod"},
		{"kubernetes_service_account.a", "", `{"metadata":[{"name":"app"}]}`, "id", "default/app"},
		{"kubernetes_service_account_v1.a", "", `{"metadata":[{"name":"app","namespace":"prod"}]}`, "id", "prod/app"},
		{"kubernetes_service_account_v1.a", "", `{"metadata":[{"generate_name":"app-"}]}`, "metadata.name", "app-${kubernetes_service_account_v1.a.name}"},
		{"terraform_data.a", "", `{"input":"x"}`, "output", "x"},
		{"data.template_file.a", "", `{"template":"a ${x} $${y} ${ z }.","vars":{"x":"<var.x>","z":1}}`, "rendered", "a ${var.x} ${y} 1."},
		{"data.template_file.a", "", `{"template":"a ${upper(x)}","vars":{"x":"b"}}`, "rendered", "${data.template_file.a.rendered}"},
		{"data.template_file.a", "", `{"template":"a %{ if x }b%{ endif }","vars":{"x":"b"}}`, "rendered", "${data.template_file.a.rendered}"},
	}
	for _, tt := range tests {
		r := evaluated(t, tt.address, tt.provider, tt.config)
		v, _ := r.Config.Lookup(strings.Split(tt.path, ".")...)
		if got := show(v); got != tt.want {
			t.Errorf("%s %s: %s = %s, want %s", tt.address, tt.config, tt.path, got, tt.want)
		}
	}
}

// A computed text as a whole has no place, so that its reader's is taken; the
// parts that were written keep theirs.
func TestComputedPlaces(t *testing.T) {
	r := evaluated(t, "aws_iam_role.a", `{"region":"us-east-1"}`, `{"name":"app"}`)
	v, _ := r.Config.Get("arn")
	arn, _ := v.AsText()
	if at := v.At(); !at.IsZero() {
		t.Errorf("the ARN has the place %s", at.Place())
	}
	_, name, ok := arn.Cut(":role/")
	if got := name.At().Text(); !ok || got != "app" {
		t.Errorf("the name in the ARN stands at %q", got)
	}
}

func TestClusterIdentity(t *testing.T) {
	issuer := func(address, provider, written string) string {
		v, _ := evaluated(t, address, provider, written).Config.Lookup("identity", "oidc", "issuer")
		text, _ := v.AsText()
		return text.Flat()
	}
	const us, eu = `{"region":"us-east-1"}`, `{"region":"eu-west-1"}`
	a := issuer("aws_eks_cluster.a", us, `{"name":"pelican"}`)
	if b := issuer("data.aws_eks_cluster.b", us, `{"name":"pelican"}`); a != b {
		t.Errorf("a resource and a data source of one cluster have issuers %q and %q", a, b)
	}
	if b := issuer("data.aws_eks_cluster.b", us, `{"name":"heron"}`); a == b {
		t.Errorf("two clusters have the issuer %q", a)
	}
	if b := issuer("data.aws_eks_cluster.b", eu, `{"name":"pelican"}`); a == b {
		t.Errorf("clusters in two regions have the issuer %q", a)
	}
}

func TestPolicyDocument(t *testing.T) {
	source1 := `{\"Version\":\"2012-10-17\",\"Statement\":[{\"Sid\":\"A\",\"Effect\":\"Allow\",\"Action\":\"s3:Get*\",\"Resource\":\"*\"},{\"Effect\":\"Deny\",\"Action\":\"s3:*\",\"Resource\":\"*\"}]}`
	tests := []struct{ name, config, want string }{
		{"trust", `{"statement":[{"actions":["sts:AssumeRoleWithWebIdentity"],
			"principals":[{"type":"Federated","identifiers":["<p>"]}],
			"condition":[
				{"test":"StringEquals","variable":"<issuer>:sub","values":["system:serviceaccount:a:b","system:serviceaccount:a:c"]},
				{"test":"StringEquals","variable":"<issuer>:aud","values":["sts.amazonaws.com"]}]}]}`,
			`[{Effect:Allow Action:sts:AssumeRoleWithWebIdentity Principal:{Federated:${p}} Condition:{StringEquals:{${issuer}:sub:[system:serviceaccount:a:b system:serviceaccount:a:c] ${issuer}:aud:sts.amazonaws.com}}}]`},
		{"conditions of one key are joined", `{"statement":[{"actions":["a:B"],"condition":[
			{"test":"StringLike","variable":"k","values":["a"]},
			{"test":"StringEquals","variable":"k","values":["c"]},
			{"test":"StringLike","variable":"k","values":["b"]}]}]}`,
			`[{Effect:Allow Action:a:B Condition:{StringLike:{k:[a b]} StringEquals:{k:c}}}]`},
		{"principals", `{"statement":[
			{"principals":[{"type":"*","identifiers":["*"]}]},
			{"principals":[{"type":"AWS","identifiers":["*"]}]},
			{"principals":[{"type":"AWS","identifiers":["a"]},{"type":"Service","identifiers":["s"]},{"type":"AWS","identifiers":["b"]}]},
			{"effect":"Deny","not_principals":[{"type":"AWS","identifiers":["a"]}],"not_actions":["x:Y"],"not_resources":["r"]}]}`,
			`[{Effect:Allow Principal:*} {Effect:Allow Principal:{AWS:*}} {Effect:Allow Principal:{AWS:[a b] Service:s}} {Effect:Deny NotAction:x:Y NotResource:r NotPrincipal:{AWS:a}}]`},
		{"variables", `{"statement":[{"resources":["arn:aws:s3:::b/&{aws:username}/*"]}]}`,
			`[{Effect:Allow Resource:arn:aws:s3:::b/${aws:username}/*}]`},
		{"unknown lists are open", `{"statement":[{"actions":"<var.actions>","resources":["a","<...>"]}]}`,
			`[{Effect:Allow Action:[...] Resource:[a...]}]`},
		{"an unknown dynamic block", `{"statement":[{"actions":["a:B"]},"<...>"]}`,
			`[{Effect:Allow Action:a:B}...]`},
		{"an open condition", `{"statement":[{"actions":["a:B"],"condition":[{"test":"T","variable":"k","values":["v"]},"<...>"],"principals":["<...>"]}]}`,
			`[{Effect:Allow Action:a:B Principal:{...} Condition:{T:{k:v}...}}]`},
		{"sources come first and are replaced by Sid", `{"source_policy_documents":["` + source1 + `"],"statement":[{"sid":"A","actions":["s3:Put*"]},{"sid":"B","actions":["s3:List*"]}]}`,
			`[{Sid:A Effect:Allow Action:s3:Put*} {Effect:Deny Action:s3:* Resource:*} {Sid:B Effect:Allow Action:s3:List*}]`},
		{"overrides come last", `{"override_policy_documents":["","` + source1 + `"],"statement":[{"sid":"A","actions":["s3:Put*"]}]}`,
			`[{Sid:A Effect:Allow Action:s3:Get* Resource:*} {Effect:Deny Action:s3:* Resource:*}]`},
		{"old names", `{"source_json":"` + source1 + `","override_json":"{\"Statement\":{\"Effect\":\"Allow\",\"Action\":\"x:Y\"}}","statement":[]}`,
			`[{Sid:A Effect:Allow Action:s3:Get* Resource:*} {Effect:Deny Action:s3:* Resource:*} {Effect:Allow Action:x:Y}]`},
		{"an unknown source adds", `{"source_policy_documents":["<var.doc>"],"statement":[{"sid":"A","actions":["a:B"]}]}`,
			`[{Sid:A Effect:Allow Action:a:B}...]`},
		{"an unknown override may replace what has a Sid", `{"override_policy_documents":["<var.doc>"],"statement":[{"sid":"A","actions":["a:B"]},{"actions":["c:D"]}]}`,
			`[${var.doc} {Effect:Allow Action:c:D}...]`},
		{"an unknown Sid may replace", `{"statement":[{"sid":"A","actions":["a:B"]},{"sid":"<var.sid>","actions":["c:D"]}]}`,
			`[${var.sid} {Sid:${var.sid} Effect:Allow Action:c:D}]`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := evaluated(t, "data.aws_iam_policy_document.a", "", tt.config)
			v, _ := r.Config.Get("json")
			text, _ := v.AsText()
			doc, ok := text.Doc()
			if !ok {
				t.Fatal("the JSON text does not know what it encodes")
			}
			list, _ := doc.Get("Statement")
			if got := show(list); got != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
			back, err := json.Decode(value.Concat(source.Span{}, value.Piece{Text: text}, value.Piece{Text: value.Literal(" ", source.Span{})}))
			if err != nil {
				t.Fatalf("%s does not decode: %v", text, err)
			}
			if doc.WhollyKnown() {
				again, _ := back.Get("Statement")
				if got := show(again); got != tt.want {
					t.Errorf("decoded %s\nwant    %s", got, tt.want)
				}
			}
		})
	}
}

// Each part of a document stands where it was written.
func TestPolicyDocumentPlaces(t *testing.T) {
	r := evaluated(t, "data.aws_iam_policy_document.a", "", `{"statement":[{
		"actions":["sts:AssumeRole"],
		"principals":[{"type":"Service","identifiers":["ec2.amazonaws.com"]}],
		"condition":[{"test":"StringEquals","variable":"aws:SourceAccount","values":["1","2"]}]}]}`)
	v, _ := r.Config.Get("json")
	text, _ := v.AsText()
	doc, _ := text.Doc()
	list, _ := doc.Get("Statement")
	s := list.Items()[0]
	at := func(path ...string) string {
		v, _ := s.Lookup(path...)
		return v.At().Text()
	}
	for _, tt := range [][2]string{
		{at("Action"), "sts:AssumeRole"},
		{at("Principal", "Service"), "ec2.amazonaws.com"},
		{at("Condition", "StringEquals", "aws:SourceAccount"), `["1","2"]`},
	} {
		if tt[0] != tt[1] {
			t.Errorf("at %q, want %q", tt[0], tt[1])
		}
	}
	condition, _ := s.Lookup("Condition", "StringEquals")
	if got := condition.Fields()[0].Key.At().Text(); got != "aws:SourceAccount" {
		t.Errorf("the condition key stands at %q", got)
	}
	if got := s.At().Text(); !strings.HasPrefix(got, "{\n\t\t\"actions\"") {
		t.Errorf("the statement stands at %q", got)
	}
}

func FuzzTemplate(f *testing.F) {
	for _, s := range []string{"a ${x} b", "$${x}", "%%{x}", "%{ if x }", "${x", "${ x }${y}", "<s>${x}"} {
		f.Add(s)
	}
	vars := object(field("x", value.StringAt("1", source.Span{})))
	f.Fuzz(func(t *testing.T, s string) {
		in := value.Concat(source.Span{},
			value.Piece{Text: value.FromSymbol(sym("${x}"), source.Span{})},
			value.Piece{Text: value.Literal(source.SanitizeString(s), source.Span{})})
		out, ok := render(in, vars)
		if ok && !strings.HasPrefix(out.String(), "${${x}}") {
			t.Errorf("render(%q) = %s", s, out)
		}
		if !strings.ContainsAny(s, "$%") && (!ok || out.Flat() != in.Flat()) {
			t.Errorf("render(%q) = %s, %v", s, out, ok)
		}
	})
}

func FuzzPolicyDocument(f *testing.F) {
	f.Add(`{"statement":[{"sid":"A","actions":["a:B"]}],"source_policy_documents":["{}"]}`)
	f.Add(`{"statement":[{"principals":[{"type":1,"identifiers":{}}],"condition":{"test":"a"}}],"override_json":"["}`)
	f.Fuzz(func(t *testing.T, s string) {
		v, err := json.File(source.NewFile("x", []byte(s)))
		if err != nil || v.Kind() != value.Map {
			return
		}
		r := &tf.Resource{Data: true, Type: "aws_iam_policy_document", Address: "data.aws_iam_policy_document.a"}
		out := NewSchema().Attributes(r, v)
		if _, ok := out.Get("json"); !ok {
			t.Error(fmt.Sprint("no json for ", s))
		}
	})
}
