package iam

import (
	"github.com/irsalint/irsalint/pkg/value"
)

// MatchAction says whether an action pattern covers one exact action, such as
// "sts:AssumeRole". Actions ignore case; * is any run of characters, ? one.
func MatchAction(pattern Pattern, action string) value.Truth {
	if p, known := pattern.Known(); known {
		return value.Of(globFold(p, action))
	}
	return value.Match(pattern, lit(action), value.Glob|value.Fold)
}

// globFold matches a known pattern against a text, both ASCII in practice,
// without case. It takes time proportional to the product of the lengths at
// worst, and no memory.
func globFold(pattern, s string) bool {
	i, j, star, mark := 0, 0, -1, 0
	for j < len(s) {
		switch {
		case i < len(pattern) && pattern[i] == '*':
			star, mark = i, j
			i++
		case i < len(pattern) && (pattern[i] == '?' || lower(pattern[i]) == lower(s[j])):
			i++
			j++
		case star >= 0:
			mark++
			i, j = star+1, mark
		default:
			return false
		}
	}
	for i < len(pattern) && pattern[i] == '*' {
		i++
	}
	return i == len(pattern)
}

func lower(c byte) byte {
	if c >= 'A' && c <= 'Z' {
		return c + 'a' - 'A'
	}
	return c
}
