package terraform

import (
	"testing"

	"github.com/irsalint/irsalint/pkg/source"
)

func FuzzEvaluate(f *testing.F) {
	for _, seed := range [][2]string{
		{`variable "a" {}` + "\n" + `resource "t_r" "r" { count = var.a }` + "\n" + `output "o" { value = t_r.r[0].x }`, ``},
		{"module \"m\" {\n  source = \"./\"\n  for_each = { a = 1 }\n}\n", `{"resource": {"t_r": {"r": {"v": "${module.m[\"a\"].o}"}}}}`},
		{"locals {\n  a = [for x in local.b : x if x != null]\n  b = local.a\n}\n", `{"locals": {"c": "${upper(\"\u0041\")}"}, "variable": {"v": {"type": "list(string)"}}}`},
		{"resource \"t_r\" \"r\" {\n  dynamic \"d\" {\n    for_each = var.x\n    content {\n      v = d.value\n    }\n  }\n}\n", `{"module": {"m": [{"source": "./m", "providers": {"aws": "aws.x"}}]}}`},
		{"resource \"t_r\" \"r\" {\n  v = <<EOT\n  ${each.key}\nEOT\n", `[{"data": []}]`},
	} {
		f.Add(seed[0], seed[1])
	}
	f.Fuzz(func(t *testing.T, hcl, json string) {
		tree := source.NewTree(source.MapFS{
			"main.tf": hcl, "x.tf.json": json, "m/main.tf": hcl, "m/a_override.tf": hcl,
			"terraform.tfvars": hcl, "a.auto.tfvars.json": json,
		})
		a := Evaluate(tree, ".", Options{Vars: map[string]string{"a": json}})
		b := Evaluate(tree, ".", Options{Vars: map[string]string{"a": json}})
		if lines(a) != lines(b) {
			t.Error("two evaluations differ")
		}
		Roots(tree, []string{".", "m"})
	})
}
