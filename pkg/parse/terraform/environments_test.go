package terraform

import (
	"fmt"
	"strings"
	"testing"

	"github.com/irsalint/irsalint/pkg/source"
)

func TestEnvironments(t *testing.T) {
	const vars = "variable \"env\" {}\nvariable \"size\" {}\nvariable \"name\" {}\n"
	for _, tt := range []struct {
		name  string
		files string // name=content, one a line
		want  string
	}{
		{"none", "terraform.tfvars=env=1\na.auto.tfvars=size=1", "[] []"},
		{"beside", "dev.tfvars=env=1\nprod.tfvars=env=2", "[dev:r/dev.tfvars prod:r/prod.tfvars] []"},
		{"one", "prod.tfvars=env=2", "[prod:r/prod.tfvars] []"},
		{"json", `dev.tfvars.json={"env":1}` + "\nprod.tfvars=env=2", "[dev:r/dev.tfvars.json prod:r/prod.tfvars] []"},
		{"named for terraform", "terraform.dev.tfvars=env=1\nterraform-prod.tfvars=env=2", "[dev:r/terraform.dev.tfvars prod:r/terraform-prod.tfvars] []"},
		{"folder", "envs/dev.tfvars=env=1\nenvs/prod/terraform.tfvars=env=1\nenvs/prod/x.tfvars=size=1", "[dev:r/envs/dev.tfvars prod:r/envs/prod/terraform.tfvars,r/envs/prod/x.tfvars] []"},
		{"roots of their own", "envs/dev/main.tf=\nenvs/dev/terraform.tfvars=env=1\nconfig/main.tf=\nconfig/x.tfvars=env=1", "[] []"},
		{"not of this root", "dev.tfvars=other=1", "[] []"},
		{"samples and backends", "x.example.tfvars=env=1\nsample.tfvars=env=1\nbackend-prod.tfvars=env=1\n.hidden.tfvars=env=1", "[] []"},
		{"shared by name", "common.tfvars=size=1\ndev.tfvars=env=1\nprod.tfvars=env=2", "[dev:r/dev.tfvars prod:r/prod.tfvars] [r/common.tfvars]"},
		{"only one, whatever its name", "variables.tfvars=size=1", "[variables:r/variables.tfvars] []"},
		{"parts, not alternatives", "network.tfvars=env=1\nnodes.tfvars=size=1", "[] [r/network.tfvars r/nodes.tfvars]"},
		{"a part among alternatives", "dev.tfvars=env=1\nprod.tfvars=env=1\nnodes.tfvars=size=1", "[dev:r/dev.tfvars prod:r/prod.tfvars] [r/nodes.tfvars]"},
		{"one name twice", "dev.tfvars=env=1\nenvs/dev.tfvars=env=2", "[dev:r/dev.tfvars envs/dev:r/envs/dev.tfvars] []"},
		{"broken", "dev.tfvars=env = {\nprod.tfvars=env=1", "[dev:r/dev.tfvars prod:r/prod.tfvars] []"},
	} {
		files := source.MapFS{"r/main.tf": vars}
		for line := range strings.SplitSeq(tt.files, "\n") {
			name, text, _ := strings.Cut(line, "=")
			files["r/"+name] = text + "\n"
		}
		got := NewLoader(source.NewTree(files)).Environments("r")
		var list []string
		for _, e := range got.List {
			list = append(list, e.Name+":"+strings.Join(e.Files, ","))
		}
		if s := fmt.Sprint(list, got.Shared); s != tt.want {
			t.Errorf("%s: %s, want %s", tt.name, s, tt.want)
		}
	}
}

func TestEnvironmentsAreBounded(t *testing.T) {
	files := source.MapFS{"r/main.tf": "variable \"env\" {}\n"}
	for i := range maxEnvironments + 7 {
		files[fmt.Sprintf("r/e%03d.tfvars", i)] = "env = 1\n"
	}
	if got := NewLoader(source.NewTree(files)).Environments("r"); len(got.List) != maxEnvironments || got.More != 7 {
		t.Errorf("%d environments, %d more", len(got.List), got.More)
	}
}

// TestShared: what a shared file sets is not known, unless the environment sets
// it too. Symbols of two environments are two.
func TestShared(t *testing.T) {
	files := source.MapFS{
		"r/main.tf": "variable \"a\" { default = \"x\" }\nvariable \"b\" { default = \"x\" }\nvariable \"c\" { default = \"x\" }\n" +
			"resource \"t\" \"r\" {\n  a = var.a\n  b = var.b\n  c = var.c\n}\n",
		"r/common.tfvars": "a = \"y\"\nb = \"y\"\n",
		"r/prod.tfvars":   "b = \"z\"\n",
	}
	opts := Options{Environment: "prod", VarFiles: []string{"r/prod.tfvars"}, Shared: []string{"r/common.tfvars"}}
	r := Evaluate(source.NewTree(files), "r", opts)
	if r.Scope() != "r@prod" || len(r.Resources) != 1 {
		t.Fatalf("scope %s, %d resources", r.Scope(), len(r.Resources))
	}
	res := r.Resources[0]
	a, _ := res.Config.Get("a")
	if _, known := a.KnownString(); known || a.FirstUnknown() == nil || !strings.Contains(a.FirstUnknown().Why, "r/common.tfvars") ||
		!strings.HasPrefix(a.FirstUnknown().Key, "r@prod#") {
		t.Errorf("a is %+v", a.FirstUnknown())
	}
	for name, want := range map[string]string{"b": "z", "c": "x"} {
		v, _ := res.Config.Get(name)
		if s, _ := v.KnownString(); s != want {
			t.Errorf("%s is %q, want %q", name, s, want)
		}
	}
	if key := res.Symbol("id", 0).Key; !strings.HasPrefix(key, "r@prod#") {
		t.Errorf("the key of a symbol is %s", key)
	}
}
