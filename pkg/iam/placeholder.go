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
		label := strings.Trim(text, "${}<>%@#()[]_ ")
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

// brackets are the marks of template engines. One without an end takes the
// rest of the text, if it can be nothing else.
var brackets = [...]struct {
	open, close string
	greedy      bool
}{
	{"${", "}", true},
	{"{{", "}}", true},
	{"{%", "%}", true},
	{"<%", "%>", true},
	{"$((", "))", false},
	{"#{", "}#", false},
	{"#{AWS::", "}", false},
	{"%%", "%%", false},
	{"@@", "@@", false},
	{"[[", "]]", false},
	{"__", "__", false},
	{"<", ">", false},
}

func markers(t value.Text) []marker {
	var out []marker
	flat := t.Flat()
	if !plausible(flat) {
		return nil
	}
	done := 0
	eachLiteral(flat, func(start, end int) bool {
		for i := max(start, done); i < end; {
			n, rest := markerAt(flat[i:end], i > start && isWord(flat[i-1]))
			switch {
			case rest: // an open mark: the rest of the text is not settled
				out = append(out, marker{i, len(flat)})
				done = len(flat)
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

// plausible is a cheap test that most texts fail: a mark's character, or a
// word of the length of the shortest placeholder.
func plausible(flat string) bool {
	if strings.ContainsAny(flat, "${<%@#[_") {
		return true
	}
	for i := 0; i < len(flat); i++ {
		if c := flat[i]; c >= 'A' && c <= 'Z' {
			return true
		}
	}
	return strings.Contains(flat, "account") || strings.Contains(flat, "placeholder") ||
		strings.Contains(flat, "change") || strings.Contains(flat, "replace") || strings.Contains(flat, "xxxx")
}

// markerAt gives the length of the marker that s begins with, 0 if there is
// none; rest if it never ends. inside tells that s continues a word.
func markerAt(s string, inside bool) (n int, rest bool) {
	for _, b := range brackets {
		if !strings.HasPrefix(s, b.open) {
			continue
		}
		inner := s[len(b.open):]
		i := strings.Index(inner, b.close)
		switch {
		case i < 0 && b.greedy:
			return 0, true
		case i < 0 || i == 0 && !b.greedy || i > 200:
		case !b.greedy && !isName(inner[:i]):
		default:
			return len(b.open) + i + len(b.close), false
		}
	}
	if n := shellVariable(s); n > 0 {
		return n, false
	}
	if inside || s == "" || !isWord(s[0]) {
		return 0, false
	}
	n = 1
	for n < len(s) && isWord(s[n]) {
		n++
	}
	if placeholderWord(s[:n]) {
		return n, false
	}
	return 0, false
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

// placeholderWord reports whether a word is one that waits to be replaced.
func placeholderWord(w string) bool {
	if len(w) < 4 {
		return false
	}
	if w != strings.ToUpper(w) { // with small letters
		if len(w) > 64 {
			return false
		}
		l := strings.ReplaceAll(strings.ToLower(w), "_", "-")
		for _, part := range [...]string{"your-account", "my-account", "aws-account-id", "youraccount", "placeholder", "changeme", "change-me", "replaceme", "replace-me", "xxxxxxxx"} {
			if strings.Contains(l, part) {
				return true
			}
		}
		return l == "account-id" || l == "accountid"
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
