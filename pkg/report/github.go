package report

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"strings"

	"github.com/irsalint/irsalint/pkg/finding"
)

// github is the log of a GitHub Actions step: workflow commands, which the
// runner turns into annotations of the lines that they name. Its summary is
// the page of the job.
type github struct{}

// maxAnnotations is how many annotations of each kind the runner takes from
// one step; it drops the others.
const maxAnnotations = 10

// maxSummary bounds the table of the summary, in bytes. GitHub refuses a
// step's page of more than 1 MiB.
const maxSummary = 512 << 10

// Name is github.
func (github) Name() string { return "github" }

// Write writes the worst findings as annotations, the others and the coverage
// as text.
func (github) Write(w io.Writer, r *finding.Report, o Options) error {
	b := bufio.NewWriter(w)
	for _, e := range r.Errors {
		fmt.Fprintf(b, "::error title=%s::%s\n", commandProperty(r.Tool.Name), commandData(clean(e.Message)))
	}
	var text bytes.Buffer
	shown := map[finding.Severity]int{finding.Error: len(r.Errors)}
	for _, f := range bySeverity(r.Findings) {
		if shown[f.Severity]++; shown[f.Severity] <= maxAnnotations {
			writeAnnotation(b, &f, o)
			continue
		}
		if text.Len() == 0 {
			fmt.Fprintf(&text, "GitHub shows %d annotations of a kind; the other findings:\n", maxAnnotations)
		}
		fmt.Fprintf(&text, "%s: %s: %s [%s]\n", clean(f.Location.String()), f.Severity, clean(f.Message), f.Rule)
	}
	if !o.Quiet && len(r.Errors) == 0 {
		writeCoverage(&text, painter{}, r, o.Verbose)
	}
	for line := range strings.Lines(text.String()) {
		fmt.Fprint(b, noCommand(line))
	}
	return b.Flush()
}

// writeAnnotation writes one finding as a command, in one line.
func writeAnnotation(b io.Writer, f *finding.Finding, o Options) {
	command := map[finding.Severity]string{finding.Error: "error", finding.Warning: "warning", finding.Note: "notice"}[f.Severity]
	l := f.Location
	fmt.Fprintf(b, "::%s file=%s,line=%d,endLine=%d", command, commandProperty(clean(o.fromRoot(l.File))), l.Line, l.EndLine)
	if l.EndLine == l.Line { // columns only make sense within a line
		fmt.Fprintf(b, ",col=%d,endColumn=%d", l.Column, l.EndColumn)
	}
	fmt.Fprintf(b, ",title=%s::%s\n", commandProperty(f.Rule), commandData(annotation(f, o)))
}

// annotation gives what stands in an annotation: the message, the other ends,
// what to write.
func annotation(f *finding.Finding, o Options) string {
	lines := []string{clean(f.Message)}
	for _, r := range f.Related {
		at := r.Location
		at.File = o.fromRoot(at.File)
		lines = append(lines, clean(at.String()+": "+r.Message))
	}
	if f.Fix != nil && f.Fix.Description != "" {
		lines = append(lines, labelled("help:", cleanLines(f.Fix.Description)))
	}
	if len(f.Environments) > 0 {
		lines = append(lines, "in: "+clean(strings.Join(f.Environments, ", ")))
	}
	return strings.Join(lines, "\n")
}

// labelled puts a label before a text; on a line of its own before several.
func labelled(label, text string) string {
	if strings.Contains(text, "\n") {
		return label + "\n" + text
	}
	return label + " " + text
}

// commandData escapes the message of a command.
func commandData(s string) string {
	return strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A").Replace(s)
}

// commandProperty escapes a property of a command.
func commandProperty(s string) string {
	return strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C").Replace(s)
}

// noCommand keeps a line from being one: the runner obeys :: at the start of a
// line, after any blanks, and ##[ anywhere in it.
func noCommand(line string) string {
	if strings.HasPrefix(strings.TrimSpace(line), "::") {
		line = "./" + strings.TrimSpace(line) + "\n"
	}
	return strings.ReplaceAll(line, "##[", "# #[")
}

// WriteSummary writes a table of all findings and the coverage.
func (github) WriteSummary(w io.Writer, r *finding.Report, o Options) error {
	b := bufio.NewWriter(w)
	fmt.Fprintf(b, "## %s: %s\n\n", markdown(r.Tool.Name), outcome(r))
	for _, e := range r.Errors {
		fmt.Fprintf(b, "%s\n\n", markdown(e.Message))
	}
	writeTable(b, r, o)
	if len(r.Errors) == 0 {
		var text bytes.Buffer
		writeCoverage(&text, painter{}, r, false)
		fence := fence(text.String())
		fmt.Fprintf(b, "%stext\n%s%s\n\n", fence, text.String(), fence)
	}
	return b.Flush()
}

func writeTable(b io.Writer, r *finding.Report, o Options) {
	if len(r.Findings) == 0 {
		return
	}
	fmt.Fprintf(b, "| | place | finding | rule |\n| --- | --- | --- | --- |\n")
	size := 0
	list := bySeverity(r.Findings)
	for i := range list {
		f := &list[i]
		at := f.Location
		at.File = o.fromRoot(at.File)
		text := strings.NewReplacer("\n", "<br>", "  ", "&nbsp; ").Replace(markdown(annotation(f, o)))
		row := fmt.Sprintf("| %s | %s | %s | %s |\n", f.Severity, markdown(at.String()), text, markdown(f.Rule))
		if size += len(row); size > maxSummary {
			fmt.Fprintf(b, "\nand %s more, which the log lists\n", plural(len(list)-i, "finding"))
			break
		}
		fmt.Fprint(b, row)
	}
	fmt.Fprintln(b)
}

// outcome says in a few words how a run ended.
func outcome(r *finding.Report) string {
	if len(r.Errors) > 0 {
		return "the job could not be done"
	}
	var parts []string
	for _, c := range []struct {
		n    int
		noun string
	}{{r.Summary.Error, "error"}, {r.Summary.Warning, "warning"}, {r.Summary.Note, "note"}} {
		if c.n > 0 {
			parts = append(parts, plural(c.n, c.noun))
		}
	}
	if len(parts) == 0 {
		return "nothing found"
	}
	return enumerate(parts)
}

// markdown escapes text for a cell of a Markdown table; line feeds stay.
func markdown(s string) string {
	var b strings.Builder
	for _, r := range cleanLines(s) {
		if strings.ContainsRune("\\`*_{}[]<>#|~!&$", r) {
			b.WriteByte('\\')
		}
		b.WriteRune(r)
	}
	return b.String()
}

// fence gives a fence that a block of code with this text cannot end.
func fence(text string) string {
	fence := "```"
	for strings.Contains(text, fence) {
		fence += "`"
	}
	return fence
}
