package suppress

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/irsalint/irsalint/pkg/finding"
	"github.com/irsalint/irsalint/pkg/source"
)

// BaselineVersion is the version of the file's form
// (schemas/baseline.v1.json).
const BaselineVersion = 1

// Baseline is a list of findings that are known and not reported again.
type Baseline struct {
	Version  int     `json:"version"`
	Findings []Entry `json:"findings"`

	file *source.File
}

// Entry is one finding of a baseline. Only fingerprint and count decide; the
// rest is for people, who review the file.
type Entry struct {
	Fingerprint string `json:"fingerprint"`
	Rule        string `json:"rule"`
	// Path is the file of the finding's first place, from the project root.
	Path    string `json:"path"`
	Message string `json:"message"`
	// Count is how many findings have the fingerprint.
	Count int `json:"count"`
}

// ParseBaseline reads a baseline file. The error names the file.
func ParseBaseline(f *source.File) (*Baseline, error) {
	b := &Baseline{file: f}
	d := json.NewDecoder(bytes.NewReader(f.Data))
	d.DisallowUnknownFields()
	if err := d.Decode(b); err != nil {
		return nil, fmt.Errorf("%s is no baseline: %w", f.Path, err)
	}
	if b.Version == 0 || d.More() {
		return nil, fmt.Errorf("%s is no baseline: it has no version, or something stands behind it", f.Path)
	}
	if b.Version != BaselineVersion {
		return nil, fmt.Errorf("%s is a baseline of version %d; this irsalint knows version %d", f.Path, b.Version, BaselineVersion)
	}
	for _, e := range b.Findings {
		if e.Fingerprint == "" || e.Count < 1 {
			return nil, fmt.Errorf("%s is no baseline: an entry has no fingerprint or no count", f.Path)
		}
	}
	return b, nil
}

// NewBaseline makes the baseline of findings. Entries of old that keep says
// of are kept where the findings do not have them.
func NewBaseline(list []finding.Finding, old *Baseline, keep func(Entry) bool) *Baseline {
	byPrint := map[string]int{}
	b := &Baseline{Version: BaselineVersion, Findings: []Entry{}}
	for i := range list {
		f := &list[i]
		if n, ok := byPrint[f.Fingerprint]; ok {
			b.Findings[n].Count++
			continue
		}
		byPrint[f.Fingerprint] = len(b.Findings)
		e := Entry{Fingerprint: f.Fingerprint, Rule: f.Rule, Path: f.Location.File, Message: f.Message, Count: 1}
		if f.Location.Source != nil {
			e.Path = f.Location.Source.Path
		}
		b.Findings = append(b.Findings, e)
	}
	if old != nil {
		for _, e := range old.Findings {
			if _, ok := byPrint[e.Fingerprint]; !ok && keep(e) {
				b.Findings = append(b.Findings, e)
			}
		}
	}
	slices.SortFunc(b.Findings, func(x, y Entry) int {
		return cmp.Or(strings.Compare(x.Path, y.Path), strings.Compare(x.Rule, y.Rule),
			strings.Compare(x.Message, y.Message), strings.Compare(x.Fingerprint, y.Fingerprint))
	})
	return b
}

// Bytes gives the file.
func (b *Baseline) Bytes() []byte {
	var out bytes.Buffer
	e := json.NewEncoder(&out)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(b); err != nil {
		panic(err) // strings and numbers only
	}
	return out.Bytes()
}

// Apply takes the findings that the baseline knows out of a list, as many as
// it counts. Stale are the entries with more than there are.
func (b *Baseline) Apply(list []finding.Finding) (kept []finding.Finding, out []finding.Suppressed, stale []Entry) {
	left := map[string]int{}
	for _, e := range b.Findings {
		left[e.Fingerprint] += e.Count
	}
	kept = list[:0:0]
	for _, f := range list {
		if left[f.Fingerprint] > 0 {
			left[f.Fingerprint]--
			out = append(out, finding.Suppressed{Finding: f, Reason: "known in the baseline"})
		} else {
			kept = append(kept, f)
		}
	}
	for _, e := range b.Findings {
		if n := left[e.Fingerprint]; n > 0 {
			left[e.Fingerprint] = 0
			stale = append(stale, e)
		}
	}
	return kept, out, stale
}

// At gives the place of an entry in the file.
func (b *Baseline) At(e Entry) source.Span {
	i := bytes.Index(b.file.Data, []byte(`"`+e.Fingerprint+`"`))
	if i < 0 {
		return source.Span{File: b.file}
	}
	return source.Span{File: b.file, Start: i, End: i + len(e.Fingerprint) + 2}
}
