package graph

import "testing"

func TestDistance(t *testing.T) {
	for _, tt := range []struct {
		a, b string
		want int
	}{
		{"a", "a", 0},
		{".", ".", 0},
		{".", "", 1}, // two names of the root
		{".", "a", 2},
		{"a", "a/b", 2},
		{"a", "b", 3},
		{"a/b", "a/c", 3},
		{"a/b/c", "a/d", 4},
		{"a/b", "ab", 4},
		{"a/b@prod", "a/b", 1},
		{"a/b@prod", "a/b@dev", 1},
		{"a@x/b", "a@x/c", 3}, // no environment: a folder's name
		{"@prod", "a", 2},
	} {
		if got := distance(tt.a, tt.b); got != tt.want {
			t.Errorf("%q to %q: %d, want %d", tt.a, tt.b, got, tt.want)
		}
		if got := distance(tt.b, tt.a); got != tt.want {
			t.Errorf("%q to %q: %d, want %d", tt.b, tt.a, got, tt.want)
		}
	}
}
