package terraform

import (
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/irsalint/irsalint/pkg/source"
)

func TestRoots(t *testing.T) {
	for _, c := range []struct{ name, files, want string }{
		{"a folder alone", `
			-- a/main.tf --
			resource "t_r" "r" {}`, "a"},
		{"modules are no roots", `
			module "m" {
			  source = "./modules/m"
			}
			-- modules/m/main.tf --
			module "n" { source = "../n" }
			-- modules/n/main.tf --
			-- modules/unused/main.tf --
			resource "t_r" "r" {}`, ". modules/unused"},
		{"called by its example only", `
			-- mod/main.tf --
			variable "x" {}
			-- mod/examples/a/main.tf --
			module "m" {
			  source = "../../"
			}`, "mod/examples/a"},
		{"what is commented out or no module calls nothing", `
			-- a/main.tf --
			# module "m" {
			#   source = "../b"
			# }
			/*
			module "m" {
			  source = "../b"
			}
			*/
			resource "t_module" "r" {
			  source = "../b"
			}
			-- b/main.tf --
			variable "x" {}`, "a b"},
		{"JSON", `
			-- a/main.tf.json --
			{"module": {"m": {"source": "../b"}}}
			-- b/main.tf --
			variable "x" {}`, "a"},
		{"OpenTofu", `
			-- a/main.tofu --
			module "m" {
			  source = "../b"
			}
			-- a/main.tf --
			module "m" {
			  source = "../c"
			}
			-- b/main.tofu.json --
			{"variable": {"x": {}}}
			-- c/main.tf --
			variable "x" {}`, "a c"},
		{"installed modules", `
			module "x" {
			  source = "org/x/aws"
			}
			-- .terraform/modules/x/main.tf --
			module "y" {
			  source = "../../../y"
			}
			-- y/main.tf --
			variable "x" {}`, ". y"},
		{"a module that calls itself", `
			-- a/main.tf --
			module "m" {
			  source = "../a"
			}`, "a"},
		{"a circle", `
			-- a/main.tf --
			module "m" {
			  source = "../b"
			}
			-- b/main.tf --
			module "m" {
			  source = "../a"
			}
			-- c/main.tf --
			module "m" {
			  source = "../d"
			}
			-- d/main.tf --
			variable "x" {}`, "a c"},
	} {
		t.Run(c.name, func(t *testing.T) {
			files := project(c.files)
			var dirs []string
			for name := range files {
				dirs = append(dirs, path.Dir(name))
			}
			slices.Sort(dirs)
			slices.Reverse(dirs)
			if got := strings.Join(Roots(source.NewTree(files), dirs), " "); got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}
