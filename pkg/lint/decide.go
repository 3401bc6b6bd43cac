package lint

import (
	"fmt"
	"slices"
	"strings"

	"github.com/irsalint/irsalint/pkg/config"
	"github.com/irsalint/irsalint/pkg/finding"
	"github.com/irsalint/irsalint/pkg/rules"
	"github.com/irsalint/irsalint/pkg/source"
	"github.com/irsalint/irsalint/pkg/suppress"
)

// decisions are what people decided about findings, for the steps that heed
// them.
type decisions struct {
	options  *Options
	set      *rules.Set
	selected rules.Selection
	targets  targets
	placer   placer
	// whole: the run saw all of the project with all rules, as it is without
	// flags, so that what it does not find is not there.
	whole        bool
	suppressions []*suppress.Suppression
	verified     map[string]bool // rule and object
	// next is the baseline of the findings that are left, if it is asked for.
	next *suppress.Baseline
}

func newDecisions(o *Options, set *rules.Set, sel rules.Selection, t targets, in *input, checks []rules.Check, p placer) *decisions {
	d := &decisions{options: o, set: set, selected: sel, targets: t, placer: p, verified: map[string]bool{}}
	d.whole = len(t.files) == 0 && slices.Contains(t.walk, ".") && len(in.problems) == 0 &&
		len(o.Rules) == 0 && len(o.SkipRules) == 0 && len(o.Vars) == 0 && len(o.VarFiles) == 0
	for i := range checks {
		if checks[i].Status == rules.Verified {
			d.verified[checks[i].Rule+"\x00"+checks[i].Object] = true
		}
	}
	for _, name := range in.names {
		if f, err := in.tree.File(name); err == nil {
			d.suppressions = append(d.suppressions, suppress.Comments(f)...)
		}
	}
	for i := range in.objects {
		d.annotated(&in.objects[i])
	}
	if o.Config == nil {
		return d
	}
	for _, i := range o.Config.Ignore {
		d.suppressions = append(d.suppressions, &suppress.Suppression{
			Rules: []string{i.Rules}, Reason: i.Reason, Until: i.Until, At: i.At, Paths: i.Paths, Objects: i.Objects,
		})
	}
	return d
}

// severity gives findings the severity that the configuration says.
func (d *decisions) severity(r *finding.Report) {
	for i := range r.Findings {
		if l, ok := d.options.Config.LevelOf(r.Findings[i].Rule); ok && l.Severity > 0 {
			r.Findings[i].Severity = l.Severity
		}
	}
}

// suppress moves the findings that someone decided to live with.
func (d *decisions) suppress(r *finding.Report) {
	kept, out := suppress.Apply(r.Findings, d.suppressions, d.options.Now)
	r.Findings, r.Suppressed = kept, append(r.Suppressed, out...)
}

// review reports suppressions that are not right.
func (d *decisions) review(r *finding.Report) {
	for _, s := range d.suppressions {
		if !d.targets.includes(s.At.File.Path + ":1:1:1:1") {
			continue
		}
		of := "the suppression of " + strings.Join(s.Rules, ", ")
		if s.Problem != "" {
			d.report(r, suppressMalformed, s, "the suppression does not count: "+s.Problem, "write "+suppress.Form)
			continue
		}
		if s.Expired(d.options.Now) {
			day := s.Until.Format("2006-01-02")
			d.report(r, suppressExpired, s, of+" has expired: it held until "+day, "mend what it is about, or decide again, with a later date")
		}
		for _, p := range s.Rules {
			if err := checkSelection(d.set, rules.Selection{Only: []string{p}}); err != nil {
				d.report(r, suppressUnknown, s, "the suppression does not count: "+err.Error(), "")
			} else if !s.Used(p) && d.whole && allRan(d.set, d.selected, p) && !d.open(r, s, p) {
				d.report(r, suppressUnused, s, "the suppression of "+p+" is not needed: there is no such finding", "take it away")
			}
		}
	}
}

// open reports whether checks that are not settled leave open whether a
// suppression is needed. One of the same category does, as a chain is not
// judged beyond the first link that is not known, unless the rule itself has
// looked at the same object and found it right.
func (d *decisions) open(r *finding.Report, s *suppress.Suppression, pattern string) bool {
	category, _, _ := strings.Cut(pattern, "/")
	return slices.ContainsFunc(r.Unverified, func(u finding.Unverified) bool {
		return strings.HasPrefix(u.Rule, category+"/") && s.Near(u.Object, u.Location) &&
			(config.Selects(pattern, u.Rule) || !d.verified[pattern+"\x00"+u.Object])
	})
}

// report adds a finding about a suppression.
func (d *decisions) report(r *finding.Report, rule string, s *suppress.Suppression, message, help string) {
	d.add(r, rule, s.At, strings.Join(s.Rules, ", "), message, help, s.At.File.Path, strings.Join(s.Rules, ","), s.Reason, message)
}

func (d *decisions) add(r *finding.Report, rule string, at source.Span, object, message, help string, key ...string) {
	if !d.selected.Has(rule) {
		return
	}
	f := finding.Finding{
		Rule: rule, Object: strings.TrimSpace("suppression " + object), Message: message,
		Location: d.placer.oneLine(d.placer.span(at)), Related: []finding.Related{}, Environments: []string{},
		Fingerprint: finding.Fingerprint(rule, key...),
	}
	known, _ := isBuiltin(rule)
	f.Severity = known.Severity
	if help != "" {
		f.Fix = &finding.Fix{Description: help, Edits: []finding.Edit{}}
	}
	r.Findings = append(r.Findings, f)
}

// baseline moves the findings that the baseline knows. One that is written
// anew knows all.
func (d *decisions) baseline(r *finding.Report) {
	b := d.options.Baseline
	if d.options.WriteBaseline {
		d.next = suppress.NewBaseline(r.Findings, b, func(e suppress.Entry) bool { return !d.whole || !d.selected.Has(e.Rule) })
		b = d.next
	}
	if b == nil {
		return
	}
	kept, known, stale := b.Apply(r.Findings)
	r.Findings, r.Suppressed = kept, append(r.Suppressed, known...)
	if d.options.WriteBaseline || !d.whole {
		return
	}
	stale = slices.DeleteFunc(stale, func(e suppress.Entry) bool { return !d.selected.Has(e.Rule) })
	if len(stale) == 0 {
		return
	}
	first, n := stale[0], "1 entry of the baseline meets no finding any more"
	if len(stale) > 1 {
		n = fmt.Sprintf("%d entries of the baseline meet no finding any more", len(stale))
	}
	d.add(r, suppressStale, b.At(first), first.Rule, fmt.Sprintf("%s: %s in %s", n, first.Rule, first.Path),
		"irsalint --write-baseline drops it", b.At(first).File.Path)
}
