package rules

import (
	"context"
	"fmt"
	"runtime/metrics"
	"sync/atomic"
	"time"

	"github.com/open-policy-agent/opa/v1/topdown"
)

// Bounds of what a rule of a user may take. Ours need none: what they take
// grows with the graph, which is bounded.
const (
	leastTime = 4 * time.Second      // for a graph of any size
	nodeTime  = 2 * time.Millisecond // more for each of its nodes
	leastHeap = 384 << 20            // bytes, on top of what was in use before
	nodeHeap  = 64 << 10
	lookEvery = 20 * time.Millisecond
)

type limits struct {
	time time.Duration
	heap uint64
}

// limitsFor gives the limits for a graph of so many nodes.
func limitsFor(nodes int) limits {
	return limits{leastTime + time.Duration(nodes)*nodeTime, uint64(leastHeap + nodes*nodeHeap)}
}

// bounded runs f with a cancel that is called when ctx ends, and for a rule of
// a user also when it takes too long or too much memory; that is an error.
func bounded(ctx context.Context, r *Rule, most limits, f func(topdown.Cancel) error) error {
	cancel := topdown.NewCancel()
	defer context.AfterFunc(ctx, cancel.Cancel)()
	if !r.Custom {
		return f(cancel)
	}
	var why atomic.Pointer[string]
	stop := func(format string, args ...any) {
		text := fmt.Sprintf(format, args...)
		why.CompareAndSwap(nil, &text)
		cancel.Cancel()
	}
	done := make(chan struct{})
	defer close(done)
	go func() {
		base, tick := heap(), time.NewTicker(lookEvery)
		defer tick.Stop()
		for left := most.time; ; left -= lookEvery {
			select {
			case <-done:
				return
			case <-tick.C:
			}
			switch {
			case left <= 0:
				stop("it was stopped, as it was not done after %s", most.time.Round(time.Second))
				return
			case heap() > base+most.heap:
				stop("it was stopped, as it took more than %d MiB", most.heap>>20)
				return
			}
		}
	}()
	err := f(cancel)
	if text := why.Load(); text != nil && err != nil {
		return fmt.Errorf("%s", *text)
	}
	return err
}

// heap is how many bytes objects take, with garbage.
func heap() uint64 {
	s := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	if metrics.Read(s); s[0].Value.Kind() != metrics.KindUint64 {
		return 0
	}
	return s[0].Value.Uint64()
}
