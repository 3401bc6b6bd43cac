// Package policies holds the rules, one directory each, and what they share.
// Nothing lists them: they are found by walking.
package policies

import "embed"

// FS is every file of the rules: <category>/<name>/{rule.rego, why.md,
// examples.txtar} and lib/*.rego.
//
//go:embed lib */*/*
var FS embed.FS
