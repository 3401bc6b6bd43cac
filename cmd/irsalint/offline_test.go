package main

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestOffline runs the built program where there is no network at all, not
// even a loopback that is up, and gets the report that it gives elsewhere.
func TestOffline(t *testing.T) {
	if err := exec.Command("unshare", "-rn", "true").Run(); err != nil {
		if os.Getenv("IRSALINT_CI") != "" {
			t.Fatalf("no empty network namespace: %v", err)
		}
		t.Skipf("no empty network namespace: %v", err)
	}
	binary := filepath.Join(t.TempDir(), "irsalint")
	build := exec.Command("go", "build", "-o", binary, ".")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
	run := func(name string, args ...string) string {
		cmd := exec.Command(name, args...)
		cmd.Dir = "../../testdata"
		var stderr bytes.Buffer
		cmd.Stderr = &stderr
		out, err := cmd.Output()
		var exit *exec.ExitError
		if err != nil && (!errors.As(err, &exit) || exit.ExitCode() != 1) {
			t.Fatalf("%s: %v\n%s", name, err, stderr.String())
		}
		return string(out)
	}
	want := run(binary, "--format", "json", "sample", "repos")
	got := run("unshare", "-rn", binary, "--format", "json", "sample", "repos")
	if got != want || !strings.Contains(got, `"rule"`) {
		t.Errorf("without a network the report is another one:\n%s\nwant\n%s", got, want)
	}
}
