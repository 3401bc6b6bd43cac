package proof

import (
	"path"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/irsalint/irsalint/internal/golden"
)

const unknownVar = "var.irsalint_unknown"

// declares makes sure that the module in a folder has the variable without a
// value.
func declares(files golden.Files, dir string) edit {
	const text = "variable \"irsalint_unknown\" {}\n"
	name := path.Join(dir, "irsalint_unknown.tf")
	return edit{file: name, text: text}
}

// terraformUnknowns gives an edit for each value of a file: literals, parts of
// templates, keys of maps, references, calls and whole attributes, each
// replaced by an input without a value. Left out is what Terraform itself
// wants written out.
func terraformUnknowns(files golden.Files, name string) []edit {
	text := files[name]
	f, diags := hclsyntax.ParseConfig([]byte(text), name, hcl.InitialPos)
	if diags.HasErrors() {
		return nil
	}
	u := &unknowns{text: text, file: name, also: []edit{declares(files, path.Dir(name))}, seen: map[[2]int]bool{}}
	u.body(f.Body.(*hclsyntax.Body), "")
	return u.out
}

type unknowns struct {
	text, file string
	also       []edit
	seen       map[[2]int]bool
	out        []edit
}

// value replaces a whole expression, or a part of a template.
func (u *unknowns) value(r hcl.Range, part bool) {
	if part || strings.HasPrefix(u.text[r.Start.Byte:], "%{") {
		u.add(r, "${"+unknownVar+"}")
		return
	}
	u.add(r, unknownVar)
}

func (u *unknowns) add(r hcl.Range, text string) {
	start, end := r.Start.Byte, r.End.Byte
	if u.seen[[2]int{start, end}] || start >= end {
		return
	}
	u.seen[[2]int{start, end}] = true
	if strings.HasSuffix(u.text[start:end], "\n") { // a heredoc, with its last line
		text += "\n"
	}
	u.out = append(u.out, edit{file: u.file, start: start, end: end, text: text, also: u.also})
}

func (u *unknowns) body(b *hclsyntax.Body, block string) {
	for _, a := range b.Attributes {
		switch {
		case block == "module" && a.Name == "source":
			u.add(a.Expr.Range(), `"git::https://modules.example.com/unknown.git"`)
		case block == "variable" && a.Name == "default":
			u.add(a.SrcRange, "")
		case block == "variable", block == "terraform", block == "lifecycle",
			a.Name == "depends_on", a.Name == "provider", a.Name == "providers", block == "module" && a.Name == "version":
		default:
			u.add(a.Expr.Range(), unknownVar)
			u.expr(a.Expr)
		}
	}
	for _, c := range b.Blocks {
		switch {
		case block == "terraform", c.Type == "terraform", c.Type == "lifecycle", c.Type == "validation":
		case block == "" || c.Type == "provider":
			u.body(c.Body, c.Type)
		default:
			u.body(c.Body, "")
		}
	}
}

func (u *unknowns) expr(e hclsyntax.Expression) {
	inTemplate := map[hclsyntax.Node]bool{}
	skip := map[hclsyntax.Node]bool{}
	_ = hclsyntax.VisitAll(e, func(n hclsyntax.Node) hcl.Diagnostics {
		r := n.Range()
		switch n := n.(type) {
		case *hclsyntax.TemplateExpr:
			for _, p := range n.Parts {
				inTemplate[p] = true
			}
			heredoc := strings.HasPrefix(u.text[r.Start.Byte:], "<<")
			if !skip[n] {
				u.value(r, !heredoc && u.text[r.Start.Byte] != '"') // the body of a directive
			}
			if heredoc {
				u.quoted(r)
			}
		case *hclsyntax.ObjectConsKeyExpr:
			u.add(r, "("+unknownVar+")")
			skip[n.Wrapped] = true
		case *hclsyntax.LiteralValueExpr:
			if piece := u.text[r.Start.Byte:r.End.Byte]; !inTemplate[n] || !strings.Contains(piece, "\"") {
				u.value(r, inTemplate[n])
			} // else syntax of JSON, see quoted
		case *hclsyntax.ScopeTraversalExpr:
			if !skip[n] {
				u.add(r, unknownVar)
			}
		case *hclsyntax.FunctionCallExpr, *hclsyntax.TupleConsExpr, *hclsyntax.ObjectConsExpr, *hclsyntax.ForExpr:
			u.value(r, false)
		}
		return nil
	})
}

// quoted replaces the strings of JSON in a heredoc.
func (u *unknowns) quoted(r hcl.Range) {
	for _, q := range jsonStrings(u.text[r.Start.Byte:r.End.Byte]) {
		at := hcl.Range{Start: hcl.Pos{Byte: r.Start.Byte + q[0]}, End: hcl.Pos{Byte: r.Start.Byte + q[1]}}
		u.add(at, "${"+unknownVar+"}")
	}
}

// jsonStrings gives the insides of the double-quoted strings of one line each.
func jsonStrings(text string) (out [][2]int) {
	offset := 0
	for line := range strings.Lines(text) {
		for i := 0; ; {
			from := strings.IndexByte(line[i:], '"')
			if from < 0 {
				break
			}
			from += i + 1
			length := strings.IndexByte(line[from:], '"')
			if length < 0 {
				break
			}
			if length > 0 {
				out = append(out, [2]int{offset + from, offset + from + length})
			}
			i = from + length + 1
		}
		offset += len(line)
	}
	return out
}

// templateUnknowns replaces the strings of a template that Terraform renders
// by a variable that it is not given.
func templateUnknowns(files golden.Files, name string) (out []edit) {
	for _, q := range jsonStrings(files[name]) {
		out = append(out, edit{file: name, start: q[0], end: q[1], text: "${irsalint_unknown}"})
	}
	return out
}

// tfvarsUnknowns takes values away from a tfvars file, together with the
// defaults of the variables of its folder: what is left is an input without a
// value.
func tfvarsUnknowns(files golden.Files, name string) (out []edit) {
	f, diags := hclsyntax.ParseConfig([]byte(files[name]), name, hcl.InitialPos)
	if diags.HasErrors() {
		return nil
	}
	for _, a := range f.Body.(*hclsyntax.Body).Attributes {
		e := edit{file: name, start: a.SrcRange.Start.Byte, end: a.SrcRange.End.Byte}
		e.also = defaultsOf(files, path.Dir(name), a.Name)
		out = append(out, e)
	}
	return out
}

// defaultsOf gives the edits that take the default of a variable away.
func defaultsOf(files golden.Files, dir, variable string) (out []edit) {
	for _, name := range folder(files, dir) {
		if path.Ext(name) != ".tf" {
			continue
		}
		f, diags := hclsyntax.ParseConfig([]byte(files[name]), name, hcl.InitialPos)
		if diags.HasErrors() {
			continue
		}
		for _, b := range f.Body.(*hclsyntax.Body).Blocks {
			if b.Type == "variable" && len(b.Labels) == 1 && b.Labels[0] == variable {
				if d := b.Body.Attributes["default"]; d != nil {
					out = append(out, edit{file: name, start: d.SrcRange.Start.Byte, end: d.SrcRange.End.Byte})
				}
			}
		}
	}
	return out
}
