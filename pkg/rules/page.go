package rules

import (
	"fmt"
	"path"
	"regexp"
	"strings"
	"sync"

	"golang.org/x/tools/txtar"
)

// Page gives the rule's page as Markdown: what must hold, why, and a mistake
// as an example. Paragraphs are one line each, since some readers take a line
// break for one.
func (r *Rule) Page() string {
	var b strings.Builder
	fmt.Fprintf(&b, "# %s\n\n`%s`, %s", plainMarkdown(r.Title), r.ID, r.Severity)
	if r.Precision != "" {
		fmt.Fprintf(&b, ", precision %s", r.Precision)
	}
	b.WriteString("\n")
	if d := r.Text(); d != "" {
		fmt.Fprintf(&b, "\n%s\n", plainMarkdown(d))
	}
	if why := strings.TrimSpace(r.Why()); why != "" {
		fmt.Fprintf(&b, "\n## Why\n\n%s\n", why)
	}
	if files := r.mistake(); len(files) > 0 {
		b.WriteString("\n## Example\n")
		for _, f := range files {
			fmt.Fprintf(&b, "\n`%s`\n\n```%s\n%s\n```\n", f.Name, language(f.Name), strings.TrimSpace(string(f.Data)))
		}
	}
	return b.String()
}

// Text gives the description with one line a paragraph.
func (r *Rule) Text() string {
	paragraphs := strings.Split(strings.TrimSpace(r.Description), "\n\n")
	for i, p := range paragraphs {
		paragraphs[i] = strings.Join(strings.Fields(p), " ")
	}
	return strings.Join(paragraphs, "\n\n")
}

// mistake gives the files of the first bad example, without those that all
// examples share. Where a finding is expected, a comment names the rule.
func (r *Rule) mistake() []txtar.File {
	var out []txtar.File
	for _, f := range txtar.Parse([]byte(r.Example())).Files {
		name, ok := strings.CutPrefix(f.Name, "bad/")
		if ok && len(strings.TrimSpace(string(f.Data))) > 0 { // an empty one takes a shared file away
			out = append(out, txtar.File{Name: name, Data: expected().ReplaceAll(f.Data, []byte("$1 ← $2"))})
		}
	}
	return out
}

// expected is the comment by which an example expects a finding.
var expected = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?m)(#|//) want ([a-z-]+/[a-z-]+) .*$`)
})

// language gives the name of a file's language, for a block of code.
func language(file string) string {
	switch ext := path.Ext(file); ext {
	case ".tf", ".tofu", ".tfvars":
		return "hcl"
	case ".yml":
		return "yaml"
	default:
		return strings.TrimPrefix(ext, ".")
	}
}

// plainMarkdown escapes what Markdown would take for a tag or for emphasis.
// What stands between backquotes is code already.
func plainMarkdown(s string) string {
	parts := strings.Split(s, "`")
	for i := 0; i < len(parts); i += 2 {
		parts[i] = strings.NewReplacer("<", `\<`, "*", `\*`).Replace(parts[i])
	}
	return strings.Join(parts, "`")
}
