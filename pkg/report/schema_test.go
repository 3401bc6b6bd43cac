package report

import (
	"os"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/irsalint/irsalint/pkg/finding"
)

// reportSchema gives the published schema. With closed it forbids every
// property that it does not name, to find what the schema forgot.
func reportSchema(t *testing.T, closed bool) *jsonschema.Schema {
	t.Helper()
	data, err := os.ReadFile("../../schemas/report.v1.json")
	if err != nil {
		t.Fatal(err)
	}
	doc, err := jsonschema.UnmarshalJSON(strings.NewReader(string(data)))
	if err != nil {
		t.Fatal(err)
	}
	if closed {
		closeObjects(doc)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("report.json", doc); err != nil {
		t.Fatal(err)
	}
	s, err := c.Compile("report.json")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func closeObjects(doc any) {
	switch doc := doc.(type) {
	case map[string]any:
		_, open := doc["additionalProperties"]
		if _, ok := doc["properties"]; ok && !open {
			doc["additionalProperties"] = false
		}
		delete(doc, "allOf") // of suppressed: a closed part would forbid the other
		for _, v := range doc {
			closeObjects(v)
		}
	case []any:
		for _, v := range doc {
			closeObjects(v)
		}
	}
}

func validate(t *testing.T, s *jsonschema.Schema, text string) error {
	t.Helper()
	v, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	return s.Validate(v)
}

func TestJSONMeetsItsSchema(t *testing.T) {
	full := example()
	full.Findings[0].Fix.Edits = []finding.Edit{{Location: full.Findings[0].Location, Text: "x"}}
	full.Errors = []finding.Failure{{Message: "the disk is full"}}
	for name, r := range map[string]finding.Report{
		"full":  full,
		"empty": finding.NewReport(finding.Tool{Name: "irsalint", Version: "v0"}),
	} {
		for _, closed := range []bool{false, true} {
			if err := validate(t, reportSchema(t, closed), write(t, "json", r, Options{})); err != nil {
				t.Errorf("%s (closed: %v): %v", name, closed, err)
			}
		}
	}
}

func TestSchemaRefusesWhatIsWrong(t *testing.T) {
	s := reportSchema(t, false)
	good := write(t, "json", example(), Options{})
	for name, change := range map[string][2]string{
		"severity":    {`"severity": "error"`, `"severity": "fatal"`},
		"line":        {`"line": 12`, `"line": 0`},
		"rule":        {`"rule": "irsa/subject-mismatch"`, `"rule": "subject"`},
		"version":     {`"version": 1`, `"version": 2`},
		"fingerprint": {`"fingerprint": "`, `"fingerprint": "x`},
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
