package lsp

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/irsalint/irsalint/pkg/finding"
	"github.com/irsalint/irsalint/pkg/rules"
)

// hover says what irsalint knows of a place: the findings that it is an end
// of, with the pages of their rules, the checks that are not settled, with the
// reason, and those that are.
func (s *server) hover(params json.RawMessage) (answer, error) {
	p, err := decode[positionParams](params)
	if err != nil {
		return nil, err
	}
	q, name, ok := s.locate(p.TextDocument.URI)
	if !ok {
		return nothing, nil
	}
	return func(ctx context.Context) (any, error) {
		snap, err := q.current(ctx)
		if err != nil {
			return nil, err
		}
		h := newHoverText(q, snap, name, p.Position)
		h.findings()
		h.unverified()
		h.verified()
		if h.text.Len() == 0 {
			return nil, nil
		}
		return hover{markup{"markdown", strings.TrimSpace(h.text.String()) + "\n"}, h.span}, nil
	}, nil
}

func nothing(context.Context) (any, error) { return nil, nil }

// hoverText puts the text of one hover together.
type hoverText struct {
	project  *project
	snapshot *snapshot
	name     string // the file
	at       position
	pages    map[string]finding.Rule
	shown    map[string]bool // rules whose page the text has
	text     strings.Builder
	span     textRange // of what was found first
}

func newHoverText(p *project, s *snapshot, name string, at position) *hoverText {
	return &hoverText{project: p, snapshot: s, name: name, at: at, pages: p.rules(), shown: map[string]bool{}}
}

// on reports whether the position is in the first line of a location, and
// notes the range.
func (h *hoverText) on(l finding.Location) bool {
	if l.File != h.name || l.Source == nil {
		return false
	}
	if l.EndLine > l.Line {
		l.EndLine, l.EndColumn = l.Line, len([]rune(l.Source.Line(l.Line)))+1
	}
	r := h.project.rangeOf(h.snapshot, l)
	if comparePositions(r.Start, h.at) > 0 || comparePositions(h.at, r.End) > 0 {
		return false
	}
	if h.text.Len() == 0 {
		h.span = r
	}
	return true
}

// title begins what the text says of a rule.
func (h *hoverText) title(rule string) string {
	if t := h.pages[rule].Title; t != "" {
		return t + " (`" + rule + "`)"
	}
	return "`" + rule + "`"
}

func (h *hoverText) page(rule string) {
	if page := h.pages[rule].Page; page != "" && !h.shown[rule] {
		h.shown[rule] = true
		fmt.Fprintf(&h.text, "---\n\n%s\n", strings.TrimSpace(page))
	}
}

func (h *hoverText) findings() {
	for i := range h.snapshot.Report.Findings {
		f := &h.snapshot.Report.Findings[i]
		here := h.on(f.Location)
		for _, r := range f.Related {
			here = here || h.on(r.Location)
		}
		if !here {
			continue
		}
		fmt.Fprintf(&h.text, "**%s**: %s\n\n", f.Severity, plain(f.Message))
		if f.Fix != nil && f.Fix.Description != "" {
			fmt.Fprintf(&h.text, "**help**: %s\n\n", plain(f.Fix.Description))
		}
		h.page(f.Rule)
		h.text.WriteString("\n")
	}
}

func (h *hoverText) unverified() {
	said := map[string]bool{}
	for _, u := range h.snapshot.Report.Unverified {
		line := fmt.Sprintf("**unverified**: %s\n\n%s, %s\n\n", plain(u.Reason), h.title(u.Rule), plain(u.Object))
		if said[line] || !h.on(u.Location) {
			continue
		}
		said[line] = true
		h.text.WriteString(line)
		h.page(u.Rule)
		h.text.WriteString("\n")
	}
}

// maxVerified is how many verified checks a hover lists.
const maxVerified = 20

func (h *hoverText) verified() {
	said := map[string]bool{}
	for i := range h.snapshot.Checks {
		c := &h.snapshot.Checks[i]
		if c.Status != rules.Verified || !strings.HasPrefix(c.At, h.name+":") {
			continue
		}
		line := fmt.Sprintf("- %s, %s\n", h.title(c.Rule), plain(c.Object))
		l, ok := h.snapshot.Location(c.At)
		if !ok || said[line] || !h.on(l) {
			continue
		}
		said[line] = true
		switch {
		case len(said) == 1:
			h.text.WriteString("**verified by irsalint**\n\n")
		case len(said) > maxVerified:
			h.text.WriteString("- …\n")
			return
		}
		h.text.WriteString(line)
	}
}

// plain escapes what Markdown would take for a mark.
func plain(s string) string {
	return strings.NewReplacer(`\`, `\\`, "*", `\*`, "_", `\_`, "`", "\\`", "<", `\<`, "[", `\[`).Replace(s)
}

// rules gives what a run checks, by id.
func (p *project) rules() map[string]finding.Rule {
	p.pagesOnce.Do(func() {
		p.pages = map[string]finding.Rule{}
		for _, r := range p.session.Rules(p.options) {
			p.pages[r.ID] = r
		}
	})
	return p.pages
}
