package report

import (
	"encoding/json"
	"io"

	"github.com/irsalint/irsalint/pkg/finding"
)

// jsonFormat is the report contract as it stands, for programs.
type jsonFormat struct{}

// Name is json.
func (jsonFormat) Name() string { return "json" }

// Write writes the document, indented.
func (jsonFormat) Write(w io.Writer, r *finding.Report, _ Options) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(r)
}
