// Package snapshot stores compiled Rego modules, so that a start of the
// program need neither parse nor compile them: it decodes them and builds the
// indices of the evaluator, in a twentieth of the time.
//
// A snapshot is bound to what it was made from by its first line: the version
// of this format, that of OPA, whose compiler gave the modules their form, and
// a stamp of the sources. Load takes no other.
//
// After that line come a table of strings, a table of terms and the modules;
// all numbers are unsigned varints. A term is named by its place in the table
// and stands after those that it is made of, so decoding it is one loop. Equal
// terms are one entry, except for those that hold a comprehension: the
// evaluator tells comprehensions apart by their address.
package snapshot

import (
	"errors"
	"fmt"

	"github.com/open-policy-agent/opa/v1/ast"
	"github.com/open-policy-agent/opa/v1/version"
)

// formatVersion changes with what Encode writes.
const formatVersion = 2

// ErrStale is the answer to a snapshot that was made from something else.
var ErrStale = errors.New("the snapshot is stale")

// header gives the first line of a snapshot.
func header(stamp string) string {
	return fmt.Sprintf("rego snapshot %d, opa %s, %s\n", formatVersion, version.Version, stamp)
}

// Kinds of terms.
const (
	tagNull = iota
	tagTrue
	tagFalse
	tagNumber
	tagString
	tagVar
	tagRef
	tagArray
	tagSet
	tagObject
	tagCall
	tagArrayComprehension
	tagSetComprehension
	tagObjectComprehension
)

// Flags of an expression.
const (
	exprNegated   = 1 << iota
	exprGenerated // by the compiler
	exprCall      // its terms are an operator and operands
	exprEvery
)

// Flags of a rule.
const (
	ruleDefault = 1 << iota
	ruleAssign
	ruleKey
	ruleValue
	ruleElse
	ruleIndexed // it has a comprehension that the evaluator keeps an index for
)

// unskipped are the stages of the compiler that build what evaluation needs
// and the modules do not hold.
var unskipped = map[ast.StageID]bool{
	ast.StageInitLocalVarGen:           true, // does nothing; a place to put the modules in
	ast.StageSetModuleTree:             true,
	ast.StageSetRuleTree:               true,
	ast.StageBuildRuleIndices:          true,
	ast.StageBuildComprehensionIndices: true,
}

// Load gives a compiler for the modules of a snapshot, ready to evaluate. It
// does not copy data. The error is ErrStale if the snapshot was not made by
// this version of the program and of OPA or has another stamp.
func Load(data, stamp string, caps *ast.Capabilities) (*ast.Compiler, error) {
	modules, indexed, err := decode(data, stamp)
	if err != nil {
		return nil, err
	}
	var skip []ast.StageID
	for _, s := range ast.AllStages() {
		if !unskipped[s] {
			skip = append(skip, s)
		}
	}
	c := ast.NewCompiler().WithCapabilities(caps).WithDefaultRegoVersion(ast.RegoV1).WithSkipStages(skip...)
	// The compiler works on deep copies of what it is given. So it is given
	// nothing but the names of the modules to look for comprehensions in, and
	// the modules when it has copied that. Few rules have comprehensions to
	// index, so it is made to look at these alone.
	use := func(after ast.StageID, modules map[string]*ast.Module) {
		c.WithStageAfterID(after, ast.CompilerStageDefinition{
			Name: "Use",
			Stage: func(c *ast.Compiler) *ast.Error {
				c.Modules = modules
				return nil
			},
		})
	}
	use(ast.StageInitLocalVarGen, modules)
	use(ast.StageBuildRuleIndices, indexed)
	use(ast.StageBuildComprehensionIndices, modules)
	names := make(map[string]*ast.Module, len(indexed))
	for name, m := range indexed {
		names[name] = &ast.Module{Package: m.Package}
	}
	if c.Compile(names); c.Failed() {
		return nil, c.Errors
	}
	return c, nil
}
