package cli

import (
	"math"
	"os"
	"runtime/debug"
)

// System gives the Env of a process of its own, and tunes the runtime for a
// short one: the garbage collector sleeps until there is 1 GiB to look
// through (a fifth less time for most projects), unless GOGC or GOMEMLIMIT
// say otherwise.
func System() Env {
	if os.Getenv("GOGC") == "" && os.Getenv("GOMEMLIMIT") == "" {
		if debug.SetMemoryLimit(-1) == math.MaxInt64 {
			debug.SetMemoryLimit(1 << 30)
			debug.SetGCPercent(-1)
		}
	}
	dir, err := os.Getwd()
	if err != nil {
		dir = "."
	}
	info, err := os.Stdout.Stat()
	return Env{
		Stdin: os.Stdin, Stdout: os.Stdout, Stderr: os.Stderr, Getenv: os.Getenv, Dir: dir,
		IsTerminal: err == nil && info.Mode()&os.ModeCharDevice != 0,
	}
}
