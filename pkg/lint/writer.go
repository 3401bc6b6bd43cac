package lint

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/irsalint/irsalint/pkg/finding"
	"github.com/irsalint/irsalint/pkg/rules"
)

// writer turns what a run found into the entries of a report.
type writer struct {
	options  *Options
	selected rules.Selection
	targets  targets
	placer   placer
	report   *finding.Report
	// free takes environments out of ids, and gives them.
	free func(id string) (string, []string)
}

// problems reports the files that could not be read.
func (w *writer) problems(list []problem) {
	if !w.selected.Has(Unparsable) {
		return
	}
	for _, p := range list {
		at := w.placer.span(p.at)
		if at.IsZero() {
			at = w.placer.file(p.file)
		}
		if !w.targets.includes(p.file + ":1:1:1:1") {
			continue
		}
		w.report.Findings = append(w.report.Findings, finding.Finding{
			Rule: Unparsable, Severity: finding.Error, Object: "file " + p.file,
			Message:  fmt.Sprintf("%s %s: %s", w.options.relative(p.file), verb(p), bare(p)),
			Location: w.placer.oneLine(at), Related: []finding.Related{}, Environments: []string{},
			Fingerprint: finding.Fingerprint(Unparsable, p.file, p.message),
		})
	}
}

// verb says what is the matter with a file: Terraform that is read, but takes
// too much to evaluate, has a message that does not begin with the file's name.
func verb(p problem) string {
	if formatOf(p.file) == formatTerraform && !strings.HasPrefix(p.message, path.Base(p.file)) {
		return "is not evaluated in full"
	}
	return "cannot be read"
}

// bare gives a problem's message without the file's name and what is said
// before it anyway.
func bare(p problem) string {
	message := p.message
	for _, prefix := range [...]string{path.Base(p.file), " cannot be parsed", " cannot be read", ": "} {
		message = strings.TrimPrefix(message, prefix)
	}
	if message == "" {
		return p.message
	}
	return message
}

// skipped reports the files that were left out with a reason.
func (w *writer) skipped(list []problem) {
	if !w.selected.Has(Unparsable) {
		return
	}
	for _, p := range list {
		if w.targets.includes(p.file + ":1:1:1:1") {
			w.report.Unverified = append(w.report.Unverified, finding.Unverified{
				Rule: Unparsable, Object: "file " + p.file, Reason: p.message, Location: w.placer.file(p.file),
			})
		}
	}
}

// checks reports what the rules looked at. One check that several scopes make
// of the same thing at the same place counts once; what several environments
// of a root have in common is one finding that names them.
func (w *writer) checks(list []rules.Check) {
	type same struct{ rule, object, at string }
	type mistake struct{ rule, id, at, reason string }
	verified := map[same]bool{}
	findings := map[mistake]int{}
	open := map[mistake]bool{}
	for i := range list {
		c := &list[i]
		if !w.targets.touches(c) {
			continue
		}
		switch c.Status {
		case rules.Verified:
			verified[same{c.Rule, c.Object, c.At}] = true
		case rules.Contradicted:
			id, names := w.free(c.ID)
			for _, other := range c.Joined {
				_, more := w.free(other)
				names = append(names, more...)
			}
			m := mistake{rule: c.Rule, id: id, at: c.At}
			i, met := findings[m]
			if !met {
				i = len(w.report.Findings)
				w.report.Findings = append(w.report.Findings, w.finding(c))
				findings[m] = i
			}
			f := &w.report.Findings[i]
			f.Environments = append(f.Environments, names...)
			slices.Sort(f.Environments)
			f.Environments = slices.Compact(f.Environments)
		case rules.Unverified:
			id, _ := w.free(c.ID)
			m := mistake{c.Rule, id, c.At, c.Reason}
			if open[m] {
				continue
			}
			open[m] = true
			at, _ := w.placer.location(c.At)
			w.report.Unverified = append(w.report.Unverified, finding.Unverified{
				Rule: c.Rule, Object: c.Object, Reason: c.Reason, Location: at,
			})
		}
	}
	w.report.Summary.Checks.Verified = len(verified)
}

func (w *writer) finding(c *rules.Check) finding.Finding {
	at, _ := w.placer.location(c.At)
	key := make([]string, len(c.Key))
	for i, k := range c.Key {
		key[i], _ = w.free(k)
	}
	f := finding.Finding{
		Rule: c.Rule, Message: c.Message, Object: c.Object, Location: w.placer.oneLine(at),
		Related: []finding.Related{}, Environments: []string{},
		Fingerprint: finding.Fingerprint(c.Rule, key...),
	}
	f.Severity, _ = finding.ParseSeverity(c.Severity) // rules.Load accepts no other
	for _, r := range c.Related {
		if at, ok := w.placer.location(r.At); ok {
			f.Related = append(f.Related, finding.Related{Message: r.Message, Location: w.placer.oneLine(at)})
		}
	}
	if c.Help != "" || c.Fix != nil {
		f.Fix = &finding.Fix{Description: c.Help, Edits: []finding.Edit{}}
		if c.Fix != nil {
			if at, ok := w.placer.location(c.Fix.At); ok {
				f.Fix.Edits = append(f.Fix.Edits, finding.Edit{Location: at, Text: c.Fix.Text})
			}
			if c.Help == "" {
				f.Fix.Description = "write " + c.Fix.Text
			}
		}
	}
	return f
}
