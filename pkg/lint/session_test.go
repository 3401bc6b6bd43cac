package lint_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/irsalint/irsalint/internal/golden"
	"github.com/irsalint/irsalint/pkg/finding"
	"github.com/irsalint/irsalint/pkg/lint"
)

const broken = "apiVersion: v1\nkind: ServiceAccount\nmetadata: [\n"

const account = `apiVersion: v1
kind: ServiceAccount
metadata:
  name: app
  namespace: prod
  annotations:
    eks.amazonaws.com/role-arn: not-an-arn
`

func rulesOf(r finding.Report) (out []string) {
	for _, f := range r.Findings {
		out = append(out, f.Rule+"@"+f.Location.File)
	}
	return out
}

// TestBrokenFile: a file that cannot be read is a finding at its line, and
// hides nothing else.
func TestBrokenFile(t *testing.T) {
	r := golden.Files{
		"a.yaml":     broken,
		"b.yaml":     account + "---\n" + broken,
		"c.json":     `{"apiVersion": "v1", "kind": "ServiceAccount", "metadata": `,
		"d.tf":       "resource \"aws_iam_role\" \"x\" {\n  name = \n}\n",
		"other.yaml": "serviceless: [\n",
		"notes.yaml": "serviceAccount: [\n",
		"other.json": `{"kind": `,
	}.Lint(t)
	got := strings.Join(rulesOf(r), " ")
	want := "input/unparsable@a.yaml irsa/annotation-invalid@b.yaml input/unparsable@b.yaml input/unparsable@c.json input/unparsable@d.tf"
	if got != want {
		t.Errorf("findings\n got %s\nwant %s", got, want)
	}
	for _, f := range r.Findings {
		if f.Location.Line == 0 || f.Location.EndLine != f.Location.Line || f.Severity != finding.Error {
			t.Errorf("%+v", f)
		}
	}
}

// TestTemplates: what another tool renders is not judged, and said so once.
func TestTemplates(t *testing.T) {
	r := golden.Files{
		"chart/templates/sa.yaml": "apiVersion: v1\nkind: ServiceAccount\nmetadata:\n  name: {{ .Values.name }}\n  annotations:\n    eks.amazonaws.com/role-arn: {{ .Values.role }}\n",
		"mixed.yaml":              account + "---\napiVersion: v1\nkind: ServiceAccount\nmetadata:\n  name: \"{{ name }}\"\n  annotations: {eks.amazonaws.com/role-arn: also-none}\n",
		"values.yaml":             "replicas: 1\n",
		".github/ci.yaml":         "jobs: {x: {role-arn: \"${{ secrets.ROLE }}\"}}\n",
		"infra/main.tf":           "module \"x\" {\n  count = {{ count }}\n}\n",
		"infra/terraform.tfvars":  "\x00GITCRYPT\x00\x01",
	}.Lint(t)
	if got := strings.Join(rulesOf(r), " "); got != "irsa/annotation-invalid@mixed.yaml" {
		t.Errorf("findings %s", got)
	}
	var open []string
	for _, u := range r.Unverified {
		if u.Rule == lint.Unparsable {
			open = append(open, u.Location.File+": "+u.Reason)
		}
	}
	if got := strings.Join(open, "; "); got != "chart/templates/sa.yaml: a template, not rendered; "+
		"infra/main.tf: a template, not rendered; infra/terraform.tfvars: it is encrypted with git-crypt; mixed.yaml: a template, not rendered" {
		t.Errorf("unverified %s", got)
	}
}

// TestTooLarge: whether a file matters that is not read is not known.
func TestTooLarge(t *testing.T) {
	big := strings.Repeat("# a line of forty characters and its end\n", 1<<18)
	r := golden.Files{"big.yaml": account + big, "big.json": big}.LintDisk(t)
	if len(r.Findings) != 0 || len(r.Unverified) != 1 || !strings.Contains(r.Unverified[0].Reason, "larger than 8 MiB") {
		t.Errorf("findings %v, unverified %v", r.Findings, r.Unverified)
	}
}

// TestGenerated: many environments beside each other, each judged by itself.
func TestGenerated(t *testing.T) {
	r := golden.Generate(40).Lint(t)
	got := strings.Join(rulesOf(r), " ")
	if want := "irsa/subject-mismatch@team0019/k8s/api.yaml irsa/subject-mismatch@team0039/k8s/api.yaml"; got != want {
		t.Errorf("findings %s, want %s", got, want)
	}
	if r.Summary.Checks.Verified < 40*8*5 {
		t.Errorf("only %d checks verified", r.Summary.Checks.Verified)
	}
}

// TestSessionSeesChanges: what is kept between runs is never stale.
func TestSessionSeesChanges(t *testing.T) {
	fsys := fstest.MapFS{"a.yaml": {Data: []byte(account)}, "b.yaml": {Data: []byte(account)}}
	s := lint.NewSession()
	lintIt := func() string {
		r, err := s.Run(context.Background(), lint.Options{FS: fsys})
		if err != nil {
			t.Fatal(err)
		}
		return strings.Join(rulesOf(r), " ")
	}
	const both = "irsa/annotation-invalid@a.yaml irsa/annotation-invalid@b.yaml"
	for range 2 {
		if got := lintIt(); got != both {
			t.Fatalf("got %s", got)
		}
	}
	fsys["a.yaml"] = &fstest.MapFile{Data: []byte(strings.Replace(account, "not-an-arn", "arn:aws:iam::111122223333:role/app", 1))}
	if got := lintIt(); got != "irsa/annotation-invalid@b.yaml" {
		t.Errorf("after a change: %s", got)
	}
	delete(fsys, "b.yaml")
	if got := lintIt(); got != "" {
		t.Errorf("after a removal: %s", got)
	}
}

func TestSelection(t *testing.T) {
	files := golden.Files{"a.yaml": account, "b.yaml": broken}
	lintWith := func(only, skip []string) (string, error) {
		r, err := lint.Run(context.Background(), lint.Options{FS: files.FS(), Rules: only, SkipRules: skip})
		return strings.Join(rulesOf(r), " "), err
	}
	for _, tt := range []struct {
		only, skip []string
		want       string
	}{
		{nil, nil, "irsa/annotation-invalid@a.yaml input/unparsable@b.yaml"},
		{[]string{"irsa/*"}, nil, "irsa/annotation-invalid@a.yaml"},
		{[]string{"input/unparsable"}, nil, "input/unparsable@b.yaml"},
		{nil, []string{"input/*"}, "irsa/annotation-invalid@a.yaml"},
		{nil, []string{"irsa/annotation-invalid", "input/unparsable"}, ""},
	} {
		if got, err := lintWith(tt.only, tt.skip); got != tt.want || err != nil {
			t.Errorf("only %q, skip %q: %s, %v; want %s", tt.only, tt.skip, got, err, tt.want)
		}
	}
	_, err := lintWith([]string{"irsa/anotation-invalid"}, nil)
	var config *lint.ConfigError
	if !errors.As(err, &config) || !strings.Contains(err.Error(), "irsa/annotation-invalid") {
		t.Errorf("a misspelt rule gives %v", err)
	}
}

func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := lint.Run(ctx, lint.Options{FS: golden.Files{"a.yaml": account}.FS()}); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}
