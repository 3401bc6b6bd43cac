package rules

import (
	"context"
	"testing"
)

// BenchmarkLoad is what every start of the program pays.
func BenchmarkLoad(b *testing.B) {
	for b.Loop() {
		if _, err := Load(); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkEvaluate runs all rules over a small graph, input included.
func BenchmarkEvaluate(b *testing.B) {
	set, err := Load()
	if err != nil {
		b.Fatal(err)
	}
	g := filled(1, ruleWords(b))
	for b.Loop() {
		if _, err := set.Evaluate(context.Background(), g, Selection{}); err != nil {
			b.Fatal(err)
		}
	}
}
