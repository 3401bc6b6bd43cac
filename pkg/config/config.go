// Package config reads .irsalint.yaml. It only reads: what rules there are,
// and what the values do, is for pkg/lint.
package config

import (
	"fmt"
	"strings"
	"time"

	"github.com/irsalint/irsalint/pkg/finding"
	"github.com/irsalint/irsalint/pkg/source"
)

// Names are the names under which the file is found, in order.
func Names() []string { return []string{".irsalint.yaml", ".irsalint.yml"} }

// Config is what a configuration file says. The nil Config says nothing. All
// paths and patterns are relative to the project root.
type Config struct {
	// File is the file that was read.
	File *source.File
	// Severity is what rules are given; see Level.
	Severity []Level
	// Include, if it is not empty, is what is read, and Exclude what is not.
	Include, Exclude []source.Glob
	// Clusters say which cluster the manifests of some paths are applied to.
	// Where several match, the last one stands.
	Clusters []Cluster
	// Environments are the environments of Terraform roots.
	Environments []Environment
	// Ignore are findings to live with.
	Ignore []Ignore
	// Vars are values of Terraform variables.
	Vars []Var
	// Baseline is the baseline file, empty if there is none.
	Baseline   string
	BaselineAt source.Span
}

// Level is the severity of the rules that a pattern matches.
type Level struct {
	// Rules is an id or category/*.
	Rules string
	// Severity is none for rules that are off.
	Severity finding.Severity
	At       source.Span // of the pattern
}

// Cluster says that what some paths hold is applied to one cluster.
type Cluster struct {
	Paths source.Glob
	Name  string
	At    source.Span // of the name
}

// Environment is one environment of one root.
type Environment struct {
	Name string
	Root string // folder
	// Files are its tfvars files, in the order in which they are read.
	Files []string
	At    source.Span
}

// Ignore is a decision to live with findings.
type Ignore struct {
	Rules   string // an id or category/*
	Paths   []source.Glob
	Objects []string // * is any text; none: all objects
	Reason  string
	// Until is the last day for which it holds; zero: for ever.
	Until time.Time
	At    source.Span // of the rule
}

// Var is the value of a Terraform variable, as text.
type Var struct {
	Name, Value string
	At          source.Span
}

// Error is a mistake in the file.
type Error struct {
	At      source.Span
	Message string
}

// Error gives file, line and message.
func (e *Error) Error() string {
	if e.At.IsZero() {
		return e.Message
	}
	return fmt.Sprintf("%s:%d: %s", e.At.File.Path, e.At.File.Position(e.At.Start).Line, e.Message)
}

// Reads reports whether the paths let a file be read.
func (c *Config) Reads(name string) bool {
	if c == nil {
		return true
	}
	for _, g := range c.Exclude {
		if g.Match(name) {
			return false
		}
	}
	for _, g := range c.Include {
		if g.Match(name) {
			return true
		}
	}
	return len(c.Include) == 0
}

// Enters reports whether anything in a folder may be read.
func (c *Config) Enters(dir string) bool {
	if c == nil || dir == "." {
		return true
	}
	for _, g := range c.Exclude {
		if g.Match(dir) {
			return false
		}
	}
	return true
}

// ClusterOf gives the cluster that the manifests of a path are applied to.
func (c *Config) ClusterOf(name string) (Cluster, bool) {
	if c == nil {
		return Cluster{}, false
	}
	for i := len(c.Clusters) - 1; i >= 0; i-- {
		if c.Clusters[i].Paths.Match(name) {
			return c.Clusters[i], true
		}
	}
	return Cluster{}, false
}

// LevelOf gives the severity that the file gives a rule. An id stands before
// category/*, whatever the order.
func (c *Config) LevelOf(rule string) (Level, bool) {
	if c == nil {
		return Level{}, false
	}
	var out Level
	found := false
	for _, l := range c.Severity {
		if Selects(l.Rules, rule) && (!found || l.Rules == rule) {
			out, found = l, true
		}
	}
	return out, found
}

// Selects reports whether a pattern, an id or category/*, means a rule.
func Selects(pattern, rule string) bool {
	if category, ok := strings.CutSuffix(pattern, "/*"); ok {
		before, _, _ := strings.Cut(rule, "/")
		return before == category
	}
	return pattern == rule
}

// Patterns are the patterns over rules in the file, with their places.
func (c *Config) Patterns() []Level {
	if c == nil {
		return nil
	}
	out := append([]Level(nil), c.Severity...)
	for _, i := range c.Ignore {
		out = append(out, Level{Rules: i.Rules, At: i.At})
	}
	return out
}
