package rules

import "testing"

func TestLoad(t *testing.T) {
	set, err := Load()
	if err != nil {
		t.Fatal(err)
	}
	if len(set.Rules) == 0 {
		t.Fatal("no rules")
	}
}
