package lsp

import (
	"cmp"
	"encoding/json"
	"slices"
	"strings"

	"github.com/irsalint/irsalint/pkg/finding"
	"github.com/irsalint/irsalint/pkg/source"
)

// publication is what was last published for a URI.
type publication struct {
	version int // of the document, -1 if it was not open
	body    string
	empty   bool
}

// publish tells the client what was found, and takes back what is not so any
// more: for every URI with diagnostics there is an empty list once it has none.
// What the client knows already is not repeated, except for another version of
// a document. The caller holds turn.
func (p *project) publish(s *snapshot) {
	found := p.diagnostics(s)
	next := map[string]publishParams{}
	for name, list := range found {
		next[p.uri(s.docs, name)] = publishParams{Diagnostics: list}
	}
	for _, doc := range s.docs {
		q := next[doc.uri]
		version := doc.version
		q.Version = &version
		next[doc.uri] = q
	}
	for uri, old := range p.published {
		if _, ok := next[uri]; !ok && !old.empty {
			next[uri] = publishParams{}
		}
	}
	uris := make([]string, 0, len(next))
	for uri := range next {
		uris = append(uris, uri)
	}
	slices.Sort(uris)
	for _, uri := range uris {
		q := next[uri]
		q.URI = uri
		if q.Diagnostics == nil {
			q.Diagnostics = []diagnostic{}
		}
		p.send(q)
	}
	for uri := range p.published {
		if _, ok := next[uri]; !ok {
			delete(p.published, uri)
		}
	}
}

func (p *project) send(q publishParams) {
	body, err := json.Marshal(q.Diagnostics)
	if err != nil {
		p.server.logf("%s: %v", q.URI, err)
		return
	}
	now := publication{version: -1, body: string(body), empty: len(q.Diagnostics) == 0}
	if q.Version != nil {
		now.version = *q.Version
	}
	if old, ok := p.published[q.URI]; ok && old == now {
		return
	}
	p.published[q.URI] = now
	p.server.conn.tell("textDocument/publishDiagnostics", q)
}

// clear takes back all that was published, of a project that is closed.
func (p *project) clear() {
	p.turn.Lock()
	defer p.turn.Unlock()
	p.publish(&snapshot{})
}

// diagnostics gives those of each file, by path: a finding stands at its place
// with its severity, and at every related place as information, so that both
// ends show it.
func (p *project) diagnostics(s *snapshot) map[string][]diagnostic {
	out := map[string][]diagnostic{}
	for i := range s.Report.Findings {
		f := &s.Report.Findings[i]
		main := diagnostic{
			Range: p.rangeOf(s, f.Location), Severity: severityOf(f.Severity),
			Code: f.Rule, Source: "irsalint", Message: f.Message,
			Data: &diagnosticDetails{Fingerprint: f.Fingerprint},
		}
		if f.Fix != nil && f.Fix.Description != "" {
			main.Data.Help = f.Fix.Description
			main.Message += "\nhelp: " + f.Fix.Description
		}
		back := []related{{Message: f.Message, Location: p.locationOf(s, f.Location)}}
		for _, r := range f.Related {
			at := p.locationOf(s, r.Location)
			main.Related = append(main.Related, related{Message: r.Message, Location: at})
			if r.Location == f.Location {
				continue
			}
			other := main
			other.Range, other.Severity, other.Related = at.Range, severityInformation, back
			if r.Location.File == f.Location.File {
				other.Severity = severityHint
			}
			other.Message = r.Message + "\n" + main.Message
			out[r.Location.File] = append(out[r.Location.File], other)
		}
		out[f.Location.File] = append(out[f.Location.File], main)
	}
	for name := range out {
		slices.SortStableFunc(out[name], func(a, b diagnostic) int {
			return cmp.Or(comparePositions(a.Range.Start, b.Range.Start), comparePositions(a.Range.End, b.Range.End),
				cmp.Compare(a.Severity, b.Severity), strings.Compare(a.Code, b.Code), strings.Compare(a.Message, b.Message))
		})
	}
	return out
}

func comparePositions(a, b position) int {
	return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Character, b.Character))
}

func severityOf(s finding.Severity) int {
	switch s {
	case finding.Error:
		return severityError
	case finding.Warning:
		return severityWarning
	}
	return severityInformation
}

func (p *project) locationOf(s *snapshot, at finding.Location) location {
	return location{URI: p.uri(s.docs, at.File), Range: p.rangeOf(s, at)}
}

func (p *project) rangeOf(s *snapshot, at finding.Location) textRange {
	if at.Source == nil { // a file that cannot be read
		return textRange{}
	}
	l := s.lines(at.Source, p.server.enc)
	return l.span(offsets(at.Source, at))
}

// lines gives the text of a file in the client's terms.
func (s *snapshot) lines(f *source.File, enc encoding) *lines {
	s.mu.Lock()
	defer s.mu.Unlock()
	l := s.text[f.Path]
	if l == nil {
		_, open := s.docs[f.Path]
		l = newLines(f.Data, enc, open)
		if s.text != nil {
			s.text[f.Path] = l
		}
	}
	return l
}
