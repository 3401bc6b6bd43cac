package iam

import (
	"testing"

	"github.com/irsalint/irsalint/pkg/value"
)

// cond makes the only condition of {operator: {k: values}}.
func cond(t *testing.T, operator, values string) Condition {
	t.Helper()
	s := read(t, statements(`{"Effect":"Allow","Action":"*","Condition":{"`+operator+`":{"k":`+values+`}}}`)).Statements[0]
	if len(s.Conditions) != 1 {
		t.Fatalf("%s %s: %d conditions", operator, values, len(s.Conditions))
	}
	return s.Conditions[0]
}

func TestEvalCondition(t *testing.T) {
	const sa = "system:serviceaccount:ns:app"
	y, n, m := value.Yes, value.No, value.Maybe
	tests := []struct {
		op, values, ctx   string // ctx of the fixed request
		fixed, absent, fr value.Truth
	}{
		{"StringEquals", `"` + sa + `"`, sa, y, n, m},
		{"StringEquals", `["x","` + sa + `"]`, sa, y, n, m},
		{"StringEquals", `"system:serviceaccount:ns:*"`, sa, n, n, m},
		{"StringEquals", `"SYSTEM:serviceaccount:ns:app"`, sa, n, n, m},
		{"stringequals", `"` + sa + `"`, sa, y, n, m},
		{"StringEqualsIgnoreCase", `"SYSTEM:serviceaccount:ns:app"`, sa, y, n, m},
		{"StringNotEquals", `"x"`, sa, y, y, m},
		{"StringNotEquals", `"` + sa + `"`, sa, n, y, m},
		{"StringNotEqualsIgnoreCase", `"X"`, "x", n, y, m},
		{"StringLike", `"system:serviceaccount:ns:*"`, sa, y, n, m},
		{"StringLike", `"system:serviceaccount:*"`, sa, y, n, m},
		{"StringLike", `"system:serviceaccount:ns:ap?"`, sa, y, n, m},
		{"StringLike", `"system:serviceaccount:NS:*"`, sa, n, n, m},
		{"StringLike", `"*"`, sa, y, n, m},
		{"StringLikeIfExists", `"*"`, sa, y, y, y},
		{"StringNotLike", `"system:serviceaccount:ns:*"`, sa, n, y, m},
		{"StringEqualsIfExists", `"x"`, sa, n, y, m},
		{"ForAllValues:StringEquals", `"x"`, sa, n, y, m},
		{"ForAllValues:StringEquals", `"` + sa + `"`, sa, y, y, m},
		{"ForAllValues:StringLike", `"*"`, sa, y, y, y},
		{"ForAnyValue:StringLike", `"system:*"`, sa, y, n, m},
		{"ForAnyValue:StringNotEquals", `"x"`, sa, y, n, m},
		{"StringEquals", `"§v§"`, sa, m, n, m},
		{"StringEquals", `"system:serviceaccount:other:§v§"`, sa, n, n, m},
		{"StringEquals", `["x","§+§"]`, sa, m, n, m},
		{"StringEquals", `"§?§"`, sa, m, n, m},
		{"StringNotEquals", `["x","§+§"]`, sa, m, y, m},
		{"StringEquals", `"${aws:username}"`, sa, m, n, m},
		{"StringEquals", `"system:serviceaccount:<NS>:app"`, sa, m, n, m},
		{"StringEquals", `"system:serviceaccount:{{ns}}:other"`, sa, n, n, m},
		{"StringEquals", `[]`, sa, m, n, m},
		{"§op§", `"x"`, sa, m, m, m},
		{"StringEqual", `"x"`, sa, m, m, m},
		{"Null", `"true"`, sa, n, y, m},
		{"Null", `false`, sa, y, n, m},
		{"Null", `["true","false"]`, sa, y, y, m},
		{"Null", `"§x§"`, sa, m, m, m},
		{"Bool", `true`, "true", y, n, m},
		{"Bool", `"false"`, "true", n, n, m},
		{"BoolIfExists", `"false"`, "true", n, y, m},
		{"BinaryEquals", `"QmFzZTY0"`, "QmFzZTY0", y, n, m},
		{"NumericEquals", `10`, "10.0", y, n, m},
		{"NumericNotEquals", `10`, "11", y, m, m}, // absent: see below
		{"NumericLessThan", `10`, "9", y, n, m},
		{"NumericLessThan", `10`, "10", n, n, m},
		{"NumericLessThanEquals", `10`, "10", y, n, m},
		{"NumericGreaterThan", `10`, "11", y, n, m},
		{"NumericGreaterThanEquals", `[20,10]`, "11", y, n, m},
		{"NumericEquals", `"ten"`, "10", m, n, m},
		{"NumericEquals", `"1e999999999"`, "10", m, n, m},
		{"DateGreaterThan", `"2024-01-01T00:00:00Z"`, "2024-06-01", y, n, m},
		{"DateLessThan", `"2024-01-01T00:00:00Z"`, "1718000000", n, n, m},
		{"DateEquals", `"soon"`, "2024-06-01", m, n, m},
		{"IpAddress", `["192.168.0.0/16","10.0.0.0/8"]`, "10.1.2.3", y, n, m},
		{"IpAddress", `"10.0.0.1"`, "10.0.0.2", n, n, m},
		{"NotIpAddress", `"10.0.0.0/8"`, "10.1.2.3", n, y, m},
		{"IpAddress", `"2001:db8::/32"`, "2001:db8::1", y, n, m},
		{"IpAddress", `"nonsense"`, "10.1.2.3", m, n, m},
		{"ArnLike", `"arn:aws:eks:*:111122223333:cluster/*"`, "arn:aws:eks:eu-west-1:111122223333:cluster/a", y, n, m},
		{"ArnEquals", `"arn:aws:eks:*:*:cluster/a"`, "arn:aws:eks:eu-west-1:111122223333:cluster/a", y, n, m},
		{"ArnLike", `"arn:aws:*:cluster/a"`, "arn:aws:eks:eu-west-1:111122223333:cluster/a", m, n, m},
		{"ArnLike", `"arn:aws:eks:*:*:cluster/b"`, "arn:aws:eks:eu-west-1:111122223333:cluster/a", n, n, m},
		{"ArnLike", `"*"`, sa, n, n, m},
		{"ArnNotLike", `"arn:aws:eks:*:*:cluster/b"`, "arn:aws:eks:eu-west-1:111122223333:cluster/a", y, y, m},
	}
	for _, tt := range tests {
		c := cond(t, tt.op, tt.values)
		if tt.op == "NumericNotEquals" {
			tt.absent = y
		}
		for what, got := range map[string][2]value.Truth{
			"fixed":  {EvalCondition(c, Fixed(txt(tt.ctx))), tt.fixed},
			"absent": {EvalCondition(c, Absent()), tt.absent},
			"free":   {EvalCondition(c, Free()), tt.fr},
		} {
			if got[0] != got[1] {
				t.Errorf("%s %s with %q, %s: %v, want %v", tt.op, tt.values, tt.ctx, what, got[0], got[1])
			}
		}
	}
}

func TestEvalConditionSets(t *testing.T) {
	tests := []struct {
		op     string
		ctx    []string
		expect value.Truth
	}{
		{"ForAllValues:StringEquals", []string{"a", "b"}, value.Yes},
		{"ForAllValues:StringEquals", []string{"a", "z"}, value.No},
		{"ForAnyValue:StringEquals", []string{"a", "z"}, value.Yes},
		{"ForAnyValue:StringEquals", []string{"y", "z"}, value.No},
		{"ForAnyValue:StringEquals", nil, value.No},
		{"ForAllValues:StringEquals", nil, value.Yes},
		{"StringEquals", []string{"a", "z"}, value.Maybe},
		{"StringEquals", []string{"a", "b"}, value.Yes},
		{"ForAllValues:StringNotEquals", []string{"y", "z"}, value.Yes},
		{"ForAllValues:StringNotEquals", []string{"a", "z"}, value.No},
	}
	for _, tt := range tests {
		if got := EvalCondition(cond(t, tt.op, `["a","b"]`), FixedString(tt.ctx...)); got != tt.expect {
			t.Errorf("%s with %v = %v, want %v", tt.op, tt.ctx, got, tt.expect)
		}
	}
}

func TestOverriddenConditionNeverRefuses(t *testing.T) {
	s := read(t, statements(`{"Effect":"Allow","Action":"*","Condition":{"StringEquals":{"k":"a"},"StringEquals":{"k":"b"}}}`)).Statements[0]
	if got := EvalCondition(s.Conditions[0], FixedString("b")); got != value.Maybe {
		t.Errorf("the first of two equal operators = %v, want unknown", got)
	}
	if got := EvalCondition(s.Conditions[1], FixedString("a")); got != value.No {
		t.Errorf("the last of two equal operators = %v, want no", got)
	}
}

func TestParseOperator(t *testing.T) {
	tests := []struct {
		in                             string
		base, set                      string
		negated, ifExists, passes, wld bool
	}{
		{"StringEquals", "StringEquals", "", false, false, false, false},
		{"stringlike", "StringLike", "", false, false, false, true},
		{"StringNotLikeIfExists", "StringNotLike", "", true, true, true, true},
		{"ForAllValues:StringLike", "StringLike", "ForAllValues", false, false, true, true},
		{"foranyvalue:StringNotEquals", "StringNotEquals", "ForAnyValue", true, false, false, false},
		{"IPAddress", "IpAddress", "", false, false, false, false},
		{"ArnEquals", "ArnEquals", "", false, false, false, true},
		{"NullIfExists", "", "", false, false, false, false},
		{"ForSomeValues:StringLike", "", "", false, false, false, false},
		{"StringMatches", "", "", false, false, false, false},
		{"§op§", "", "", false, false, false, false},
	}
	for _, tt := range tests {
		op := ParseOperator(txt(tt.in))
		if op.Base != tt.base || op.Base != "" && (op.Set != tt.set || op.Negated != tt.negated || op.IfExists != tt.ifExists) {
			t.Errorf("ParseOperator(%q) = %+v", tt.in, op)
		}
		if op.Base != "" && (op.PassesAbsent() != tt.passes || op.Wildcards() != tt.wld) {
			t.Errorf("%q: passes absent %v, wildcards %v", tt.in, op.PassesAbsent(), op.Wildcards())
		}
	}
}

func TestSatisfiable(t *testing.T) {
	sub := func(rest string) string { return `"system:serviceaccount:` + rest + `"` }
	type c struct{ op, values string }
	tests := map[string]struct {
		conds []c
		want  value.Truth
	}{
		"none":                {nil, value.Yes},
		"one":                 {[]c{{"StringEquals", sub("a:b")}}, value.Yes},
		"equals against like": {[]c{{"StringEquals", sub("ci:runner")}, {"StringLike", sub("preview-*:builder")}}, value.No},
		"equals within like":  {[]c{{"StringEquals", sub("preview-1:builder")}, {"StringLike", sub("preview-*:builder")}}, value.Yes},
		"one of many":         {[]c{{"StringEquals", `["x","system:serviceaccount:a:b"]`}, {"StringLike", sub("a:*")}}, value.Yes},
		"two equals":          {[]c{{"StringEquals", `"a"`}, {"ForAnyValue:StringEquals", `["b","a"]`}}, value.Yes},
		"two equals apart":    {[]c{{"StringEquals", `"a"`}, {"ForAnyValue:StringEquals", `"b"`}}, value.No},
		"two likes meet":      {[]c{{"StringLike", sub("a-*:*")}, {"ForAnyValue:StringLike", sub("*:b")}}, value.Yes},
		"two likes apart":     {[]c{{"StringLike", sub("a-*:*")}, {"ForAnyValue:StringLike", sub("b-*:*")}}, value.No},
		"three likes":         {[]c{{"StringLike", `"a*"`}, {"ForAnyValue:StringLike", `"*b"`}, {"ForAllValues:StringLike", `"*c*"`}}, value.Maybe},
		"three likes apart":   {[]c{{"StringLike", `"a*"`}, {"ForAnyValue:StringLike", `"*b"`}, {"ForAllValues:StringLike", `"c*"`}}, value.No},
		"symbol":              {[]c{{"StringEquals", sub("§ns§:b")}, {"StringLike", sub("a:*")}}, value.Maybe},
		"symbol apart":        {[]c{{"StringEquals", sub("§ns§:b")}, {"StringLike", sub("a:c")}}, value.No},
		"open values":         {[]c{{"StringEquals", `["a","§+§"]`}, {"StringLike", `"b*"`}}, value.Maybe},
		"open like":           {[]c{{"StringLike", `["a*","§+§"]`}, {"ForAnyValue:StringLike", `"b*"`}}, value.Maybe},
		"negated takes it":    {[]c{{"StringEquals", `"a"`}, {"StringNotEquals", `"a"`}}, value.No},
		"negated leaves some": {[]c{{"StringEquals", `["a","b"]`}, {"StringNotEquals", `"a"`}}, value.Yes},
		"negated like":        {[]c{{"StringLike", `"a*"`}, {"StringNotLike", `"*"`}}, value.No},
		"negated like part":   {[]c{{"StringLike", `"a*"`}, {"StringNotLike", `"ab*"`}}, value.Yes},
		"null true":           {[]c{{"StringEquals", `"a"`}, {"Null", `"true"`}}, value.No},
		"null false":          {[]c{{"StringEquals", `"a"`}, {"Null", `"false"`}}, value.Yes},
		"ignore case":         {[]c{{"StringEqualsIgnoreCase", `"A"`}, {"StringLike", `"a*"`}}, value.Maybe},
		"ignore case exact":   {[]c{{"StringEqualsIgnoreCase", `"A"`}, {"StringEquals", `"a"`}}, value.Yes},
		"ignore case apart":   {[]c{{"StringEqualsIgnoreCase", `"A"`}, {"StringLike", `"b*"`}}, value.No},
		"arn on a subject":    {[]c{{"StringEquals", sub("a:b")}, {"ArnLike", sub("*")}}, value.No},
		"unknown operator":    {[]c{{"StringEquals", `"a"`}, {"§op§", `"b"`}}, value.Maybe},
		"placeholder":         {[]c{{"StringEquals", sub("<NS>:b")}, {"StringLike", sub("a:*")}}, value.Maybe},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			var conds []Condition
			for _, x := range tt.conds {
				conds = append(conds, cond(t, x.op, x.values))
			}
			if got := Satisfiable(conds); got != tt.want {
				t.Errorf("got %v, want %v", got, tt.want)
			}
		})
	}
}
