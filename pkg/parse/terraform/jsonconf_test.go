package terraform

import (
	"testing"
)

func TestJSONConfiguration(t *testing.T) {
	r := evaluated(t, `
		-- main.tf.json --
{
  "//": "a comment",
  "terraform": {"required_version": "> 1"},
  "variable": {
    "name": {"type": "string", "default": "web ${literal}"},
    "o": {"type": "object({a = string, b = optional(number, 2)})", "default": {"a": "x"}}
  },
  "locals": [{"l": "${var.o.b + 1}"}, {"m": "a\"${\"q\"}b"}],
  "provider": {"aws": [{"region": "r1"}, {"alias": "east", "region": "r2"}]},
  "resource": {
    "t_r": {
      "a": {
        "//": "a comment",
        "for_each": {"k": "v"},
        "provider": "aws.east",
        "depends_on": ["t_r.b", "data.t_d.d"],
        "name": "${each.key}-${var.name}",
        "block": [{"x": 1}, {"x": true, "n": null}],
        "dynamic": {"set": {"for_each": ["p", "q"], "content": {"v": "${set.value}"}}}
      },
      "b": [{"l": "${local.l}", "m": "${local.m}", "policy": "${jsonencode({\"a\" = \"b\"})}"}]
    }
  },
  "data": {"t_d": {"d": {}}},
  "module": {"m": {"source": "./m", "in": "${t_r.a[\"k\"].name}"}},
  "output": {"o": {"value": "${module.m.out}"}}
}
-- m/m.tf --
variable "in" {}
resource "t_r" "r" {
  v = var.in
}
`, Options{})
	for address, want := range map[string]string{
		"data.t_d.d":     "{}",
		"module.m.t_r.r": "{v:k-web ${literal}}",
		`t_r.a["k"]`:     "{name:k-web ${literal} block:[{x:1} {x:true n:null}] set:[{v:p} {v:q}]}",
	} {
		if got := show(named(t, r, address).Config); got != want {
			t.Errorf("%s: %s, want %s", address, got, want)
		}
	}
	b := named(t, r, "t_r.b").Config
	for field, want := range map[string]string{"l": "3", "m": `a"qb`} {
		if v, _ := b.Get(field); show(v) != want {
			t.Errorf("%s: %s, want %s", field, show(v), want)
		}
	}
	a := named(t, r, `t_r.a["k"]`)
	if a.Provider != "aws.east" || a.Settings == nil || len(a.DependsOn) != 2 || a.DependsOn[1] != "data.t_d.d" {
		t.Error(a.Provider, a.Settings, a.DependsOn)
	}
	name, _ := a.Config.Get("name")
	text, _ := name.AsText()
	if got := text.Locate(0, 1).Text() + " " + text.Locate(2, 5).Text(); got != "k web" {
		t.Errorf("the parts of a template are at %q", got)
	}
	m, _ := b.Get("m")
	text, _ = m.AsText()
	if got := text.Locate(2, 3).Place() + " " + text.Locate(2, 3).Text(); got != `main.tf.json:8:53:8:54 q` {
		t.Errorf("behind an escape: %s", got)
	}
	if got := a.At.Text(); got != `a` {
		t.Errorf("the header is at %q", got)
	}
}

func TestBrokenJSON(t *testing.T) {
	r := evaluated(t, `
		-- a.tf.json --
{"resource": {"t_r": {"a": {}}},
 "x": }
-- b.tf --
resource "t_r" "b" {
  v = "x"
}
-- c.tf.json --
{"resource": {"t_r": {"c": {"v": "${", "w": "w"}}}}
`, Options{})
	check(t, r, `
		t_r.b {v:x}
		t_r.c {v:${t_r.c.v} w:w}
		opaque : a.tf.json cannot be parsed ?
		problem a.tf.json:2:7:2:8: a.tf.json cannot be parsed: expected a value, found '}'
		problem c.tf.json:1:35:1:52: c.tf.json cannot be parsed: Missing expression: Expected the start of an expression, but found the end of the file`)
}
