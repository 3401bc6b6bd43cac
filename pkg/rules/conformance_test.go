package rules

import (
	"context"
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/open-policy-agent/opa/v1/ast"
	"github.com/open-policy-agent/opa/v1/format"
	"github.com/open-policy-agent/opa/v1/tester"

	"github.com/irsalint/irsalint/policies"
)

const policyDir = "../../policies"

// maxLines bounds a rule without its comments and blank lines: what does not
// fit in is work for Go.
const maxLines = 80

// regoFiles parses every Rego file of the policies, with or without tests.
func regoFiles(t *testing.T, tests bool) map[string]*ast.Module {
	t.Helper()
	modules := map[string]*ast.Module{}
	err := filepath.WalkDir(policyDir, func(p string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(p, ".rego") || !tests && strings.HasSuffix(p, "_test.rego") {
			return err
		}
		data, err := os.ReadFile(p)
		if err != nil {
			return err
		}
		modules[p], err = ast.ParseModuleWithOpts(p, string(data), ast.ParserOptions{ProcessAnnotation: true})
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return modules
}

// regoTexts gives the source of every rule and library.
func regoTexts(t testing.TB) []string {
	t.Helper()
	var out []string
	err := fs.WalkDir(policies.FS, ".", func(p string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(p, ".rego") || strings.HasSuffix(p, "_test.rego") {
			return err
		}
		data, err := fs.ReadFile(policies.FS, p)
		out = append(out, string(data))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// strict gives a compiler that skips nothing and knows the graph's schema.
func strict(t *testing.T) *ast.Compiler {
	t.Helper()
	data, err := os.ReadFile(checkerSchema)
	if err != nil {
		t.Fatal(err)
	}
	var schema any
	if err := json.Unmarshal(data, &schema); err != nil {
		t.Fatal(err)
	}
	set := ast.NewSchemaSet()
	set.Put(ast.MustParseRef("schema.graph"), schema)
	return ast.NewCompiler().WithStrict(true).WithCapabilities(Capabilities()).
		WithSchemas(set).WithUseTypeCheckAnnotations(true)
}

// TestRulesCompileStrictly runs the stages that a start of the program skips,
// and the type check against the graph's schema.
func TestRulesCompileStrictly(t *testing.T) {
	c := strict(t)
	if c.Compile(regoFiles(t, false)); c.Failed() {
		t.Fatal(c.Errors)
	}
}

// TestSchemaFindsTypos: the check above is worth something only if a wrong
// field fails, also inside dictionaries and optional values.
func TestSchemaFindsTypos(t *testing.T) {
	for expr, ok := range map[string]bool{
		`some sa in input.service_account; sa.label == "x"`:             true,
		`some sa in input.service_account; sa.lable == "x"`:             false,
		`some sa in input.service_account; is_null(sa.role_arn)`:        true,
		`some sa in input.service_account; sa.role_arn != null`:         true,
		`some sa in input.service_account; sa.role_arn.text == "x"`:     true,
		`some sa in input.service_account; sa.role_arn.txt == "x"`:      false,
		`some i in input.identity; input.role[i.role].trust.is == "no"`: true,
		`some i in input.identity; input.role[i.role].trus.is == "no"`:  false,
		`some i in input.identity; some l in i.links; l.is == "no"`:     true,
		`some i in input.identity; some l in i.links; l.iz == "no"`:     false,
		`some i in input.identiy; i.id == "x"`:                          false,
	} {
		c := strict(t)
		root := filepath.Join(policyDir, "lib", "irsalint.rego") // attaches the schema
		modules := map[string]*ast.Module{root: regoFiles(t, false)[root]}
		m, err := ast.ParseModule("typo.rego", "package irsalint.rules.typo\n\np if { "+expr+" }\n")
		if err != nil {
			t.Fatal(err)
		}
		modules["typo.rego"] = m
		if c.Compile(modules); c.Failed() == ok {
			t.Errorf("%s: errors %v, want them: %v", expr, c.Errors, !ok)
		}
	}
}

// TestRegoTests runs every test_ rule, as `opa test policies` does.
func TestRegoTests(t *testing.T) {
	modules := regoFiles(t, true)
	results, err := tester.NewRunner().SetCompiler(ast.NewCompiler().WithCapabilities(Capabilities())).
		RaiseBuiltinErrors(true).SetModules(modules).RunTests(context.Background(), nil)
	if err != nil {
		t.Fatal(err)
	}
	ran := map[string]int{}
	for r := range results {
		ran[filepath.Dir(r.Location.File)]++
		if !r.Pass() {
			t.Errorf("%s: %s.%s: %v", r.Location, r.Package, r.Name, r.Error)
		}
	}
	for _, dir := range ruleDirs(t) {
		if ran[filepath.Join(policyDir, dir)] < 3 {
			t.Errorf("%s: fewer than three test_ rules: it must fire, verify and abstain", dir)
		}
	}
}

// ruleDirs gives category/name of every rule directory.
func ruleDirs(t *testing.T) []string {
	t.Helper()
	files, err := filepath.Glob(policyDir + "/*/*/*")
	if err != nil || len(files) == 0 {
		t.Fatal("no rules", err)
	}
	var out []string
	for _, f := range files {
		dir, _ := filepath.Rel(policyDir, filepath.Dir(f))
		if dir = filepath.ToSlash(dir); len(out) == 0 || out[len(out)-1] != dir {
			out = append(out, dir)
		}
	}
	return out
}

// TestEveryRule demands of each directory all that a rule consists of.
func TestEveryRule(t *testing.T) {
	set, err := Load()
	if err != nil {
		t.Fatal(err)
	}
	name := regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*/[a-z0-9]+(-[a-z0-9]+)*$`)
	for _, dir := range ruleDirs(t) {
		t.Run(dir, func(t *testing.T) {
			for _, f := range []string{"rule.rego", "rule_test.rego", "examples.txtar", "why.md"} {
				if info, err := os.Stat(filepath.Join(policyDir, dir, f)); err != nil || info.Size() == 0 {
					t.Errorf("%s is missing or empty", f)
				}
			}
			r, ok := set.Rule(dir)
			if !ok {
				t.Fatal("its package is not irsalint.rules.<category>.<name> of the directory")
			}
			if !name.MatchString(dir) {
				t.Error("category and name are lower-case words with hyphens")
			}
			for _, export := range []string{violation, applies, unverified} {
				if !r.exports[export] {
					t.Errorf("it has no %s", export)
				}
			}
			if r.Title == "" || strings.HasSuffix(r.Title, ".") || strings.Contains(r.Title, "\n") {
				t.Error("METADATA title is a line that says what holds, without a full stop")
			}
			if r.Description == "" || r.Since == "" || len(r.Tags) == 0 {
				t.Error("METADATA description, custom.since and custom.tags are needed")
			}
			if !regexp.MustCompile(`^(very-high|high|medium)$`).MatchString(r.Precision) {
				t.Errorf("METADATA custom.precision %q is none of very-high, high, medium", r.Precision)
			}
			if data, err := os.ReadFile(filepath.Join(policyDir, dir, "rule.rego")); err == nil {
				if n := codeLines(string(data)); n > maxLines {
					t.Errorf("rule.rego has %d lines of code, more than %d", n, maxLines)
				}
			}
		})
	}
}

func codeLines(s string) int {
	n := 0
	for line := range strings.Lines(s) {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "#") {
			n++
		}
	}
	return n
}

// TestRegoFormat demands the form of `opa fmt`; -update writes it.
func TestRegoFormat(t *testing.T) {
	for file := range regoFiles(t, true) {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		want, err := format.SourceWithOpts(file, data, format.Opts{RegoVersion: ast.RegoV1})
		if err != nil {
			t.Fatal(err)
		}
		if string(data) == string(want) {
			continue
		}
		if *update {
			if err := os.WriteFile(file, want, 0o666); err != nil {
				t.Fatal(err)
			}
			continue
		}
		t.Errorf("%s is not formatted: run opa fmt, or go test ./pkg/rules -update", file)
	}
}
