package proof

import (
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
					for _, f := range added(base, run(t, e.apply(r.files)).Findings) {
						t.Errorf("%s\n\tadds %s: %s: %s [%s]", e.name(r.files), f.Location, f.Severity, f.Message, f.Rule)
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

// added gives the findings that are none of the base. A finding is one of the
// base if it is of the same rule and about the same place or object: an object
// may have another name once less is known. Where one of the base is gone, the
// mistake may be told by what else it breaks, at a place that it touched.
func added(base, list []finding.Finding) (out []finding.Finding) {
	var gone []finding.Finding
	for _, b := range base {
		if !slices.ContainsFunc(list, func(f finding.Finding) bool { return same(b, f) }) {
			gone = append(gone, b)
		}
	}
	for _, f := range list {
		switch {
		case f.Rule == lint.Unparsable: // the edit broke the syntax, which is no loss of knowledge
		case slices.ContainsFunc(base, func(b finding.Finding) bool { return same(b, f) && f.Severity <= b.Severity }):
		case slices.ContainsFunc(gone, func(b finding.Finding) bool { return touch(b, f) }):
		default:
			out = append(out, f)
		}
	}
	return out
}

func same(a, b finding.Finding) bool {
	return a.Rule == b.Rule && (line(a.Location) == line(b.Location) || a.Object == b.Object)
}

// touch tells whether two findings have a line in common.
func touch(a, b finding.Finding) bool {
	for _, l := range locations(a) {
		for _, m := range locations(b) {
			if line(l) == line(m) {
				return true
			}
		}
	}
	return false
}

func line(l finding.Location) string { return l.File + ":" + itoa(l.Line) }
