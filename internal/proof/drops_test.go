package proof

import (
	"path"
	"regexp"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/irsalint/irsalint/internal/golden"
)

// dropped are the resources that are taken away, with the name of the mistake.
var dropped = map[string]string{
	"aws_iam_role_policy_attachment":   "an attachment is missing",
	"aws_iam_role_policy":              "an inline policy is missing",
	"aws_eks_access_entry":             "an access entry is missing",
	"aws_eks_pod_identity_association": "an association is missing",
	"aws_iam_openid_connect_provider":  "a provider is missing",
}

// Elements that what this version judges depends on: a statement of a trust
// policy or for iam:PassRole, an entry of mapRoles, an action or a subject of
// a trust policy, a group of nodes, a managed policy of nodes.
var (
	statement = regexp.MustCompile(`sts:(AssumeRole|TagSession)|iam:PassRole`)
	mapped    = regexp.MustCompile(`rolearn`)
	element   = regexp.MustCompile(`^"(sts:[A-Za-z]+|system:[a-z]+|system:serviceaccount:.*|AmazonE(KS|C2)[A-Za-z_]+)",?\s*$`)
)

// drops gives the mutants that lack something: a resource, a statement, an
// entry or an element of a list.
func drops(files golden.Files) (out []mutant) {
	for _, name := range names(files) {
		text := files[name]
		f, diags := hclsyntax.ParseConfig([]byte(text), name, hcl.InitialPos)
		if path.Ext(name) != ".tf" || diags.HasErrors() {
			continue
		}
		cut := func(kind string, r hcl.Range) {
			out = append(out, mutant{kind: kind, drop: true, edit: edit{file: name, start: r.Start.Byte, end: r.End.Byte}})
		}
		for _, b := range f.Body.(*hclsyntax.Body).Blocks {
			if len(b.Labels) == 0 {
				continue
			}
			if kind := dropped[b.Labels[0]]; kind != "" && b.Type == "resource" {
				cut(kind, b.Range())
			}
			if b.Labels[0] == "aws_iam_policy_document" && b.Type == "data" {
				for _, s := range b.Body.Blocks {
					if r := s.Range(); statement.MatchString(text[r.Start.Byte:r.End.Byte]) {
						cut("a statement is missing", r)
					}
				}
			}
			_ = hclsyntax.VisitAll(b.Body, func(n hclsyntax.Node) hcl.Diagnostics {
				list, ok := n.(*hclsyntax.TupleConsExpr)
				if !ok || len(list.Exprs) == 0 {
					return nil
				}
				for i, e := range list.Exprs {
					r := e.Range()
					if i+1 < len(list.Exprs) {
						r.End = list.Exprs[i+1].Range().Start // with the comma
					}
					if kind := elementKind(e, text[r.Start.Byte:r.End.Byte]); kind != "" {
						cut(kind, r)
					}
				}
				return nil
			})
		}
	}
	return out
}

func elementKind(e hclsyntax.Expression, text string) string {
	_, object := e.(*hclsyntax.ObjectConsExpr)
	switch {
	case object && statement.MatchString(text):
		return "a statement is missing"
	case object && mapped.MatchString(text):
		return "an entry of mapRoles is missing"
	case element.MatchString(text):
		return "an element of a list is missing"
	}
	return ""
}
