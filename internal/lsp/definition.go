package lsp

import (
	"context"
	"encoding/json"

	"github.com/irsalint/irsalint/pkg/source"
)

// definition leads from a reference to what it names, from one language to
// another: from the annotation of a ServiceAccount to the role, from a subject
// of a trust policy to the ServiceAccount, and so on along the graph.
func (s *server) definition(params json.RawMessage) (answer, error) {
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
		var best []link
		var size int
		for _, l := range snap.links() {
			if l.from.File.Path != name {
				continue
			}
			at := snap.lines(l.from.File, s.enc).offset(p.Position)
			n := l.from.End - l.from.Start
			switch {
			case at < l.from.Start || at > l.from.End || best != nil && n > size:
			case best != nil && n == size:
				best = append(best, l)
			default:
				best, size = []link{l}, n
			}
		}
		out := []location{}
		seen := map[location]bool{}
		for _, l := range best {
			for _, to := range l.to {
				at := q.spanLocation(snap, to)
				if !seen[at] {
					seen[at] = true
					out = append(out, at)
				}
			}
		}
		return out, nil
	}, nil
}

func (p *project) spanLocation(s *snapshot, at source.Span) location {
	at = at.FirstLine()
	return location{
		URI:   p.uri(s.docs, at.File.Path),
		Range: s.lines(at.File, p.server.enc).span(at.Start, at.End),
	}
}
