package lint_test

import (
	"bytes"
	"context"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"golang.org/x/tools/txtar"

	"github.com/irsalint/irsalint/internal/golden"
	"github.com/irsalint/irsalint/pkg/finding"
	"github.com/irsalint/irsalint/pkg/lint"
	"github.com/irsalint/irsalint/pkg/parse/yaml"
	"github.com/irsalint/irsalint/pkg/source"
	"github.com/irsalint/irsalint/pkg/value"
)

// literal is a place in a file where a value is written out.
type literal struct{ start, end int }

// terraformLiterals gives the literals and templates of a file, but not keys
// and block labels, which are names and no values.
func terraformLiterals(t *testing.T, name, text string) (out []literal) {
	t.Helper()
	f, diags := hclsyntax.ParseConfig([]byte(text), name, hcl.InitialPos)
	if diags.HasErrors() {
		return nil
	}
	keys := map[hclsyntax.Node]bool{}
	_ = hclsyntax.VisitAll(f.Body.(*hclsyntax.Body), func(n hclsyntax.Node) hcl.Diagnostics {
		if k, ok := n.(*hclsyntax.ObjectConsKeyExpr); ok {
			keys[k.Wrapped] = true
		}
		return nil
	})
	_ = hclsyntax.VisitAll(f.Body.(*hclsyntax.Body), func(n hclsyntax.Node) hcl.Diagnostics {
		r := n.Range()
		switch n.(type) {
		case *hclsyntax.TemplateExpr:
			if !keys[n] && !strings.HasPrefix(text[r.Start.Byte:], "<<") {
				out = append(out, literal{r.Start.Byte, r.End.Byte})
			}
		case *hclsyntax.LiteralValueExpr:
			if !keys[n] && slices.Contains([]string{"true", "false", "null"}, text[r.Start.Byte:r.End.Byte]) {
				out = append(out, literal{r.Start.Byte, r.End.Byte})
			}
		}
		return nil
	})
	return out
}

// manifestLiterals gives the scalars of a manifest, but not its kind, which
// says what it is.
func manifestLiterals(name, text string) (out []literal) {
	docs, err := yaml.File(source.NewFile(name, []byte(text)))
	if err != nil {
		return nil
	}
	var walk func(v value.Value)
	walk = func(v value.Value) {
		for _, it := range v.Items() {
			walk(it)
		}
		for _, f := range v.Fields() {
			if !f.Key.Is("kind") && !f.Key.Is("apiVersion") {
				walk(f.Value)
			}
		}
		at := v.At()
		if v.Kind() == value.String && at.File != nil && !strings.Contains(at.Text(), "\n") && at.End > at.Start {
			out = append(out, literal{at.Start, at.End})
		}
	}
	for _, d := range docs {
		walk(d.Value)
	}
	return out
}

// goodRepositories are repositories and the findings that they have.
func goodRepositories(t *testing.T) map[string]golden.Files {
	t.Helper()
	out := map[string]golden.Files{}
	for _, dir := range repositories(t) {
		out[filepath.Base(dir)] = golden.ReadDir(t, dir)
	}
	archives, err := filepath.Glob(testdata + "/guides/*.txtar")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range archives {
		a, err := txtar.ParseFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for variant, files := range golden.Variants(a) {
			out[filepath.Base(name)+"/"+variant] = files
		}
	}
	return out
}

// TestMonotone: a value that is not known never makes a finding. Each literal
// of each repository is replaced, one at a time, by an input without a value:
// a variable in Terraform, a placeholder in YAML. Findings may go, none may
// come.
func TestMonotone(t *testing.T) {
	for name, files := range goodRepositories(t) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := lint.NewSession()
			fsys := files.FS()
			lintIt := func() []finding.Finding {
				r, err := s.Run(context.Background(), lint.Options{FS: fsys, Jobs: 1})
				if err != nil {
					t.Fatal(err)
				}
				return r.Findings
			}
			// A finding may be told otherwise once less is known: its object has
			// another name, its place is the other end. Of no rule may there be
			// more.
			base := map[string]int{}
			for _, f := range lintIt() {
				base[f.Rule]++
			}
			tried := 0
			for file, text := range files {
				var list []literal
				var unknown, declare string
				switch path.Ext(file) {
				case ".tf":
					list, unknown, declare = terraformLiterals(t, file, text), "var.irsalint_unknown", "\nvariable \"irsalint_unknown\" {}\n"
				case ".yaml":
					list, unknown = manifestLiterals(file, text), "${IRSALINT_UNKNOWN}"
				}
				kept := fsys[file].Data
				for _, l := range list {
					tried++
					var b bytes.Buffer
					b.WriteString(text[:l.start] + unknown + text[l.end:] + declare)
					fsys[file].Data = b.Bytes()
					met := map[string]int{}
					for _, f := range lintIt() {
						if met[f.Rule]++; met[f.Rule] > base[f.Rule] {
							t.Errorf("%s: with %s unknown: %s: %s [%s]", file, text[l.start:l.end], f.Location, f.Message, f.Rule)
						}
					}
				}
				fsys[file].Data = kept
			}
			if tried == 0 && len(files) > 3 {
				t.Error("no literal was replaced")
			}
		})
	}
}
