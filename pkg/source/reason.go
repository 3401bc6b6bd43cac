package source

import (
	"errors"
	"io/fs"
	"strings"
)

// Reason says why a file cannot be read, without its path, which whoever
// reports it says anyway.
func Reason(name string, err error) string {
	var p *fs.PathError
	switch {
	case errors.Is(err, ErrTooLarge):
		return ErrTooLarge.Error()
	case Outside(err):
		return "it is a link that leads out of the project"
	case errors.As(err, &p):
		return p.Err.Error()
	}
	return strings.TrimPrefix(err.Error(), name+": ")
}

// Outside reports whether a file cannot be read because a link on its path
// leads out of the project. The error of os.Root for that has no name.
func Outside(err error) bool {
	var p *fs.PathError
	return errors.As(err, &p) && strings.Contains(p.Err.Error(), "escapes from parent")
}
