package proof

import (
	"bytes"
	"context"
	"encoding/json"
	"math/rand/v2"
	"testing"

	"github.com/irsalint/irsalint/internal/golden"
	"github.com/irsalint/irsalint/pkg/finding"
	"github.com/irsalint/irsalint/pkg/lint"
	"github.com/irsalint/irsalint/pkg/report"
	"github.com/irsalint/irsalint/pkg/source"
)

// TestSameBytes: neither the order in which files are read, nor the number of
// workers, nor what a session has seen before shows in a report or a graph.
func TestSameBytes(t *testing.T) {
	for _, r := range repositories(t) {
		t.Run(r.name, func(t *testing.T) {
			t.Parallel()
			want := everything(t, r.files, lint.Options{Jobs: 1})
			for seed := range uint64(3) {
				o := lint.Options{Jobs: 1 + int(seed), Shuffle: rand.New(rand.NewPCG(seed, 7)).Shuffle}
				if got := everything(t, r.files, o); got != want {
					t.Fatalf("seed %d: %s", seed, firstDifference(want, got))
				}
			}
		})
	}
}

// everything gives the JSON report, the text report and the graph.
func everything(t *testing.T, files golden.Files, o lint.Options) string {
	t.Helper()
	o.FS, o.Tool = source.MapFS(files), finding.Tool{Name: "irsalint", Version: "test"}
	r, err := session().Run(context.Background(), o)
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	for _, name := range []string{"json", "text"} {
		f, _ := report.Lookup(name)
		if err := f.Write(&b, &r, report.Options{Verbose: true}); err != nil {
			t.Fatal(err)
		}
	}
	g, err := session().Graph(context.Background(), o)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.NewEncoder(&b).Encode(g); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func firstDifference(a, b string) string {
	i := 0
	for i < len(a) && i < len(b) && a[i] == b[i] {
		i++
	}
	from := max(0, i-80)
	return clip(a[from:min(len(a), i+80)]) + " ≠ " + clip(b[from:min(len(b), i+80)])
}
