package suppress

import (
	"bytes"
	"strings"
	"time"

	"github.com/irsalint/irsalint/pkg/source"
)

const (
	keyword = "irsalint:ignore"
	onFile  = "-file"
	// Form is how a suppression is written, for messages.
	Form = "irsalint:ignore RULE[,RULE] [until=YYYY-MM-DD] -- REASON"
)

// Comments finds the suppressions in the comments of a file: after # in all
// languages, after // and /* in those that know them, and in the comments of
// templates. One that has a line of its own is about the next line that is no
// comment, others are about their line.
func Comments(f *source.File) []*Suppression {
	if !bytes.Contains(f.Data, []byte(keyword)) || source.Ext(f.Path) == "json" {
		return nil
	}
	lang := languageOf(f.Path)
	var out []*Suppression
	head := true // in the first comment block
	lines := bytes.Split(f.Data, []byte("\n"))
	start := 0
	for i, raw := range lines {
		line := strings.TrimRight(string(raw), "\r")
		c, ok := lang.directive(line)
		if ok {
			at := source.Span{File: f, Start: start + c.start, End: start + c.end}
			s := &Suppression{At: at, File: f.Path}
			parse(s, c.text)
			switch {
			case c.file && !(head && c.alone):
				s.Problem = "irsalint:ignore-file stands outside the first comment of the file, where it means nothing"
			case !c.file && c.alone:
				s.From = lang.next(lines, i+1)
				s.To = s.From
			case !c.file:
				s.From, s.To = i+1, i+1
			}
			out = append(out, s)
		}
		trimmed := strings.TrimSpace(line)
		head = head && (trimmed == "" || trimmed == "---" || lang.comment(trimmed))
		start += len(raw) + 1
	}
	return out
}

// language is which comments a file may have.
type language struct {
	slashes  bool // // and /* */
	template bool // {{/* */}}
}

func languageOf(name string) language {
	switch source.Ext(name) {
	case "yaml", "yml":
		return language{template: true}
	case "tf", "tofu", "hcl", "tfvars":
		return language{slashes: true}
	}
	return language{slashes: true, template: true}
}

// comment reports whether a line holds nothing but a comment.
func (l language) comment(trimmed string) bool {
	return strings.HasPrefix(trimmed, "#") ||
		l.slashes && (strings.HasPrefix(trimmed, "//") || strings.HasPrefix(trimmed, "/*") || strings.HasPrefix(trimmed, "*")) ||
		l.template && (strings.HasPrefix(trimmed, "{{/*") || strings.HasPrefix(trimmed, "{{- /*"))
}

// next gives the number of the first line from an index on that is no
// comment.
func (l language) next(lines [][]byte, i int) int {
	for i < len(lines) && l.comment(string(bytes.TrimSpace(lines[i]))) {
		i++
	}
	return i + 1
}

// found is the directive of a line.
type found struct {
	text       string // after the keyword
	start, end int    // of the directive, in the line
	alone      bool   // nothing but the comment is on the line
	file       bool
}

func (l language) directive(line string) (found, bool) {
	at := strings.Index(line, keyword)
	if at < 0 {
		return found{}, false
	}
	before := strings.TrimRight(line[:at], " \t")
	rest := line[at+len(keyword):]
	block := false
	switch {
	case strings.HasSuffix(before, "#"):
		before = strings.TrimRight(before, "#")
	case l.slashes && strings.HasSuffix(before, "//"):
		before = strings.TrimRight(before, "/")
	case (l.slashes || l.template) && strings.HasSuffix(before, "/*"):
		before, block = strings.TrimSuffix(before, "/*"), true
		outer := strings.TrimRight(strings.TrimSuffix(strings.TrimRight(before, " "), "-"), " ")
		if open, ok := strings.CutSuffix(outer, "{{"); ok {
			before = open
		} else if !l.slashes {
			return found{}, false
		}
	default:
		return found{}, false // the words, not a comment
	}
	if strings.Count(before, `"`)%2 == 1 {
		return found{}, false // in a text
	}
	after := ""
	if block {
		rest, after, _ = strings.Cut(rest, "*/")
		after = strings.Trim(after, " \t-}") // the end of a template's comment
	}
	c := found{start: at, alone: strings.TrimSpace(before) == "" && after == ""}
	c.text, c.file = strings.CutPrefix(rest, onFile)
	if c.text != "" && !strings.ContainsAny(c.text[:1], " \t") {
		return found{}, false // another word
	}
	c.end = at + len(keyword) + len(strings.TrimRight(rest, " \t"))
	return c, true
}

// Annotation is the key of the annotation that suppresses findings of a
// Kubernetes object. Its value has a line for each decision, without the
// keyword of a comment.
const Annotation = "irsalint/ignore"

// Annotated reads the value of the annotation of an object that reaches from
// one line of its file to another.
func Annotated(text string, at source.Span, from, to int) []*Suppression {
	var out []*Suppression
	for line := range strings.SplitSeq(text, "\n") {
		if line = strings.TrimSpace(line); line == "" {
			continue
		}
		s := &Suppression{At: at, File: at.File.Path, From: from, To: to}
		parse(s, strings.TrimPrefix(line, keyword))
		out = append(out, s)
	}
	if out == nil {
		out = append(out, &Suppression{At: at, Problem: "it names no rule"})
	}
	return out
}

// parse reads rules, date and reason.
func parse(s *Suppression, text string) {
	head, reason, ok := cutReason(text)
	for _, word := range strings.FieldsFunc(head, func(r rune) bool { return r == ' ' || r == '\t' || r == ',' }) {
		day, isDate := strings.CutPrefix(word, "until=")
		switch {
		case isDate:
			var err error
			if s.Until, err = time.Parse(time.DateOnly, day); err != nil {
				s.Problem = "until=" + day + " is no date, YYYY-MM-DD"
				return
			}
		case !isRule(word):
			s.Problem = `"` + word + `" is no rule: want category/name or category/*`
			return
		default:
			s.Rules = append(s.Rules, word)
		}
	}
	s.Reason = strings.TrimSpace(reason)
	switch {
	case len(s.Rules) == 0:
		s.Problem = "it names no rule"
	case !ok || s.Reason == "":
		s.Problem = "it gives no reason"
	}
}

// cutReason cuts at the first -- that is a word.
func cutReason(text string) (head, reason string, ok bool) {
	for from := 0; ; {
		i := strings.Index(text[from:], "--")
		if i < 0 {
			return text, "", false
		}
		i += from
		if (i == 0 || text[i-1] == ' ' || text[i-1] == '\t') && (i+2 == len(text) || text[i+2] == ' ' || text[i+2] == '\t') {
			return text[:i], text[i+2:], true
		}
		from = i + 2
	}
}

func isRule(s string) bool {
	category, name, ok := strings.Cut(s, "/")
	return ok && category != "" && name != "" && !strings.Contains(category, "*") &&
		(name == "*" || !strings.ContainsAny(name, "*/"))
}
