package terraform

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/irsalint/irsalint/pkg/value"
)

// plain gives a value as encoding/json decodes it.
func plain(v value.Value) any {
	switch v.Kind() {
	case value.Unknown:
		return "unknown"
	case value.Null:
		return nil
	case value.Bool:
		b, _ := v.AsBool()
		return b
	case value.Number:
		n, _ := v.AsNumber()
		f, _ := n.Float64()
		return f
	case value.List:
		out := make([]any, len(v.Items()))
		for i, it := range v.Items() {
			out[i] = plain(it)
		}
		return out
	case value.Map:
		out := map[string]any{}
		for _, f := range v.Fields() {
			out[f.Key.Flat()] = plain(f.Value)
		}
		return out
	}
	t, _ := v.AsText()
	return t.Flat()
}

// differences are what we do otherwise on purpose, or as a later version does.
var differences = map[string]string{
	`element(["a", "b"], -1)`:   "later versions count from the end",
	`format("%v", null)`:        "not known there",
	`templatestring("a", {})`:   "needs a reference there, not a literal",
	`false ? 1 : true`:          "an error there, and so never in a configuration that works",
	`coalescelist(null, ["a"])`: "an error there, and so never in a configuration that works",
	`tolist(["a"]) == ["a"]`:    "false there, since one is a list and one a tuple: not known here",
}

// TestOracle compares with Terraform itself, if it is installed.
func TestOracle(t *testing.T) {
	bin, err := exec.LookPath("terraform")
	if err != nil {
		t.Skip("terraform is not installed")
	}
	data, err := os.ReadFile("testdata/oracle.txt")
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(string(data)), "\n")
	dir := t.TempDir()
	wrap := func(l string) string { return fmt.Sprintf("{ ok = can(%s), v = try(%s, null) }", l, l) }
	var b strings.Builder
	for i, l := range lines {
		fmt.Fprintf(&b, "output \"e%d\" {\n value = %s\n}\n", i, wrap(l))
	}
	if err := os.WriteFile(filepath.Join(dir, "main.tf"), []byte(b.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	run := func(args ...string) []byte {
		c := exec.Command(bin, args...)
		c.Dir = dir
		for _, kv := range os.Environ() {
			if !strings.HasPrefix(kv, "TF_") {
				c.Env = append(c.Env, kv)
			}
		}
		c.Env = append(c.Env, "CHECKPOINT_DISABLE=1")
		out, err := c.Output()
		if err != nil {
			stderr := ""
			if x := (*exec.ExitError)(nil); errors.As(err, &x) {
				stderr = string(x.Stderr)
			}
			t.Fatalf("terraform %s: %s\n%.3000s", args[0], err, stderr)
		}
		return out
	}
	run("plan", "-input=false", "-no-color", "-out=p.bin")
	var shown struct {
		Planned struct {
			Outputs map[string]struct{ Value any }
		} `json:"planned_values"`
	}
	if err := json.Unmarshal(run("show", "-json", "p.bin"), &shown); err != nil {
		t.Fatal(err)
	}
	for i, l := range lines {
		if _, ok := differences[l]; ok {
			continue
		}
		e, f := testEnv(wrap(l))
		got := plain(e.eval(parseExpr(t, f)))
		want := shown.Planned.Outputs[fmt.Sprintf("e%d", i)].Value
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%s\n     ours %#v\nterraform %#v", l, got, want)
		}
	}
}
