package value

import (
	"strings"
	"testing"

	"github.com/irsalint/irsalint/pkg/source"
)

// text reads a test notation: <name> is a symbol of class Any, <account:a>
// one of class Account, and so on.
func text(t *testing.T, s string) Text {
	t.Helper()
	var pieces []Piece
	for s != "" {
		i := strings.IndexByte(s, '<')
		if i < 0 {
			pieces = append(pieces, Piece{Text: Literal(s, source.Span{})})
			break
		}
		j := strings.IndexByte(s, '>')
		if i > 0 {
			pieces = append(pieces, Piece{Text: Literal(s[:i], source.Span{})})
		}
		class, name, ok := strings.Cut(s[i+1:j], ":")
		if !ok {
			class, name = "", class
		}
		c := map[string]Class{"": Any, "account": Account, "region": Region, "partition": Partition, "id": IssuerID, "name": Name}
		pieces = append(pieces, Piece{Text: FromSymbol(&Symbol{Key: class + name, Label: name, Class: c[class]}, source.Span{})})
		s = s[j+1:]
	}
	return Concat(source.Span{}, pieces...)
}

func TestMatch(t *testing.T) {
	tests := []struct {
		pattern, subject string
		mode             MatchMode
		want             Truth
	}{
		{"a", "a", 0, Yes},
		{"a", "b", 0, No},
		{"", "", 0, Yes},
		{"A", "a", 0, No},
		{"A", "a", Fold, Yes},
		{"<x>", "<x>", 0, Yes},
		{"<x>", "<y>", 0, Maybe},
		{"<x>", "", 0, Maybe},
		{"<name:x>", "", 0, No},
		{"<x>-a", "<x>-b", 0, No},
		{"<x>-a", "<y>-b", 0, No},
		{"<x>", "<x>-a", 0, No},
		{"a-<x>", "b-<x>", 0, No},
		{"<x>b", "a<y>", 0, Maybe},
		{"role/<name:x>", "role/a/b", 0, No},
		{"role/<x>", "role/a/b", 0, Maybe},
		{"arn:aws:iam::<account:a>:role/x", "arn:aws:iam::123456789012:role/x", 0, Maybe},
		{"arn:aws:iam::<account:a>:role/x", "arn:aws:iam::123456789012:role/y", 0, No},
		{"arn:aws:iam::<account:a>:role/x", "arn:aws:iam::12345678901:role/x", 0, No},
		{"arn:aws:iam::<account:a>:role/x", "arn:aws:iam::aws:role/x", 0, No},
		{"oidc.eks.<region:r>.amazonaws.com", "oidc.eks.eu-west-1.amazonaws.com", 0, Maybe},
		{"oidc.eks.<region:r>.amazonaws.com", "oidc.eks..amazonaws.com", 0, No},
		{"a*", "abc", Glob, Yes},
		{"a*", "abc", 0, No},
		{"a?c", "abc", Glob, Yes},
		{"a?c", "abbc", Glob, No},
		{"*", "<x>", Glob, Yes},
		{"a*", "<x>", Glob, Maybe},
		{"system:serviceaccount:*:app", "system:serviceaccount:<x>:app", Glob, Yes},
		{"system:serviceaccount:a:*", "system:serviceaccount:<x>:app", Glob, Maybe},
		{"?", "<x>", Glob, Maybe},
		{"<x>", "a*b", Glob, Maybe},
		{"arn:aws:iam::123456789012:role/x*", "arn:<partition:p>:iam::<account:a>:role/x-1", Glob | Unify, Yes},
		{"arn:aws:iam::123456789012:role/y*", "arn:<partition:p>:iam::<account:a>:role/x-1", Glob | Unify, No},
		{"arn:aws:iam::123456789012:role/x", "arn:<partition:p>:iam::<account:a>:role/<name:n>", Glob | Unify, Maybe},
		{"arn:aws:iam::123456789012:role/*", "arn:<partition:p>:iam::<account:a>:role/<name:n>", Glob | Unify, Yes},
		{"*a*b*c*", "xaxbxcx", Glob, Yes},
		{"*a*b*c*", "xaxcxbx", Glob, No},
	}
	for _, tt := range tests {
		if got := Match(text(t, tt.pattern), text(t, tt.subject), tt.mode); got != tt.want {
			t.Errorf("Match(%q, %q, %d) = %v, want %v", tt.pattern, tt.subject, tt.mode, got, tt.want)
		}
		if tt.mode == 0 {
			if got := Match(text(t, tt.subject), text(t, tt.pattern), 0); got != tt.want {
				t.Errorf("Match(%q, %q, 0) = %v, want %v", tt.subject, tt.pattern, got, tt.want)
			}
		}
	}
}

// Symbols of one group are told apart by their names.
func TestGroups(t *testing.T) {
	issuer := func(key, name string) Text {
		return Concat(source.Span{}, Piece{Text: text(t, "oidc.eks.<region:r>.amazonaws.com/id/")},
			Piece{Text: FromSymbol(&Symbol{Key: key, Class: IssuerID, Group: "clusters", Name: text(t, name)}, source.Span{})}, Piece{Text: text(t, ":sub")})
	}
	tests := []struct {
		a, b Text
		want Truth
	}{
		{issuer("a", "blue"), issuer("a", "blue"), Yes},
		{issuer("a", "blue"), issuer("b", "green"), No},
		{issuer("a", "<env>-blue"), issuer("b", "<env>-green"), No},
		{issuer("a", "blue"), issuer("b", "<env>"), Maybe},
		{issuer("a", "blue"), text(t, "oidc.eks.<region:r>.amazonaws.com/id/<id:x>:sub"), Maybe},
	}
	for _, tt := range tests {
		if got := Equal(tt.a, tt.b); got != tt.want {
			t.Errorf("Equal(%s, %s) = %v, want %v", tt.a, tt.b, got, tt.want)
		}
	}
}

func TestJoin(t *testing.T) {
	tests := []struct {
		a, b string
		want Joined
	}{
		{"arn:aws:iam::<account:a>:role/x", "arn:aws:iam::123456789012:role/x", Unifies},
		{"arn:<partition:p>:iam::<account:a>:role/x", "arn:aws:iam::123456789012:role/x", Unifies},
		{"arn:<partition:p>:iam::<account:a>:role/x", "arn:<partition:q>:iam::<account:b>:role/x", Unifies},
		{"arn:<partition:p>:iam::<account:a>:role/x", "arn:<partition:q>:iam::<account:b>:role/y", Different},
		{"arn:aws:iam::<account:a>:role/<n>-x", "arn:aws:iam::123456789012:role/prod-x", Possible},
		{"arn:aws:iam::<account:a>:role/<n>-x", "arn:aws:iam::<account:b>:role/<n>-x", Unifies},
		{"arn:aws:iam::<account:a>:role/<n>-x", "arn:aws:iam::<account:a>:role/<n>-x", Same},
	}
	for _, tt := range tests {
		if got := Join(text(t, tt.a), text(t, tt.b)); got != tt.want {
			t.Errorf("Join(%q, %q) = %v, want %v", tt.a, tt.b, got, tt.want)
		}
	}
}

func TestOverlap(t *testing.T) {
	tests := []struct {
		a, b string
		want Truth
	}{
		{"a*", "*b", Yes},
		{"a*", "b*", No},
		{"system:serviceaccount:ci:runner", "system:serviceaccount:preview-*:builder", No},
		{"system:serviceaccount:ci:*", "system:serviceaccount:*:builder", Yes},
		{"system:serviceaccount:<x>:*", "system:serviceaccount:ci:builder", Maybe},
		{"?", "<x>", Maybe},
		{"??", "?", No},
	}
	for _, tt := range tests {
		if got := Overlap(text(t, tt.a), text(t, tt.b)); got != tt.want {
			t.Errorf("Overlap(%q, %q) = %v, want %v", tt.a, tt.b, got, tt.want)
		}
	}
}

// FuzzMatch holds Match against its meaning: a pattern whose symbols are
// replaced by any text of their class never contradicts a Yes or a No.
func FuzzMatch(f *testing.F) {
	f.Add("a*<x>b", "acxxb", "xx")
	f.Add("<x>:<y>", "a:b", "a")
	f.Fuzz(func(t *testing.T, pattern, subject, with string) {
		clean := func(s string) string { return strings.Map(dropMarks, s) }
		if len(pattern)+len(subject)+len(with) > 200 {
			return
		}
		pattern, subject, with = clean(pattern), clean(subject), clean(with)
		for _, mode := range []MatchMode{0, Glob} {
			sym := &Symbol{Key: "x"}
			p := insert(pattern, FromSymbol(sym, source.Span{}))
			s := insert(subject, FromSymbol(sym, source.Span{}))
			got := Match(p, s, mode)
			if mode == Glob && strings.ContainsAny(with, "*?") {
				continue
			}
			lit := Literal(with, source.Span{})
			real := Match(insert(pattern, lit), insert(subject, lit), mode)
			if got == Yes && real == No || got == No && real == Yes {
				t.Errorf("Match(%q, %q, %d) = %v, but %v with x = %q", pattern, subject, mode, got, real, with)
			}
		}
	})
}

func dropMarks(r rune) rune {
	if r == source.SymbolOpen || r == source.SymbolClose {
		return -1
	}
	return r
}

// insert puts text where s has the character x.
func insert(s string, x Text) Text {
	var pieces []Piece
	for i, part := range strings.Split(s, "x") {
		if i > 0 {
			pieces = append(pieces, Piece{Text: x})
		}
		pieces = append(pieces, Piece{Text: Literal(part, source.Span{})})
	}
	return Concat(source.Span{}, pieces...)
}

func TestDistance(t *testing.T) {
	tests := []struct {
		a, b  string
		limit int
		want  int
	}{
		{"karpenter", "karpenter", 2, 0},
		{"karpenter", "karpentr", 2, 1},
		{"karpenter", "karpenter-sa", 2, 3},
		{"abc", "xyz", 2, 3},
		{"é", "e", 2, 1},
	}
	for _, tt := range tests {
		if got := Distance(tt.a, tt.b, tt.limit); got != tt.want {
			t.Errorf("Distance(%q, %q) = %d, want %d", tt.a, tt.b, got, tt.want)
		}
	}
}
