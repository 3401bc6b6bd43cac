package terraform

import (
	"bytes"
	"fmt"
	"path"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/irsalint/irsalint/pkg/source"
	"github.com/irsalint/irsalint/pkg/value"
)

// parsed is one file: what could be read of it, and what is wrong with it. It
// is shared by all evaluations and never changed.
type parsed struct {
	file *source.File
	body *hclsyntax.Body
	// partial are the top-level blocks of which something may be missing.
	partial  map[*hclsyntax.Block]bool
	problems []Problem
	ropes    map[string]value.Text // see exprState
}

func (p *parsed) broken() bool { return len(p.problems) > 0 }

func (p *parsed) fail(offset int, why string) {
	at := source.Span{File: p.file, Start: offset, End: p.file.Offset(p.file.Position(offset).Line + 1)}.FirstLine()
	p.problems = append(p.problems, Problem{At: at, Message: path.Base(p.file.Path) + " cannot be parsed: " + why})
}

// foreign marks all problems of the file: none of them is a mistake in it.
func (p *parsed) foreign() {
	for i := range p.problems {
		p.problems[i].Foreign = true
	}
}

// maxErrors is the number of errors that one file is charged with.
const maxErrors = 10

// parseHCL parses a file of the native syntax.
func parseHCL(f *source.File) *parsed {
	p := emptyFile(f)
	if bytes.HasPrefix(f.Data, []byte("\x00GITCRYPT\x00")) {
		p.fail(0, "it is encrypted with git-crypt")
		p.foreign()
		return p
	}
	if bytes.IndexByte(f.Data, 0) >= 0 {
		p.fail(bytes.IndexByte(f.Data, 0), "it is not text")
		return p
	}
	if len(f.Data) <= maxHCL {
		if at, why := refuse(f.Data, hclsyntax.LexConfig); why != "" {
			p.fail(at, why)
			return p
		}
		body, diags := parseBody(f, 0, len(f.Data))
		if !diags.HasErrors() {
			p.body = body
			return p
		}
		p.pieces(diags)
		return p
	}
	p.pieces(nil)
	return p
}

// pieces parses a file block by block. The parser stops to report errors
// after the first one, so in a file with an error only this shows which
// blocks are whole.
func (p *parsed) pieces(whole hcl.Diagnostics) {
	cuts := topLevel(p.file.Data)
	template := false
	for i, start := range cuts {
		end := len(p.file.Data)
		if i+1 < len(cuts) {
			end = cuts[i+1]
		}
		if at, why := refuse(p.file.Data[start:end], hclsyntax.LexConfig); why != "" {
			p.fail(start+at, why)
			continue
		}
		body, diags := parseBody(p.file, start, end)
		if diags.HasErrors() {
			at := errorAt(diags, start, end)
			template = template || templated(p.file.Data, at)
			if len(p.problems) < maxErrors {
				p.fail(at, errorText(diags))
			}
			for _, b := range body.Blocks {
				p.partial[b] = true
			}
		}
		p.body.Blocks = append(p.body.Blocks, body.Blocks...)
		for n, a := range body.Attributes {
			if _, ok := p.body.Attributes[n]; !ok {
				p.body.Attributes[n] = a
			}
		}
	}
	if whole.HasErrors() && !p.broken() { // no piece is to blame: all may be
		p.fail(errorAt(whole, 0, len(p.file.Data)), errorText(whole))
		for _, b := range p.body.Blocks {
			p.partial[b] = true
		}
	}
	if template {
		for _, b := range p.body.Blocks { // the template may leave it out, or change it
			p.partial[b] = true
		}
		p.problems = p.problems[:1]
		p.problems[0].Message = path.Base(p.file.Path) + " cannot be parsed: a template, not rendered"
		p.foreign()
	}
}

// templated reports whether the line at an offset, where no Terraform can
// stand, holds a mark of another template language: <% %>, {% %}, {{ }}.
func templated(data []byte, at int) bool {
	start := bytes.LastIndexByte(data[:at], '\n') + 1
	line, _, _ := bytes.Cut(data[start:], []byte("\n"))
	for _, mark := range []string{"<%", "{%", "{{"} {
		if bytes.Contains(line, []byte(mark)) {
			return true
		}
	}
	return false
}

// topLevel gives the offsets at which pieces of a file begin: its start, and
// each line that begins with a word and holds an opening brace.
func topLevel(data []byte) []int {
	cuts := []int{0}
	for i := 0; i < len(data); {
		end := len(data)
		if n := bytes.IndexByte(data[i:], '\n'); n >= 0 {
			end = i + n + 1
		}
		if i > 0 && blockStart(data[i:end]) {
			cuts = append(cuts, i)
		}
		i = end
	}
	return cuts
}

func blockStart(line []byte) bool {
	n := 0
	for n < len(line) && (line[n] >= 'a' && line[n] <= 'z' || line[n] == '_') {
		n++
	}
	switch string(line[:n]) {
	case "resource", "data", "module", "variable", "locals", "output", "provider", "terraform",
		"moved", "import", "removed", "check", "ephemeral", "action", "list":
		rest := bytes.TrimLeft(line[n:], " \t")
		return len(rest) > 0 && (rest[0] == '"' || rest[0] == '{')
	}
	return false
}

// parseBody parses a piece of a file with the places it has in the file. A
// panic of the parser becomes an error.
func parseBody(f *source.File, start, end int) (body *hclsyntax.Body, diags hcl.Diagnostics) {
	body = &hclsyntax.Body{}
	defer func() {
		if r := recover(); r != nil {
			diags = hcl.Diagnostics{{Severity: hcl.DiagError, Summary: fmt.Sprint(r)}}
		}
	}()
	// Only byte offsets are read from ranges, so the line need not be right.
	file, diags := hclsyntax.ParseConfig(f.Data[start:end], f.Path, hcl.Pos{Line: 1, Column: 1, Byte: start})
	if file != nil {
		if b, ok := file.Body.(*hclsyntax.Body); ok && b != nil {
			body = b
		}
	}
	return body, diags
}

func firstError(diags hcl.Diagnostics) *hcl.Diagnostic {
	for _, d := range diags {
		if d.Severity == hcl.DiagError {
			return d
		}
	}
	return nil
}

func errorAt(diags hcl.Diagnostics, start, end int) int {
	if d := firstError(diags); d != nil && d.Subject != nil {
		return min(max(d.Subject.Start.Byte, start), end)
	}
	return start
}

func errorText(diags hcl.Diagnostics) string {
	d := firstError(diags)
	if d == nil {
		return "syntax error"
	}
	s := d.Summary
	if d.Detail != "" {
		s += ": " + d.Detail
	}
	return strings.TrimSuffix(strings.Join(strings.Fields(s), " "), ".")
}
