package cli

import (
	"errors"
	"io/fs"
	"path/filepath"

	"github.com/irsalint/irsalint/pkg/gitindex"
	"github.com/irsalint/irsalint/pkg/lint"
)

// onlyTracked narrows a project to what git tracks. Files that the command
// line gives values in count whether they are tracked or not; paths to lint
// have to be.
func onlyTracked(env Env, o *lint.Options) error {
	files, err := gitindex.Open(o.Root, o.FS, env.Getenv, o.VarFiles...)
	if errors.Is(err, gitindex.ErrNoRepository) {
		return usagef("--tracked: %s is in no git repository", o.Root)
	}
	if err != nil {
		return err
	}
	for _, p := range o.Paths {
		if _, err := files.Stat(p); errors.Is(err, fs.ErrNotExist) {
			return usagef("--tracked: git tracks no %s; `git add` it first", filepath.FromSlash(p))
		}
	}
	o.FS = files
	return nil
}
