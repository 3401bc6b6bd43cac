package lint

import (
	"fmt"
	"path"
	"strings"

	"github.com/irsalint/irsalint/pkg/rules"
	"github.com/irsalint/irsalint/pkg/source"
)

// targets says which folders are walked, and what of the result is reported.
type targets struct {
	walk []string
	// Only checks that touch one of these files or folders count; both empty
	// means all.
	files map[string]bool
	dirs  []string
}

// newTargets sorts the paths given into folders and files.
func newTargets(fsys source.FS, paths []string) (targets, error) {
	t := targets{files: map[string]bool{}}
	for _, p := range paths {
		p = path.Clean(p)
		info, err := fsys.Stat(p)
		switch {
		case err != nil:
			return t, fmt.Errorf("%s: %w", p, err)
		case info.IsDir():
			t.walk = append(t.walk, p)
		default:
			t.files[p] = true
		}
	}
	switch {
	case len(paths) == 0:
		t.walk = []string{"."}
	case len(t.files) > 0: // the other end may be anywhere
		t.dirs, t.walk = t.walk, []string{"."}
	}
	return t, nil
}

// touches reports whether a check has an end in what is asked for.
func (t targets) touches(c *rules.Check) bool {
	if len(t.files) == 0 {
		return true
	}
	if t.includes(c.At) {
		return true
	}
	for _, r := range c.Related {
		if t.includes(r.At) {
			return true
		}
	}
	return false
}

// includes says it of one place.
func (t targets) includes(place string) bool {
	name := fileOf(place)
	if len(t.files) == 0 || t.files[name] {
		return true
	}
	for _, d := range t.dirs {
		if d == "." || strings.HasPrefix(name, d+"/") {
			return true
		}
	}
	return false
}

// fileOf gives the file of a place path:line:column:line:column.
func fileOf(place string) string {
	for range 4 {
		i := strings.LastIndexByte(place, ':')
		if i < 0 {
			return ""
		}
		place = place[:i]
	}
	return place
}
