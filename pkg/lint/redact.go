package lint

import (
	"bytes"
	"encoding/json"
	"regexp"
	"strings"
	"sync"
	"unicode/utf8"
)

// secretKey finds KEY = VALUE, KEY: VALUE and "KEY": "VALUE" where the key
// says that the value is a secret. The value is the second group.
var secretKey = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?i)([\w.-]*(?:password|passwd|passphrase|secret|secret_?key|token|private_?key|` +
		`api_?key|access_?key(?:_?id)?|client_?key(?:_?data)?|credentials?)["']?\s*[:=]\s*)("(?:[^"\\]|\\.)*"|'[^']*'|[^\s,}\]]+)`)
})

// secretShape finds what is a secret wherever it stands: AWS key ids, JSON web
// tokens, private keys, GitHub tokens.
var secretShape = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`\b(?:AKIA|ASIA)[A-Z0-9]{16}\b|\beyJ[\w-]{10,}\.[\w-]+\.?[\w-]*|-----BEGIN [A-Z ]*PRIVATE KEY-----.*|\bgh[pousr]_\w{20,}`)
})

// redact replaces what looks like a secret in a line of source by as many …,
// so that columns stay right. ARNs and references are no secrets, whatever
// their key is called.
func redact(line string) string {
	if m := secretKey().FindAllStringSubmatchIndex(line, -1); m != nil {
		var b strings.Builder
		last := 0
		for _, g := range m {
			from, to := g[4], g[5]
			b.WriteString(line[last:from])
			b.WriteString(hide(line[from:to]))
			last = to
		}
		line = b.String() + line[last:]
	}
	return secretShape().ReplaceAllStringFunc(line, dots)
}

// Redact takes out of a line of source what looks like a secret.
func Redact(line string) string { return redact(line) }

// RedactJSON takes out of the strings of a JSON document what looks like a
// secret, as in the lines of source that a report quotes. Everything else
// stays as it is, byte for byte.
func RedactJSON(doc []byte) []byte {
	out := make([]byte, 0, len(doc))
	for i := 0; i < len(doc); {
		if doc[i] != '"' {
			out = append(out, doc[i])
			i++
			continue
		}
		end := i + 1
		for end < len(doc) && doc[end] != '"' {
			if doc[end] == '\\' {
				end++
			}
			end++
		}
		end = min(end+1, len(doc))
		out = append(out, redactString(doc[i:end])...)
		i = end
	}
	return out
}

func redactString(quoted []byte) []byte {
	var s string
	if json.Unmarshal(quoted, &s) != nil {
		return quoted
	}
	clean := redact(s)
	if clean == s {
		return quoted
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if e.Encode(clean) != nil {
		return quoted
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n"))
}

// references begin values that name something and so hide nothing.
var references = [...]string{"arn:", "system:", "var.", "local.", "data.", "module.", "aws_", "each.", "${", "!", "{", "[", "random_"}

func hide(quoted string) string {
	value := strings.Trim(quoted, `"'`)
	for _, prefix := range references {
		if strings.HasPrefix(value, prefix) {
			return quoted
		}
	}
	if value == "" || value == "true" || value == "false" || value == "null" {
		return quoted
	}
	at := strings.Index(quoted, value)
	return quoted[:at] + dots(value) + quoted[at+len(value):]
}

func dots(s string) string { return strings.Repeat("…", utf8.RuneCountInString(s)) }
