package source

import (
	"bytes"
	"strings"
)

// Symbols travel inside strings between the noncharacters U+FDD0 and U+FDD1
// (pkg/value). No input may contain them, neither as themselves nor as an
// escape that a language would decode to them.
const (
	// SymbolOpen begins a symbol inside a string.
	SymbolOpen = '\uFDD0'
	// SymbolClose ends a symbol inside a string.
	SymbolClose = '\uFDD1'
)

const replacement = "\uFFFD" // as many bytes as a reserved character has

// Sanitize replaces the reserved characters, and the escapes \uFDD0 and
// \uFDD1 in any case, by U+FFFD. Every replacement has the length of what it
// replaces, so offsets stay valid. Data without any is returned as it is.
func Sanitize(data []byte) []byte {
	raw := bytes.Contains(data, []byte("\uFDD0")) || bytes.Contains(data, []byte("\uFDD1"))
	escaped := bytes.Contains(data, []byte(`\u`)) || bytes.Contains(data, []byte(`\U`))
	if !raw && !escaped {
		return data
	}
	out := data
	if raw {
		out = bytes.ReplaceAll(out, []byte("\uFDD0"), []byte(replacement))
		out = bytes.ReplaceAll(out, []byte("\uFDD1"), []byte(replacement))
	}
	if !escaped {
		return out
	}
	copied := raw
	for i := 0; i+1 < len(out); i++ {
		if out[i] != '\\' || out[i+1] != 'u' && out[i+1] != 'U' {
			continue
		}
		digits := 4
		if out[i+1] == 'U' {
			digits = 8
		}
		if i+2+digits > len(out) {
			continue
		}
		code := strings.ToLower(string(out[i+2 : i+2+digits]))
		if code = strings.TrimLeft(code, "0"); code != "fdd0" && code != "fdd1" {
			continue
		}
		if !copied {
			out, copied = bytes.Clone(out), true
		}
		copy(out[i+2+digits-4:], "fffd")
	}
	return out
}

// SanitizeString is Sanitize for text that a function made (base64decode,
// jsondecode …), where only the characters themselves matter.
func SanitizeString(s string) string {
	if !strings.ContainsRune(s, SymbolOpen) && !strings.ContainsRune(s, SymbolClose) {
		return s
	}
	return strings.NewReplacer(string(SymbolOpen), replacement, string(SymbolClose), replacement).Replace(s)
}
