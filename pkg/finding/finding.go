// Package finding holds what a run reports: findings, the checks that could
// not be settled, and the summary. Its JSON form is the report contract,
// version 1; the schema is schemas/report.v1.json.
package finding

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"

	"github.com/irsalint/irsalint/pkg/source"
)

// Severity says how bad a finding is. The zero Severity is none.
type Severity uint8

// The severities, in rising order.
const (
	Note    Severity = iota + 1 // worth knowing; nothing breaks
	Warning                     // likely wrong, but not settled by the files
	Error                       // proved wrong by the files
)

var severityNames = [...]string{Note: "note", Warning: "warning", Error: "error"}

// String gives the name in lower case; empty for none.
func (s Severity) String() string {
	if int(s) < len(severityNames) {
		return severityNames[s]
	}
	return ""
}

// ParseSeverity gives the severity of a name.
func ParseSeverity(name string) (Severity, error) {
	for i, n := range severityNames {
		if n != "" && n == name {
			return Severity(i), nil
		}
	}
	return 0, fmt.Errorf("unknown severity %q", name)
}

// MarshalText gives the name.
func (s Severity) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText reads the name.
func (s *Severity) UnmarshalText(b []byte) (err error) {
	*s, err = ParseSeverity(string(b))
	return err
}

// Location is a range of one file. Lines and columns count from 1, columns in
// Unicode code points; the end is exclusive.
type Location struct {
	// File is relative to the working directory, with forward slashes.
	File      string `json:"file"`
	Line      int    `json:"line"`
	Column    int    `json:"column"`
	EndLine   int    `json:"end_line"`
	EndColumn int    `json:"end_column"`

	// Snippet is the text of the first line with secrets taken out, for
	// reports that quote the source. It is no part of the JSON report.
	Snippet string `json:"-"`

	// Source is the file, for reports that identify a line by what stands
	// around it. It is no part of the JSON report; nil if it is not known.
	Source *source.File `json:"-"`
}

// IsZero reports whether the location names no place.
func (l Location) IsZero() bool { return l.File == "" }

// String gives file:line:column.
func (l Location) String() string { return fmt.Sprintf("%s:%d:%d", l.File, l.Line, l.Column) }

// Related is another place that a finding is about.
type Related struct {
	Message  string   `json:"message"`
	Location Location `json:"location"`
}

// Fix says what to write.
type Fix struct {
	// Description says it to a person, exactly.
	Description string `json:"description"`
	// Edits do it, where that is safe; all or none are to be applied.
	Edits []Edit `json:"edits"`
}

// Edit replaces the text at a location.
type Edit struct {
	Location Location `json:"location"`
	Text     string   `json:"text"`
}

// Finding is one proved mistake.
type Finding struct {
	Rule     string   `json:"rule"` // category/name
	Severity Severity `json:"severity"`
	// Message is one line, complete in itself.
	Message string `json:"message"`
	// Object is what it is about, e.g. "ServiceAccount prod/app".
	Object string `json:"object"`
	// Location is the wrong reference; what it fails to meet is Related.
	Location Location  `json:"location"`
	Related  []Related `json:"related"`
	// Environments are those in which it holds, sorted; empty if it does not
	// depend on one.
	Environments []string `json:"environments"`
	Fix          *Fix     `json:"fix,omitempty"`
	// Fingerprint stays the same when lines move; see Fingerprint.
	Fingerprint string `json:"fingerprint"`
}

// Suppressed is a finding that someone decided to live with.
type Suppressed struct {
	Finding
	Reason string `json:"reason"`
}

// Unverified is a check that the files do not settle.
type Unverified struct {
	Rule     string   `json:"rule"`
	Object   string   `json:"object"`
	Reason   string   `json:"reason"`
	Location Location `json:"location"`
}

// Failure is a reason why the job could not be done.
type Failure struct {
	Message string `json:"message"`
}

// Tool names the program that made a report.
type Tool struct {
	Name    string `json:"name"`
	Version string `json:"version"`
}

// Checks counts the checks that were made, by outcome.
type Checks struct {
	Verified     int `json:"verified"`
	Contradicted int `json:"contradicted"`
	Unverified   int `json:"unverified"`
}

// Summary counts.
type Summary struct {
	// Files is how many files were read for what they declare.
	Files int `json:"files"`
	// Objects counts the nodes of the graph by kind.
	Objects    map[string]int `json:"objects"`
	Error      int            `json:"error"`
	Warning    int            `json:"warning"`
	Note       int            `json:"note"`
	Suppressed int            `json:"suppressed"`
	Checks     Checks         `json:"checks"`
}

// Version is the version of the report's JSON form.
const Version = 1

// Report is the result of one run.
type Report struct {
	Version    int          `json:"version"`
	Tool       Tool         `json:"tool"`
	Findings   []Finding    `json:"findings"`
	Suppressed []Suppressed `json:"suppressed"`
	Unverified []Unverified `json:"unverified"`
	Errors     []Failure    `json:"errors"`
	Summary    Summary      `json:"summary"`
}

// NewReport gives an empty report: lists are empty, not nil, so that the JSON
// form never holds null.
func NewReport(tool Tool) Report {
	return Report{
		Version: Version, Tool: tool,
		Findings: []Finding{}, Suppressed: []Suppressed{}, Unverified: []Unverified{}, Errors: []Failure{},
		Summary: Summary{Objects: map[string]int{}},
	}
}

// Count fills the counts of the summary that follow from the lists.
func (r *Report) Count() {
	s := &r.Summary
	s.Error, s.Warning, s.Note = 0, 0, 0
	for i := range r.Findings {
		switch r.Findings[i].Severity {
		case Error:
			s.Error++
		case Warning:
			s.Warning++
		case Note:
			s.Note++
		}
	}
	s.Suppressed = len(r.Suppressed)
}

// Worst gives the highest severity among the findings, none if there is none.
func (r *Report) Worst() Severity {
	var worst Severity
	for i := range r.Findings {
		worst = max(worst, r.Findings[i].Severity)
	}
	return worst
}

// Fingerprint identifies a finding across runs: its rule, the identities of
// what it is about (path from the project root, address, namespace/name) and
// the offending value. No line, environment or working directory goes in, so
// it survives moved lines. It is 32 hexadecimal digits.
func Fingerprint(rule string, key ...string) string {
	h := sha256.New()
	write := func(s string) {
		// the length goes first, so that no two lists of keys run together
		fmt.Fprintf(h, "%d:%s;", len(s), s)
	}
	write(rule)
	for _, k := range key {
		write(strings.Join(strings.Fields(k), " "))
	}
	return hex.EncodeToString(h.Sum(nil)[:16])
}
