package lint_test

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/irsalint/irsalint/pkg/lint"
)

// TestReportsMeetTheSchema validates the JSON report of each repository with
// the schema that its readers have.
func TestReportsMeetTheSchema(t *testing.T) {
	schema, err := jsonschema.NewCompiler().Compile("../../schemas/report.v1.json")
	if err != nil {
		t.Fatal(err)
	}
	s := lint.NewSession()
	for _, dir := range repositories(t) {
		doc, err := jsonschema.UnmarshalJSON(strings.NewReader(render(t, run(t, s, options(t, dir)), "json")))
		if err != nil {
			t.Fatal(err)
		}
		if err := schema.Validate(doc); err != nil {
			t.Errorf("%s: %v", filepath.Base(dir), err)
		}
	}
}
