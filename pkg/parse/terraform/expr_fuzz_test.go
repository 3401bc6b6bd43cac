package terraform

import (
	"os"
	"strings"
	"testing"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/irsalint/irsalint/pkg/source"
	"github.com/irsalint/irsalint/pkg/value"
)

// sound checks what holds for every value: places lie in files, and text has
// a symbol for each mark of one.
func sound(t *testing.T, v value.Value, depth int) {
	t.Helper()
	at := v.At()
	if !at.IsZero() && (at.Start < 0 || at.End < at.Start || at.End > len(at.File.Data)) {
		t.Fatalf("a place is outside its file: %d-%d", at.Start, at.End)
	}
	if s, ok := v.AsText(); ok {
		if n := strings.Count(s.Flat(), string(source.SymbolOpen)); n != len(s.Symbols()) {
			t.Fatalf("%d marks of %d symbols in %q", n, len(s.Symbols()), s.Flat())
		}
		for i := range s.Flat() {
			at := s.Locate(i, i+1)
			if !at.IsZero() && (at.Start < 0 || at.End < at.Start || at.End > len(at.File.Data)) {
				t.Fatalf("the place of byte %d of %q is outside its file: %d-%d", i, s.Flat(), at.Start, at.End)
			}
			if i > 200 {
				break
			}
		}
	}
	if depth > 20 {
		return
	}
	for i, it := range v.Items() {
		if i < 50 {
			sound(t, it, depth+1)
		}
	}
	for i, f := range v.Fields() {
		if i < 50 {
			sound(t, value.FromText(f.Key), depth+1)
			sound(t, f.Value, depth+1)
		}
	}
}

func FuzzExpr(f *testing.F) {
	data, err := os.ReadFile("testdata/oracle.txt")
	if err != nil {
		f.Fatal(err)
	}
	for _, line := range strings.Split(string(data)+monotoneCases, "\n") {
		f.Add(line)
		f.Add(strings.ReplaceAll(line, `"a"`, "var.x"))
	}
	for _, s := range []string{
		"<<-EOT\n    a\n      b ${1}\n    EOT\n", "<<EOT\n%{ for x in var.x ~}\n ${x}\n%{ endfor ~}\nEOT\n", `templatefile("tmpl/user.tftpl", {name = var.x, ports = [1]})`,
		`replace(local.issuer, "https://", "")`, `split(":", local.anyarn)`, `[for x in local.openlist : x if x != var.y]`, `merge(local.open, {a = local.secret})`,
		`jsonencode({a = local.issuer, b = var.x, (var.y) = 1})`, `fileset(path.module, "**/*.{yaml,json}")`, `templatestring("a-$${x}", {x = local.arn})`,
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, src string) {
		if len(src) > 4096 {
			return
		}
		src = string(source.Sanitize([]byte(src)))
		if _, why := refuse([]byte(src), hclsyntax.LexExpression); why != "" {
			return
		}
		e, file := testEnv(src)
		x, diags := hclsyntax.ParseExpression(file.Data, file.Path, hcl.InitialPos)
		if diags.HasErrors() {
			return
		}
		v, bad := e.try(x)
		if bad != nil {
			if strings.Contains(bad.msg, "cannot be evaluated") {
				t.Fatal(bad.msg)
			}
			return
		}
		sound(t, v, 0)
	})
}
