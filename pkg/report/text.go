package report

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/irsalint/irsalint/pkg/finding"
)

// text is the form for people. The first line of each finding is
// path:line:column: severity: message [rule], which editors and problem
// matchers parse; it never changes.
type text struct{}

// Name is text.
func (text) Name() string { return "text" }

// Write writes the findings and then the coverage.
func (text) Write(w io.Writer, r *finding.Report, o Options) error {
	b := bufio.NewWriter(w)
	p := painter{o.Color}
	for i := range r.Findings {
		if i > 0 {
			fmt.Fprintln(b)
		}
		writeFinding(b, p, &r.Findings[i])
	}
	for _, e := range r.Errors {
		fmt.Fprintf(b, "%s %s\n", p.paint(red, "irsalint:"), clean(e.Message))
	}
	if !o.Quiet && len(r.Errors) == 0 {
		if len(r.Findings) > 0 {
			fmt.Fprintln(b)
		}
		writeCoverage(b, p, r, o.Verbose)
	}
	return b.Flush()
}

func writeFinding(b io.Writer, p painter, f *finding.Finding) {
	color := map[finding.Severity]string{finding.Error: red, finding.Warning: yellow, finding.Note: cyan}[f.Severity]
	fmt.Fprintf(b, "%s: %s %s %s\n", p.paint(bold, clean(f.Location.String())),
		p.paint(color, f.Severity.String()+":"), p.paint(bold, clean(f.Message)), "["+f.Rule+"]")
	width := len(strconv.Itoa(f.Location.Line))
	for _, r := range f.Related {
		width = max(width, len(strconv.Itoa(r.Location.Line)))
	}
	gutter := max(width, 4)
	writeSnippet(b, p, f.Location, gutter, color)
	for _, r := range f.Related {
		if r.Location.IsZero() {
			fmt.Fprintf(b, "  %s\n", clean(r.Message))
			continue
		}
		fmt.Fprintf(b, "  %s: %s\n", clean(r.Location.String()), clean(r.Message))
		writeSnippet(b, p, r.Location, gutter, cyan)
	}
	if f.Fix != nil && f.Fix.Description != "" {
		lines := strings.Split(strings.TrimRight(f.Fix.Description, "\n"), "\n")
		fmt.Fprintf(b, "  %s %s\n", p.paint(green, "help:"), clean(lines[0]))
		for _, l := range lines[1:] {
			fmt.Fprintf(b, "        %s\n", clean(l))
		}
	}
	if len(f.Environments) > 0 {
		fmt.Fprintf(b, "  in: %s\n", clean(strings.Join(f.Environments, ", ")))
	}
}

// writeSnippet quotes the line of a location and underlines its span.
func writeSnippet(b io.Writer, p painter, l finding.Location, gutter int, color string) {
	if l.Snippet == "" {
		return
	}
	line, start, end := crop(l)
	before, span := string(line[:start]), string(line[start:end])
	mark := "^" + strings.Repeat("~", max(displayWidth(span)-1, 0))
	fmt.Fprintf(b, "%s %s %s\n", p.paint(dim, fmt.Sprintf("%*d", gutter, l.Line)), p.paint(dim, "|"), string(line))
	fmt.Fprintf(b, "%s %s %s%s\n", strings.Repeat(" ", gutter), p.paint(dim, "|"), pad(before), p.paint(color, mark))
}

// maxLine is how many characters of a line are quoted.
const maxLine = 140

// crop gives the characters of the line that are shown, and the offsets of the
// span in them.
func crop(l finding.Location) (line []rune, start, end int) {
	line = []rune(clean(l.Snippet))
	start = min(max(l.Column-1, 0), len(line))
	end = len(line)
	if l.EndLine <= l.Line {
		end = min(max(l.EndColumn-1, start), len(line))
	}
	if len(line) <= maxLine {
		return line, start, end
	}
	from := max(0, min(start-maxLine/4, len(line)-maxLine))
	to := min(len(line), from+maxLine)
	cut := make([]rune, 0, maxLine+2)
	if from > 0 {
		cut = append(cut, '…')
	}
	shift := len(cut) - from
	cut = append(cut, line[from:to]...)
	start, end = start+shift, min(end, to)+shift
	if to < len(line) {
		cut = append(cut, '…')
	}
	return cut, start, max(start, end)
}
