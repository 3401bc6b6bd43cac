package config

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	yamlv3 "go.yaml.in/yaml/v3"

	"github.com/irsalint/irsalint/pkg/finding"
	"github.com/irsalint/irsalint/pkg/source"
)

var update = flag.Bool("update", false, "rewrite the schema")

const schemaFile = "../../schemas/config.v1.json"

const full = `# yaml-language-server: $schema=schemas/config.v1.json
severity:
  irsa/*: warning
  irsa/subject-mismatch: error
  node/trust: off
paths:
  include: [infra, k8s]
  exclude: "**/examples"
clusters:
  k8s: dev
  k8s/prod/**: kestrel-prod
environments:
  prod:
    infra/eks: [infra/eks/envs/prod.tfvars, infra/common.tfvars]
    infra/iam: infra/iam/prod.tfvars
  plain:
    infra/net:
ignore:
  - rule: irsa/annotation-invalid
    paths: [k8s/vendor/**]
    object: ServiceAccount */tempo
    reason: the vendor's chart makes it, OPS-12
    until: 2027-01-31
vars:
  region: eu-west-1
  nodes: 3
  public: false
baseline: .irsalint-baseline.json
`

func parse(t *testing.T, text string) (*Config, error) {
	t.Helper()
	return Parse(source.NewFile(".irsalint.yaml", []byte(text)))
}

func TestParse(t *testing.T) {
	c, err := parse(t, full)
	if err != nil {
		t.Fatal(err)
	}
	for rule, want := range map[string]finding.Severity{"irsa/x": finding.Warning, "irsa/subject-mismatch": finding.Error, "node/trust": 0} {
		if l, ok := c.LevelOf(rule); !ok || l.Severity != want {
			t.Errorf("%s: %v %v", rule, l, ok)
		}
	}
	if l, ok := c.LevelOf("node/other"); ok {
		t.Errorf("node/other: %v", l)
	}
	for name, want := range map[string]bool{"infra/a.tf": true, "infra/examples/a.tf": false, "docs/a.yaml": false, "k8s/a.yaml": true} {
		if got := c.Reads(name); got != want {
			t.Errorf("Reads(%s) = %v", name, got)
		}
	}
	if c.Enters("infra/examples") || !c.Enters("docs") {
		t.Error("folders that are excluded are not entered, others are")
	}
	for name, want := range map[string]string{"k8s/a.yaml": "dev", "k8s/prod/x/a.yaml": "kestrel-prod", "x.yaml": ""} {
		if got, _ := c.ClusterOf(name); got.Name != want {
			t.Errorf("ClusterOf(%s) = %s", name, got.Name)
		}
	}
	if len(c.Environments) != 3 || c.Environments[0].Root != "infra/eks" || len(c.Environments[0].Files) != 2 || len(c.Environments[2].Files) != 0 {
		t.Errorf("environments: %+v", c.Environments)
	}
	if i := c.Ignore[0]; i.Until.Format("2006-01-02") != "2027-01-31" || i.Objects[0] != "ServiceAccount */tempo" || i.At.Text() != "irsa/annotation-invalid" {
		t.Errorf("ignore: %+v", i)
	}
	if c.Vars[1].Value != "3" || c.Vars[2].Value != "false" || c.Baseline != ".irsalint-baseline.json" {
		t.Errorf("vars: %+v, baseline %q", c.Vars, c.Baseline)
	}
}

func TestMistakes(t *testing.T) {
	for text, want := range map[string]string{
		"severty: {}":                                  `:1: unknown key "severty"; did you mean "severity"?`,
		"\npaths:\n  exclud: [a]":                      `:3: unknown key "exclud"; did you mean "exclude"?`,
		"zzzzzzzz: 1":                                  `unknown key "zzzzzzzz"; one of: baseline, clusters,`,
		"severity:\n  irsa/x: eror":                    `:2: unknown severity "eror"; did you mean "error"?`,
		"severity:\n  irsa: error":                     `:2: "irsa" is no rule: want category/name or category/*`,
		"severity: [a]":                                "severity: want rules",
		"severity: {}\nseverity: {}":                   `:2: the key "severity" is there twice`,
		"vars: {a: 1, a: 2}":                           `the key "a" is there twice`,
		"vars: {a: [1]}":                               "a: want a text, a number, true or false",
		"ignore:\n- rule: irsa/x":                      `:2: the entry has no "reason"`,
		"ignore:\n- reason: x":                         `:2: the entry has no "rule"`,
		"ignore:\n- {rule: irsa/x, reason: '  '}":      "reason: want a sentence",
		"ignore:\n- {rule: irsa/x, reason: a, til: b}": `unknown key "til"`,
		"ignore:\n- {rule: irsa/x, until: 31.1.2027}":  `until: "31.1.2027" is no date`,
		"ignore: {}":                                   "ignore: want a list",
		"paths: {exclude: ['a//b']}":                   `"a//b": want a path`,
		"environments: {prod: {../x: a.tfvars}}":       `"../x": want a path below the project root`,
		"environments: {prod: {x: /etc/passwd}}":       `"/etc/passwd": want a path below`,
		"environments: {prod: x.tfvars}":               "want Terraform roots",
		"baseline: ../x":                               `"../x": want a path below`,
		"a: [":                                         ":1: ",
		"a: 1\n---\nb: 2":                              "more than one document",
		"- a":                                          "the configuration: want keys: ",
		"clusters: {k8s: }":                            "want the name of a cluster",
		"x: &a [*a]":                                   "",
		"x: " + strings.Repeat("[", 5000):              "",
		"severity: {irsa/x: error}\n" + strings.Repeat("#", maxSize): "larger than 1 MiB",
	} {
		_, err := parse(t, text)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.60q: %v, want %q", text, err, want)
		}
	}
	for _, text := range []string{"", "# only a comment\n", "severity:\n", "severity: {irsa/x: 'off', irsa/y: Off}"} {
		if _, err := parse(t, text); err != nil {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// TestSchema: the published schema is what the keys say, accepts what Parse
// accepts, and refuses what it refuses.
func TestSchema(t *testing.T) {
	want := Schema()
	if *update {
		if err := os.WriteFile(filepath.FromSlash(schemaFile), want, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(filepath.FromSlash(schemaFile))
	if err != nil || !bytes.Equal(got, want) {
		t.Fatalf("%s is stale (%v); -update rewrites it", schemaFile, err)
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(got))
	if err != nil {
		t.Fatal(err)
	}
	compiler := jsonschema.NewCompiler()
	if err := compiler.AddResource("config.json", doc); err != nil {
		t.Fatal(err)
	}
	schema, err := compiler.Compile("config.json")
	if err != nil {
		t.Fatal(err)
	}
	for text, ok := range map[string]bool{
		full: true, "": true, "severity: {irsa/x: error}": true,
		"severty: {}": false, "severity: {irsa/x: eror}": false, "severity: {irsa: error}": false,
		"ignore: [{rule: irsa/x}]": false, "paths: {exclud: a}": false, "vars: {a: [1]}": false,
		"environments: {prod: {x: }}": true, "environments: {prod: a}": false, "ignore: [{rule: a/b, reason: x, until: soon}]": false,
	} {
		var v any
		if err := yamlv3.Unmarshal([]byte(strings.ReplaceAll(text, "until: 2027-01-31", `until: "2027-01-31"`)), &v); err != nil {
			t.Fatal(err)
		}
		if err := schema.Validate(v); (err == nil) != ok {
			t.Errorf("%.50q: schema says %v, want ok %v", text, err, ok)
		}
		if _, err := parse(t, text); (err == nil) != ok {
			t.Errorf("%.50q: Parse says %v, want ok %v", text, err, ok)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add(full)
	f.Add("severity: {irsa/*: off}\nignore: [{rule: a/b, reason: c}]")
	f.Add("clusters: {'[a': b}")
	f.Fuzz(func(t *testing.T, text string) {
		c, err := Parse(source.NewFile(".irsalint.yaml", []byte(text)))
		if err != nil {
			_ = err.Error()
			return
		}
		c.LevelOf("irsa/x")
		c.Reads("a/b")
		c.ClusterOf("a/b")
	})
}
