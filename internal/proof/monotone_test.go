package proof

import (
	"cmp"
	"fmt"
	"hash/fnv"
	"path"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/irsalint/irsalint/internal/golden"
	"github.com/irsalint/irsalint/pkg/finding"
	"github.com/irsalint/irsalint/pkg/lint"
)

// shortEvery is how many edits there are for one that is tried with -short.
const shortEvery = 20

// TestMonotone: what is not known never makes a finding. In every repository
// each value in turn is replaced by an input without a value (a variable in
// Terraform, a placeholder in YAML), and each local module loses its source.
// Findings may go, none may come and none may become more severe.
func TestMonotone(t *testing.T) {
	var tried atomic.Int64
	t.Run("repositories", func(t *testing.T) {
		for _, r := range repositories(t) {
			t.Run(r.name, func(t *testing.T) {
				t.Parallel()
				base := run(t, r.files).Findings
				for _, e := range unknownEdits(r.files) {
					if testing.Short() && !chosen(r.name, e) {
						continue
					}
					tried.Add(1)
					for _, f := range run(t, e.apply(r.files)).Findings {
						if added(base, f) {
							t.Errorf("%s\n\tadds %s: %s: %s [%s]", e.name(r.files), f.Location, f.Severity, f.Message, f.Rule)
						}
					}
				}
			})
		}
	})
	t.Logf("%d edits", tried.Load())
	if tried.Load() < 500 {
		t.Errorf("only %d values were replaced", tried.Load())
	}
}

// chosen picks the same edits on every run.
func chosen(name string, e edit) bool {
	h := fnv.New32a()
	fmt.Fprint(h, name, e.file, e.start, e.end)
	return h.Sum32()%shortEvery == 0
}

// unknownEdits gives every way to know less about a repository.
func unknownEdits(files golden.Files) (out []edit) {
	for _, name := range names(files) {
		switch path.Ext(name) {
		case ".tf":
			out = append(out, terraformUnknowns(files, name)...)
		case ".tfvars":
			out = append(out, tfvarsUnknowns(files, name)...)
		case ".tftpl", ".tpl":
			out = append(out, templateUnknowns(files, name)...)
		case ".yaml", ".yml", ".json":
			out = append(out, manifestUnknowns(files, name)...)
		}
	}
	return append(out, withoutModules(files)...)
}

// withoutModules gives an edit for each folder that a module call names: all
// its files are empty.
func withoutModules(files golden.Files) (out []edit) {
	done := map[string]bool{}
	for _, name := range names(files) {
		f, diags := hclsyntax.ParseConfig([]byte(files[name]), name, hcl.InitialPos)
		if path.Ext(name) != ".tf" || diags.HasErrors() {
			continue
		}
		for _, b := range f.Body.(*hclsyntax.Body).Blocks {
			source := b.Body.Attributes["source"]
			if b.Type != "module" || source == nil {
				continue
			}
			v, _ := source.Expr.Value(nil)
			if v.IsNull() || !v.IsKnown() || !strings.HasPrefix(v.AsString(), ".") {
				continue
			}
			dir := path.Join(path.Dir(name), v.AsString())
			if done[dir] {
				continue
			}
			done[dir] = true
			e := edit{what: "module " + dir + " without source"}
			for _, n := range names(files) {
				if strings.HasPrefix(n, dir+"/") {
					e.also = append(e.also, edit{file: n, end: len(files[n]), gone: true})
				}
			}
			if len(e.also) > 0 {
				out = append(out, e)
			}
		}
	}
	return out
}

// added tells whether a finding is none of the base: neither the same place
// nor the same object had one of the rule as severe. An object may have
// another name once less is known, and its place may be the other end.
func added(base []finding.Finding, f finding.Finding) bool {
	if f.Rule == lint.Unparsable {
		return false // the edit broke the syntax, which is no loss of knowledge
	}
	return !slices.ContainsFunc(base, func(b finding.Finding) bool {
		same := b.Location.File == f.Location.File && b.Location.Line == f.Location.Line || b.Object == f.Object
		return same && b.Rule == f.Rule && cmp.Compare(f.Severity, b.Severity) <= 0
	})
}
