package report

import (
	"bytes"
	"strings"
	"testing"

	"github.com/irsalint/irsalint/pkg/finding"
)

// example is a report with every part that the text form shows.
func example() finding.Report {
	r := finding.NewReport(finding.Tool{Name: "irsalint", Version: "v0.1.0"})
	r.Findings = []finding.Finding{{
		Rule: "irsa/subject-mismatch", Severity: finding.Error, Object: "ServiceAccount karpenter/karpenter",
		Message:  `the trust policy admits "system:serviceaccount:karpenter:karpenter-sa", not ServiceAccount karpenter/karpenter`,
		Location: finding.Location{File: "terraform/irsa.tf", Line: 12, Column: 17, EndLine: 12, EndColumn: 58, Snippet: `	    values   = ["system:serviceaccount:karpenter:karpenter-sa"]`},
		Related: []finding.Related{{
			Message:  "the ServiceAccount",
			Location: finding.Location{File: "k8s/sa.yaml", Line: 4, Column: 9, EndLine: 4, EndColumn: 18, Snippet: "  name: karpenter"},
		}},
		Environments: []string{"prod"},
		Fix:          &finding.Fix{Description: "write system:serviceaccount:karpenter:karpenter", Edits: []finding.Edit{}},
		Fingerprint:  finding.Fingerprint("irsa/subject-mismatch", "x"),
	}}
	at := func(file string, line int) finding.Location {
		return finding.Location{File: file, Line: line, Column: 1, EndLine: line, EndColumn: 2}
	}
	r.Unverified = []finding.Unverified{
		{Rule: "irsa/audience", Object: "role a", Reason: "var.name has no value", Location: at("variables.tf", 1)},
		{Rule: "irsa/provider-missing", Object: "role a", Reason: "the provider is made elsewhere", Location: at("main.tf", 3)},
		{Rule: "irsa/trust-action", Object: "role b", Reason: "var.name has no value", Location: at("variables.tf", 1)},
	}
	r.Suppressed = []finding.Suppressed{{Finding: r.Findings[0], Reason: "the chart makes it"}}
	r.Summary.Files, r.Summary.Checks = 7, finding.Checks{Verified: 9, Contradicted: 1, Unverified: 3}
	r.Summary.Objects["role"] = 2
	r.Count()
	return r
}

func write(t *testing.T, format string, r finding.Report, o Options) string {
	t.Helper()
	f, ok := Lookup(format)
	if !ok {
		t.Fatalf("no format %s", format)
	}
	var b bytes.Buffer
	if err := f.Write(&b, &r, o); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestText(t *testing.T) {
	want := `terraform/irsa.tf:12:17: error: the trust policy admits "system:serviceaccount:karpenter:karpenter-sa", not ServiceAccount karpenter/karpenter [irsa/subject-mismatch]
  12 | 	    values   = ["system:serviceaccount:karpenter:karpenter-sa"]
     | 	               ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
  k8s/sa.yaml:4:9: the ServiceAccount
   4 |   name: karpenter
     |         ^~~~~~~~~
  help: write system:serviceaccount:karpenter:karpenter
  in: prod

13 checks in 7 files: 9 verified, 1 contradicted, 3 unverified
1 finding suppressed
The files do not settle:
     2  var.name has no value (variables.tf:1:1)
     1  the provider is made elsewhere (main.tf:3:1)
A value for var.name (--var NAME=VALUE, --var-file FILE or a tfvars file) would make 2 of 3 checkable.
`
	if got := write(t, "text", example(), Options{}); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestTextQuietAndVerbose(t *testing.T) {
	if got := write(t, "text", example(), Options{Quiet: true}); strings.Contains(got, "checks in") {
		t.Errorf("--quiet prints coverage:\n%s", got)
	}
	got := write(t, "text", example(), Options{Verbose: true})
	if want := "main.tf:3:1: unverified: role a: the provider is made elsewhere [irsa/provider-missing]\n"; !strings.Contains(got, want) {
		t.Errorf("--verbose does not list %q:\n%s", want, got)
	}
}

func TestTextColorAddsNothingElse(t *testing.T) {
	painted := write(t, "text", example(), Options{Color: true})
	if !strings.Contains(painted, "\x1b[1;31merror:\x1b[0m") {
		t.Errorf("no red error in %q", painted)
	}
	var plain strings.Builder
	for i, s := range strings.Split(painted, "\x1b[") {
		if i > 0 {
			_, s, _ = strings.Cut(s, "m")
		}
		plain.WriteString(s)
	}
	if want := write(t, "text", example(), Options{}); plain.String() != want {
		t.Errorf("without its colours the report differs\n%s\nwant\n%s", plain.String(), want)
	}
}

func TestSnippetMarks(t *testing.T) {
	long := strings.Repeat("a", 500) + "WRONG" + strings.Repeat("b", 500)
	tests := []struct {
		name, line string
		from, to   int // columns
		marked     string
	}{
		{"plain", "abc def", 5, 8, "def"},
		{"empty span", "abc def", 5, 5, "d"},
		{"wide before", "이름: karpenter", 5, 14, "karpenter"},
		{"wide inside", "a 이름 b", 3, 5, "이름"},
		{"combining", "e\u0301: x", 5, 6, "x"},
		{"long line", long, 501, 506, "WRONG"},
		{"past the end", "abc", 9, 12, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var b bytes.Buffer
			writeSnippet(&b, painter{}, finding.Location{File: "f", Line: 1, EndLine: 1, Column: tt.from, EndColumn: tt.to, Snippet: tt.line}, 1, red)
			lines := strings.Split(strings.TrimRight(b.String(), "\n"), "\n")
			if len(lines) != 2 || len([]rune(lines[0])) > maxLine+10 {
				t.Fatalf("got %q", b.String())
			}
			_, mark, _ := strings.Cut(lines[1], "| ")
			_, quoted, _ := strings.Cut(lines[0], "| ")
			blanks := len(mark) - len(strings.TrimLeft(mark, " "))
			width := len(mark) - blanks
			var got strings.Builder
			col := 0
			for _, r := range quoted {
				if col >= blanks && col < blanks+width {
					got.WriteRune(r)
				}
				col += runeWidth(r)
			}
			if got.String() != tt.marked {
				t.Errorf("marks %q, want %q\n%s", got.String(), tt.marked, b.String())
			}
		})
	}
}

func TestTextCannotBeForged(t *testing.T) {
	r := example()
	f := &r.Findings[0]
	f.Message += "\nevil.tf:1:1: error: forged [a/b]\x1b[2J"
	f.Location.File = "a\x1b]0;b"
	f.Location.Snippet = "x\u202ey"
	got := write(t, "text", r, Options{})
	for _, bad := range []string{"\nevil", "\x1b", "\u202e"} {
		if strings.Contains(got, bad) {
			t.Errorf("%q reaches the terminal:\n%s", bad, got)
		}
	}
}

func TestTextNamesModules(t *testing.T) {
	r := example()
	r.Unverified[1].Reason = `module "eks" (source terraform-aws-modules/eks/aws) is not installed`
	got := write(t, "text", r, Options{})
	if want := "Installed modules (terraform init -backend=false) would make up to 1 of 3 checkable.\n"; !strings.Contains(got, want) {
		t.Errorf("no %q in\n%s", want, got)
	}
}

func TestVariable(t *testing.T) {
	for reason, want := range map[string]string{
		"var.name has no value":             "var.name",
		"the value is that of ${var.a.b}":   "var.a",
		"`var.list[0]`, which has no value": "var.list",
		`variable "name" has no value`:      "var.name",
		"the variable has no value":         "",
		"the module has no source":          "",
		"var. is odd, so is var..":          "",
	} {
		if got := variable(reason); got != want {
			t.Errorf("variable(%q) = %q, want %q", reason, got, want)
		}
	}
}
