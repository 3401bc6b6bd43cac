package iam

import (
	"testing"

	"github.com/irsalint/irsalint/pkg/value"
)

func TestMatchAction(t *testing.T) {
	const web = "sts:AssumeRoleWithWebIdentity"
	tests := []struct {
		pattern, action string
		want            value.Truth
	}{
		{web, web, value.Yes},
		{"STS:assumerolewithwebidentity", web, value.Yes},
		{"sts:AssumeRole", web, value.No},
		{"sts:AssumeRole*", web, value.Yes},
		{"sts:*", web, value.Yes},
		{"*", web, value.Yes},
		{"*:AssumeRole*", web, value.Yes},
		{"sts:AssumeRole?ithWebIdentity", web, value.Yes},
		{"sts:AssumeRole?", "sts:AssumeRole", value.No},
		{"ec2:Describe*Instances", "ec2:DescribeSpotInstances", value.Yes},
		{"", web, value.No},
		{"sts", web, value.No},
		{"§a§", web, value.Maybe},
		{"sts:§a§", web, value.Maybe},
		{"ec2:§a§", web, value.No},
		{"*§a§*", web, value.Maybe},
	}
	for _, tt := range tests {
		if got := MatchAction(txt(tt.pattern), tt.action); got != tt.want {
			t.Errorf("MatchAction(%q, %q) = %v, want %v", tt.pattern, tt.action, got, tt.want)
		}
	}
}

func TestCovers(t *testing.T) {
	tests := []struct {
		statement, action string
		covers, allows    value.Truth
	}{
		{`{"Effect":"Allow","Action":["a:b","sts:*"]}`, "sts:TagSession", value.Yes, value.Yes},
		{`{"Effect":"Deny","Action":"sts:*"}`, "sts:TagSession", value.Yes, value.No},
		{`{"Effect":"§e§","Action":"sts:*"}`, "sts:TagSession", value.Yes, value.Maybe},
		{`{"Effect":"Allow","NotAction":"sts:*"}`, "sts:TagSession", value.No, value.No},
		{`{"Effect":"Allow","NotAction":"iam:*"}`, "sts:TagSession", value.Yes, value.Yes},
		{`{"Effect":"Allow","NotAction":["iam:*","§a§"]}`, "sts:TagSession", value.Maybe, value.Maybe},
		{`{"Effect":"Allow","Action":["a:b","§+§"]}`, "sts:TagSession", value.Maybe, value.Maybe},
		{`{"Effect":"Allow","Action":["sts:TagSession","§+§"]}`, "sts:TagSession", value.Yes, value.Yes},
		{`{"Effect":"Allow","Action":"§?§"}`, "sts:TagSession", value.Maybe, value.Maybe},
		{`{"Effect":"Allow","Action":"a:b","+":1}`, "sts:TagSession", value.No, value.No},
		{`{"Effect":"Allow"}`, "sts:TagSession", value.No, value.No},
	}
	for _, tt := range tests {
		s := read(t, statements(tt.statement)).Statements[0]
		if got := s.Covers(tt.action); got != tt.covers {
			t.Errorf("%s covers = %v, want %v", tt.statement, got, tt.covers)
		}
		if got := ActionAllows(s, tt.action); got != tt.allows {
			t.Errorf("%s allows = %v, want %v", tt.statement, got, tt.allows)
		}
	}
}
