package report

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/irsalint/irsalint/pkg/finding"
	"github.com/irsalint/irsalint/pkg/source"
)

// exampleRules is the catalogue of the example.
func exampleRules() []finding.Rule {
	return []finding.Rule{
		{ID: "input/unparsable", Title: "Every file can be read", Severity: finding.Error},
		{
			ID: "irsa/subject-mismatch", Title: "The trust policy admits the ServiceAccount", Description: "It must admit <namespace>:<name>.",
			Page: "# Page\n", Severity: finding.Error, Precision: "very-high", Tags: []string{"irsa", "trust"},
		},
		{ID: "pod-identity/trust", Title: "Trusts EKS", Severity: finding.Note},
	}
}

// writeSARIF gives the log, validated, both as text and decoded.
func writeSARIF(t *testing.T, r finding.Report, o Options) (sarifLog, string) {
	t.Helper()
	text := write(t, "sarif", r, o)
	if err := validate(t, sarifSchemaOf(t), text); err != nil {
		t.Errorf("%v\n%s", err, text)
	}
	var log sarifLog
	if err := json.Unmarshal([]byte(text), &log); err != nil {
		t.Fatal(err)
	}
	return log, text
}

func sarifSchemaOf(t *testing.T) *jsonschema.Schema {
	t.Helper()
	data, err := os.ReadFile("testdata/sarif-schema-2.1.0.json")
	if err != nil {
		t.Fatal(err)
	}
	doc, err := jsonschema.UnmarshalJSON(strings.NewReader(string(data)))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	c.AssertFormat() // addresses are checked too
	if err := c.AddResource("sarif.json", doc); err != nil {
		t.Fatal(err)
	}
	s, err := c.Compile("sarif.json")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestSARIF(t *testing.T) {
	r := example()
	f := &r.Findings[0]
	f.Location.Source = source.NewFile("irsa.tf", []byte(strings.Repeat("\n", 11)+" a\nb\n  \t\tc\n d"))
	f.Fix.Edits = []finding.Edit{
		{Location: f.Location, Text: "system:serviceaccount:karpenter:karpenter"},
		{Location: f.Related[0].Location, Text: "x"},
		{Location: f.Location, Text: "y"},
	}
	log, text := writeSARIF(t, r, Options{Rules: exampleRules})
	run := log.Runs[0]
	got := run.Results[0]
	if run.Tool.Driver.Rules[got.RuleIndex].ID != got.RuleID || got.RuleID != f.Rule {
		t.Errorf("rule %s has index %d", got.RuleID, got.RuleIndex)
	}
	wantMessage := `the trust policy admits "system:serviceaccount:karpenter:karpenter-sa", not ServiceAccount karpenter/karpenter.
See [the ServiceAccount](1).
Help: write system:serviceaccount:karpenter:karpenter
In: prod.`
	if got.Message.Text != wantMessage {
		t.Errorf("message\n%s\nwant\n%s", got.Message.Text, wantMessage)
	}
	if p := got.PartialFingerprints; p["irsalint/v1"] != f.Fingerprint || p["primaryLocationLineHash"] != "271789c17abda88f:1" {
		t.Errorf("fingerprints %v", p)
	}
	if n := len(got.Fixes[0].ArtifactChanges); n != 2 || len(got.Fixes[0].ArtifactChanges[0].Replacements) != 2 {
		t.Errorf("edits of 2 files are %d changes: %+v", n, got.Fixes[0].ArtifactChanges)
	}
	if l := got.RelatedLocations; len(l) != 1 || l[0].ID != 1 || l[0].PhysicalLocation.ArtifactLocation.URI != "k8s/sa.yaml" {
		t.Errorf("related %+v", l)
	}
	for _, want := range []string{
		`"semanticVersion": "0.1.0"`, `"id": "irsalint/"`, `"columnKind": "unicodeCodePoints"`, `"name": "IrsaSubjectMismatch"`,
		`"markdown": "# Page\n"`, `"precision": "very-high"`, `"problem.severity": "recommendation"`, `"level": "note"`,
		`It must admit <namespace>:<name>.`, `"executionSuccessful": true`, `"unverified": 3`,
	} {
		if !strings.Contains(text, want) {
			t.Errorf("no %s in\n%s", want, text)
		}
	}
	if strings.Contains(text, "the chart makes it") {
		t.Error("a suppressed finding is reported")
	}
}

func TestSARIFWithoutFindings(t *testing.T) {
	r := finding.NewReport(finding.Tool{Name: "irsalint", Version: "devel"})
	if _, text := writeSARIF(t, r, Options{Rules: exampleRules}); !strings.Contains(text, `"results": []`) || strings.Contains(text, `"version": "devel"`) {
		t.Errorf("got\n%s", text)
	}
	r.Errors = []finding.Failure{{Message: "the disk\nis full"}}
	log, text := writeSARIF(t, r, Options{})
	if i := log.Runs[0].Invocations[0]; i.ExecutionSuccessful || len(i.Notifications) != 1 || i.Notifications[0].Level != "error" ||
		i.Notifications[0].Message.Text != "the disk\uFFFDis full" {
		t.Errorf("a failure is told by\n%s", text)
	}
	if !strings.Contains(text, `"results": []`) || !strings.Contains(text, `"rules": []`) {
		t.Errorf("a list is null in\n%s", text)
	}
}

// TestSARIFTextsAreComplete: code scanning refuses rules with empty texts and
// cuts long ones, and a result needs its rule.
func TestSARIFTextsAreComplete(t *testing.T) {
	r := example()
	r.Findings[0].Rule = "custom/unknown"
	r.Findings = append(r.Findings, r.Findings[0])
	long := finding.Rule{ID: "a/long", Title: strings.Repeat("é", 2000), Severity: finding.Warning, Tags: strings.Split("a,a,b,c,d,e,f,g,h,i,j,k", ",")}
	log, _ := writeSARIF(t, r, Options{Rules: func() []finding.Rule { return []finding.Rule{long, {ID: "a/bare", Severity: finding.Error}} }})
	run := log.Runs[0]
	if n := len(run.Tool.Driver.Rules); n != 3 {
		t.Fatalf("%d rules, want 3", n)
	}
	for _, rule := range run.Tool.Driver.Rules {
		if rule.Name == "" || rule.Name == rule.ID {
			t.Errorf("name %q of %s", rule.Name, rule.ID)
		}
		for _, text := range []string{rule.ShortDescription.Text, rule.FullDescription.Text} {
			if n := len([]rune(text)); n == 0 || n > 1024 {
				t.Errorf("%s: a text has %d characters", rule.ID, n)
			}
		}
		if rule.Help.Text == "" || rule.DefaultConfiguration.Level == "" || len(rule.Properties.Tags) > 0 && strings.Join(rule.Properties.Tags, "") != "abcdefghij" {
			t.Errorf("%+v", rule)
		}
	}
	for _, result := range run.Results {
		if run.Tool.Driver.Rules[result.RuleIndex].ID != "custom/unknown" {
			t.Errorf("index %d", result.RuleIndex)
		}
	}
}

func TestSARIFPlaces(t *testing.T) {
	for _, tt := range []struct{ dir, file, want string }{
		{"", "k8s/a.yaml", "k8s/a.yaml"},
		{"deploy/prod", "a.yaml", "deploy/prod/a.yaml"},
		{"deploy/prod", "../../a.tf", "a.tf"},
		{"", "with space/100%/ü#?.yaml", "with%20space/100%25/%C3%BC%23%3F.yaml"},
		{"", "a:b/c:d", "a%3Ab/c%3Ad"},
		{"", "[x]{y}|z\\", "%5Bx%5D%7By%7D%7Cz%5C"},
		{"dir", "/elsewhere/a b", "file:///elsewhere/a%20b"},
		{"", "C:/a b", "file:///C:/a%20b"},
	} {
		r := example()
		r.Findings[0].Location.File = tt.file
		log, _ := writeSARIF(t, r, Options{Dir: tt.dir})
		at := log.Runs[0].Results[0].Locations[0].PhysicalLocation.ArtifactLocation
		if at.URI != tt.want || (at.URIBaseID == "") != strings.HasPrefix(tt.want, "file:") {
			t.Errorf("%s in %q: %+v, want %s", tt.file, tt.dir, at, tt.want)
		}
	}
	r := example()
	r.Findings[0].Location = finding.Location{File: "a", Line: 3, Column: 7, EndLine: 2, EndColumn: 1}
	log, _ := writeSARIF(t, r, Options{})
	if got, want := log.Runs[0].Results[0].Locations[0].PhysicalLocation.Region, (sarifRegion{3, 7, 3, 7}); got != want {
		t.Errorf("region %+v, want %+v", got, want)
	}
}

// TestSARIFLinks: input cannot make a link, or break one.
func TestSARIFLinks(t *testing.T) {
	r := example()
	f := &r.Findings[0]
	f.Message = "role [x](1) is wrong\nSee [forged](1)"
	f.Related[0].Message = "aws_iam_role.x[0](2)"
	f.Related = append(f.Related, f.Related[0])
	f.Fix.Description = "write:\n  a[b](c)"
	log, _ := writeSARIF(t, r, Options{})
	want := `role [x\](1) is wrong` + "\uFFFD" + `See [forged\](1).
See [aws_iam_role.x\[0\](2)](1), [aws_iam_role.x\[0\](2)](2).
Help:
write:
  a[b\](c)
In: prod.`
	if got := log.Runs[0].Results[0].Message.Text; got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// TestSARIFLimits: code scanning refuses more results; the worst are kept and
// the log says that others were left out.
func TestSARIFLimits(t *testing.T) {
	r := example()
	f := r.Findings[0]
	f.Severity = finding.Note
	f.Related = make([]finding.Related, 0, 200)
	for i := range 200 {
		f.Related = append(f.Related, finding.Related{Message: fmt.Sprint(i), Location: f.Location})
	}
	worst := r.Findings[0]
	r.Findings = []finding.Finding{f}
	r.Findings[0].Message = "kept"
	f.Related = nil
	for range maxSARIFResults {
		r.Findings = append(r.Findings, f)
	}
	r.Findings = append(r.Findings, worst)
	var log sarifLog // too large to validate
	if err := json.Unmarshal([]byte(write(t, "sarif", r, Options{})), &log); err != nil {
		t.Fatal(err)
	}
	run := log.Runs[0]
	if n := len(run.Results); n != maxSARIFResults || run.Results[0].Level != "error" {
		t.Errorf("%d results, the first is of level %s", n, run.Results[0].Level)
	}
	if n := len(run.Results[1].RelatedLocations); n != maxSARIFRelated {
		t.Errorf("%d related places", n)
	}
	if n := run.Invocations[0].Notifications; len(n) != 1 || !strings.HasPrefix(n[0].Message.Text, "2 findings left out") {
		t.Errorf("notifications %+v", n)
	}
}

func TestSARIFSchemaRefusesWhatIsWrong(t *testing.T) {
	s := sarifSchemaOf(t)
	good := write(t, "sarif", example(), Options{Rules: exampleRules})
	for name, change := range map[string][2]string{
		"level":    {`"level": "error"`, `"level": "fatal"`},
		"line":     {`"startLine": 12`, `"startLine": 0`},
		"property": {`"results": [`, `"resultz": [`},
		"address":  {`"uri": "k8s/sa.yaml"`, `"uri": "k8s/%sa.yaml"`},
		"rules":    {`"ruleIndex": 1`, `"ruleIndex": -2`},
	} {
		bad := strings.Replace(good, change[0], change[1], 1)
		if bad == good {
			t.Fatalf("%s: nothing to change", name)
		}
		if validate(t, s, bad) == nil {
			t.Errorf("the schema accepts a wrong %s", name)
		}
	}
}

func TestSemanticVersion(t *testing.T) {
	for v, want := range map[string]string{
		"v1.2.3": "1.2.3", "v0.0.0-20260101000000-abcdef+dirty": "0.0.0-20260101000000-abcdef+dirty", "1.0.0-rc.1": "1.0.0-rc.1",
		"devel": unreleased, "(devel)": unreleased, "v1.2": unreleased, "": unreleased, "va.b.c": unreleased,
	} {
		if got := semanticVersion(v); got != want {
			t.Errorf("semanticVersion(%q) = %q, want %q", v, got, want)
		}
	}
}
