package finding

import (
	"encoding/json"
	"strings"
	"testing"
)

func TestFingerprint(t *testing.T) {
	base := Fingerprint("a/b", "x", "y")
	if len(base) != 32 {
		t.Errorf("fingerprint %q has %d digits, want 32", base, len(base))
	}
	if got := Fingerprint("a/b", " x ", "y"); got != base {
		t.Error("blanks around a key change the fingerprint")
	}
	for name, other := range map[string]string{
		"rule": Fingerprint("a/c", "x", "y"), "value": Fingerprint("a/b", "x", "z"),
		"joined": Fingerprint("a/b", "xy"), "order": Fingerprint("a/b", "y", "x"),
	} {
		if other == base {
			t.Errorf("another %s gives the same fingerprint", name)
		}
	}
}

func TestSeverity(t *testing.T) {
	for _, s := range []Severity{Note, Warning, Error} {
		got, err := ParseSeverity(s.String())
		if err != nil || got != s {
			t.Errorf("ParseSeverity(%q) = %v, %v", s, got, err)
		}
	}
	for _, bad := range []string{"", "Error", "info"} {
		if _, err := ParseSeverity(bad); err == nil {
			t.Errorf("ParseSeverity(%q) gives no error", bad)
		}
	}
}

func TestReportHasNoNull(t *testing.T) {
	r := NewReport(Tool{Name: "irsalint"})
	b, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(string(b), "null") {
		t.Errorf("an empty report holds null: %s", b)
	}
}

func TestSortAndCount(t *testing.T) {
	r := NewReport(Tool{})
	at := func(file string, line int) Location { return Location{File: file, Line: line, Column: 1} }
	r.Findings = []Finding{
		{Rule: "b/b", Severity: Warning, Location: at("b", 1)},
		{Rule: "z/z", Severity: Error, Location: at("a", 2)},
		{Rule: "a/a", Severity: Note, Location: at("a", 2)},
		{Rule: "a/a", Severity: Note, Location: at("a", 10)},
	}
	r.Sort()
	r.Count()
	var order []string
	for _, f := range r.Findings {
		order = append(order, f.Rule+"@"+f.Location.String())
	}
	if got, want := strings.Join(order, " "), "a/a@a:2:1 z/z@a:2:1 a/a@a:10:1 b/b@b:1:1"; got != want {
		t.Errorf("order\n got %s\nwant %s", got, want)
	}
	if s := r.Summary; s.Error != 1 || s.Warning != 1 || s.Note != 2 {
		t.Errorf("counts %+v", s)
	}
	if r.Worst() != Error {
		t.Errorf("worst %v", r.Worst())
	}
}
