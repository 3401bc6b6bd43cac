// Package docgen writes docs/rules: a page for each rule, from what its
// directory says and from what irsalint really prints over its first bad
// example. Its test fails when the pages are stale, and rewrites them with
// -update.
package docgen

import (
	"bytes"
	"context"
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"

	"golang.org/x/tools/txtar"

	"github.com/irsalint/irsalint/internal/golden"
	"github.com/irsalint/irsalint/pkg/finding"
	"github.com/irsalint/irsalint/pkg/lint"
	"github.com/irsalint/irsalint/pkg/report"
	"github.com/irsalint/irsalint/pkg/rules"
)

// Pages gives all files of docs/rules by their path below it: README.md and
// CATEGORY/NAME.md for each rule. The same rules give the same bytes.
func Pages(ctx context.Context, set *rules.Set) (golden.Files, error) {
	out := golden.Files{}
	var all []finding.Rule
	for _, b := range lint.Builtin() {
		out[b.ID+".md"] = notice + b.Page
		all = append(all, b)
	}
	for _, r := range set.Rules {
		page, err := rulePage(ctx, r)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", r.ID, err)
		}
		out[r.ID+".md"] = notice + page
		severity, err := finding.ParseSeverity(r.Severity)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", r.ID, err)
		}
		all = append(all, finding.Rule{ID: r.ID, Title: r.Title, Severity: severity})
	}
	out["README.md"] = notice + index(all)
	return out, nil
}

const notice = "<!-- Generated from policies/ by internal/docgen; `make golden` rewrites it. -->\n\n"

// index gives the table of all rules.
func index(all []finding.Rule) string {
	slices.SortFunc(all, func(a, b finding.Rule) int { return strings.Compare(a.ID, b.ID) })
	var b strings.Builder
	b.WriteString("# Rules\n\n")
	b.WriteString("The title says what holds where the rule is silent. The severity is the usual one: a finding may have another where its page says so, and `severity` in `.irsalint.yaml` changes it. ")
	b.WriteString("Each page shows a mistake and what irsalint prints about it.\n\n")
	b.WriteString("| rule | severity | what must hold |\n| --- | --- | --- |\n")
	for _, r := range all {
		fmt.Fprintf(&b, "| [%s](%s.md) | %s | %s |\n", r.ID, r.ID, r.Severity, strings.ReplaceAll(markdown(r.Title), "|", `\|`))
	}
	return b.String()
}

func rulePage(ctx context.Context, r *rules.Rule) (string, error) {
	var b strings.Builder
	fmt.Fprintf(&b, "# %s\n\n`%s`, %s, since %s\n", markdown(r.Title), r.ID, r.Severity, r.Since)
	if text := r.Text(); text != "" {
		fmt.Fprintf(&b, "\n%s\n", markdown(text))
	}

	archive := txtar.Parse([]byte(r.Example()))
	variants := golden.Variants(archive)
	bad := plain(variants["bad"])
	if len(bad) == 0 {
		return "", fmt.Errorf("examples.txtar has no bad/")
	}
	output, err := run(ctx, bad)
	if err != nil {
		return "", err
	}
	if !strings.Contains(output, "["+r.ID+"]") {
		return "", fmt.Errorf("the example prints no finding of the rule:\n%s", output)
	}
	b.WriteString("\n## Example\n")
	own, shared := split(archive, bad)
	writeFiles(&b, bad, own)
	if len(shared) > 0 {
		b.WriteString("\n<details>\n<summary>The other files of the example</summary>\n")
		writeFiles(&b, bad, shared)
		b.WriteString("\n</details>\n")
	}
	fmt.Fprintf(&b, "\nirsalint prints:\n\n```text\n%s```\n", output)

	why, fix := advice(r.Why())
	if why != "" {
		fmt.Fprintf(&b, "\n## Why\n\n%s\n", why)
	}
	b.WriteString("\n## How to fix\n")
	if fix == "" {
		fix = "The line `help:` of the finding says what to write."
	}
	fmt.Fprintf(&b, "\n%s\n", fix)
	if d := remedy(variants, bad); d != "" {
		fmt.Fprintf(&b, "\nOne way; with this change irsalint finds nothing in the example:\n\n```diff\n%s```\n", d)
	}
	fmt.Fprintf(&b, "\nTo live with one, say why in a comment above its line, or under `ignore` in `.irsalint.yaml`:\n\n```yaml\n# irsalint:ignore %s -- the reason\n```\n", r.ID)
	return b.String(), nil
}

// run gives what irsalint prints over files.
func run(ctx context.Context, files golden.Files) (string, error) {
	r, err := lint.Run(ctx, lint.Options{FS: files.FS(), Jobs: 1, Tool: finding.Tool{Name: "irsalint"}})
	if err != nil {
		return "", err
	}
	text, ok := report.Lookup("text")
	if !ok {
		return "", fmt.Errorf("there is no format text")
	}
	var b bytes.Buffer
	err = text.Write(&b, &r, report.Options{})
	return b.String(), err
}

// split tells the files that the example itself writes from those that it
// shares with the other examples of the rule; both are sorted.
func split(a *txtar.Archive, bad golden.Files) (own, shared []string) {
	for _, name := range names(bad) {
		if slices.ContainsFunc(a.Files, func(f txtar.File) bool { return f.Name == "bad/"+name }) {
			own = append(own, name)
		} else {
			shared = append(shared, name)
		}
	}
	if len(own) == 0 { // it only takes a file away
		return shared, nil
	}
	return own, shared
}

func writeFiles(b *strings.Builder, files golden.Files, show []string) {
	for _, name := range show {
		fmt.Fprintf(b, "\n`%s`\n\n```%s\n%s\n```\n", name, language(name), strings.TrimRight(files[name], "\n"))
	}
}

// plain takes the comments away by which examples expect findings. Lines and
// columns of what is left stay what they are.
func plain(files golden.Files) golden.Files {
	out := golden.Files{}
	for name, text := range files {
		out[name] = expected().ReplaceAllString(text, "")
	}
	return out
}

var expected = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?m)[ \t]*(#|//) want [a-z-]+/[a-z-]+ .*$`)
})

// advice tells the paragraphs of why.md that begin with "To fix it, " from the
// others.
func advice(text string) (why, fix string) {
	var reasons, remedies []string
	for _, p := range strings.Split(strings.TrimSpace(text), "\n\n") {
		if what, ok := strings.CutPrefix(p, "To fix it, "); ok {
			remedies = append(remedies, strings.ToUpper(what[:1])+what[1:])
		} else {
			reasons = append(reasons, p)
		}
	}
	return strings.Join(reasons, "\n\n"), strings.Join(remedies, "\n\n")
}

// language gives the name that Markdown has for the language of a file.
func language(file string) string {
	switch ext := path.Ext(file); ext {
	case ".tf", ".tfvars":
		return "hcl"
	case ".yml":
		return "yaml"
	default:
		return strings.TrimPrefix(ext, ".")
	}
}

// markdown escapes what Markdown would take for a tag or for emphasis, but in
// code.
func markdown(s string) string {
	parts := strings.Split(s, "`")
	for i := 0; i < len(parts); i += 2 {
		parts[i] = strings.NewReplacer("<", `\<`, "*", `\*`).Replace(parts[i])
	}
	return strings.Join(parts, "`")
}

func names(files golden.Files) []string {
	out := make([]string, 0, len(files))
	for name := range files {
		out = append(out, name)
	}
	slices.Sort(out)
	return out
}
