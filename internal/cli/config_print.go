package cli

import (
	"bufio"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/irsalint/irsalint/pkg/config"
	"github.com/irsalint/irsalint/pkg/lint"
	"github.com/irsalint/irsalint/pkg/source"
)

// print prints the effective configuration, in the form of the file, each
// value with where it comes from.
func (c *lintCommand) print(w io.Writer, o *lint.Options, levels []lint.Level, roots []lint.RootEnvironments) error {
	b := bufio.NewWriter(w)
	fmt.Fprintf(b, "# project %s\n", o.Root)
	if o.Config == nil {
		fmt.Fprintln(b, "# no .irsalint.yaml")
	} else {
		fmt.Fprintf(b, "# %s\n", strings.TrimSuffix(seen(o, source.Span{File: o.Config.File}), ":1"))
	}
	line := func(text, from string) { fmt.Fprintf(b, "%-48s # %s\n", text, from) }
	at := func(s source.Span) string { return seen(o, s) }
	fmt.Fprintln(b, "severity:")
	for _, l := range levels {
		from := l.From
		if !l.At.IsZero() {
			from = at(l.At)
		}
		line("  "+l.Rule+": "+l.Severity, from)
	}
	if cfg := o.Config; cfg != nil {
		printPaths(b, cfg)
		if len(cfg.Clusters) > 0 {
			fmt.Fprintln(b, "clusters:")
		}
		for _, cl := range cfg.Clusters {
			line("  "+quote(cl.Paths.String())+": "+quote(cl.Name), at(cl.At))
		}
	}
	printEnvironments(b, roots, line, at)
	if cfg := o.Config; cfg != nil && len(cfg.Ignore) > 0 {
		fmt.Fprintln(b, "ignore:")
		for _, i := range cfg.Ignore {
			line("  - rule: "+quote(i.Rules), at(i.At))
			if len(i.Paths) > 0 {
				fmt.Fprintf(b, "    paths: %s\n", quoteGlobs(i.Paths))
			}
			if len(i.Objects) > 0 {
				fmt.Fprintf(b, "    object: %s\n", quoteList(i.Objects))
			}
			fmt.Fprintf(b, "    reason: %s\n", quote(i.Reason))
			if !i.Until.IsZero() {
				fmt.Fprintf(b, "    until: %s\n", i.Until.Format("2006-01-02"))
			}
		}
	}
	c.printVars(b, o, line, at)
	if path, from := c.baselinePath(o); path != "" {
		if rel, err := filepath.Rel(o.Root, path); err == nil {
			path = filepath.ToSlash(rel)
		}
		line("baseline: "+quote(path), from)
	}
	return b.Flush()
}

func printPaths(b io.Writer, c *config.Config) {
	if len(c.Include)+len(c.Exclude) == 0 {
		return
	}
	fmt.Fprintln(b, "paths:")
	if len(c.Include) > 0 {
		fmt.Fprintf(b, "  include: %s\n", quoteGlobs(c.Include))
	}
	if len(c.Exclude) > 0 {
		fmt.Fprintf(b, "  exclude: %s\n", quoteGlobs(c.Exclude))
	}
}

// printEnvironments prints environments by name, as the file has them.
func printEnvironments(b io.Writer, roots []lint.RootEnvironments, line func(text, from string), at func(source.Span) string) {
	type entry struct {
		root, from string
		files      []string
	}
	byName := map[string][]entry{}
	var names []string
	for _, r := range roots {
		for _, e := range r.Environments {
			from := "found"
			if !e.At.IsZero() {
				from = at(e.At)
			}
			if byName[e.Name] == nil {
				names = append(names, e.Name)
			}
			byName[e.Name] = append(byName[e.Name], entry{r.Root, from, e.Files})
		}
	}
	if len(names) == 0 {
		return
	}
	slices.Sort(names)
	fmt.Fprintln(b, "environments:")
	for _, n := range names {
		fmt.Fprintf(b, "  %s:\n", quote(n))
		for _, e := range byName[n] {
			line("    "+quote(e.root)+": "+quoteList(e.files), e.from)
		}
	}
}

func (c *lintCommand) printVars(b io.Writer, o *lint.Options, line func(text, from string), at func(source.Span) string) {
	from := map[string]string{}
	values := map[string]string{}
	if o.Config != nil {
		for _, v := range o.Config.Vars {
			values[v.Name], from[v.Name] = v.Value, at(v.At)
		}
	}
	for name, v := range o.Vars {
		values[name], from[name] = v, "--var"
	}
	if len(values) == 0 {
		return
	}
	names := make([]string, 0, len(values))
	for n := range values {
		names = append(names, n)
	}
	slices.Sort(names)
	fmt.Fprintln(b, "vars:")
	for _, n := range names {
		line(lint.Redact("  "+quote(n)+": "+quote(values[n])), from[n])
	}
}

// quote quotes a text for YAML if it needs it.
func quote(s string) string {
	switch strings.ToLower(s) {
	case "", "true", "false", "yes", "no", "on", "off", "y", "n", "null", "~":
		return strconv.Quote(s)
	}
	if strings.ContainsAny(s, "#:{}[],&*!|>'\"%@`\\ \t\n?") || strings.ContainsAny(s[:1], "-.+0123456789") && s[0] != '.' {
		return strconv.Quote(s)
	}
	return s
}

func quoteList(list []string) string {
	out := make([]string, len(list))
	for i, s := range list {
		out[i] = quote(s)
	}
	return "[" + strings.Join(out, ", ") + "]"
}

func quoteGlobs(list []source.Glob) string {
	var out []string
	for _, g := range list {
		out = append(out, g.String())
	}
	return quoteList(out)
}
