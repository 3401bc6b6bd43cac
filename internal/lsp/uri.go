package lsp

import (
	"net/url"
	"path/filepath"
	"strings"
)

// pathOf gives the absolute path that a file URI names. It is not ok for
// anything else: untitled documents, files of other machines, relative paths.
func pathOf(uri string) (string, bool) {
	u, err := url.Parse(uri)
	if err != nil || !strings.EqualFold(u.Scheme, "file") || u.Host != "" && u.Host != "localhost" || strings.ContainsRune(u.Path, 0) {
		return "", false
	}
	path := u.Path
	if filepath.Separator == '\\' && len(path) > 2 && path[0] == '/' && path[2] == ':' {
		path = path[1:] // /C:/…
	}
	path = filepath.Clean(filepath.FromSlash(path))
	return path, filepath.IsAbs(path)
}

// uriOf gives the URI of an absolute path.
func uriOf(path string) string {
	path = filepath.ToSlash(path)
	if !strings.HasPrefix(path, "/") {
		path = "/" + path
	}
	return (&url.URL{Scheme: "file", Path: path}).String()
}

// below gives a path relative to a folder, with forward slashes. It is not ok
// if the path is not below the folder.
func below(folder, path string) (string, bool) {
	rel, err := filepath.Rel(folder, path)
	if err != nil || rel == ".." || strings.HasPrefix(rel, ".."+string(filepath.Separator)) {
		return "", false
	}
	return filepath.ToSlash(rel), true
}
