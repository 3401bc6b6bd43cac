package lint

import (
	"slices"
	"testing"
	"testing/fstest"

	"github.com/irsalint/irsalint/pkg/rules"
)

func TestTargets(t *testing.T) {
	fsys := fstest.MapFS{"a/x.tf": {}, "b/y.yaml": {}, "c/z.yaml": {}}
	check := func(places ...string) *rules.Check {
		c := &rules.Check{At: places[0] + ":1:1:1:2"}
		for _, p := range places[1:] {
			c.Related = append(c.Related, rules.Related{At: p + ":1:1:1:2"})
		}
		return c
	}
	tests := []struct {
		paths     []string
		walk      []string
		in, notIn *rules.Check
	}{
		{nil, []string{"."}, check("a/x.tf"), nil},
		{[]string{"a"}, []string{"a"}, check("elsewhere"), nil},
		{[]string{"b/y.yaml"}, []string{"."}, check("b/y.yaml"), check("a/x.tf")},
		{[]string{"b/y.yaml"}, []string{"."}, check("a/x.tf", "b/y.yaml"), check("a/x.tf", "c/z.yaml")},
		{[]string{"b/y.yaml", "a"}, []string{"."}, check("a/x.tf"), check("c/z.yaml")},
		{[]string{"./b//y.yaml"}, []string{"."}, check("b/y.yaml"), check("b/y.yaml2")},
	}
	for _, tt := range tests {
		got, err := newTargets(fsys, tt.paths)
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(got.walk, tt.walk) {
			t.Errorf("%q: walks %q, want %q", tt.paths, got.walk, tt.walk)
		}
		if !got.touches(tt.in) {
			t.Errorf("%q: %+v is left out", tt.paths, tt.in)
		}
		if tt.notIn != nil && got.touches(tt.notIn) {
			t.Errorf("%q: %+v is reported", tt.paths, tt.notIn)
		}
	}
	if _, err := newTargets(fsys, []string{"nowhere"}); err == nil {
		t.Error("a path that is not there gives no error")
	}
}
