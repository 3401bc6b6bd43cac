package cli

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/irsalint/irsalint/pkg/finding"
	"github.com/irsalint/irsalint/pkg/report"
)

// output is one report to write: a format, and the file it goes to; stdout if
// there is none.
type output struct {
	format report.Format
	path   string
}

// outputs reads the values of --format, each FORMAT or FORMAT=PATH, and of
// --output, which is the file of a format without one.
func outputs(formats []string, file string) ([]output, error) {
	if len(formats) == 0 {
		formats = []string{report.Names()[0]}
	}
	var out []output
	toStdout := 0
	for _, f := range formats {
		name, path, hasPath := strings.Cut(f, "=")
		format, ok := report.Lookup(name)
		if !ok {
			return nil, oneOf("format", name, report.Names()...)
		}
		switch {
		case hasPath && path == "":
			return nil, usagef("--format %s: no file after =", f)
		case !hasPath:
			toStdout++
			path = file
		}
		out = append(out, output{format, path})
	}
	switch {
	case toStdout > 1:
		return nil, usagef("several formats for one output; give files: --format FORMAT=PATH")
	case toStdout == 0 && file != "":
		return nil, usagef("--output %s: every format has a file of its own", file)
	}
	return out, nil
}

// write writes a report, and its summary where the CI system asks for one. A
// file is replaced only when the whole report is made.
func (o output) write(env Env, r *finding.Report, options report.Options, color string) error {
	if s, ok := o.format.(report.Summarizer); ok {
		if path := env.Getenv("GITHUB_STEP_SUMMARY"); path != "" {
			if err := appendSummary(inDir(env.Dir, path), s, r, options); err != nil {
				return fmt.Errorf("GITHUB_STEP_SUMMARY: %w", err)
			}
		}
	}
	if o.path == "" {
		options.Color = useColor(env, color)
		return o.format.Write(env.Stdout, r, options)
	}
	options.Color = color == "always"
	var b bytes.Buffer
	if err := o.format.Write(&b, r, options); err != nil {
		return err
	}
	return os.WriteFile(inDir(env.Dir, o.path), b.Bytes(), 0o644)
}

// appendSummary adds to the summary of a CI job, which other steps share.
func appendSummary(path string, s report.Summarizer, r *finding.Report, options report.Options) error {
	f, err := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	return errors.Join(s.WriteSummary(f, r, options), f.Close())
}

// fromRepository gives a folder as seen from the root of its repository, for
// reports that a code host reads: the nearest folder above it with .git, else
// what the CI system checked out; empty for the root itself.
func fromRepository(env Env, dir string) string {
	root := env.Getenv("GITHUB_WORKSPACE")
	if real, err := filepath.EvalSymlinks(root); err == nil { // as dir is
		root = real
	}
	for at := dir; ; at = filepath.Dir(at) {
		if _, err := os.Lstat(filepath.Join(at, ".git")); err == nil {
			root = at
			break
		}
		if at == filepath.Dir(at) {
			break
		}
	}
	if root == "" || !inside(root, dir) {
		return ""
	}
	rel, err := filepath.Rel(root, dir)
	if err != nil || rel == "." {
		return ""
	}
	return filepath.ToSlash(rel)
}

// useColor decides whether to paint: --color, then FORCE_COLOR and NO_COLOR if
// they are not empty, then a terminal that is not dumb.
func useColor(env Env, flag string) bool {
	switch {
	case flag != "auto":
		return flag == "always"
	case env.Getenv("FORCE_COLOR") != "":
		return true
	case env.Getenv("NO_COLOR") != "", env.Getenv("TERM") == "dumb":
		return false
	}
	return env.IsTerminal
}

// toFile opens the output of a command that writes one document.
func toFile(env Env, path string, write func(io.Writer) error) error {
	if path == "" {
		return write(env.Stdout)
	}
	var b bytes.Buffer
	if err := write(&b); err != nil {
		return err
	}
	if err := os.WriteFile(inDir(env.Dir, path), b.Bytes(), 0o644); err != nil {
		return fmt.Errorf("--output: %w", err)
	}
	return nil
}
