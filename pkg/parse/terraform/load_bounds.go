package terraform

import (
	"strconv"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
)

// The parser recurses with the nesting of the text and reads numbers of any
// length, so text is measured before it is parsed.
const (
	maxParseDepth = 200     // brackets, strings and directives inside each other
	maxChain      = 1_000   // operators and directives in one expression
	maxExponent   = 400     // of a number literal
	maxDigits     = 400     // of a number literal
	maxHCL        = 1 << 20 // bytes that are parsed at once: one token takes 112
)

// refuse says why text must not be parsed, with the offset of the reason. The
// answer is empty for text that is safe. Most text is settled by counting
// bytes; only text with very many brackets, operators or digits is scanned
// into tokens.
func refuse(data []byte, lex func([]byte, string, hcl.Pos) (hclsyntax.Tokens, hcl.Diagnostics)) (offset int, why string) {
	if len(data) > maxHCL {
		return 0, "it is longer than 1 MiB"
	}
	if !suspicious(data) {
		return 0, ""
	}
	tokens, _ := lex(data, "", hcl.InitialPos)
	type level struct {
		n     int
		lines bool // a newline ends an expression
	}
	levels := []level{{lines: true}}
	for i := range tokens {
		t := &tokens[i]
		top := &levels[len(levels)-1]
		switch t.Type {
		case hclsyntax.TokenOBrace, hclsyntax.TokenOBrack, hclsyntax.TokenOParen, hclsyntax.TokenTemplateControl:
			top.n++
			levels = append(levels, level{lines: t.Type == hclsyntax.TokenOBrace})
		case hclsyntax.TokenOQuote, hclsyntax.TokenOHeredoc, hclsyntax.TokenTemplateInterp:
			levels = append(levels, level{})
		case hclsyntax.TokenCBrace, hclsyntax.TokenCBrack, hclsyntax.TokenCParen,
			hclsyntax.TokenCQuote, hclsyntax.TokenCHeredoc, hclsyntax.TokenTemplateSeqEnd:
			if len(levels) > 1 {
				levels = levels[:len(levels)-1]
			}
		case hclsyntax.TokenComma:
			top.n = 0
		case hclsyntax.TokenNewline:
			if top.lines {
				top.n = 0
			}
		case hclsyntax.TokenNumberLit:
			if why := refuseNumber(string(t.Bytes)); why != "" {
				return t.Range.Start.Byte, why
			}
		case hclsyntax.TokenIdent, hclsyntax.TokenStringLit, hclsyntax.TokenQuotedLit, hclsyntax.TokenDot, hclsyntax.TokenEqual:
		default:
			top.n++
		}
		if len(levels) > maxParseDepth {
			return t.Range.Start.Byte, "it is nested more than " + strconv.Itoa(maxParseDepth) + " deep"
		}
		if n := len(levels); levels[n-1].n > maxChain || n > 1 && levels[n-2].n > maxChain {
			return t.Range.Start.Byte, "an expression has more than " + strconv.Itoa(maxChain) + " operators"
		}
	}
	return 0, ""
}

func refuseNumber(s string) string {
	if len(s) > maxDigits {
		return "a number has more than " + strconv.Itoa(maxDigits) + " digits"
	}
	if i := strings.IndexAny(s, "eE"); i >= 0 {
		n, err := strconv.Atoi(strings.TrimLeft(s[i+1:], "+-"))
		if err != nil || n > maxExponent {
			return "the exponent of a number is over " + strconv.Itoa(maxExponent)
		}
	}
	return ""
}

// suspicious reports whether text may break one of the bounds.
func suspicious(data []byte) bool {
	brackets, operators, digits := 0, 0, 0
	for i, c := range data {
		switch c {
		case '{', '[', '(':
			brackets++
		case '!', '?', '-', '+', '*', '/', '%', '<', '>', '&', '|', ':':
			operators++
		}
		if c < '0' || c > '9' {
			if digits > maxDigits || digits > 0 && (c == 'e' || c == 'E') && bigExponent(data[i+1:]) {
				return true
			}
			if c != '.' {
				digits = 0
			}
			continue
		}
		digits++
	}
	// Fewer than these cannot be nested or chained so deep that it hurts.
	return brackets > 2_000 || operators > 10_000 || digits > maxDigits
}

// bigExponent reports whether what follows an e may be an exponent of three
// or more digits.
func bigExponent(data []byte) bool {
	if len(data) > 0 && (data[0] == '+' || data[0] == '-') {
		data = data[1:]
	}
	n := 0
	for n < len(data) && data[n] >= '0' && data[n] <= '9' {
		n++
	}
	return n >= 3
}
