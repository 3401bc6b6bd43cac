package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/spf13/pflag"

	"github.com/irsalint/irsalint/pkg/finding"
	"github.com/irsalint/irsalint/pkg/lint"
	"github.com/irsalint/irsalint/pkg/report"
)

// lintCommand is the values of lint's flags.
type lintCommand struct {
	project projectFlags
	formats []string
	output  string
	failOn  string
	rules   []string
	skip    []string
	color   string
	verbose bool
	quiet   bool

	baseline      string
	writeBaseline bool
}

// addRules declares the flags that select rules.
func (c *lintCommand) addRules(flags *pflag.FlagSet) {
	flags.StringArrayVar(&c.rules, "rule", nil, "run only this rule, as `ID` or category/*; repeatable")
	flags.StringArrayVar(&c.skip, "skip-rule", nil, "leave out this rule, as `ID` or category/*; repeatable")
}

func lintFlags(flags *pflag.FlagSet) func(Env, []string) (int, error) {
	c := &lintCommand{}
	flags.StringArrayVar(&c.formats, "format", nil, "`FORMAT[=PATH]` of the report: "+strings.Join(report.Names(), ", ")+"; repeatable (default text)")
	flags.StringVar(&c.output, "output", "", "write the report to `FILE` instead of stdout")
	flags.StringVar(&c.failOn, "fail-on", "error", "exit 1 on findings of this `SEVERITY` and above: error, warning, note or never")
	c.addRules(flags)
	c.project.addPolicy(flags)
	c.project.add(flags)
	flags.StringVar(&c.baseline, "baseline", "", "`FILE` with findings that are known and not reported (default: that of the configuration)")
	flags.BoolVar(&c.writeBaseline, "write-baseline", false, "write all that is found into the baseline (default "+defaultBaseline+")")
	flags.StringVar(&c.color, "color", "auto", "`WHEN` to use colours: auto, always or never")
	flags.BoolVar(&c.verbose, "verbose", false, "list every check that the files do not settle")
	flags.BoolVar(&c.quiet, "quiet", false, "print findings only")
	return c.run
}

func (c *lintCommand) run(env Env, paths []string) (int, error) {
	outs, err := outputs(c.formats, c.output)
	if err != nil {
		return 0, err
	}
	if err := oneOf("value of --color", c.color, "auto", "always", "never"); err != nil {
		return 0, err
	}
	if err := oneOf("value of --fail-on", c.failOn, "error", "warning", "note", "never"); err != nil {
		return 0, err
	}
	policies, err := c.project.extra(env)
	if err != nil {
		return 0, err
	}
	o, err := c.project.options(env, paths)
	if err != nil {
		return 0, err
	}
	o.Rules, o.SkipRules = c.rules, c.skip
	if err := c.readBaseline(&o); err != nil {
		return 0, err
	}

	s := lint.Once(policies...)
	ro := report.Options{
		Verbose: c.verbose, Quiet: c.quiet, Dir: fromRepository(env, o.Dir),
		Rules: func() []finding.Rule { return s.Rules(o) },
	}
	a, err := s.Analyze(context.Background(), o)
	if err != nil {
		var config *lint.ConfigError
		if !errors.As(err, &config) {
			c.writeFailure(env, outs, o.Tool, ro, err)
		}
		return 0, err
	}
	if a.Baseline != nil {
		path, _ := c.baselinePath(&o)
		if err := os.WriteFile(path, a.Baseline.Bytes(), 0o644); err != nil {
			return 0, fmt.Errorf("--write-baseline: %w", err)
		}
	}
	r := &a.Report
	for _, out := range outs {
		if err := out.write(env, r, ro, c.color); err != nil {
			return 0, err
		}
	}
	if limit, err := finding.ParseSeverity(c.failOn); err == nil && r.Worst() >= limit {
		return ExitFindings, nil
	}
	return ExitOK, nil
}

// writeFailure tells programs, in their format, why there is no report. People
// read it on stderr.
func (c *lintCommand) writeFailure(env Env, outs []output, tool finding.Tool, ro report.Options, err error) {
	r := finding.NewReport(tool)
	r.Errors = append(r.Errors, finding.Failure{Message: err.Error()})
	for _, out := range outs {
		if out.format.Name() != "text" {
			_ = out.write(env, &r, ro, c.color) // the first error is the one to report
		}
	}
}
