package iam

import (
	"strings"

	"github.com/irsalint/irsalint/pkg/value"
)

// ForgottenInterpolation reports whether the literal text reads like a
// reference whose interpolation was forgotten or miswritten: {var.x},
// $var.x, $(local.x), #{each.key}, %{data.x.y.z}, {AWS::AccountId}, and a
// subject whose namespace is var.x. None of these can stand in a namespace, a
// name or an ARN. A marker that another engine fills in (${…}, {{ }}) is
// none.
func ForgottenInterpolation(t value.Text) bool {
	_, _, ok := FindForgotten(t)
	return ok
}

// FindForgotten gives the byte range of the first forgotten interpolation in
// the flat text, with its marks.
func FindForgotten(t value.Text) (start, end int, ok bool) {
	flat := t.Flat()
	eachLiteral(flat, func(from, to int) bool {
		for i := from; i < to; i++ {
			n := forgottenAt(flat[from:to], i-from)
			if n == 0 {
				continue
			}
			start, end, ok = i, i+n, true
			return false
		}
		return true
	})
	if ok {
		return start, end, ok
	}
	const prefix = "system:serviceaccount:"
	if rest, is := strings.CutPrefix(flat, prefix); is {
		// A namespace holds no dot, so var.x is none; a name may hold one.
		ns, _, more := strings.Cut(rest, ":")
		if more && reference(ns) == len(ns) && ns != "" {
			return len(prefix), len(prefix) + len(ns), true
		}
	}
	return 0, 0, false
}

// forgottenAt gives the length of a forgotten interpolation at offset i of s.
func forgottenAt(s string, i int) int {
	mark, rest := 0, s[i:]
	var closing byte
	switch {
	case strings.HasPrefix(rest, "#{"), strings.HasPrefix(rest, "%{"):
		mark, closing = 2, '}'
	case strings.HasPrefix(rest, "$("):
		mark, closing = 2, ')'
	case rest[0] == '{':
		if i > 0 && strings.IndexByte("${%#", s[i-1]) >= 0 {
			return 0
		}
		mark, closing = 1, '}'
	case rest[0] == '$':
		mark = 1
	default:
		return 0
	}
	inner := strings.TrimLeft(rest[mark:], " ")
	pad := len(rest) - mark - len(inner)
	n := reference(inner)
	if n == 0 && rest[0] != '#' {
		n = pseudoParameter(inner)
	}
	if n == 0 {
		return 0
	}
	if closing == 0 {
		return mark + n
	}
	tail := strings.TrimLeft(inner[n:], " ")
	if tail == "" || tail[0] != closing {
		return 0
	}
	if closing == '}' && strings.HasPrefix(tail, "}#") && rest[0] == '#' {
		return 0 // #{x}# is a marker of another engine
	}
	return mark + pad + len(inner) - len(tail) + 1
}

// roots are the first names of Terraform references.
var roots = [...]string{"var.", "local.", "module.", "data.", "each.key", "each.value", "count.index", "path.module", "self.", "aws_", "kubernetes_"}

// reference gives the length of the Terraform reference that s begins with, 0
// if it begins with none.
func reference(s string) int {
	for _, r := range roots {
		if !strings.HasPrefix(s, r) {
			continue
		}
		n := len(r)
		if !strings.HasSuffix(r, ".") && !strings.HasSuffix(r, "_") && (n == len(s) || !nameByte(s[n])) {
			return refTail(s, n)
		}
		if n < len(s) && (isLetter(s[n]) || s[n] == '_') {
			end := refTail(s, n)
			if strings.HasSuffix(r, "_") && !strings.Contains(s[:end], ".") {
				return 0
			}
			return end
		}
	}
	return 0
}

// refTail gives the end of a run of names, dots and indexes from n on.
func refTail(s string, n int) int {
	for n < len(s) {
		switch {
		case nameByte(s[n]):
			n++
		case s[n] == '.' && n+1 < len(s) && (nameByte(s[n+1]) || s[n+1] == '*'):
			n += 2
		case s[n] == '[':
			i := strings.IndexByte(s[n:min(len(s), n+200)], ']')
			if i < 0 {
				return n
			}
			n += i + 1
		default:
			return n
		}
	}
	return n
}

// pseudoParameter gives the length of a CloudFormation pseudo parameter.
func pseudoParameter(s string) int {
	const prefix = "AWS::"
	if !strings.HasPrefix(s, prefix) {
		return 0
	}
	n := len(prefix)
	for n < len(s) && isLetter(s[n]) {
		n++
	}
	if n == len(prefix) {
		return 0
	}
	return n
}

func isLetter(c byte) bool { return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' }

func nameByte(c byte) bool { return isLetter(c) || c >= '0' && c <= '9' || c == '_' || c == '-' }
