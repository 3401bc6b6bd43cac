// Package report writes reports, one file a format.
package report

import (
	"io"

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
}

// Format is one form of a report.
type Format interface {
	// Name is what --format calls it.
	Name() string
	// Write writes the whole report.
	Write(w io.Writer, r *finding.Report, o Options) error
}

// Formats are all formats there are; the first is the default.
func Formats() []Format { return []Format{text{}, jsonFormat{}} }

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
