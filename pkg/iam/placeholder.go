package iam

import (
	"strings"

	"github.com/irsalint/irsalint/pkg/source"
	"github.com/irsalint/irsalint/pkg/value"
)

// Expand gives a text with everything in it that something else fills in put
// as a symbol: IAM's policy variables (${aws:username}), the markers of
// template engines ({{ }}, <% %>, ${X} …) and words that plainly wait to be
// replaced (<NAMESPACE>, ACCOUNT_ID, YOUR_BUCKET). The same marker gives the
// same symbol.
func Expand(t value.Text) value.Text {
	found := markers(t)
	if len(found) == 0 {
		return t
	}
	pieces := make([]value.Piece, 0, 2*len(found)+1)
	pos := 0
	for _, m := range found {
		pieces = append(pieces, value.Piece{Text: t.Slice(pos, m.start)})
		at := t.Locate(m.start, m.end)
		text := t.Slice(m.start, m.end).String()
		label := strings.Trim(text, "${}&<>%@#()[]_ ")
		if label == "" {
			label = "placeholder"
		}
		pieces = append(pieces, value.Piece{Text: value.FromSymbol(&value.Symbol{
			Key:   source.SanitizeString("placeholder:" + text),
			Label: label,
			Why:   "the placeholder " + text + " is filled in by something else",
			At:    at,
		}, at)})
		pos = m.end
	}
	pieces = append(pieces, value.Piece{Text: t.Slice(pos, len(t.Flat()))})
	return value.Concat(t.At(), pieces...)
}

// HasPlaceholder reports whether the literal text holds a marker or word that
// something else is to replace. Such a text is never a mistake by itself.
func HasPlaceholder(t value.Text) bool { return len(markers(t)) > 0 }

type marker struct{ start, end int }

// match compares a pattern or value that may hold placeholders. The same text
// on both sides is the same, whatever is put in.
func match(pattern, subject value.Text, mode value.MatchMode) value.Truth {
	out := value.Match(pattern, subject, mode)
	if out != value.No {
		return out
	}
	if e := Expand(pattern); e.Flat() != pattern.Flat() {
		return value.Match(e, subject, mode)
	}
	return out
}

// brackets are the marks of template engines. One without an end takes the
// rest of the text, if it can be nothing else.
var brackets = [...]struct {
	open, close string
	greedy      bool
}{
	{"${", "}", true},
	{"&{", "}", true},
	{"{{", "}}", true},
	{"{%", "%}", true},
	{"<%", "%>", true},
	{"$((", "))", false},
	{"#{", "}#", false},
	{"#{AWS::", "}", false},
	{"%%", "%%", false},
	{"@@", "@@", false},
	{"[[", "]]", false},
	{"<<<", ">>>", false},
	{"<<", ">>", false},
	{"<", ">", false},
	{"{", "}", false}, // but {var.x} is a forgotten interpolation
}

func markers(t value.Text) []marker {
	var out []marker
	flat := t.Flat()
	eachLiteral(flat, func(start, end int) bool {
		for i := start; i < end; {
			if isWord(flat[i]) {
				word := i
				for i < end && isWord(flat[i]) {
					i++
				}
				if from, to := placeholderIn(flat[word:i]); to > 0 {
					out = append(out, marker{word + from, word + to})
				}
				continue
			}
			n, rest := markAt(flat[i:end])
			switch {
			case rest: // an open mark: the rest of the text is not settled
				out = append(out, marker{i, len(flat)})
				return false
			case n > 0:
				out = append(out, marker{i, i + n})
				i += n
			default:
				i++
			}
		}
		return true
	})
	return out
}

// markAt gives the length of the mark that s begins with, 0 if there is none;
// rest if it never ends.
func markAt(s string) (n int, rest bool) {
	if strings.IndexByte("$&{<#%@[", s[0]) < 0 {
		return 0, false
	}
	for _, b := range brackets {
		if !strings.HasPrefix(s, b.open) {
			continue
		}
		inner := s[len(b.open):]
		if !b.greedy { // what a person writes is short
			inner = inner[:min(len(inner), 200)]
		}
		i := strings.Index(inner, b.close)
		switch {
		case i < 0 && b.greedy:
			return 0, true
		case i < 0 || i == 0 && !b.greedy:
		case !b.greedy && !isName(inner[:i]), b.open == "{" && strings.Contains(inner[:i], "."):
		default:
			return len(b.open) + i + len(b.close), false
		}
	}
	return shellVariable(s), false
}

// shellVariable gives the length of $NAME or $(NAME) in capital letters.
func shellVariable(s string) int {
	if len(s) < 3 || s[0] != '$' {
		return 0
	}
	i, paren := 1, s[1] == '('
	if paren {
		i++
	}
	start := i
	for i < len(s) && (s[i] >= 'A' && s[i] <= 'Z' || s[i] == '_' || i > start && s[i] >= '0' && s[i] <= '9') {
		i++
	}
	switch {
	case i == start:
		return 0
	case paren && i < len(s) && s[i] == ')':
		return i + 1
	case paren || i < len(s) && (s[i] == ':' && strings.HasPrefix(s[i:], "::") || s[i] >= 'a' && s[i] <= 'z'):
		return 0
	}
	return i
}

func isWord(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_' || c == '-'
}

// isName: what a person writes between the marks of a placeholder.
func isName(s string) bool {
	for i := 0; i < len(s); i++ {
		if !isWord(s[i]) && !strings.ContainsRune(" .:/'", rune(s[i])) {
			return false
		}
	}
	return strings.Trim(s, " -_") != ""
}

// placeholderIn finds the part of a word that waits to be replaced: all of it,
// or __NAME__ in it; to is 0 if there is none.
func placeholderIn(w string) (from, to int) {
	if len(w) < 4 {
		return 0, 0
	}
	if i := strings.Index(w, "__"); i >= 0 {
		inner := w[i+2:]
		if j := strings.Index(inner, "__"); j > 0 && isUpper(inner[:j]) {
			return i, i + 4 + j
		}
	}
	if placeholderWord(w) {
		return 0, len(w)
	}
	return 0, 0
}

// isUpper: no small letter, and a capital one.
func isUpper(s string) bool {
	capital := false
	for i := 0; i < len(s); i++ {
		if s[i] >= 'a' && s[i] <= 'z' {
			return false
		}
		capital = capital || s[i] >= 'A' && s[i] <= 'Z'
	}
	return capital
}

// placeholderWord reports whether a word is one that waits to be replaced.
func placeholderWord(w string) bool {
	if len(w) > 64 {
		return false
	}
	if !isUpper(w) {
		l := strings.ToLower(w)
		for _, part := range [...]string{"your-account", "your_account", "youraccount", "aws-account-id", "aws_account_id", "placeholder",
			"changeme", "change-me", "change_me", "replaceme", "replace-me", "replace_me", "xxxxxxxx"} {
			if strings.Contains(l, part) {
				return true
			}
		}
		switch l {
		case "account-id", "account_id", "accountid", "my-account", "my-account-id", "my_account_id":
			return true
		}
		return false
	}
	u := strings.ReplaceAll(w, "-", "_")
	switch u {
	case "NAMESPACE", "SERVICE_ACCOUNT", "SERVICE_ACCOUNT_NAME", "SERVICEACCOUNT", "SA_NAME",
		"CLUSTER_NAME", "ROLE_NAME", "ROLE_ARN", "AWS_REGION", "REGION", "OIDC_ID", "OIDC_PROVIDER",
		"OIDC_PROVIDER_ARN", "ACCOUNT", "AWS_ACCOUNT", "PARTITION":
		return true
	}
	for _, part := range [...]string{"ACCOUNT_ID", "ACCOUNTID", "ACCOUNT_NUMBER", "PLACEHOLDER", "REPLACE", "CHANGEME", "CHANGE_ME", "XXXX", "TODO", "FIXME"} {
		if strings.Contains(u, part) {
			return true
		}
	}
	return strings.HasPrefix(u, "YOUR_") || strings.HasSuffix(u, "_HERE")
}
