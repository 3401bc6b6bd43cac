package lint

import (
	"context"
	"sync"
	"sync/atomic"
)

// each calls do for 0 ≤ i < n, several at a time, until the context ends. Each
// call writes its own result, so the order of results is that of the input.
func each(ctx context.Context, jobs, n int, do func(i int)) {
	jobs = min(max(jobs, 1), n)
	var next atomic.Int64
	var wg sync.WaitGroup
	for range jobs {
		wg.Go(func() {
			for {
				i := int(next.Add(1)) - 1
				if i >= n || ctx.Err() != nil {
					return
				}
				do(i)
			}
		})
	}
	wg.Wait()
}
