package iam

import (
	"testing"

	"github.com/irsalint/irsalint/pkg/source"
	"github.com/irsalint/irsalint/pkg/value"
)

const goodTrust = `{"Version":"2012-10-17","Statement":{"Sid":"S","Effect":"Allow",
 "Principal":{"Federated":"arn:aws:iam::111122223333:oidc-provider/§issuer§"},
 "Action":"sts:AssumeRoleWithWebIdentity",
 "Condition":{"StringEquals":{"§issuer§:sub":["system:serviceaccount:a:b"],"§issuer§:aud":"sts.amazonaws.com"}}}}`

func TestReadWholeTrust(t *testing.T) {
	d := read(t, goodTrust)
	if d.Known != value.Yes || len(d.Problems) != 0 || len(d.Statements) != 1 || !d.Version.Is("2012-10-17") {
		t.Fatalf("document = %+v", d)
	}
	s := d.Statements[0]
	if s.Effect != Allow || !s.Sid.Is("S") || s.Exists != value.Yes {
		t.Errorf("statement = %+v", s)
	}
	if len(s.Actions.Items) != 1 || s.Actions.Known != value.Yes || s.Actions.Present != value.Yes {
		t.Errorf("actions = %+v", s.Actions)
	}
	if s.Resources.Present != value.No || s.NotActions.Present != value.No {
		t.Error("elements that are not there are present")
	}
	if len(s.Principals.Items) != 1 || s.Principals.Items[0].Type != PrincipalFederated || s.Principals.Any != value.No {
		t.Errorf("principals = %+v", s.Principals)
	}
	if len(s.Conditions) != 2 || s.ConditionsKnown != value.Yes {
		t.Fatalf("conditions = %+v", s.Conditions)
	}
	if c := s.Conditions[0]; c.Op.Base != StringEquals || c.Key.String() != "${issuer}:sub" || len(c.Values) != 1 || c.ValuesKnown != value.Yes {
		t.Errorf("condition = %+v", c)
	}
}

func TestReadForms(t *testing.T) {
	tests := map[string]struct {
		in         string
		known      value.Truth
		statements int
		problems   string
	}{
		"one object":       {`{"Statement":{"Effect":"Allow","Action":"*"}}`, value.Yes, 1, ""},
		"no statement":     {`{"Version":"2012-10-17"}`, value.Yes, 0, "no_statement"},
		"empty list":       {`{"Statement":[]}`, value.Yes, 0, "no_statement"},
		"null statement":   {`{"Statement":null}`, value.Yes, 0, "no_statement"},
		"unknown":          {`"§?§"`, value.Maybe, 0, ""},
		"symbol":           {`"§policy§"`, value.Maybe, 0, ""},
		"text":             {`"{}"`, value.Maybe, 0, ""},
		"list":             {`[]`, value.Maybe, 0, "not_object"},
		"null":             {`null`, value.Maybe, 0, "not_object"},
		"unknown list":     {`{"Statement":"§?§"}`, value.Maybe, 0, ""},
		"open list":        {`{"Statement":[{"Effect":"Deny","NotAction":"*"},"§+§"]}`, value.Maybe, 1, ""},
		"open document":    {`{"+":1}`, value.Maybe, 0, ""},
		"symbolic element": {`{"§k§":1}`, value.Maybe, 0, ""},
		"unknown one":      {`{"Statement":["§?§"]}`, value.Maybe, 0, ""},
		"text one":         {`{"Statement":["x"]}`, value.Maybe, 0, "bad_statement"},
		"null one":         {`{"Statement":[null,{"Effect":"Allow","Action":"*"}]}`, value.Yes, 1, "bad_statement"},
		"no action":        {`{"Statement":{"Effect":"Allow"}}`, value.Yes, 1, "no_action"},
		"both actions":     {`{"Statement":{"Effect":"Allow","Action":"*","NotAction":"*"}}`, value.Yes, 1, "both_actions"},
		"both resources":   {`{"Statement":{"Effect":"Allow","Action":"*","Resource":"*","NotResource":"*"}}`, value.Yes, 1, "both_resources"},
		"no effect":        {`{"Statement":{"Action":"*"}}`, value.Yes, 1, "no_effect"},
		"bad effect":       {`{"Statement":{"Effect":"Permit","Action":"*"}}`, value.Yes, 1, "bad_effect"},
		"version":          {`{"Version":"2012-17-10","Statement":{"Effect":"Allow","Action":"*"}}`, value.Yes, 1, "bad_version"},
		"effect case":      {`{"Statement":{"Effect":"allow","Action":"*"}}`, value.Yes, 1, "bad_effect"},
		"effect list":      {`{"Statement":{"Effect":["Allow"],"Action":"*"}}`, value.Yes, 1, "bad_effect"},
		"element case":     {`{"statement":{"Effect":"Allow","action":"*"}}`, value.Yes, 1, "element_case element_case"},
		"unknown element":  {`{"Statement":{"Effect":"Allow","Actions":"*"}}`, value.Yes, 1, "unknown_element no_action"},
		"duplicate":        {`{"Statement":{"Effect":"Allow","Action":"a:b","Action":"c:d"}}`, value.Yes, 1, "duplicate_key"},
		"action map":       {`{"Statement":{"Effect":"Allow","Action":{"a":1}}}`, value.Yes, 1, "bad_value"},
		"action null":      {`{"Statement":{"Effect":"Allow","Action":["a:b",null]}}`, value.Yes, 1, "bad_value"},
		"principal text":   {`{"Statement":{"Effect":"Allow","Action":"*","Principal":"arn:aws:iam::1:root"}}`, value.Yes, 1, "bad_principal"},
		"principal type":   {`{"Statement":{"Effect":"Allow","Action":"*","Principal":{"Federate":"x"}}}`, value.Yes, 1, "bad_principal"},
		"principal list":   {`{"Statement":{"Effect":"Allow","Action":"*","Principal":["*"]}}`, value.Yes, 1, "bad_principal"},
		"condition text":   {`{"Statement":{"Effect":"Allow","Action":"*","Condition":"x"}}`, value.Yes, 1, "bad_condition"},
		"operator text":    {`{"Statement":{"Effect":"Allow","Action":"*","Condition":{"StringEquals":"x"}}}`, value.Yes, 1, "bad_condition"},
		"operator unknown": {`{"Statement":{"Effect":"Allow","Action":"*","Condition":{"StringEqual":{"a":"b"}}}}`, value.Yes, 1, "unknown_operator"},
		"operator twice": {`{"Statement":{"Effect":"Allow","Action":"*","Condition":{"StringEquals":{"a":"b"},"StringEquals":{"c":"d"}}}}`,
			value.Yes, 1, "duplicate_key"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			d := read(t, tt.in)
			if d.Known != tt.known || len(d.Statements) != tt.statements || problems(d) != tt.problems {
				t.Errorf("known %v, %d statements, problems %q; want %v, %d, %q",
					d.Known, len(d.Statements), problems(d), tt.known, tt.statements, tt.problems)
			}
			if d.Known == value.Maybe && name != "unknown" && name != "unknown list" && name != "unknown one" && d.Why == nil {
				t.Error("nothing says why it is not known")
			}
		})
	}
}

func TestReadUnknownParts(t *testing.T) {
	d := read(t, `{"Statement":[{"Effect":"§e§","Action":"§a§","Resource":["r","§+§"],"Principal":{"§t§":"x","Service":["ec2.amazonaws.com","§?§"]},
	 "Condition":{"§op§":{"k":"v"},"StringLike":"§?§"}},
	 {"Effect":"Allow","Action":"§?§","Principal":"*","Condition":{"Bool":{"aws:SecureTransport":true},"NumericLessThan":{"s3:max-keys":10}}},
	 {"Effect":"Allow","+":1}]}`)
	if len(d.Statements) != 3 || len(d.Problems) != 0 {
		t.Fatalf("%d statements, problems %v", len(d.Statements), d.Problems)
	}
	s := d.Statements[0]
	if s.Effect != EffectUnknown || s.Resources.Known != value.Maybe || len(s.Resources.Items) != 1 {
		t.Errorf("statement = %+v", s)
	}
	if s.Principals.Known != value.Maybe || s.Principals.Any != value.Maybe || len(s.Principals.Items) != 1 {
		t.Errorf("principals = %+v", s.Principals)
	}
	if s.ConditionsKnown != value.Maybe || len(s.Conditions) != 1 || s.Conditions[0].Op.Base != "" {
		t.Errorf("conditions = %+v", s.Conditions)
	}
	s = d.Statements[1]
	if s.Actions.Known != value.Maybe || s.Actions.Present != value.Yes || s.Principals.Any != value.Yes {
		t.Errorf("statement = %+v", s)
	}
	if len(s.Conditions) != 2 || !s.Conditions[0].Values[0].Is("true") || !s.Conditions[1].Values[0].Is("10") {
		t.Errorf("booleans and numbers are values too: %+v", s.Conditions)
	}
	s = d.Statements[2]
	if s.Actions.Present != value.Maybe || s.ConditionsKnown != value.Maybe || s.Principals.Present != value.Maybe {
		t.Errorf("an open statement may hold everything: %+v", s)
	}
	if got := s.Covers("ec2:RunInstances"); got != value.Maybe {
		t.Errorf("an open statement covers = %v", got)
	}
}

func TestReadTakesTheValueOfAnEncodedText(t *testing.T) {
	v, err := decode(goodTrust)
	if err != nil {
		t.Fatal(err)
	}
	text := value.Literal("{...}", source.Span{}).WithDoc(v)
	if d := Read(value.FromText(text)); len(d.Statements) != 1 || d.Known != value.Yes {
		t.Errorf("document = %+v", d)
	}
}

func TestReadPlaces(t *testing.T) {
	f := source.NewFile("p.json", []byte(`Action sts:AssumeRole`))
	key := source.Span{File: f, Start: 0, End: 6}
	val := source.Span{File: f, Start: 7, End: 21}
	st := value.MapAt([]value.Field{
		{Key: value.Literal("Effect", key), Value: value.StringAt("Allow", val)},
		{Key: value.Literal("Action", key), Value: value.StringAt("sts:AssumeRole", val)},
		{Key: value.Literal("Condition", key), Value: value.MapAt([]value.Field{
			{Key: value.Literal("Bool", key), Value: value.MapAt([]value.Field{{Key: value.Literal("Action", key), Value: value.StringAt("sts:AssumeRole", val)}}, val)},
		}, val)},
	}, val)
	s := Read(value.MapAt([]value.Field{{Key: value.Literal("Statement", key), Value: st}}, val)).Statements[0]
	for name, got := range map[string]string{
		"action": s.Actions.Items[0].At().Text(), "value": s.Conditions[0].Values[0].At().Text(),
	} {
		if got != "sts:AssumeRole" {
			t.Errorf("%s stands at %q", name, got)
		}
	}
	if s.Actions.KeyAt.Text() != "Action" || s.Conditions[0].At.Text() != "Action" {
		t.Error("the places of keys are lost")
	}
}

func FuzzRead(f *testing.F) {
	f.Add(goodTrust)
	f.Add(`{"Statement":[{"Effect":"Deny","NotAction":["a:*","§x§"],"NotResource":"${aws:username}","Condition":{"ForAllValues:StringLikeIfExists":{"k":[1,true,"*"]},"Null":{"k":"true"}}}]}`)
	f.Add(`{"Statement":[null,1,"x",[],{"Principal":{"AWS":["*",5]},"Condition":{"DateLessThan":{"aws:CurrentTime":"2024"},"IpAddress":{"aws:SourceIp":"10.0.0.0/8"}}}]}`)
	f.Fuzz(func(t *testing.T, data string) {
		v, err := decode(data)
		if err != nil || len(data) > 4096 {
			return
		}
		d := Read(v)
		known := v.WhollyKnown()
		for i := range d.Statements {
			s := &d.Statements[i]
			if known && s.ConditionsKnown == value.Maybe && len(d.Problems) == 0 {
				t.Errorf("a known document without problems is not known: %s", data)
			}
			for _, c := range s.Conditions {
				for _, ctx := range []ContextValue{Free(), Absent(), FixedString("x"), FixedString("arn:aws:iam::111122223333:role/x", "y")} {
					EvalCondition(c, ctx)
				}
				SplitClaim(c.Key)
			}
			Satisfiable(s.Conditions)
		}
		one := Evaluate([]Source{{Document: d}}, Request{Action: "sts:AssumeRole", Resource: Class("arn:aws:iam::*:role/*")})
		// What is unknown must not settle anything.
		more := Evaluate([]Source{{Document: d}, UnknownSource("u", nil)}, Request{Action: "sts:AssumeRole", Resource: Class("arn:aws:iam::*:role/*")})
		if one.Allowed == value.Yes && more.Allowed == value.No || one.Allowed == value.Maybe && more.Allowed != value.Maybe {
			t.Errorf("an unknown policy changed %v to %v: %s", one.Allowed, more.Allowed, data)
		}
	})
}
