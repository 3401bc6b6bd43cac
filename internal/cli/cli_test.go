package cli

import "testing"

func TestUseColor(t *testing.T) {
	for _, tt := range []struct {
		flag     string
		env      map[string]string
		terminal bool
		want     bool
	}{
		{"auto", nil, true, true},
		{"auto", nil, false, false},
		{"always", map[string]string{"NO_COLOR": "1"}, false, true},
		{"never", map[string]string{"FORCE_COLOR": "1"}, true, false},
		{"auto", map[string]string{"FORCE_COLOR": "1", "NO_COLOR": "1"}, false, true},
		{"auto", map[string]string{"NO_COLOR": "1"}, true, false},
		{"auto", map[string]string{"NO_COLOR": ""}, true, true},
		{"auto", map[string]string{"TERM": "dumb"}, true, false},
	} {
		env := Env{Getenv: func(name string) string { return tt.env[name] }, IsTerminal: tt.terminal}
		if got := useColor(env, tt.flag); got != tt.want {
			t.Errorf("%+v: %v", tt, got)
		}
	}
}

func TestProjectRoot(t *testing.T) {
	// No markers above: the working directory, if it holds the targets.
	if got := projectRoot("/none/p", []string{"/none/p/a", "/none/p/b/c"}); got != "/none/p" {
		t.Errorf("inside: %s", got)
	}
	if got := projectRoot("/none/p", []string{"/none/q/a", "/none/q/b"}); got != "/none/q" {
		t.Errorf("outside: %s", got)
	}
}
