// Package report writes reports, one file a format.
package report

import (
	"io"
	"path"

	"github.com/irsalint/irsalint/pkg/finding"
)

// Options are choices that some formats have.
type Options struct {
	// Color paints for a terminal.
	Color bool
	// Verbose lists every unverified check.
	Verbose bool
	// Quiet leaves out everything but the findings.
	Quiet bool
	// Dir is the working directory as seen from the root of the repository,
	// with forward slashes; empty if they are one. Formats for code hosts name
	// files from that root.
	Dir string
	// Rules gives the rules that were run, sorted by id. It is called only by
	// formats that explain rules; nil if there are none to explain.
	Rules func() []finding.Rule
}

// fromRoot gives the path of a report's file as seen from the root of the
// repository.
func (o *Options) fromRoot(file string) string {
	if o.Dir == "" || path.IsAbs(file) {
		return file
	}
	return path.Join(o.Dir, file)
}

// Format is one form of a report.
type Format interface {
	// Name is what --format calls it.
	Name() string
	// Write writes the whole report.
	Write(w io.Writer, r *finding.Report, o Options) error
}

// Summarizer is a format with a second part: a page, in Markdown, that a CI
// system shows beside the log.
type Summarizer interface {
	Format
	// WriteSummary writes the page.
	WriteSummary(w io.Writer, r *finding.Report, o Options) error
}

// Formats are all formats there are; the first is the default.
func Formats() []Format { return []Format{text{}, jsonFormat{}, sarif{}, github{}} }

// Names are the names of all formats.
func Names() []string {
	var names []string
	for _, f := range Formats() {
		names = append(names, f.Name())
	}
	return names
}

// Lookup gives the format of a name; not ok if there is none.
func Lookup(name string) (Format, bool) {
	for _, f := range Formats() {
		if f.Name() == name {
			return f, true
		}
	}
	return nil, false
}
