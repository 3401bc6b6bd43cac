package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"io"

	"github.com/spf13/pflag"

	"github.com/irsalint/irsalint/pkg/lint"
)

func graphFlags(flags *pflag.FlagSet) func(Env, []string) (int, error) {
	p := &projectFlags{}
	format := flags.String("format", "json", "the form, `FORMAT`: json")
	file := flags.String("output", "", "write to `FILE` instead of stdout")
	p.add(flags)
	return func(env Env, paths []string) (int, error) {
		if err := oneOf("format", *format, "json"); err != nil {
			return 0, err
		}
		o, err := p.options(env, paths)
		if err != nil {
			return 0, err
		}
		g, err := lint.Once().Graph(context.Background(), o)
		if err != nil {
			return 0, err
		}
		return ExitOK, toFile(env, *file, func(w io.Writer) error {
			var b bytes.Buffer
			e := json.NewEncoder(&b)
			e.SetEscapeHTML(false)
			e.SetIndent("", "  ")
			if err := e.Encode(g); err != nil {
				return err
			}
			_, err := w.Write(lint.RedactJSON(b.Bytes()))
			return err
		})
	}
}
