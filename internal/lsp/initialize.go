package lsp

import (
	"context"
	"encoding/json"
	"slices"
)

func (s *server) initialize(params json.RawMessage) (answer, error) {
	p, err := decode[initializeParams](params)
	if err != nil {
		return nil, err
	}
	s.state = running
	if slices.Contains(p.Capabilities.General.PositionEncodings, string(utf8Units)) {
		s.enc = utf8Units
	}
	s.watches = p.Capabilities.Workspace.DidChangeWatchedFiles.DynamicRegistration
	folders := p.WorkspaceFolders
	switch {
	case len(folders) > 0:
	case p.RootURI != nil:
		folders = []workspaceFolder{{URI: *p.RootURI}}
	case p.RootPath != nil && *p.RootPath != "":
		folders = []workspaceFolder{{URI: uriOf(*p.RootPath)}}
	}
	for _, f := range folders {
		s.addFolder(f)
	}
	result := map[string]any{
		"serverInfo": map[string]any{"name": "irsalint", "version": s.set.Version},
		"capabilities": map[string]any{
			"positionEncoding": s.enc,
			"textDocumentSync": map[string]any{
				"openClose": true,
				"change":    1, // the whole text
				"save":      map[string]any{"includeText": false},
			},
			"hoverProvider":      true,
			"definitionProvider": true,
			"workspace": map[string]any{
				"workspaceFolders": map[string]any{"supported": true, "changeNotifications": true},
			},
		},
	}
	return func(context.Context) (any, error) { return result, nil }, nil
}

// watched are the files whose change on disk can change what is found: those
// that are linted and those that Terraform reads.
const watched = "**/*.{tf,tofu,tfvars,yaml,yml,json,tpl,tftpl,tmpl}"

// initialized begins the work: the client listens now.
func (s *server) initialized() {
	if s.watches {
		s.conn.ask("client/registerCapability", map[string]any{
			"registrations": []map[string]any{{
				"id": "irsalint-files", "method": "workspace/didChangeWatchedFiles",
				"registerOptions": map[string]any{"watchers": []map[string]any{{"globPattern": watched}}},
			}},
		})
	}
	for _, p := range s.projects {
		p.changed()
	}
}
