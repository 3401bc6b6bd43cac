package terraform

import (
	"strings"
	"testing"

	"github.com/irsalint/irsalint/pkg/value"
)

func TestModules(t *testing.T) {
	for _, c := range []struct{ name, files, want string }{
		{"inputs and outputs, through each other", `
			module "a" {
			  source = "./a"
			  in     = module.b.first
			}
			module "b" {
			  source = "./b"
			  in     = module.a.second
			}
			resource "t_r" "r" {
			  v = module.b.last
			  w = module.b.none
			}
			-- a/a.tf --
			variable "in" {}
			output "second" {
			  value = "${var.in}-a"
			}
			-- b/b.tf --
			variable "in" {}
			output "first" {
			  value = "b"
			}
			output "last" {
			  value = "${var.in}-b"
			}`, `
			t_r.r {v:b-a-b w:${module.b.none}}`},
		{"count and for_each", `
			variable "u" {}
			module "c" {
			  source = "./m"
			  count  = 2
			  v      = "c${count.index}"
			}
			module "e" {
			  source   = "./m"
			  for_each = { x = "1", y = "2" }
			  v        = "${each.key}${each.value}"
			}
			module "off" {
			  source = "./m"
			  count  = 0
			}
			module "maybe" {
			  source = "./m"
			  count  = var.u
			  v      = "m"
			}
			module "each" {
			  source   = "./m"
			  for_each = var.u
			  v        = each.key
			}
			resource "t_r" "r" {
			  c     = module.c[1].out
			  cs    = module.c[*].out
			  e     = module.e["y"].out
			  es    = { for k, m in module.e : k => m.out }
			  off   = module.off[*].out
			  maybe = module.maybe[0].out
			  many  = module.maybe[*].out
			  each  = module.each["q"].out
			}
			-- m/m.tf --
			variable "v" { default = "none" }
			resource "t_r" "in" {
			  v = var.v
			}
			output "out" {
			  value = t_r.in.v
			}`, `
			module.c[0].t_r.in {v:c0}
			module.c[1].t_r.in {v:c1}
			module.e["x"].t_r.in {v:x1}
			module.e["y"].t_r.in {v:y2}
			module.each["${each.key}"].t_r.in if var.u {v:${each.key}}
			module.maybe[0].t_r.in if var.u {v:m}
			t_r.r {c:c1 cs:[c0 c1] e:y2 es:{x:x1 y:y2} off:[] maybe:m many:[…] each:${module.each["q"].out}}`},
		{"sources that are not there", `
			module "registry" {
			  source  = "org/name/aws"
			  version = "~> 1"
			  name    = "n"
			}
			module "gone" {
			  source = "./gone"
			}
			module "outside" {
			  source = "../outside"
			}
			module "many" {
			  source   = "git::https://example.com/x.git"
			  for_each = toset(["k"])
			  key      = each.key
			}
			resource "t_r" "r" {
			  a = module.registry.arn
			  b = module.many["k"].arn
			  c = { for k, m in module.many : k => m.arn }
			}`, `
			t_r.r {a:${module.registry.arn} b:${module.many["k"].arn} c:{k:${module.many["k"].arn}}}
			opaque module.gone: module "gone": there are no Terraform files in gone {}
			opaque module.many["k"]: module "many" (source git::https://example.com/x.git) is not installed {key:k}
			opaque module.outside: module "outside" (source ../outside) is outside the project {}
			opaque module.registry: module "registry" (source org/name/aws) is not installed {name:n}`},
		{"installed modules", `
			module "eks" {
			  source = "org/eks/aws"
			}
			module "esc" {
			  source = "org/esc/aws"
			}
			-- .terraform/modules/modules.json --
			{"Modules":[{"Key":"","Source":"","Dir":"."},
			 {"Key":"eks","Source":"registry.terraform.io/org/eks/aws","Version":"1.0.0","Dir":".terraform/modules/eks"},
			 {"Key":"eks.sub","Source":"org/sub/aws","Dir":".terraform/modules/eks.sub/x"},
			 {"Key":"esc","Source":"org/esc/aws","Dir":"../../../etc"}]}
			-- .terraform/modules/eks/main.tf --
			module "sub" {
			  source = "org/sub/aws"
			}
			-- .terraform/modules/eks.sub/x/main.tf --
			resource "t_r" "r" {}`, `
			module.eks.module.sub.t_r.r {}
			opaque module.esc: module "esc" (source org/esc/aws) is not installed {}`},
		{"a module that calls itself", `
			module "self" {
			  source = "./"
			}`, `
			opaque ` + strings.TrimSuffix(strings.Repeat("module.self.", 17), ".") + `: modules are called more than 16 deep {}
			problem main.tf:2:4:2:17: modules are called more than 16 deep`},
		{"a required input that is not given", `
			module "m" {
			  source = "./m"
			}
			-- m/m.tf --
			variable "v" { type = string }
			variable "n" {
			  default  = "d"
			  nullable = false
			}
			resource "t_r" "r" {
			  v = var.v
			  n = var.n
			}`, `
			module.m.t_r.r {v:${module.m.var.v} n:d}`},
		{"null for an input that is not nullable", `
			module "m" {
			  source = "./m"
			  a      = null
			  b      = null
			}
			-- m/m.tf --
			variable "a" {
			  default  = "d"
			  nullable = false
			}
			variable "b" { default = "d" }
			resource "t_r" "r" {
			  a = var.a
			  b = var.b
			}`, `
			module.m.t_r.r {a:d b:null}`},
		{"an unparsable file of a module", `
			module "m" {
			  source = "./m"
			}
			resource "t_r" "r" {
			  o = module.m.o
			}
			-- m/m.tf --
resource "t_r" "in" {
`, `
			module.m.t_r.in {…}
			t_r.r {o:${module.m.o}}
			opaque module.m: m.tf cannot be parsed ?
			problem m/m.tf:1:21:1:22: m.tf cannot be parsed: Unclosed configuration block: There is no closing brace for this block before the end of the file. This may be caused by incorrect brace nesting elsewhere in this file`},
	} {
		t.Run(c.name, func(t *testing.T) { check(t, evaluated(t, c.files, Options{}), c.want) })
	}
}

func TestTooMany(t *testing.T) {
	r := evaluated(t, `
		module "a" {
		  source = "./a"
		  count  = 100
		}
		resource "t_r" "r" {
		  count = 100000
		}
		-- a/a.tf --
		module "b" {
		  source = "../b"
		  count  = 100
		}
		-- b/b.tf --
		resource "t_r" "r" {}
		`, Options{})
	if n := len(r.Resources); n < 2000 || n > 3000 {
		t.Error(n, "resources")
	}
	if len(r.Opaque) == 0 || len(r.Problems) == 0 {
		t.Error("the bounds are not mentioned")
	}
	for _, o := range r.Opaque {
		if o.Address == "t_r.r" && o.Why == "t_r.r has more than 512 instances" {
			return
		}
	}
	t.Error("the resources left out are not mentioned")
}

func TestProviders(t *testing.T) {
	r := evaluated(t, `
		provider "aws" {
		  region = "eu-west-1"
		}
		provider "aws" {
		  alias  = "east"
		  region = var.region
		}
		variable "region" { default = "us-east-1" }
		resource "aws_r" "plain" {}
		resource "aws_r" "east" {
		  provider = aws.east
		}
		resource "helm_release" "h" {}
		module "m" {
		  source    = "./m"
		  providers = { aws = aws.east, aws.dst = aws }
		}
		module "n" {
		  source = "./m"
		}
		-- m/m.tf --
		provider "aws" {
		  alias = "dst"
		}
		provider "own" {
		  host = "h"
		}
		resource "aws_r" "in" {}
		resource "aws_r" "dst" {
		  provider = aws.dst
		}
		resource "own_r" "o" {}
		`, Options{})
	for address, want := range map[string]string{
		"aws_r.plain": "aws {region:eu-west-1}", "aws_r.east": "aws.east {region:us-east-1}",
		"helm_release.h":    "helm",
		"module.m.aws_r.in": "aws.east {region:us-east-1}", "module.m.aws_r.dst": "aws {region:eu-west-1}",
		"module.n.aws_r.in": "aws {region:eu-west-1}", "module.n.aws_r.dst": "module.n.aws.dst",
		"module.m.own_r.o": "module.m.own {host:h}",
	} {
		x := named(t, r, address)
		got := x.Provider
		if x.Settings != nil {
			got += " " + show(x.Settings.Config)
		}
		if got != want {
			t.Errorf("%s: %s, want %s", address, got, want)
		}
	}
	var keys []string
	for _, p := range r.Providers {
		keys = append(keys, p.Key)
	}
	if got := strings.Join(keys, " "); got != "aws aws.east module.m.own module.n.own" {
		t.Error(got)
	}
}

// A value keeps the place it was written at through all that passes it on.
func TestPlaces(t *testing.T) {
	r := evaluated(t, `
variable "ns" { default = "DEFAULT" }
locals {
  names = { first = "LOCAL" }
}
module "m" {
  source   = "./m"
  for_each = { KEY = "EACH" }
  name     = each.value
  key      = each.key
  ns       = var.ns
  loc      = local.names.first
  sub      = "system:${var.ns}:x"
  role     = aws_iam_role.r.arn
}
resource "aws_iam_role" "r" {
  name = "ROLE"
}
-- m/m.tf --
variable "name" {}
variable "key" {}
variable "ns" {}
variable "loc" {}
variable "sub" {}
variable "role" {}
resource "t_r" "r" {
  name = var.name
  key  = var.key
  ns   = var.ns
  loc  = var.loc
  blk {
    sub = var.sub
  }
  role = var.role
}
`, Options{Schema: fakeSchema{}})
	x := named(t, r, `module.m["KEY"].t_r.r`)
	for field, want := range map[string]string{
		"name": "main.tf:8:23:8:27 EACH", "key": "main.tf:8:16:8:19 KEY",
		"ns": "main.tf:2:28:2:35 DEFAULT", "loc": "main.tf:4:22:4:27 LOCAL",
	} {
		v, _ := x.Config.Get(field)
		if got := v.At().Place() + " " + v.At().Text(); got != want {
			t.Errorf("%s: %s, want %s", field, got, want)
		}
	}
	v, _ := x.Config.Lookup("blk", "sub")
	text, _ := v.AsText()
	if got := text.Locate(7, 14).Place(); got != "main.tf:2:28:2:35" {
		t.Errorf("the part of a template is at %s", got)
	}
	role, _ := x.Config.Get("role")
	text, _ = role.AsText()
	if got := text.Locate(len(text.Flat())-4, len(text.Flat())).Text(); got != "ROLE" {
		t.Errorf("the name in an ARN is at %q", got)
	}
	blk, _ := x.Config.Field("blk")
	if got := blk.Key.At().Text(); got != "blk" {
		t.Errorf("the key of a block is at %q", got)
	}
	if got := blk.Value.Items()[0].At().Text(); !strings.HasPrefix(got, "blk {") || !strings.HasSuffix(got, "}") {
		t.Errorf("a block is at %q", got)
	}
	if got := x.At.Text(); got != `resource "t_r" "r"` {
		t.Errorf("the header is at %q", got)
	}
	if len(x.Calls) != 1 || x.Calls[0].Text() != `module "m"` {
		t.Errorf("the calls are at %v", x.Calls)
	}
	if x.Module != `module.m["KEY"]` || x.Dir != "m" {
		t.Error(x.Module, x.Dir)
	}
}

// An instance that may not exist must not make try give its value for sure.
func TestTryOfMaybe(t *testing.T) {
	r := evaluated(t, `
		variable "u" {}
		resource "t_r" "a" {
		  count = var.u
		  name  = "a"
		}
		resource "t_r" "b" {
		  name = "b"
		}
		resource "t_r" "r" {
		  maybe = try(t_r.a[0].name, t_r.b.name)
		  sure  = try(t_r.b.name, t_r.a[0].name)
		  plain = t_r.a[0].name
		}`, Options{})
	x := named(t, r, "t_r.r")
	if v, _ := x.Config.Get("maybe"); v.Kind() == value.String && show(v) == "a" {
		t.Errorf("maybe is %s", show(v))
	}
	for field, want := range map[string]string{"sure": "b", "plain": "a"} {
		if v, _ := x.Config.Get(field); show(v) != want {
			t.Errorf("%s is %s", field, show(v))
		}
	}
}
