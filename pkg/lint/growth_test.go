package lint_test

import (
	"context"
	"runtime"
	"testing"

	"github.com/irsalint/irsalint/internal/golden"
	"github.com/irsalint/irsalint/pkg/lint"
)

// TestGrowth: what a run allocates, in number and in bytes, grows with the
// input and not with its square. Unlike its time it is the same each time.
func TestGrowth(t *testing.T) {
	measure := func(teams int) (count, size float64) {
		o := lint.Options{FS: golden.Generate(teams).Disk(t), Jobs: 1}
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		if _, err := lint.Run(context.Background(), o); err != nil {
			t.Fatal(err)
		}
		runtime.ReadMemStats(&after)
		return float64(after.Mallocs - before.Mallocs), float64(after.TotalAlloc - before.TotalAlloc)
	}
	measure(1) // what is made once
	const times = 6
	smallCount, smallSize := measure(8)
	largeCount, largeSize := measure(8 * times)
	if growth := largeCount / smallCount; growth > times*1.15 {
		t.Errorf("%d times the input makes %.1f times as many allocations", times, growth)
	}
	if growth := largeSize / smallSize; growth > times*1.15 {
		t.Errorf("%d times the input allocates %.1f times as much", times, growth)
	}
	t.Logf("%.2f times the allocations, %.2f times the bytes", largeCount/smallCount, largeSize/smallSize)
}
