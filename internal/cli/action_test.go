package cli

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"
)

// action is action.yml, as far as its runner cares.
type action struct {
	Inputs  map[string]struct{ Description, Default string }
	Outputs map[string]struct{ Description, Value string }
	Runs    struct {
		Using string
		Steps []step
	}
}

type step struct {
	ID, Name, Uses, Shell, Run string
	Env                        map[string]string
}

func readAction(t *testing.T) action {
	t.Helper()
	data, err := os.ReadFile("../../action.yml")
	if err != nil {
		t.Fatal(err)
	}
	var a action
	if err := yaml.Unmarshal(data, &a); err != nil {
		t.Fatal(err)
	}
	return a
}

func (a *action) step(t *testing.T, name string) step {
	t.Helper()
	for _, s := range a.Runs.Steps {
		if s.Name == name {
			return s
		}
	}
	t.Fatalf("no step %q", name)
	return step{}
}

// TestAction checks what GitHub would only say at run time, and that nothing a
// workflow gives becomes code.
func TestAction(t *testing.T) {
	a := readAction(t)
	if a.Runs.Using != "composite" {
		t.Errorf("using %q", a.Runs.Using)
	}
	pinned := regexp.MustCompile(`^[\w.-]+/[\w./-]+@[0-9a-f]{40}$`)
	used := map[string]bool{}
	for _, s := range a.Runs.Steps {
		switch {
		case s.Uses != "" && !pinned.MatchString(s.Uses):
			t.Errorf("%s is not pinned to a commit", s.Uses)
		case s.Uses == "" && s.Shell != "bash":
			t.Errorf("step %q has shell %q", s.Name, s.Shell)
		case strings.Contains(s.Run, "${{"):
			t.Errorf("step %q has an expression in its script", s.Name)
		}
		for _, v := range s.Env {
			if name, ok := strings.CutPrefix(v, "${{ inputs."); ok {
				used[strings.TrimSuffix(name, " }}")] = true
			}
		}
	}
	for name, in := range a.Inputs {
		if in.Description == "" || !used[name] {
			t.Errorf("input %s has no description or is not used", name)
		}
	}
	for name := range used {
		if _, ok := a.Inputs[name]; !ok {
			t.Errorf("there is no input %s", name)
		}
	}
	lint := a.step(t, "irsalint")
	for name, out := range a.Outputs {
		if out.Description == "" || out.Value != "${{ steps."+lint.ID+".outputs."+name+" }}" {
			t.Errorf("output %s is %q", name, out.Value)
		}
	}
}

// bash runs the script of a step as the runner does, with inputs that differ
// from their defaults.
func (a *action) bash(t *testing.T, s step, dir string, env, inputs map[string]string) (code int, log string) {
	t.Helper()
	bin, err := exec.LookPath("bash")
	if err != nil {
		if os.Getenv("IRSALINT_CI") != "" {
			t.Fatal(err)
		}
		t.Skip("bash is not installed")
	}
	script := filepath.Join(t.TempDir(), "step.sh")
	if err := os.WriteFile(script, []byte(s.Run), 0o666); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(bin, "--noprofile", "--norc", "-eo", "pipefail", script)
	cmd.Dir = dir
	for _, name := range []string{"PATH", "HOME", "GOCACHE", "GOMODCACHE", "GOPATH", "GOPROXY"} {
		if v, ok := os.LookupEnv(name); ok {
			cmd.Env = append(cmd.Env, name+"="+v)
		}
	}
	for name, v := range s.Env {
		if in, ok := strings.CutPrefix(v, "${{ inputs."); ok {
			in = strings.TrimSuffix(in, " }}")
			if given, ok := inputs[in]; ok {
				v = given
			} else {
				v = a.Inputs[in].Default
			}
		}
		cmd.Env = append(cmd.Env, name+"="+v)
	}
	for name, v := range env {
		cmd.Env = append(cmd.Env, name+"="+v)
	}
	out, err := cmd.CombinedOutput()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return cmd.ProcessState.ExitCode(), string(out)
}

const badAccount = `apiVersion: v1
kind: ServiceAccount
metadata:
  name: app
  namespace: prod
  annotations:
    eks.amazonaws.com/role-arn: not-an-arn
`

// TestActionLint runs the step that lints, with this program.
func TestActionLint(t *testing.T) {
	a := readAction(t)
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		inputs  map[string]string
		code    int
		outputs string
		sarif   string // file that must be there
		log     string // what the log must match
	}{
		"defaults":            {nil, 1, "sarif-file=irsalint.sarif\nfindings=2\n", "irsalint.sarif", `(?m)^::error file=bad/sa.yaml,line=7,`},
		"a file":              {map[string]string{"args": "bad/sa.yaml"}, 1, "sarif-file=irsalint.sarif\nfindings=1\n", "irsalint.sarif", ``},
		"nothing found":       {map[string]string{"args": "good"}, 0, "sarif-file=irsalint.sarif\nfindings=0\n", "irsalint.sarif", `0 checks`},
		"findings let pass":   {map[string]string{"fail-on": "never"}, 0, "sarif-file=irsalint.sarif\nfindings=2\n", "irsalint.sarif", `::error`},
		"no SARIF":            {map[string]string{"sarif-file": ""}, 1, "findings=2\n", "", `::error`},
		"SARIF elsewhere":     {map[string]string{"sarif-file": "my out.sarif"}, 1, "sarif-file=my out.sarif\nfindings=2\n", "my out.sarif", ``},
		"arguments":           {map[string]string{"args": "  --skip-rule irsa/annotation-invalid   bad "}, 0, "sarif-file=irsalint.sarif\nfindings=0\n", "irsalint.sarif", ``},
		"arguments in lines":  {map[string]string{"args": "bad\n\nbad too\n"}, 1, "sarif-file=irsalint.sarif\nfindings=2\n", "irsalint.sarif", `file=bad too/sa.yaml`},
		"no arguments":        {map[string]string{"args": ""}, 1, "sarif-file=irsalint.sarif\nfindings=2\n", "irsalint.sarif", ``},
		"wrong usage":         {map[string]string{"args": "--nonsense"}, 2, "", "", `unknown flag --nonsense`},
		"a wrong severity":    {map[string]string{"fail-on": "eror"}, 2, "", "", `did you mean "error"`},
		"no code":             {map[string]string{"args": "$(touch code) `touch code` ; touch code"}, 2, "", "", ``},
		"no code in severity": {map[string]string{"fail-on": "error; touch code"}, 2, "", "", ``},
		"no pattern":          {map[string]string{"args": "b*"}, 2, "", "", `b\*`},
	} {
		t.Run(name, func(t *testing.T) {
			dir, temp := t.TempDir(), t.TempDir()
			for _, f := range []string{".irsalint.yaml", "bad/sa.yaml", "bad too/sa.yaml", "good/empty.yaml"} {
				data := badAccount
				if !strings.HasSuffix(f, "sa.yaml") {
					data = ""
				}
				writeTo(t, filepath.Join(dir, f), data)
			}
			writeTo(t, filepath.Join(temp, "irsalint.json"), "left over")
			writeTo(t, filepath.Join(dir, "irsalint.sarif"), "left over")
			writeTo(t, filepath.Join(temp, "irsalint-bin/x"), "")
			if err := os.Symlink(self, filepath.Join(temp, "irsalint-bin/irsalint")); err != nil {
				t.Fatal(err)
			}
			env := map[string]string{
				"GITHUB_WORKSPACE": dir, "RUNNER_TEMP": temp,
				"GITHUB_OUTPUT": filepath.Join(temp, "output"), "GITHUB_STEP_SUMMARY": filepath.Join(temp, "summary"),
			}
			code, log := a.bash(t, a.step(t, "irsalint"), dir, env, c.inputs)
			if code != c.code || !regexp.MustCompile(c.log).MatchString(log) {
				t.Errorf("exit status %d, want %d; log, which is to match %q:\n%s", code, c.code, c.log, log)
			}
			if got := readIf(t, env["GITHUB_OUTPUT"]); got != c.outputs {
				t.Errorf("outputs %q, want %q", got, c.outputs)
			}
			if c.sarif != "" && !strings.Contains(readIf(t, filepath.Join(dir, c.sarif)), `"version": "2.1.0"`) {
				t.Errorf("%s is no SARIF", c.sarif)
			}
			if c.outputs != "" && !strings.HasPrefix(readIf(t, env["GITHUB_STEP_SUMMARY"]), "## irsalint: ") {
				t.Error("no summary")
			}
			if _, err := os.Stat(filepath.Join(dir, "code")); err == nil {
				t.Error("an input was run")
			}
		})
	}
}

// TestActionBuild runs the step that builds, which takes too long for every
// day.
func TestActionBuild(t *testing.T) {
	if os.Getenv("IRSALINT_CI") == "" {
		t.Skip("builds the program")
	}
	a := readAction(t)
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	temp := t.TempDir()
	if code, log := a.bash(t, a.step(t, "Build irsalint"), temp, map[string]string{"GITHUB_ACTION_PATH": root, "RUNNER_TEMP": temp}, nil); code != 0 {
		t.Fatalf("exit status %d:\n%s", code, log)
	}
	if out, err := exec.Command(filepath.Join(temp, "irsalint-bin/irsalint"), "version").CombinedOutput(); err != nil || !strings.HasPrefix(string(out), "irsalint ") {
		t.Errorf("%v: %s", err, out)
	}
}

func writeTo(t *testing.T, name, data string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(data), 0o666); err != nil {
		t.Fatal(err)
	}
}

// readIf gives a file's content, nothing if it is not there.
func readIf(t *testing.T, name string) string {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		t.Fatal(err)
	}
	return string(data)
}
