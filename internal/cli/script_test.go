package cli

import (
	"errors"
	"flag"
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

var update = flag.Bool("update", false, "rewrite what the scripts expect")

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"irsalint": func() { os.Exit(Main(os.Args[1:], System())) },
	})
}

// TestScripts runs the command lines of testdata/script: they are the manual
// of flags, exit statuses and output.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 "../../testdata/script",
		RequireExplicitExec: true,
		UpdateScripts:       *update,
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"usage":  usage,
			"status": status,
			"track":  track,
		},
	})
}

// usage MESSAGE ARG...: irsalint refuses the arguments with exit status 2 and
// the message, a regular expression, on stderr.
func usage(ts *testscript.TestScript, _ bool, args []string) {
	wantStatus(ts, ExitUsage, args[1:])
	if stderr := ts.ReadFile("stderr"); !regexp.MustCompile(args[0]).MatchString(stderr) {
		ts.Fatalf("stderr %q does not match %q", stderr, args[0])
	}
	if stdout := ts.ReadFile("stdout"); stdout != "" {
		ts.Fatalf("usage errors print to stdout: %q", stdout)
	}
}

// status STATUS ARG...: irsalint exits with the status.
func status(ts *testscript.TestScript, _ bool, args []string) {
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	wantStatus(ts, want, args[1:])
}

func wantStatus(ts *testscript.TestScript, want int, args []string) {
	got := 0
	if err := ts.Exec("irsalint", args...); err != nil {
		var exit *exec.ExitError
		if !errors.As(err, &exit) {
			ts.Fatalf("%v", err)
		}
		got = exit.ExitCode()
	}
	if got != want {
		ts.Fatalf("irsalint %q exits with %d, want %d", args, got, want)
	}
}
