package terraform

import (
	"strings"
	"testing"
)

const tfvarsProject = `
variable "v" { default = "default" }
resource "t_r" "r" {
  v = var.v
}
-- terraform.tfvars --
v = "tfvars"
-- terraform.tfvars.json --
{"v": "tfvars.json"}
-- a.auto.tfvars --
v = "a.auto"
-- b.auto.tfvars.json --
{"v": "b.auto.json"}
-- c.auto.tfvars --
v = "c.auto"
-- envs/prod.tfvars --
v = "prod"
-- envs/prod.json --
{"v": "prod.json"}
`

// without leaves files out of a project.
func without(text string, names ...string) string {
	for _, name := range names {
		before, rest, _ := strings.Cut(text, "-- "+name+" --\n")
		_, after, more := strings.Cut(rest, "\n-- ")
		if text = before; more {
			text += "-- " + after
		}
	}
	return text
}

func TestVariablePrecedence(t *testing.T) {
	order := []string{"terraform.tfvars", "terraform.tfvars.json", "a.auto.tfvars", "b.auto.tfvars.json", "c.auto.tfvars"}
	values := []string{"tfvars", "tfvars.json", "a.auto", "b.auto.json", "c.auto"}
	for i := len(order); i >= 0; i-- {
		r := evaluated(t, without(tfvarsProject, order[i:]...), Options{})
		want := "default"
		if i > 0 {
			want = values[i-1]
		}
		check(t, r, "t_r.r {v:"+want+"}")
	}
	check(t, evaluated(t, tfvarsProject, Options{VarFiles: []string{"envs/prod.tfvars"}}), "t_r.r {v:prod}")
	check(t, evaluated(t, tfvarsProject, Options{VarFiles: []string{"envs/prod.tfvars", "envs/prod.json"}}), "t_r.r {v:prod.json}")
	check(t, evaluated(t, tfvarsProject, Options{
		VarFiles: []string{"envs/prod.tfvars"}, Vars: map[string]string{"v": "command", "other": "x"},
	}), "t_r.r {v:command}")
	r := evaluated(t, tfvarsProject, Options{VarFiles: []string{"envs/none.tfvars"}})
	check(t, r, `t_r.r {v:${var.v}}
		problem envs/none.tfvars:1:1:1:1: none.tfvars cannot be read: there is no such file, or it is a link that leads nowhere`)
}

func TestVariableFiles(t *testing.T) {
	r := evaluated(t, tfvarsProject, Options{VarFiles: []string{"envs/prod.tfvars"}})
	want := "a.auto.tfvars b.auto.tfvars.json c.auto.tfvars envs/prod.tfvars main.tf terraform.tfvars terraform.tfvars.json"
	if got := strings.Join(r.Files, " "); got != want {
		t.Errorf("files %s, want %s", got, want)
	}
	v, _ := named(t, r, "t_r.r").Config.Get("v")
	if got := v.At().Place() + " " + v.At().Text(); got != "envs/prod.tfvars:1:6:1:10 prod" {
		t.Error(got)
	}
}

func TestVariablesOfTheCommand(t *testing.T) {
	files := `
		variable "text" { type = string }
		variable "plain" {}
		variable "list" { type = list(string) }
		variable "num" { type = number }
		variable "bad" { type = map(string) }
		variable "any" { type = any }
		resource "t_r" "r" {
		  text  = var.text
		  plain = var.plain
		  list  = var.list
		  num   = var.num
		  bad   = var.bad
		  any   = var.any
		}`
	r := evaluated(t, files, Options{Vars: map[string]string{
		"text": `["x"]`, "plain": `"q"`, "list": `["a", "b"]`, "num": "5", "bad": "{", "any": "[true]",
	}})
	check(t, r, `
		t_r.r {text:["x"] plain:"q" list:[a b] num:5 bad:${var.bad} any:[true]}
		problem main.tf:6:13:6:16: the value given for variable "bad" cannot be parsed`)
	list, _ := named(t, r, "t_r.r").Config.Get("list")
	if got := list.Items()[1].At().Place(); got != "main.tf:4:13:4:17" {
		t.Errorf("a value of the command stands at %q", got)
	}
}

func TestBrokenVariableFile(t *testing.T) {
	r := evaluated(t, `
		variable "a" { default = "x" }
		resource "t_r" "r" {
		  a = var.a
		}
		-- terraform.tfvars --
		a = 
		`, Options{})
	if len(r.Problems) != 1 || r.Problems[0].At.File.Path != "terraform.tfvars" {
		t.Error(lines(r))
	}
	if v, _ := named(t, r, "t_r.r").Config.Get("a"); !v.IsUnknown() {
		t.Errorf("a is %s, though a file that may set it cannot be read", show(v))
	}
}
