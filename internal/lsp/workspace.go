package lsp

import (
	"encoding/json"
	"path/filepath"
	"slices"
)

// addFolder opens the project of a folder of the workspace.
func (s *server) addFolder(f workspaceFolder) *project {
	path, ok := pathOf(f.URI)
	if !ok {
		s.logf("%.200s is no folder here", f.URI)
		return nil
	}
	p := s.open(path, false)
	if p != nil {
		s.folders = append(s.folders, folder{f.URI, p})
	}
	return p
}

// open gives the project that a folder is in; nil if there is none.
func (s *server) open(dir string, marked bool) *project {
	found, err := s.set.Open(dir)
	if err != nil {
		s.say(messageError, "irsalint: %s: %v", dir, err)
		return nil
	}
	root := found.Options.Root
	if p := s.projects[root]; p != nil {
		return p
	}
	if marked && !found.Marked {
		return nil
	}
	p := newProject(s, found, spelling(root, dir))
	s.projects[root] = p
	return p
}

// spelling gives the root of a project as a client would write it that writes
// one of its folders as dir: it may have come there by a symbolic link.
func spelling(root, dir string) string {
	for at := dir; ; at = filepath.Dir(at) {
		if real, err := filepath.EvalSymlinks(at); err == nil && real == root {
			return at
		}
		if at == filepath.Dir(at) {
			return root
		}
	}
}

// locate gives the project that a document is in, and its path there. It is
// not ok for what is no file, or not in a project.
func (s *server) locate(uri string) (p *project, name string, ok bool) {
	path, ok := pathOf(uri)
	if !ok {
		return nil, "", false
	}
	dir := filepath.Dir(path)
	if real, err := filepath.EvalSymlinks(dir); err == nil {
		dir = real
	}
	real := filepath.Join(dir, filepath.Base(path))
	if p, name = s.containing(real); p != nil {
		return p, name, true
	}
	if len(s.folders) > 0 { // somewhere else, on purpose
		return nil, "", false
	}
	if p = s.open(dir, true); p == nil {
		return nil, "", false
	}
	name, ok = below(p.root, real)
	return p, name, ok
}

// containing gives the innermost project that a path is in.
func (s *server) containing(path string) (p *project, name string) {
	for _, q := range s.projects {
		if rel, ok := below(q.root, path); ok && rel != "." && (p == nil || len(q.root) > len(p.root)) {
			p, name = q, rel
		}
	}
	return p, name
}

func (s *server) didChangeWatchedFiles(params json.RawMessage) error {
	p, err := decode[watchedParams](params)
	if err != nil {
		return err
	}
	touched := map[*project]bool{}
	for _, c := range p.Changes {
		path, ok := pathOf(c.URI)
		if !ok {
			continue
		}
		// A folder that is gone has no real path: then the one as written.
		for _, q := range s.projects {
			for _, root := range []string{q.root, q.base} {
				if _, ok := below(root, path); ok {
					touched[q] = true
				}
			}
		}
	}
	for q := range touched {
		q.changed()
	}
	return nil
}

func (s *server) didChangeWorkspaceFolders(params json.RawMessage) error {
	p, err := decode[foldersParams](params)
	if err != nil {
		return err
	}
	for _, f := range p.Event.Removed {
		s.folders = slices.DeleteFunc(s.folders, func(g folder) bool { return g.uri == f.URI })
	}
	for _, f := range p.Event.Added {
		if q := s.addFolder(f); q != nil {
			q.changed()
		}
	}
	for root, q := range s.projects {
		if !slices.ContainsFunc(s.folders, func(g folder) bool { return g.project == q }) && len(p.Event.Removed) > 0 {
			delete(s.projects, root)
			q.close()
			q.clear()
		}
	}
	return nil
}
