package terraform

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/irsalint/irsalint/pkg/source"
	"github.com/irsalint/irsalint/pkg/value"
)

func TestReplaceCut(t *testing.T) {
	for _, c := range [][2]string{
		{`replace(local.arn, "/^(.*role/)/", "")`, `"${name}"`},
		{`replace(local.provider, "/^(.*provider/)/", "")`, `"oidc.eks.${region}.${suffix}/id/${id}"`},
		{`replace(local.provider, "/arn:.*:oidc-provider//", "")`, `"oidc.eks.${region}.${suffix}/id/${id}"`},
		{`replace(local.arn, "/arn:.*:role//", "")`, `"${name}"`},
		{`replace("arn:${local.region}:iam::${local.account}:oidc-provider/x", "/arn:.*:oidc-provider//", "")`, `"x"`},
		{`replace(local.arn, "/^arn:/", "")`, `"aws:iam::${account}:role/${name}"`},
		{`replace(local.arn, "/arn:aws/", "x")`, `"x:iam::${account}:role/${name}"`},
		{`replace(local.arn, "/^aws/", "x")`, `"arn:aws:iam::${account}:role/${name}"`},
		{`replace(local.arn, "/.*user//", "x")`, `"arn:aws:iam::${account}:role/${name}"`},
		{`replace(local.arn, "/:.+//", "")`, `"arn${name}"`},
		{`replace(local.issuer, "/^https:\\/\\//", "")`, `"oidc.eks.${region}.amazonaws.com/id/${id}"`},
		{`replace(local.anyarn, "/^(.*role/)/", "")`, `"${replace(var.x,…)}"`}, // var.x may hold role/ too
		{`replace(local.arn, "/.*role/", "")`, `"${replace(name,…)}"`},         // so may the name
		{`replace(local.arn, "/.*?:/", "")`, `"${replace(name,…)}"`},
		{`replace(local.arn, "/[0-9]+/", "")`, `"${replace(name,…)}"`},
		{`replace(local.arn, "/(?i)^ARN:/", "")`, `"${replace(name,…)}"`},
		{`replace(local.arn, "/^(arn):/", "$1")`, `"${replace(name,…)}"`},
		{`replace("a\n${local.account}:b", "/.*:/", "")`, `"${replace(account,…)}"`},
		{`replace("a:${local.account}:b", "/:/", "")`, `"${replace(account,…)}"`},
	} {
		checkExpr(t, c[0], c[1])
	}
}

// What a cut says of text with symbols holds for whatever they stand for.
func TestCutHolds(t *testing.T) {
	texts := []string{"arn:aws:iam::%s:oidc-provider/oidc.eks.%s.amazonaws.com/id/A", "%s", "x%s/y%sprovider/", "provider/%s", "a%sb%sa"}
	patterns := []string{"^(.*provider/)", ".*provider/", "arn:.*:oidc-provider/", "^arn:", "a", ".+/", "x.*y", ":.+/", "^.+a", "provider/$", "1.*"}
	classes := []value.Class{value.Account, value.Region, value.Name, value.IssuerID}
	fills := map[value.Class][]string{
		value.Account: {"111111111111", "012345678901"}, value.Region: {"eu-west-1", "a-y-1"},
		value.Name: {"a", "xprovider", "1b"}, value.IssuerID: {"provider", "A1"},
	}
	tried := 0
	for _, text := range texts {
		for _, pattern := range patterns {
			x, ok := cutOf(pattern)
			if !ok {
				continue
			}
			for _, class := range classes {
				symbolic := filled(text, func(i int) value.Text {
					s := &value.Symbol{Key: fmt.Sprint(i), Label: "s", Class: class}
					return value.FromSymbol(s, source.Span{})
				})
				start, end, none, sure := x.in(symbolic)
				if !sure {
					continue
				}
				tried++
				for _, fill := range fills[class] {
					literal := func(t value.Text) string {
						s := t.Flat()
						for i := range 2 {
							s = strings.ReplaceAll(s, string(source.SymbolOpen)+fmt.Sprint(i)+string(source.SymbolClose), fill)
						}
						return s
					}
					whole := literal(symbolic)
					want := regexp.MustCompile(pattern).ReplaceAllLiteralString(whole, "#")
					got := whole
					if !none {
						got = literal(symbolic.Slice(0, start)) + "#" + literal(symbolic.Slice(end, len(symbolic.Flat())))
					}
					if got != want {
						t.Errorf("%q in %q with %s: %q, want %q", pattern, text, fill, got, want)
					}
				}
			}
		}
	}
	if tried < 20 {
		t.Errorf("only %d were sure", tried)
	}
}

// filled puts symbols in the place of %s.
func filled(format string, sym func(i int) value.Text) value.Text {
	var pieces []value.Piece
	for i, part := range strings.Split(format, "%s") {
		if i > 0 {
			pieces = append(pieces, value.Piece{Text: sym(i - 1)})
		}
		pieces = append(pieces, value.Piece{Text: value.Literal(part, source.Span{})})
	}
	return value.Concat(source.Span{}, pieces...)
}
