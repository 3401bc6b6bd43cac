package report

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"net/url"
	"path"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/irsalint/irsalint/pkg/finding"
	"github.com/irsalint/irsalint/pkg/source"
)

// sarif is SARIF 2.1.0 as GitHub code scanning reads it: it demands more than
// the standard does, and shows related places only where the message links to
// them.
type sarif struct{}

const (
	sarifSchema = "https://json.schemastore.org/sarif-2.1.0.json"
	sarifHome   = "https://github.com/irsalint/irsalint"
	sarifRoot   = "%SRCROOT%"
)

// What code scanning takes. It refuses a file with more results.
const (
	maxSARIFResults = 25_000
	maxSARIFRelated = 99 // with the primary place, 100
	maxSARIFTags    = 10
	maxSARIFText    = 1024 // characters of a description
)

// Name is sarif.
func (sarif) Name() string { return "sarif" }

// Write writes a log of one run.
func (sarif) Write(w io.Writer, r *finding.Report, o Options) error {
	b := sarifWriter{options: &o, index: map[string]int{}, hashes: map[*source.File][]string{}}
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(sarifLog{Schema: sarifSchema, Version: "2.1.0", Runs: []sarifRun{b.run(r)}})
}

// sarifWriter holds what the results of one run share.
type sarifWriter struct {
	options *Options
	rules   []sarifRule
	index   map[string]int // of a rule's id in rules
	hashes  map[*source.File][]string
}

func (b *sarifWriter) run(r *finding.Report) sarifRun {
	b.catalogue(r)
	notes := []sarifNotification{}
	for _, e := range r.Errors {
		notes = append(notes, sarifNotification{Level: "error", Message: sarifText{Text: nonempty(clean(e.Message), "error")}})
	}
	findings := r.Findings
	if more := len(findings) - maxSARIFResults; more > 0 {
		findings = bySeverity(findings)[:maxSARIFResults]
		notes = append(notes, sarifNotification{Level: "warning", Message: sarifText{
			Text: fmt.Sprintf("%s left out: code scanning takes %d results; the worst are here.", plural(more, "finding"), maxSARIFResults),
		}})
	}
	results := make([]sarifResult, len(findings)) // not nil: that would mean that nothing was looked for
	for i := range findings {
		results[i] = b.result(&findings[i])
	}
	version := semanticVersion(r.Tool.Version)
	driver := sarifDriver{
		Name: r.Tool.Name, FullName: strings.TrimSpace(r.Tool.Name + " " + r.Tool.Version),
		Version: version, SemanticVersion: version, InformationURI: sarifHome, Rules: b.rules,
	}
	c := r.Summary.Checks
	return sarifRun{
		Tool:              sarifTool{Driver: driver},
		AutomationDetails: sarifAutomation{ID: r.Tool.Name + "/"}, // category irsalint, no id of the run
		Invocations:       []sarifInvocation{{ExecutionSuccessful: len(r.Errors) == 0, Notifications: notes}},
		ColumnKind:        "unicodeCodePoints",
		OriginalURIBaseIDs: map[string]sarifArtifact{
			sarifRoot: {Description: &sarifText{Text: "The root of the repository."}},
		},
		Results: results,
		Properties: sarifRunProperties{
			Files:  r.Summary.Files,
			Checks: sarifChecks{Verified: c.Verified, Contradicted: c.Contradicted, Unverified: c.Unverified},
		},
	}
}

// catalogue fills the rules: those given, and by their id alone those that
// findings name besides.
func (b *sarifWriter) catalogue(r *finding.Report) {
	b.rules = []sarifRule{}
	add := func(rule finding.Rule) {
		if _, known := b.index[rule.ID]; !known {
			b.index[rule.ID] = len(b.rules)
			b.rules = append(b.rules, sarifRuleOf(rule))
		}
	}
	if b.options.Rules != nil {
		for _, rule := range b.options.Rules() {
			add(rule)
		}
	}
	for i := range r.Findings {
		add(finding.Rule{ID: r.Findings[i].Rule, Severity: r.Findings[i].Severity})
	}
}

// sarifRuleOf fills every text: code scanning takes an empty one for missing.
func sarifRuleOf(r finding.Rule) sarifRule {
	title := nonempty(r.Title, r.ID)
	description := nonempty(r.Description, title)
	problem := r.Severity.String()
	if r.Severity == finding.Note {
		problem = "recommendation"
	}
	return sarifRule{
		ID: r.ID, Name: pascalCase(r.ID),
		ShortDescription:     sarifText{Text: limit(sentence(title), maxSARIFText)},
		FullDescription:      sarifText{Text: limit(sentence(description), maxSARIFText)},
		Help:                 sarifText{Text: sentence(description), Markdown: r.Page},
		DefaultConfiguration: sarifConfiguration{Level: r.Severity.String()},
		Properties: sarifRuleProperties{
			Tags: distinct(r.Tags, maxSARIFTags), Precision: r.Precision, ProblemSeverity: problem,
		},
	}
}

func (b *sarifWriter) result(f *finding.Finding) sarifResult {
	out := sarifResult{
		RuleID: f.Rule, RuleIndex: b.index[f.Rule], Level: f.Severity.String(),
		Locations:           []sarifLocation{{PhysicalLocation: b.place(f.Location)}},
		PartialFingerprints: map[string]string{"irsalint/v1": f.Fingerprint},
	}
	if f.Object != "" {
		out.Locations[0].LogicalLocations = []sarifLogicalLocation{{FullyQualifiedName: clean(f.Object)}}
	}
	if hash := b.lineHash(f.Location); hash != "" {
		out.PartialFingerprints["primaryLocationLineHash"] = hash
	}
	related := f.Related[:min(len(f.Related), maxSARIFRelated)]
	for i, r := range related {
		out.RelatedLocations = append(out.RelatedLocations, sarifLocation{
			ID: i + 1, Message: &sarifText{Text: sentence(clean(r.Message))}, PhysicalLocation: b.place(r.Location),
		})
	}
	out.Message.Text = sarifMessage(f, related)
	if fix := f.Fix; fix != nil && len(fix.Edits) > 0 {
		out.Fixes = []sarifFix{{
			Description:     sarifText{Text: nonempty(cleanLines(fix.Description), "fix")},
			ArtifactChanges: b.changes(fix.Edits),
		}}
	}
	if len(f.Environments) > 0 {
		out.Properties = &sarifResultProperties{Environments: f.Environments}
	}
	return out
}

// sarifMessage gives the whole of a finding as text, one thing a line: what is
// wrong, links to the related places by their id, what to write.
func sarifMessage(f *finding.Finding, related []finding.Related) string {
	lines := []string{sentence(notLinked(clean(f.Message)))}
	if len(related) > 0 {
		links := make([]string, len(related))
		for i, r := range related {
			links[i] = "[" + inLink(clean(r.Message)) + "](" + strconv.Itoa(i+1) + ")"
		}
		lines = append(lines, "See "+strings.Join(links, ", ")+".")
	}
	if f.Fix != nil && f.Fix.Description != "" {
		lines = append(lines, labelled("Help:", notLinked(cleanLines(f.Fix.Description)))) // no full stop: it quotes code
	}
	if len(f.Environments) > 0 {
		lines = append(lines, "In: "+clean(strings.Join(f.Environments, ", "))+".")
	}
	return strings.Join(lines, "\n")
}

// inLink escapes the text of a link, as the standard says (3.11.6).
func inLink(s string) string { return strings.NewReplacer("[", `\[`, "]", `\]`).Replace(s) }

// notLinked keeps text from being read as a link.
func notLinked(s string) string { return strings.ReplaceAll(s, "](", `\](`) }

func (b *sarifWriter) changes(edits []finding.Edit) []sarifChange {
	var out []sarifChange
	for _, e := range edits {
		place := b.place(e.Location)
		i := slices.IndexFunc(out, func(c sarifChange) bool { return c.ArtifactLocation == place.ArtifactLocation })
		if i < 0 {
			i = len(out)
			out = append(out, sarifChange{ArtifactLocation: place.ArtifactLocation})
		}
		out[i].Replacements = append(out[i].Replacements, sarifReplacement{DeletedRegion: place.Region, InsertedContent: sarifText{Text: e.Text}})
	}
	return out
}

func (b *sarifWriter) place(l finding.Location) sarifPhysicalLocation {
	at := sarifArtifact{URI: sarifURI(b.options.fromRoot(l.File))}
	if !strings.HasPrefix(at.URI, "file:") {
		at.URIBaseID = sarifRoot
	}
	line, column := max(l.Line, 1), max(l.Column, 1)
	endLine := max(l.EndLine, line)
	endColumn := max(l.EndColumn, 1)
	if endLine == line {
		endColumn = max(endColumn, column)
	}
	return sarifPhysicalLocation{
		ArtifactLocation: at,
		Region:           sarifRegion{StartLine: line, StartColumn: column, EndLine: endLine, EndColumn: endColumn},
	}
}

// sarifURI percent-encodes a path. A relative one stays relative; a colon is
// encoded too, since it would make what stands before it a scheme.
func sarifURI(file string) string {
	segments := strings.Split(file, "/")
	for i, s := range segments {
		segments[i] = strings.ReplaceAll(url.PathEscape(s), ":", "%3A")
	}
	uri := strings.Join(segments, "/")
	switch {
	case path.IsAbs(file):
		return "file://" + uri
	case len(file) > 2 && file[1] == ':' && file[2] == '/': // C:/
		return "file:///" + file[:2] + uri[len("C%3A"):]
	}
	return uri
}

// lineHash gives the hash of a place's first line; empty if the file is not
// known. It is made of the file as it is, so it is the same that the upload
// computes.
func (b *sarifWriter) lineHash(l finding.Location) string {
	if l.Source == nil {
		return ""
	}
	hashes, ok := b.hashes[l.Source]
	if !ok {
		hashes = lineHashes(l.Source.Data)
		b.hashes[l.Source] = hashes
	}
	if l.Line < 1 || l.Line >= len(hashes) {
		return ""
	}
	return hashes[l.Line]
}

// bySeverity gives the findings with the worst first, each severity in the
// order of the report.
func bySeverity(list []finding.Finding) []finding.Finding {
	out := slices.Clone(list)
	slices.SortStableFunc(out, func(a, b finding.Finding) int { return cmp.Compare(b.Severity, a.Severity) })
	return out
}

// pascalCase gives a rule's id as a name: irsa/subject-mismatch is
// IrsaSubjectMismatch.
func pascalCase(id string) string {
	words := strings.FieldsFunc(id, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	for i, w := range words {
		r := []rune(w)
		words[i] = string(unicode.ToUpper(r[0])) + string(r[1:])
	}
	return strings.Join(words, "")
}

// unreleased is the version of a build that has none: consumers warn of a log
// without a version.
const unreleased = "0.0.0-devel"

// semanticVersion gives a version like v1.2.3-x without the v.
func semanticVersion(v string) string {
	v = strings.TrimPrefix(v, "v")
	core, _, _ := strings.Cut(v, "+")
	core, _, _ = strings.Cut(core, "-")
	parts := strings.Split(core, ".")
	if len(parts) != 3 {
		return unreleased
	}
	for _, p := range parts {
		if _, err := strconv.ParseUint(p, 10, 64); err != nil {
			return unreleased
		}
	}
	return v
}

// sentence ends a text with a full stop, if nothing else ends it.
func sentence(s string) string {
	s = strings.TrimSpace(s)
	if s == "" || strings.HasSuffix(s, ".") || strings.HasSuffix(s, "!") || strings.HasSuffix(s, "?") {
		return s
	}
	return s + "."
}

// distinct gives the first n different texts of a list.
func distinct(list []string, n int) []string {
	var out []string
	for _, s := range list {
		if len(out) < n && !slices.Contains(out, s) {
			out = append(out, s)
		}
	}
	return out
}

func nonempty(s, otherwise string) string {
	if strings.TrimSpace(s) == "" {
		return otherwise
	}
	return s
}

// limit cuts a text to so many characters.
func limit(s string, n int) string {
	if r := []rune(s); len(r) > n {
		return string(r[:n-1]) + "…"
	}
	return s
}

// cleanLines is clean for a text of several lines.
func cleanLines(s string) string {
	lines := strings.Split(s, "\n")
	for i, l := range lines {
		lines[i] = clean(l)
	}
	return strings.Join(lines, "\n")
}
