package lint

import "testing"

func TestNearest(t *testing.T) {
	names := []string{"json", "text", "format", "fail-on", "rules", "graph"}
	for given, want := range map[string]string{
		"jsno": "json", "formt": "format", "rulse": "rules", "fial-on": "fail-on",
		"sarif": "", "dot": "", "k8s": "", "terraform": "",
	} {
		if got := Nearest(given, names); got != want {
			t.Errorf("Nearest(%q) = %q, want %q", given, got, want)
		}
	}
}
