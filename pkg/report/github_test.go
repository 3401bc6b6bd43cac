package report

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/irsalint/irsalint/pkg/finding"
)

// obey reads a line of a log as the runner of GitHub Actions does: as a
// command :: at its start or ##[ anywhere; ok is false for plain text.
func obey(line string) (command string, properties map[string]string, data string, ok bool) {
	registered := map[string]bool{"error": true, "warning": true, "notice": true, "debug": true, "stop-commands": true, "add-mask": true}
	if rest, found := strings.CutPrefix(strings.TrimSpace(line), "::"); found {
		info, data, found := strings.Cut(rest, "::")
		name, list, _ := strings.Cut(info, " ")
		if found && registered[name] {
			properties := map[string]string{}
			for _, p := range strings.Split(list, ",") {
				k, v, _ := strings.Cut(p, "=")
				properties[k] = strings.NewReplacer("%0D", "\r", "%0A", "\n", "%3A", ":", "%2C", ",", "%25", "%").Replace(v)
			}
			return name, properties, strings.NewReplacer("%0D", "\r", "%0A", "\n", "%25", "%").Replace(data), true
		}
	}
	if _, rest, found := strings.Cut(line, "##["); found {
		info, data, found := strings.Cut(rest, "]")
		name, _, _ := strings.Cut(info, " ")
		if found && registered[name] {
			return name, nil, data, true
		}
	}
	return "", nil, "", false
}

func TestGitHub(t *testing.T) {
	want := `::error file=deploy/terraform/irsa.tf,line=12,endLine=12,col=17,endColumn=58,title=irsa/subject-mismatch::` +
		`the trust policy admits "system:serviceaccount:karpenter:karpenter-sa", not ServiceAccount karpenter/karpenter%0A` +
		`deploy/k8s/sa.yaml:4:9: the ServiceAccount%0Ahelp: write system:serviceaccount:karpenter:karpenter%0Ain: prod
13 checks in 7 files: 9 verified, 1 contradicted, 3 unverified
1 finding suppressed
The files do not settle:
     2  var.name has no value (variables.tf:1:1)
     1  the provider is made elsewhere (main.tf:3:1)
A value for var.name (--var NAME=VALUE, --var-file FILE or a tfvars file) would make 2 of 3 checkable.
`
	if got := write(t, "github", example(), Options{Dir: "deploy", Color: true}); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if got := write(t, "github", example(), Options{Quiet: true}); strings.Count(got, "\n") != 1 {
		t.Errorf("--quiet prints\n%s", got)
	}
}

// TestGitHubEscapes: whatever the input says arrives as it is, in one command,
// and makes none of its own.
func TestGitHubEscapes(t *testing.T) {
	const evil = "50%25, 100% a:b,c=d;e]\r\n::error::forged\n##[add-mask]x"
	r := example()
	f := &r.Findings[0]
	f.Message, f.Location.File, f.Fix.Description = evil, evil, evil
	f.Related, f.Environments = nil, nil
	r.Unverified[0].Reason = "##[stop-commands]x"
	r.Unverified[1].Location.File = "  ::stop-commands::x"
	got := write(t, "github", r, Options{Verbose: true})
	commands := 0
	for line := range strings.Lines(got) {
		name, properties, data, ok := obey(line)
		if !ok {
			continue
		}
		commands++
		oneLine := strings.NewReplacer("\r", "\uFFFD", "\n", "\uFFFD").Replace(evil)
		if name != "error" || properties["file"] != oneLine || properties["line"] != "12" {
			t.Errorf("command %s with %q", name, properties)
		}
		lines := strings.Split(strings.TrimSuffix(data, "\n"), "\n")
		if lines[0] != oneLine || lines[1] != "help:" || lines[2] != strings.ReplaceAll(strings.Split(evil, "\n")[0], "\r", "\uFFFD") {
			t.Errorf("data %q", lines)
		}
	}
	if commands != 1 {
		t.Errorf("%d commands for one finding:\n%s", commands, got)
	}
}

// TestGitHubKeepsTheWorst: the runner takes ten annotations of a kind, so
// those are the worst findings and the others are text.
func TestGitHubKeepsTheWorst(t *testing.T) {
	r := finding.NewReport(finding.Tool{Name: "irsalint"})
	for i := range 36 {
		r.Findings = append(r.Findings, finding.Finding{
			Rule: "a/b", Severity: finding.Note + finding.Severity(i%3), Message: fmt.Sprint("finding ", i),
			Location: finding.Location{File: "::error::x", Line: i + 1, Column: 1, EndLine: i + 2, EndColumn: 1},
		})
	}
	r.Count()
	kinds, order, plain := map[string]int{}, "", 0
	for line := range strings.Lines(write(t, "github", r, Options{})) {
		name, properties, _, ok := obey(line)
		if !ok {
			if strings.Contains(line, "finding 3") {
				plain++
			}
			continue
		}
		if kinds[name]++; kinds[name] == 1 {
			order += name + " "
		}
		if _, has := properties["col"]; has {
			t.Errorf("columns for a range of lines: %s", line)
		}
	}
	if order != "error warning notice " || kinds["error"] != 10 || kinds["warning"] != 10 || kinds["notice"] != 10 {
		t.Errorf("%s: %v", order, kinds)
	}
	if plain != 6 {
		t.Errorf("%d of the findings 30 to 35 are text, want 6", plain)
	}
}

func TestGitHubFailure(t *testing.T) {
	r := finding.NewReport(finding.Tool{Name: "irsalint"})
	r.Errors = []finding.Failure{{Message: "100% full"}}
	if got, want := write(t, "github", r, Options{}), "::error title=irsalint::100%25 full\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got, want := summary(t, r), "## irsalint: the job could not be done\n\n100% full\n\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func summary(t *testing.T, r finding.Report) string {
	t.Helper()
	var b bytes.Buffer
	if err := (github{}).WriteSummary(&b, &r, Options{}); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestGitHubSummary(t *testing.T) {
	r := example()
	r.Findings[0].Message = "a|b <script> `x` *y* \\| [z](w)\nnext"
	r.Unverified[0].Reason = "```` ends"
	want := "## irsalint: 1 error\n\n" +
		"| | place | finding | rule |\n| --- | --- | --- | --- |\n" +
		`| error | terraform/irsa.tf:12:17 | a\|b \<script\> \` + "`x\\`" + ` \*y\* \\\| \[z\](w)` + "\uFFFD" +
		`next<br>k8s/sa.yaml:4:9: the ServiceAccount<br>help: write system:serviceaccount:karpenter:karpenter<br>in: prod | irsa/subject-mismatch |` + "\n\n" +
		"`````text\n13 checks in 7 files: 9 verified, 1 contradicted, 3 unverified\n"
	if got := summary(t, r); !strings.HasPrefix(got, want) || !strings.HasSuffix(got, "\n`````\n\n") {
		t.Errorf("got\n%s\nwant\n%s…", got, want)
	}
	if got := summary(t, finding.NewReport(finding.Tool{Name: "irsalint"})); !strings.HasPrefix(got, "## irsalint: nothing found\n\n```text\n0 checks") {
		t.Errorf("got\n%s", got)
	}
}

// TestGitHubSummaryIsBounded: a page of more than 1 MiB would be refused.
func TestGitHubSummaryIsBounded(t *testing.T) {
	r := example()
	for range 10_000 {
		r.Findings = append(r.Findings, r.Findings[0])
	}
	got := summary(t, r)
	if len(got) > 1<<20 || !strings.Contains(got, " findings more, which the log lists") {
		t.Errorf("%d bytes, end with\n%s", len(got), got[len(got)-1000:])
	}
}
