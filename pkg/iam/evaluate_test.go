package iam

import (
	"testing"

	"github.com/irsalint/irsalint/pkg/value"
)

func sources(t *testing.T, docs ...string) []Source {
	t.Helper()
	var out []Source
	for _, d := range docs {
		switch {
		case d == "?":
			out = append(out, UnknownSource("u", &value.Symbol{Key: "u", Why: "not in the files"}))
		case d[0] == '~': // may not be attached
			out = append(out, Source{Document: read(t, d[1:]), Maybe: true})
		case d[0] == '^':
			out = append(out, Source{Document: read(t, d[1:]), Boundary: true})
		default:
			out = append(out, Source{Document: read(t, d)})
		}
	}
	return out
}

func TestEvaluate(t *testing.T) {
	const (
		all      = `{"Statement":{"Effect":"Allow","Action":"*","Resource":"*"}}`
		pass     = `{"Statement":{"Effect":"Allow","Action":"iam:PassRole","Resource":"arn:aws:iam::111122223333:role/node"}}`
		other    = `{"Statement":{"Effect":"Allow","Action":"iam:PassRole","Resource":"arn:aws:iam::111122223333:role/other"}}`
		service  = `{"Statement":{"Effect":"Allow","Action":"iam:PassRole","Resource":"*","Condition":{"StringEquals":{"iam:PassedToService":"ec2.amazonaws.com"}}}}`
		wrong    = `{"Statement":{"Effect":"Allow","Action":"iam:PassRole","Resource":"*","Condition":{"StringEquals":{"iam:PassedToService":"eks.amazonaws.com"}}}}`
		tagged   = `{"Statement":{"Effect":"Allow","Action":"iam:PassRole","Resource":"*","Condition":{"StringEquals":{"aws:ResourceTag/a":"b"}}}}`
		deny     = `{"Statement":{"Effect":"Deny","Action":"iam:*","Resource":"*"}}`
		denyTag  = `{"Statement":{"Effect":"Deny","Action":"iam:*","Resource":"*","Condition":{"StringEquals":{"aws:ResourceTag/a":"b"}}}}`
		denyElse = `{"Statement":{"Effect":"Deny","Action":"iam:*","NotResource":"arn:aws:iam::111122223333:role/node"}}`
		none     = `{"Statement":{"Effect":"Allow","Action":"s3:*","Resource":"*"}}`
	)
	tests := map[string]struct {
		docs  []string
		want  value.Truth
		by    int // source of the deciding statement
		fails string
		may   bool
	}{
		"nothing":             {nil, value.No, -1, "", false},
		"all":                 {[]string{none, all}, value.Yes, 1, "", false},
		"exact":               {[]string{pass}, value.Yes, 0, "", false},
		"other role":          {[]string{none, other}, value.No, -1, FailsResource, false},
		"condition met":       {[]string{service}, value.Yes, 0, "", false},
		"condition not met":   {[]string{wrong}, value.No, -1, FailsCondition, false},
		"closest is reported": {[]string{other, wrong}, value.No, -1, FailsCondition, false},
		"free key":            {[]string{tagged}, value.Maybe, 0, "", false},
		"deny wins":           {[]string{all, deny}, value.No, 1, "", false},
		"deny if tagged":      {[]string{all, denyTag}, value.Maybe, 0, "", false},
		"deny all others":     {[]string{all, denyElse}, value.Yes, 0, "", false},
		"unknown policy":      {[]string{none, "?"}, value.Maybe, -1, "", true},
		"unknown beside":      {[]string{pass, "?"}, value.Yes, 0, "", true},
		"may be attached":     {[]string{"~" + pass}, value.Maybe, 0, "", false},
		"deny may be there":   {[]string{pass, "~" + deny}, value.Maybe, 0, "", false},
		"boundary allows":     {[]string{pass, "^" + all}, value.Yes, 0, "", false},
		"boundary lacks it":   {[]string{pass, "^" + none}, value.No, -1, "", false},
		"boundary alone":      {[]string{"^" + all}, value.No, -1, "", false},
		"boundary denies":     {[]string{pass, "^" + deny}, value.No, 1, "", false},
		"open list":           {[]string{`{"Statement":[{"Effect":"Allow","Action":"s3:*","Resource":"*"},"§+§"]}`}, value.Maybe, -1, "", true},
		"unknown effect":      {[]string{`{"Statement":{"Effect":"§e§","Action":"*","Resource":"*"}}`}, value.Maybe, 0, "", false},
		"open condition": {[]string{`{"Statement":{"Effect":"Allow","Action":"*","Resource":"*","Condition":{"+":1}}}`},
			value.Maybe, 0, "", false},
		"symbolic key": {[]string{`{"Statement":{"Effect":"Allow","Action":"*","Resource":"*","Condition":{"StringEquals":{"§k§":"x"}}}}`},
			value.Maybe, 0, "", false},
		"no resource": {[]string{`{"Statement":{"Effect":"Allow","Action":"*"}}`}, value.Maybe, 0, "", false},
		"environment": {[]string{`{"Statement":{"Effect":"Allow","Action":"iam:PassRole","Resource":"arn:§p:partition§:iam::§a:account§:role/node"}}`},
			value.Yes, 0, "", false},
		"deny does not unify": {[]string{all, `{"Statement":{"Effect":"Deny","Action":"iam:PassRole","Resource":"arn:aws:iam::§a:account§:role/node"}}`},
			value.Maybe, 0, "", false},
		"allow all but does not unify": {[]string{`{"Statement":{"Effect":"Allow","Action":"iam:PassRole","NotResource":"arn:aws:iam::§a:account§:role/node"}}`},
			value.Maybe, 0, "", false},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			d := Evaluate(sources(t, tt.docs...), Request{
				Action: "iam:PassRole", Resource: lit("arn:aws:iam::111122223333:role/node"),
				Context: map[string]ContextValue{"iam:passedtoservice": FixedString("ec2.amazonaws.com")},
			})
			if d.Allowed != tt.want || d.Source != tt.by || d.Fails != tt.fails || d.MayBeDenied != tt.may {
				t.Errorf("allowed %v by %d fails %q may be denied %v; want %v, %d, %q, %v",
					d.Allowed, d.Source, d.Fails, d.MayBeDenied, tt.want, tt.by, tt.fails, tt.may)
			}
			if (d.By == nil) != (d.Source < 0) || (d.Nearest == nil) != (d.NearestSource < 0) {
				t.Error("a statement without its policy, or the other way round")
			}
			if (d.Fails == FailsCondition) != (d.FailedCondition != nil && d.Fails != FailsResource) {
				t.Error("the failed condition is not named")
			}
		})
	}
}

func TestEvaluateClass(t *testing.T) {
	eni := Class("arn:aws:ec2:*:*:network-interface/*")
	tests := map[string]value.Truth{
		`"*"`:                                   value.Yes,
		`"arn:aws:ec2:*:*:network-interface/*"`: value.Yes,
		`"arn:aws:ec2:*:*:*"`:                   value.Yes,
		`["arn:aws:ec2:eu-west-1:111122223333:network-interface/*"]`: value.Maybe,
		`["arn:aws:ec2:*:*:instance/*"]`:                             value.No,
	}
	for resource, want := range tests {
		d := Evaluate(sources(t, `{"Statement":{"Effect":"Allow","Action":"ec2:CreateTags","Resource":`+resource+`}}`),
			Request{Action: "ec2:CreateTags", Resource: eni})
		if d.Allowed != want {
			t.Errorf("on %s: %v, want %v", resource, d.Allowed, want)
		}
	}
}

func TestEvaluateSaysWhy(t *testing.T) {
	d := Evaluate(sources(t, `{"Statement":{"Effect":"Allow","Action":"§a§","Resource":"*"}}`), Request{Action: "a:b", Resource: lit("x")})
	if d.Allowed != value.Maybe || d.Why == nil || d.Why.Label != "a" {
		t.Errorf("decision = %+v", d)
	}
	d = Evaluate(sources(t, "?"), Request{Action: "a:b", Resource: lit("x")})
	if d.Why == nil || d.Why.Why != "not in the files" {
		t.Errorf("why = %+v", d.Why)
	}
}

func TestTrustWithoutResource(t *testing.T) {
	d := Evaluate(sources(t, `{"Statement":{"Effect":"Allow","Action":"sts:AssumeRole","Principal":{"Service":"ec2.amazonaws.com"}}}`),
		Request{Action: "sts:AssumeRole"})
	if d.Allowed != value.Yes {
		t.Errorf("allowed = %v", d.Allowed)
	}
}

func TestPrincipalNames(t *testing.T) {
	tests := []struct {
		principal string
		typ, want string
		truth     value.Truth
	}{
		{`{"Service":["ec2.amazonaws.com","eks.amazonaws.com"]}`, PrincipalService, "eks.amazonaws.com", value.Yes},
		{`{"Service":"ec2.amazonaws.com"}`, PrincipalService, "eks.amazonaws.com", value.No},
		{`{"service":"ec2.amazonaws.com"}`, PrincipalService, "ec2.amazonaws.com", value.Yes},
		{`{"AWS":"ec2.amazonaws.com"}`, PrincipalService, "ec2.amazonaws.com", value.No},
		{`{"Service":"ec2.§s:suffix§"}`, PrincipalService, "ec2.amazonaws.com", value.Maybe},
		{`{"Service":"eks.§s:suffix§"}`, PrincipalService, "ec2.amazonaws.com", value.No},
		{`"*"`, PrincipalAWS, "arn:aws:iam::111122223333:root", value.Yes},
		{`"*"`, PrincipalService, "ec2.amazonaws.com", value.Maybe},
		{`{"AWS":"*"}`, PrincipalAWS, "arn:aws:iam::111122223333:root", value.Yes},
		{`{"AWS":"*"}`, PrincipalService, "ec2.amazonaws.com", value.No},
		{`"§?§"`, PrincipalService, "ec2.amazonaws.com", value.Maybe},
	}
	for _, tt := range tests {
		s := read(t, statements(`{"Effect":"Allow","Action":"*","Principal":`+tt.principal+`}`)).Statements[0]
		if got := s.Principals.Names(tt.typ, lit(tt.want)); got != tt.truth {
			t.Errorf("%s names %s %s = %v, want %v", tt.principal, tt.typ, tt.want, got, tt.truth)
		}
	}
}

// A symbol in the place of a literal may turn a yes or a no into unknown, but
// never one into the other.
func TestEvaluateIsMonotone(t *testing.T) {
	texts := []string{
		`{"Statement":{"Effect":"Allow","Action":"iam:PassRole","Resource":"arn:aws:iam::111122223333:role/node","Condition":{"StringEquals":{"iam:PassedToService":"ec2.amazonaws.com"}}}}`,
		`{"Statement":{"Effect":"Allow","Action":"iam:GetRole","Resource":"*"}}`,
		`{"Statement":[{"Effect":"Allow","Action":"*","Resource":"*"},{"Effect":"Deny","Action":"iam:PassRole","Resource":"*"}]}`,
		`{"Statement":[{"Effect":"Allow","Action":"*","Resource":"*"},{"Effect":"Deny","NotAction":"s3:*","Resource":"*","Condition":{"StringNotEquals":{"iam:PassedToService":["a","b"]}}}]}`,
	}
	req := Request{Action: "iam:PassRole", Resource: lit("arn:aws:iam::111122223333:role/node"),
		Context: map[string]ContextValue{"iam:passedtoservice": FixedString("ec2.amazonaws.com")}}
	for _, text := range texts {
		v, err := decode(text)
		if err != nil {
			t.Fatal(err)
		}
		before := Evaluate([]Source{{Document: Read(v)}}, req).Allowed
		n := 0
		for i := 0; ; i++ {
			seen := 0
			w := replaceNth(v, i, &seen)
			if seen <= i {
				break
			}
			n++
			if after := Evaluate([]Source{{Document: Read(w)}}, req).Allowed; after != before && after != value.Maybe {
				t.Errorf("%s: literal %d unknown turns %v into %v", text, i, before, after)
			}
		}
		if n < 3 {
			t.Errorf("%s: only %d literals", text, n)
		}
	}
}

// replaceNth puts an unknown value for the n-th text of v.
func replaceNth(v value.Value, n int, seen *int) value.Value {
	switch v.Kind() {
	case value.String:
		*seen++
		if *seen-1 == n {
			return value.UnknownAt(&value.Symbol{Key: "var.x", Label: "var.x"}, v.At())
		}
	case value.List:
		var items []value.Value
		for _, it := range v.Items() {
			items = append(items, replaceNth(it, n, seen))
		}
		return value.ListAt(items, v.At())
	case value.Map:
		var fields []value.Field
		for _, f := range v.Fields() {
			fields = append(fields, value.Field{Key: f.Key, Value: replaceNth(f.Value, n, seen)})
		}
		return value.MapAt(fields, v.At())
	}
	return v
}
