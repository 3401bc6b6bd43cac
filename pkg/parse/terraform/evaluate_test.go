package terraform

import (
	"fmt"
	"strings"
	"testing"

	"github.com/irsalint/irsalint/pkg/source"
	"github.com/irsalint/irsalint/pkg/value"
)

// project makes files of a text in which a line "-- path --" begins each.
func project(text string) source.MapFS {
	out := source.MapFS{}
	name := "main.tf"
	var b strings.Builder
	flush := func() {
		if strings.TrimSpace(b.String()) != "" || name != "main.tf" {
			out[name] = b.String()
		}
		b.Reset()
	}
	for line := range strings.Lines(text) {
		if s, ok := strings.CutPrefix(strings.TrimSpace(line), "-- "); ok && strings.HasSuffix(s, " --") {
			flush()
			name = strings.TrimSuffix(s, " --")
			continue
		}
		b.WriteString(line)
	}
	flush()
	return out
}

// evaluated evaluates the root module of a project.
func evaluated(t testing.TB, text string, opts Options) *Root {
	t.Helper()
	return Evaluate(source.NewTree(project(text)), ".", opts)
}

// show writes a value on one line: symbols as ${label}, open lists and maps
// with a … at the end, places with bytes of their text if at is set.
func show(v value.Value) string {
	switch v.Kind() {
	case value.Null:
		return "null"
	case value.Unknown:
		if v.Symbol() == nil {
			return "?"
		}
		return "${" + v.Symbol().Label + "}"
	case value.List:
		var parts []string
		for _, it := range v.Items() {
			parts = append(parts, show(it))
		}
		if v.IsOpen() {
			parts = append(parts, "…")
		}
		return "[" + strings.Join(parts, " ") + "]"
	case value.Map:
		var parts []string
		for _, f := range v.Fields() {
			parts = append(parts, f.Key.String()+":"+show(f.Value))
		}
		if v.IsOpen() {
			parts = append(parts, "…")
		}
		return "{" + strings.Join(parts, " ") + "}"
	}
	t, _ := v.AsText()
	return t.String()
}

// lines writes a root, one line for each thing in it.
func lines(r *Root) string {
	var b strings.Builder
	for _, x := range r.Resources {
		exists := ""
		if x.Exists != nil {
			exists = " if " + x.Exists.Label
		}
		fmt.Fprintf(&b, "%s%s %s\n", x.Address, exists, show(x.Config))
	}
	for _, o := range r.Opaque {
		fmt.Fprintf(&b, "opaque %s: %s %s\n", o.Address, o.Why, show(o.Inputs))
	}
	for _, p := range r.Problems {
		fmt.Fprintf(&b, "problem %s: %s\n", p.At.Place(), p.Message)
	}
	return b.String()
}

// check compares the lines of a root.
func check(t *testing.T, r *Root, want string) {
	t.Helper()
	var clean []string
	for line := range strings.Lines(want) {
		if line = strings.TrimSpace(line); line != "" {
			clean = append(clean, line)
		}
	}
	if got := strings.TrimSpace(lines(r)); got != strings.Join(clean, "\n") {
		t.Errorf("got\n%s\nwant\n%s", got, strings.Join(clean, "\n"))
	}
}

// named gives the only resource with an address.
func named(t testing.TB, r *Root, address string) *Resource {
	t.Helper()
	for _, x := range r.Resources {
		if x.Address == address {
			return x
		}
	}
	t.Fatalf("there is no %s in\n%s", address, lines(r))
	return nil
}

// fakeSchema computes an ARN of a role and the JSON of a document.
type fakeSchema struct{}

func (fakeSchema) Attributes(r *Resource, config value.Value) value.Value {
	if r.Type != "aws_iam_role" {
		return config
	}
	name, ok := config.Get("name")
	if !ok {
		return config
	}
	t, ok := name.AsText()
	if !ok {
		return config
	}
	arn := value.Concat(r.At, value.Piece{Text: value.Literal("arn:aws:iam::", r.At)},
		value.Piece{Text: value.FromSymbol(&value.Symbol{Key: "account", Label: "account", Class: value.Account}, r.At)},
		value.Piece{Text: value.Literal(":role/", r.At)}, value.Piece{Text: t, At: r.At})
	fields := append(config.Fields()[:len(config.Fields()):len(config.Fields())],
		value.Field{Key: value.Literal("arn", r.At), Value: value.FromText(arn)})
	return value.MapAt(fields, config.At())
}

func TestEvaluate(t *testing.T) {
	for _, c := range []struct{ name, files, want string }{
		{"locals, variables and defaults", `
			variable "a" { default = "x" }
			variable "b" {}
			locals {
			  c = "${var.a}-${var.b}"
			}
			resource "t_r" "n" {
			  v = local.c
			  w = local.nowhere
			}`, `
			t_r.n {v:x-${var.b} w:${local.nowhere}}`},
		{"count", `
			variable "n" {}
			resource "t_r" "two" {
			  count = 2
			  v     = "i${count.index}"
			}
			resource "t_r" "none" {
			  count = 0
			}
			resource "t_r" "maybe" {
			  count = var.n
			  v     = count.index
			}
			resource "t_r" "flag" {
			  count = true
			}
			resource "t_r" "reads" {
			  all   = t_r.two[*].v
			  one   = t_r.two[1].v
			  none  = t_r.none[*].v
			  past  = t_r.two[2].v
			  maybe = t_r.maybe[0].v
			  many  = t_r.maybe[*].v
			}`, `
			t_r.flag[0] {}
			t_r.maybe[${count.index}] if var.n {v:${count.index}}
			t_r.maybe[0] if var.n {v:0}
			t_r.reads {all:[i0 i1] one:i1 none:[] past:${t_r.two[2].v} maybe:0 many:[…]}
			t_r.two[0] {v:i0}
			t_r.two[1] {v:i1}`},
		{"for_each", `
			variable "m" {}
			variable "k" {}
			resource "t_r" "map" {
			  for_each = { b = "1", a = "2" }
			  v        = "${each.key}${each.value}"
			}
			resource "t_r" "set" {
			  for_each = toset(["x", "y"])
			  v        = each.key == each.value
			}
			resource "t_r" "unknown" {
			  for_each = var.m
			  v        = "${each.key}:${each.value.name}"
			}
			resource "t_r" "key" {
			  for_each = { "${var.k}" = 1 }
			  v        = each.key
			}
			resource "t_r" "reads" {
			  a    = t_r.map["a"].v
			  none = t_r.map["c"].v
			  u    = t_r.unknown["c"].v
			  attr = t_r.map["a"].arn
			}`, `
			t_r.key["${var.k}"] {v:${var.k}}
			t_r.map["a"] {v:a2}
			t_r.map["b"] {v:b1}
			t_r.reads {a:a2 none:${t_r.map["c"].v} u:${t_r.unknown["c"].v} attr:${t_r.map["a"].arn}}
			t_r.set["x"] {v:true}
			t_r.set["y"] {v:true}
			t_r.unknown["${each.key}"] if var.m {v:${each.key}:${each.value.name}}`},
		{"attributes that are not set exist", `
			resource "t_r" "a" {
			  name = "n"
			  null = null
			  block {
			    x = 1
			  }
			}
			data "t_d" "d" {}
			resource "t_r" "b" {
			  name  = t_r.a.name
			  arn   = try(t_r.a.arn, "fallback")
			  null  = try(t_r.a.null, "fallback")
			  x     = t_r.a.block[0].x
			  id    = try(t_r.a.block[0].id, "fallback")
			  data  = try(data.t_d.d.id, "fallback")
			  splat = t_r.a[*].arn
			}`, `
			data.t_d.d {}
			t_r.a {name:n null:null block:[{x:1}]}
			t_r.b {name:n arn:${t_r.a.arn} null:${t_r.a.null} x:1 id:${t_r.a.block[0].id} data:${data.t_d.d.id} splat:[${t_r.a.arn}]}`},
		{"nested and dynamic blocks", `
			variable "u" {}
			resource "t_r" "a" {
			  set {
			    name = "first"
			  }
			  dynamic "set" {
			    for_each = { b = 2, a = 1 }
			    content {
			      name = set.key
			      sub {
			        v = set.value
			      }
			    }
			  }
			  dynamic "other" {
			    for_each = ["x"]
			    iterator = it
			    content {
			      k = it.key
			      v = it.value
			      dynamic "deep" {
			        for_each = toset(["y"])
			        content {
			          v = "${it.value}${deep.value}${deep.key}"
			        }
			      }
			    }
			  }
			  dynamic "open" {
			    for_each = var.u
			    content {
			      v = open.value
			    }
			  }
			  lifecycle {
			    prevent_destroy = true
			  }
			}`, `
			t_r.a {set:[{name:first} {name:a sub:[{v:1}]} {name:b sub:[{v:2}]}] other:[{k:0 v:x deep:[{v:xyy}]}] open:[…]}`},
		{"cycles", `
			locals {
			  a = local.b
			  b = local.a
			}
			resource "t_r" "x" {
			  v = t_r.y.id
			  w = local.a
			}
			resource "t_r" "y" {
			  v = t_r.x.v
			}
			resource "t_r" "n" {
			  count = t_r.n[0].c
			}`, `
			t_r.n[0] if t_r.n[0].c {}
			t_r.x {v:${t_r.y.id} w:${local.a}}
			t_r.y {v:${t_r.x.v}}`},
		{"override files", `
			resource "t_r" "a" {
			  keep    = 1
			  replace = 1
			  count   = 2
			  b {
			    v = 1
			  }
			  c {
			    v = 1
			  }
			}
			variable "v" {
			  default = "base"
			}
			locals {
			  l = 1
			}
			output "o" {
			  value = 1
			}
			-- x_override.tf --
			resource "t_r" "a" {
			  replace  = 2
			  for_each = toset(["k"])
			  b {
			    v = var.v
			  }
			  b {
			    v = local.l
			  }
			}
			variable "v" {
			  default = "over"
			}
			locals {
			  l = 2
			}
			resource "t_r" "new" {}
			-- override.tf.json --
			{"resource": {"t_r": {"new": {"x": "${var.v}"}}}}
			`, `
			t_r.a["k"] {keep:1 replace:2 c:[{v:1}] b:[{v:over} {v:2}]}
			t_r.new {x:over}`},
		{"a file that cannot be parsed hides nothing else", `
			-- a.tf --
			resource "t_r" "whole" {
			  v = 1
			}
			-- b.tf --
resource "t_r" "before" {
  v = 1
}
resource "t_r" "bad" {
  v = 1
  w = = 2
  x = 3
}
resource "t_r" "after" {
  v = t_r.bad.v
  w = t_r.bad.w
  y = local.gone
}
`, `
			t_r.after {v:1 w:${t_r.bad.w} y:${local.gone}}
			t_r.bad {v:1 w:${t_r.bad.w} x:3 …}
			t_r.before {v:1}
			t_r.whole {v:1}
			opaque : b.tf cannot be parsed ?
			problem b.tf:6:7:6:10: b.tf cannot be parsed: Invalid expression: Expected the start of an expression, but found an invalid expression token`},
		{"path and workspace", `
			module "m" {
			  source = "./mod"
			}
			-- mod/m.tf --
			resource "t_r" "a" {
			  m = path.module
			  r = path.root
			  w = "x-${terraform.workspace}"
			}`, `
			module.m.t_r.a {m:${project folder}/mod r:${project folder} w:x-${terraform.workspace}}`},
		{"a variable with a type and sensitive values", `
			variable "n" {
			  type    = number
			  default = "3"
			}
			variable "o" {
			  type    = object({ a = string, b = optional(string, "dflt") })
			  default = { a = "x" }
			}
			variable "s" {
			  sensitive = true
			  default   = "secret"
			}
			resource "t_r" "a" {
			  n = var.n
			  o = var.o
			}`, `
			t_r.a {n:3 o:{a:x b:dflt}}`},
	} {
		t.Run(c.name, func(t *testing.T) { check(t, evaluated(t, c.files, Options{}), c.want) })
	}
}
