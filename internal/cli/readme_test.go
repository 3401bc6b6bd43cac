package cli

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestReadme runs the README's first command and compares its output with the
// block below it.
func TestReadme(t *testing.T) {
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	var stdout, stderr bytes.Buffer
	env := Env{Stdout: &stdout, Stderr: &stderr, Getenv: func(string) string { return "" }, Dir: root}
	if code := Main([]string{"testdata/sample"}, env); code != ExitFindings {
		t.Errorf("exit status %d, want %d; stderr: %s", code, ExitFindings, stderr.String())
	}
	readme, err := os.ReadFile(root + "/README.md")
	if err != nil {
		t.Fatal(err)
	}
	const open, end = "```text\n", "```\n"
	before, rest, ok := strings.Cut(string(readme), open)
	block, after, closed := strings.Cut(rest, end)
	if !ok || !closed || !strings.Contains(before, "$ go run ./cmd/irsalint testdata/sample\n") {
		t.Fatal("the README shows no output of the sample")
	}
	if block == stdout.String() {
		return
	}
	if *update {
		if err := os.WriteFile(root+"/README.md", []byte(before+open+stdout.String()+end+after), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	t.Errorf("the README shows\n%s\nbut the output is\n%s(-update rewrites it)", block, stdout.String())
}
