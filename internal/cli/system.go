package cli

import (
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"time"
)

// System gives the Env of a process of its own, and tunes the runtime for a
// short one, unless GOGC or GOMEMLIMIT say otherwise.
func System() Env {
	if os.Getenv("GOGC") == "" && os.Getenv("GOMEMLIMIT") == "" {
		collectLate()
	}
	dir, err := os.Getwd()
	if err != nil {
		dir = "."
	}
	info, err := os.Stdout.Stat()
	return Env{
		Stdin: os.Stdin, Stdout: os.Stdout, Stderr: os.Stderr, Getenv: os.Getenv, Dir: dir, Now: time.Now,
		IsTerminal: err == nil && info.Mode()&os.ModeCharDevice != 0,
	}
}

// garbage is how many bytes may be allocated before garbage is collected, the
// first time and each time after. Most runs end before the first time.
const garbage = 256 << 20

// collectLate keeps the garbage collector asleep until it pays. A run over a
// small project takes a fifth less time that way; in a large one the heap is
// bounded by what is in use and as much as garbage, or half of it, on top. A
// limit on the memory would not do instead: with more in use than that, the
// collector never rests.
func collectLate() {
	const minimum = 4 << 20 // the heap that 100 % stands for before the first collection
	debug.SetGCPercent(garbage / minimum * 100)
	afterEachCollection(func() {
		live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
		metrics.Read(live)
		if live[0].Value.Kind() != metrics.KindUint64 {
			return
		}
		used := max(live[0].Value.Uint64(), 1<<20)
		debug.SetGCPercent(int(max(garbage*100/used, 50)))
	})
}

// afterEachCollection calls f soon after the garbage collector has run.
func afterEachCollection(f func()) {
	type garbage struct{ _ *int } // a pointer keeps it from sharing a block
	runtime.AddCleanup(&garbage{}, func(f func()) {
		f()
		afterEachCollection(f)
	}, f)
}
