package lsp

import (
	"encoding/json"
	"errors"
)

func (s *server) didOpen(params json.RawMessage) error {
	p, err := decode[openParams](params)
	if err != nil {
		return err
	}
	d := p.TextDocument
	if q, name, ok := s.locate(d.URI); ok {
		q.put(name, &document{uri: d.URI, version: d.Version, text: []byte(d.Text)})
	}
	return nil
}

func (s *server) didChange(params json.RawMessage) error {
	p, err := decode[changeParams](params)
	if err != nil {
		return err
	}
	q, name, ok := s.locate(p.TextDocument.URI)
	if !ok || len(p.ContentChanges) == 0 {
		return nil
	}
	last := p.ContentChanges[len(p.ContentChanges)-1]
	if last.Range != nil { // what the text is now is not known
		q.put(name, nil)
		return errors.New("a part of a text is sent where the whole is asked for")
	}
	q.put(name, &document{uri: p.TextDocument.URI, version: p.TextDocument.Version, text: []byte(last.Text)})
	return nil
}

// didSave looks at the disk again: saving may have changed more than one file.
func (s *server) didSave(params json.RawMessage) error {
	p, err := decode[saveParams](params)
	if err != nil {
		return err
	}
	if q, _, ok := s.locate(p.TextDocument.URI); ok {
		q.changed()
	}
	return nil
}

func (s *server) didClose(params json.RawMessage) error {
	p, err := decode[closeParams](params)
	if err != nil {
		return err
	}
	if q, name, ok := s.locate(p.TextDocument.URI); ok {
		q.put(name, nil)
	}
	return nil
}
