package lint_test

import (
	"context"
	"fmt"
	"runtime"
	"testing"

	"github.com/irsalint/irsalint/internal/golden"
	"github.com/irsalint/irsalint/pkg/lint"
	"github.com/irsalint/irsalint/pkg/source"
)

// BenchmarkGenerated is a whole run in a new session over 1, 4 and 16 times
// the same amount of input. ns/file must stay about the same.
func BenchmarkGenerated(b *testing.B) {
	const teams = 10
	for _, times := range []int{1, 4, 16} {
		files := golden.Generate(teams * times)
		fsys := files.Disk(b)
		b.Run(fmt.Sprintf("%dx", times), func(b *testing.B) {
			for b.Loop() {
				if _, err := lint.Run(context.Background(), lint.Options{FS: fsys, Jobs: runtime.GOMAXPROCS(0)}); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(files)), "ns/file")
		})
	}
}

// BenchmarkSample is the sample of the README: first in a new session, as the
// command does, then again in the same one, as an editor does.
func BenchmarkSample(b *testing.B) {
	fsys, err := source.OpenDisk(testdata + "/sample")
	if err != nil {
		b.Fatal(err)
	}
	o := lint.Options{FS: fsys, Jobs: runtime.GOMAXPROCS(0)}
	b.Run("cold", func(b *testing.B) {
		for b.Loop() {
			if _, err := lint.Run(context.Background(), o); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("again", func(b *testing.B) {
		s := lint.NewSession()
		for b.Loop() {
			if _, err := s.Run(context.Background(), o); err != nil {
				b.Fatal(err)
			}
		}
	})
}
