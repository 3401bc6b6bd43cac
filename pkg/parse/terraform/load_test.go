package terraform

import (
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/irsalint/irsalint/pkg/source"
)

func TestRefuse(t *testing.T) {
	deep := func(open, close string, n int) string {
		return "x = " + strings.Repeat(open, n) + "1" + strings.Repeat(close, n) + "\n"
	}
	many := strings.Repeat("a = [{}]\n", 3_000) // enough brackets to be looked at
	for _, c := range []struct{ name, text, want string }{
		{"plain", "a = 1\n", ""},
		{"many but flat", many, ""},
		{"a long list", "x = [" + strings.Repeat("{ a = [1] },\n", 3_000) + "]\n", ""},
		{"brackets", deep("[", "]", 3_000), "nested"},
		{"brackets after many", many + deep("(", ")", 300), "nested"},
		{"interpolations", deep(`"${`, `}"`, 3_000), "nested"},
		{"directives", "x = \"" + strings.Repeat("%{ if true }", 12_000) + "\"\n", "operators"},
		{"brackets in a string", many + "x = \"" + strings.Repeat("[", 3_000) + "\"\n", ""},
		{"brackets in a comment", many + "# " + strings.Repeat("[", 3_000) + "\n", ""},
		{"brackets in a heredoc", many + "x = <<EOT\n" + strings.Repeat("[", 3_000) + "\nEOT\n", ""},
		{"operators", "x = " + strings.Repeat("1+", 20_000) + "1\n", "operators"},
		{"negations", "x = " + strings.Repeat("!", 20_000) + "true\n", "operators"},
		{"conditions", "x = " + strings.Repeat("a ? b : ", 20_000) + "c\n", "operators"},
		{"indexes", "x = a" + strings.Repeat("[x]", 20_000) + "\n", "operators"},
		{"short lines", strings.Repeat("x = a + b - c\n", 20_000), ""},
		{"exponent", "x = 1e100000000\n", "exponent"},
		{"small exponent", "x = 1e100\n", ""},
		{"exponent in a string", "x = \"1e100000000\"\n", ""},
		{"digits", "x = " + strings.Repeat("9", 5_000) + "\n", "digits"},
		{"digits in a string", "x = \"" + strings.Repeat("9", 5_000) + "\"\n", ""},
		{"long", strings.Repeat("x", maxHCL+1), "1 MiB"},
	} {
		_, why := refuse([]byte(c.text), hclsyntax.LexConfig)
		if c.want == "" && why != "" || !strings.Contains(why, c.want) {
			t.Errorf("%s: %q, want %q", c.name, why, c.want)
		}
	}
}

// A large file is parsed block by block, with the same result.
func TestLargeFile(t *testing.T) {
	one := "resource \"t_r\" \"n%\" {\n  v = <<-EOT\n    resource in a heredoc {\n  EOT\n  w = [1, 2]\n}\n\n"
	var b strings.Builder
	n := 0
	for ; b.Len() < maxHCL+1000; n++ {
		b.WriteString(strings.ReplaceAll(one, "%", itoa(n)))
	}
	p := parseHCL(source.NewFile("big.tf", []byte(b.String())))
	if p.broken() || len(p.body.Blocks) != n {
		t.Fatal(len(p.body.Blocks), "of", n, "blocks;", p.problems)
	}
	last := p.body.Blocks[n-1]
	at := source.Span{File: p.file, Start: last.DefRange().Start.Byte, End: last.DefRange().End.Byte}
	if got := at.Text(); got != `resource "t_r" "n`+itoa(n-1)+`"` {
		t.Errorf("the last block is at %q", got)
	}
}

func TestErrorsArePerBlock(t *testing.T) {
	p := parseHCL(source.NewFile("a.tf", []byte(`resource "a" "one" {
  v = [1, 2
}

resource "a" "two" {
  v = "x"
}

resource "a" "three" {
  v = {
}
`)))
	if len(p.problems) != 2 {
		t.Errorf("%d problems: %v", len(p.problems), p.problems)
	}
	whole := ""
	for _, b := range p.body.Blocks {
		if !p.partial[b] {
			whole += b.Labels[1]
		}
	}
	if whole != "two" {
		t.Errorf("whole blocks: %q", whole)
	}
}

// A loader parses a folder once, for whatever number of roots at a time.
func TestLoaderIsShared(t *testing.T) {
	files := project(`
		-- mod/m.tf --
		variable "v" {}
		resource "t_r" "r" {
		  v = "${var.v}!"
		}
		`)
	for i := range 40 {
		files["roots/"+itoa(i)+"/main.tf"] = `module "m" {
  source = "../../mod"
  v = "` + itoa(i) + `"
}`
	}
	l := NewLoader(source.NewTree(files))
	var wg sync.WaitGroup
	for i := range 40 {
		wg.Go(func() {
			r := l.Evaluate("roots/"+itoa(i), Options{})
			if got, want := strings.TrimSpace(lines(r)), "module.m.t_r.r {v:"+itoa(i)+"!}"; got != want {
				t.Errorf("got %s, want %s", got, want)
			}
			if got := strings.Join(r.Modules, " "); got != "mod roots/"+itoa(i) {
				t.Error(got)
			}
		})
	}
	wg.Wait()
	if first, second := l.load("mod"), l.load("mod"); first != second {
		t.Error("a folder is parsed twice")
	}
}

// What is hostile ends, and says what was left out.
func TestHostile(t *testing.T) {
	double := "locals {\n  a0 = \"xxxxxxxxxx\"\n"
	chain := "locals {\n  c0 = 1\n"
	for i := 1; i < 60; i++ {
		double += "  a" + itoa(i) + " = [local.a" + itoa(i-1) + ", local.a" + itoa(i-1) + "]\n"
	}
	for i := 1; i < 20_000; i++ {
		chain += "  c" + itoa(i) + " = local.c" + itoa(i-1) + "\n"
	}
	dynamic := "x = 1\n"
	for i := range 8 {
		dynamic = "dynamic \"d" + itoa(i) + "\" {\nfor_each = range(500)\ncontent {\n" + dynamic + "}\n}\n"
	}
	for name, text := range map[string]string{
		"doubling":       double + "}\nresource \"t_r\" \"r\" {\n v = local.a59\n}\n",
		"a chain":        chain + "}\nresource \"t_r\" \"r\" {\n v = local.c19999\n}\n",
		"dynamic blocks": "resource \"t_r\" \"r\" {\n" + dynamic + "}\n",
		"fan-out": `module "a" {
  source = "./"
  for_each = toset(["a", "b", "c", "d", "e", "f"])
}
`,
	} {
		r := evaluated(t, text, Options{})
		if len(r.Problems) == 0 {
			t.Errorf("%s: nothing is said", name)
		}
	}
}

// A file of another program is no broken file: it is a template of Terraform,
// or encrypted.
func TestForeignFiles(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"directive", "resource \"a\" \"one\" {\n}\n<% if .X %>\nresource \"a\" \"two\" {\n}\n<% end %>\n", "template"},
		{"value", "locals {\n  x = <% if .X %>true<% else %>false<% end %>\n}\n", "template"},
		{"jinja", "{% if x %}\nlocals {\n  x = 1\n}\n{% endif %}\n", "template"},
		{"braces", "locals {\n  x = {{ x }}\n}\n", "template"},
		{"git-crypt", "\x00GITCRYPT\x00\x01\x02", "git-crypt"},
		{"broken beside a template for something else", "locals {\n  x = <<-EOT\n    {{ x }}\n  EOT\n  y = \n}\n", ""},
		{"in a string", "locals {\n  x = \"{{ x }} <% y %>\"\n}\n", "none"},
	} {
		p := parseHCL(source.NewFile("a.tf", []byte(c.text)))
		switch {
		case c.want == "none":
			if p.broken() {
				t.Errorf("%s: %v", c.name, p.problems)
			}
		case !p.broken() || p.problems[0].Foreign != (c.want != "") || !strings.Contains(p.problems[0].Message, c.want):
			t.Errorf("%s: %v", c.name, p.problems)
		case c.want == "template":
			for _, b := range p.body.Blocks {
				if !p.partial[b] {
					t.Errorf("%s: the template may leave out %s", c.name, b.Type)
				}
			}
		}
	}
}

// A file that is listed but cannot be read may declare anything: a link that
// leads out of the project, or nowhere.
func TestUnreadFiles(t *testing.T) {
	dir := t.TempDir()
	project := filepath.Join(dir, "project")
	for name, text := range map[string]string{
		"out/roles.tf": "resource \"t_r\" \"b\" {\n}\n", "out/terraform.tfvars": "v = \"given\"\n",
		"project/links/main.tf":  "resource \"t_r\" \"a\" {\n}\n",
		"project/vars/main.tf":   "variable \"v\" {\n  default = \"default\"\n}\nresource \"t_r\" \"a\" {\n  v = var.v\n}\n",
		"project/folder/main.tf": "resource \"t_r\" \"a\" {\n}\n", "project/folder/x.tf/x": "",
	} {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for name, to := range map[string]string{
		"links/out.tf": "../../out/roles.tf", "links/nowhere.tf": "gone.tf", "vars/terraform.tfvars": "../../out/terraform.tfvars",
	} {
		if err := os.Symlink(filepath.FromSlash(to), filepath.Join(project, name)); err != nil {
			t.Skip(err)
		}
	}
	files, err := source.OpenDisk(project)
	if err != nil {
		t.Fatal(err)
	}
	for dir, want := range map[string]string{
		"links": "nowhere.tf cannot be read: there is no such file, or it is a link that leads nowhere\n" +
			"out.tf cannot be read: it is a link that leads out of the project",
		"vars":   "terraform.tfvars cannot be read: it is a link that leads out of the project",
		"folder": "",
	} {
		r := Evaluate(source.NewTree(files), dir, Options{})
		var got []string
		for _, p := range r.Problems {
			if !p.Foreign {
				t.Errorf("%s is charged with %s", dir, p.Message)
			}
			got = append(got, p.Message)
		}
		if strings.Join(got, "\n") != want {
			t.Errorf("%s: %q", dir, got)
		}
		if dir != "vars" {
			continue
		}
		if v, _ := r.Resources[0].Config.Get("v"); !v.IsUnknown() {
			t.Errorf("the variable is %s, though a file may set it", show(v))
		}
	}
}
