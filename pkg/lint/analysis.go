package lint

import (
	"context"

	"github.com/irsalint/irsalint/pkg/finding"
	"github.com/irsalint/irsalint/pkg/graph"
	"github.com/irsalint/irsalint/pkg/rules"
	"github.com/irsalint/irsalint/pkg/suppress"
)

// Analysis is a run with what an editor asks about afterwards. It is not
// changed by later runs.
type Analysis struct {
	Report finding.Report
	Graph  *graph.Graph
	// Checks are all checks that the rules made, also those verified, before
	// the steps that make the report of them.
	Checks []rules.Check
	// Baseline is that of the findings, if Options.WriteBaseline asks for it.
	Baseline *suppress.Baseline

	placer placer
}

// Location gives the location of a place of the graph or of a check; it is
// not ok for none.
func (a *Analysis) Location(place string) (finding.Location, bool) { return a.placer.location(place) }

// Run lints. An error means that the job could not be done, a *ConfigError
// that the request was wrong; what is wrong in the input is in the report.
func (s *Session) Run(ctx context.Context, o Options) (finding.Report, error) {
	a, err := s.Analyze(ctx, o)
	return a.Report, err
}
