package terraform

import (
	"strings"
	"testing"

	"github.com/irsalint/irsalint/pkg/source"
)

// OpenTofu reads x.tofu in the place of x.tf, and the rest together.
func TestOpenTofuFiles(t *testing.T) {
	for _, c := range []struct{ name, files, want string }{
		{"in the place of", "a.tf a.tofu", "a.tofu"},
		{"in the place of JSON", "a.tf.json a.tofu.json", "a.tofu.json"},
		{"the other syntax stays", "a.tf a.tofu.json", "a.tf a.tofu.json"},
		{"JSON stays", "a.tf.json a.tofu", "a.tf.json a.tofu"},
		{"together", "a.tf b.tofu c.tf.json d.tofu.json", "a.tf b.tofu c.tf.json d.tofu.json"},
		{"an override in the place of", "a.tf override.tf override.tofu x_override.tofu", "a.tf | override.tofu x_override.tofu"},
		{"overrides last", "a_override.tofu b.tofu", "b.tofu | a_override.tofu"},
		{"a hidden one replaces nothing", "a.tf .a.tofu", "a.tf"},
		{"a copy replaces nothing", "a.tf a.tofu~ a.tofu.bak", "a.tf"},
		{"a folder replaces nothing", "a.tf a.tofu/x", "a.tf"},
	} {
		files := source.MapFS{}
		for _, name := range strings.Fields(c.files) {
			files["m/"+name] = ""
		}
		base, override := configFiles(source.NewTree(files), "m")
		got := strings.Join(base, " ")
		if len(override) > 0 {
			got += " | " + strings.Join(override, " ")
		}
		if got = strings.ReplaceAll(got, "m/", ""); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

func TestOpenTofuRoot(t *testing.T) {
	check(t, evaluated(t, `
		-- main.tf --
		resource "t_r" "old" {}
		-- main.tofu --
		resource "t_r" "new" {
		  v = local.l
		}
		module "m" {
		  source = "./m"
		}
		-- locals.tf --
		locals {
		  l = "both"
		}
		-- main_override.tofu --
		resource "t_r" "new" {
		  w = "override"
		}
		-- m/main.tofu.json --
		{"resource": {"t_r": {"json": {"v": "${1 + 1}"}}}}
		`, Options{}), `module.m.t_r.json {v:2}
		t_r.new {v:both w:override}`)
}
