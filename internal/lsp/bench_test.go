package lsp

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/irsalint/irsalint/internal/golden"
	"github.com/irsalint/irsalint/pkg/lint"
)

// BenchmarkChange is the time from a change to its diagnostics in a project of
// 1,100 files, without the delay that lets one finish typing: in a manifest
// and in a Terraform root; and beside it a run that begins with nothing.
func BenchmarkChange(b *testing.B) {
	files := golden.Generate(110)
	const manifest, root = "team0050/k8s/api.yaml", "team0050/terraform/irsa.tf"
	for name, edit := range map[string]struct{ file, old, new string }{
		"manifest":  {manifest, "role/team0050-api", "role/team0050-web"},
		"terraform": {root, "serviceaccount:team0050:api", "serviceaccount:team0050:apis"},
	} {
		b.Run(name, func(b *testing.B) {
			c := start(b, files)
			c.begin()
			c.open(edit.file, 1, files[edit.file])
			c.show(edit.file)
			version, wrong := 1, false
			var times []time.Duration
			for b.Loop() {
				version++
				wrong = !wrong
				text := files[edit.file]
				if wrong {
					text = strings.Replace(text, edit.old, edit.new, 1)
				}
				begin := time.Now()
				c.change(edit.file, version, text)
				c.wait("the diagnostics", func() bool {
					return c.versions[c.uri(edit.file)] == version && (len(c.shown[c.uri(edit.file)]) > 0) == wrong
				})
				times = append(times, time.Since(begin))
			}
			quantiles(b, times)
			c.end()
		})
	}
	b.Run("cold", func(b *testing.B) {
		c := start(b, files)
		var times []time.Duration
		for b.Loop() {
			begin := time.Now()
			found, err := openDir(c.dir)
			if err != nil {
				b.Fatal(err)
			}
			if _, err := found.Session.Run(context.Background(), lint.Options{FS: found.Options.FS, Jobs: found.Options.Jobs}); err != nil {
				b.Fatal(err)
			}
			times = append(times, time.Since(begin))
		}
		quantiles(b, times)
	})
}

func quantiles(b *testing.B, times []time.Duration) {
	slices.Sort(times)
	b.ReportMetric(float64(times[len(times)/2].Milliseconds()), "p50-ms")
	b.ReportMetric(float64(times[len(times)*95/100].Milliseconds()), "p95-ms")
}
