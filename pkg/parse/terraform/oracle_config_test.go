package terraform

import (
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/irsalint/irsalint/pkg/source"
	"github.com/irsalint/irsalint/pkg/value"
)

// configDifferences are outputs that differ on purpose, with the reason.
var configDifferences = map[string]string{
	"files.path": "absolute here, so that a path still leads to its file when a module is given it",
}

// TestOracleConfigurations compares the outputs of whole configurations with
// those that Terraform plans, if it is installed.
func TestOracleConfigurations(t *testing.T) {
	bin, err := exec.LookPath("terraform")
	if err != nil {
		t.Skip("terraform is not installed")
	}
	archive, err := txtar.ParseFile("testdata/oracle_config.txtar")
	if err != nil {
		t.Fatal(err)
	}
	configs := map[string]source.MapFS{}
	for _, f := range archive.Files {
		config, name, _ := strings.Cut(f.Name, "/")
		if configs[config] == nil {
			configs[config] = source.MapFS{}
		}
		configs[config][name] = string(f.Data)
	}
	for _, name := range sortedKeys(configs) {
		t.Run(name, func(t *testing.T) {
			got := outputs(t, configs[name])
			want := planned(t, bin, configs[name])
			if len(want) == 0 || !slices.Equal(sortedKeys(got), sortedKeys(want)) {
				t.Fatalf("outputs %v, want %v", sortedKeys(got), sortedKeys(want))
			}
			for out, w := range want {
				if configDifferences[name+"."+out] != "" {
					continue
				}
				if w.Value == nil { // not known before apply
					if !strings.Contains(show(got[out]), "${") {
						t.Errorf("%s is not known there, and here it is %s", out, show(got[out]))
					}
					continue
				}
				var v any
				if err := json.Unmarshal(w.Value, &v); err != nil {
					t.Fatal(err)
				}
				if g := plain(got[out]); !reflect.DeepEqual(g, v) {
					t.Errorf("%s\n     ours %#v\nterraform %#v", out, g, v)
				}
				if w.Sensitive && !got[out].IsSensitive() {
					t.Errorf("%s is sensitive there", out)
				}
			}
		})
	}
}

// outputs evaluates a configuration here.
func outputs(t *testing.T, files source.MapFS) map[string]value.Value {
	t.Helper()
	l := NewLoader(source.NewTree(files))
	if r := l.Evaluate(".", Options{}); len(r.Problems) > 0 || len(r.Opaque) > 0 {
		t.Errorf("problems %v, opaque %v", r.Problems, r.Opaque)
	}
	in := l.begin(".", Options{})
	got := map[string]value.Value{}
	for name := range in.m.outputs {
		got[name] = in.output(name)
	}
	return got
}

type plannedOutput struct {
	Sensitive bool
	Value     json.RawMessage
}

// planned lets Terraform plan a configuration and gives its outputs.
func planned(t *testing.T, bin string, files source.MapFS) map[string]plannedOutput {
	t.Helper()
	dir, data := t.TempDir(), t.TempDir()
	for name, text := range files {
		full := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(full), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(full, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	run := func(args ...string) []byte {
		c := exec.Command(bin, args...)
		c.Dir = dir
		for _, kv := range os.Environ() {
			if !strings.HasPrefix(kv, "TF_") {
				c.Env = append(c.Env, kv)
			}
		}
		c.Env = append(c.Env, "CHECKPOINT_DISABLE=1", "TF_DATA_DIR="+data)
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
	run("init", "-input=false", "-no-color", "-backend=false")
	run("plan", "-input=false", "-no-color", "-out=p.bin")
	var shown struct {
		Planned struct {
			Outputs map[string]plannedOutput
		} `json:"planned_values"`
	}
	if err := json.Unmarshal(run("show", "-json", "p.bin"), &shown); err != nil {
		t.Fatal(err)
	}
	return shown.Planned.Outputs
}
