package rules

import (
	"bytes"
	"context"
	"errors"
	"os"
	"reflect"
	"testing"

	"github.com/irsalint/irsalint/pkg/graph"
	"github.com/irsalint/irsalint/pkg/rules/snapshot"
	"github.com/irsalint/irsalint/policies"
)

// TestStored demands that the stored rules are those of policies/, compiled
// by this version of OPA.
func TestStored(t *testing.T) {
	const file = "policies.snapshot"
	want, err := store(os.DirFS(policyDir)) // not the embedded ones: another test may just have formatted them
	if err != nil {
		t.Fatal(err)
	}
	if *update {
		if err := os.WriteFile(file, want, 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	if have, err := os.ReadFile(file); err != nil || !bytes.Equal(have, want) {
		t.Fatalf("%s is stale (%v): run go test ./pkg/rules -update", file, err)
	}
	again, err := store(os.DirFS(policyDir))
	if err != nil || !bytes.Equal(again, want) {
		t.Errorf("the same rules give different bytes (%v)", err)
	}
}

// both gives our rules as stored and as compiled from source.
func both(t *testing.T) (fast, full *Set) {
	t.Helper()
	fast, err := loadStored()
	if err != nil {
		if errors.Is(err, snapshot.ErrStale) {
			t.Skip("what is stored is stale, as TestStored says, or was rewritten just now")
		}
		t.Fatal(err)
	}
	full, err = loadSources(policies.FS)
	if err != nil {
		t.Fatal(err)
	}
	return fast, full
}

// TestStoredModules: nothing of a rule is lost on the way, neither of what it
// says of itself nor of what it does.
func TestStoredModules(t *testing.T) {
	fast, full := both(t)
	if len(fast.Rules) != len(full.Rules) {
		t.Fatalf("%d rules, %d rules", len(fast.Rules), len(full.Rules))
	}
	for i, r := range full.Rules {
		a, b := *fast.Rules[i], *r
		if !a.pkg.Equal(b.pkg) {
			t.Errorf("package %s is stored as %s", b.pkg, a.pkg)
		}
		a.pkg, b.pkg = nil, nil // equal but for their places
		if !reflect.DeepEqual(a, b) {
			t.Errorf("rules differ:\n%+v\n%+v", a, b)
		}
	}
	if len(fast.compiler.Modules) != len(full.compiler.Modules) {
		t.Fatalf("%d modules, %d modules", len(fast.compiler.Modules), len(full.compiler.Modules))
	}
	for name, m := range full.compiler.Modules {
		stored := fast.compiler.Modules[name]
		if !stored.Package.Equal(m.Package) || len(stored.Rules) != len(m.Rules) {
			t.Errorf("%s differs", name)
			continue
		}
		for i, r := range m.Rules {
			if s := stored.Rules[i]; !s.Equal(r) || s.Location.Row != r.Location.Row {
				t.Errorf("%s:%d differs\n%v\n%v", name, r.Location.Row, s, r)
			}
		}
	}
}

// TestStoredResults: stored rules find the same as compiled ones, whatever
// the graph.
func TestStoredResults(t *testing.T) {
	fast, full := both(t)
	words := ruleWords(t)
	checks := 0
	for seed := range uint64(60) {
		checks += sameResults(t, fast, full, filled(seed, words))
	}
	if checks == 0 {
		t.Error("nothing was compared")
	}
}

func sameResults(t *testing.T, fast, full *Set, g *graph.Graph) int {
	t.Helper()
	a, errA := fast.Evaluate(context.Background(), g, Selection{})
	b, errB := full.Evaluate(context.Background(), g, Selection{})
	if errA != nil || errB != nil {
		t.Fatal(errA, errB)
	}
	if !reflect.DeepEqual(a, b) {
		t.Errorf("stored rules find %+v\ncompiled rules find %+v", a, b)
	}
	return len(a.Checks)
}
