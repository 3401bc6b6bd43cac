package rules

import (
	"crypto/sha256"
	_ "embed"
	"encoding/hex"
	"fmt"
	"io/fs"

	"github.com/open-policy-agent/opa/v1/ast"

	"github.com/irsalint/irsalint/pkg/rules/snapshot"
	"github.com/irsalint/irsalint/policies"
)

// stored is our rules, compiled. go test ./pkg/rules -update writes it, and a
// test demands that it is what the compiler makes of policies/ now.
//
//go:embed policies.snapshot
var stored string

// loadStored gives our rules without compiling them. The error is
// snapshot.ErrStale if what is stored does not come from the sources beside
// it.
func loadStored() (*Set, error) {
	sources, err := walk(policies.FS, false)
	if err != nil {
		return nil, err
	}
	stamp, err := stampOf(sources)
	if err != nil {
		return nil, err
	}
	c, err := snapshot.Load(stored, stamp, Capabilities())
	if err != nil {
		return nil, err
	}
	modules := make([]*ast.Module, len(sources))
	for i, f := range sources {
		if modules[i] = c.Modules[f.name]; modules[i] == nil {
			return nil, fmt.Errorf("%s is not in the snapshot of the rules", f.name)
		}
	}
	set, err := collect(sources, modules)
	if err != nil {
		return nil, err
	}
	set.compiler = c
	return set, nil
}

// store gives what is to be stored of the rules in a file system.
func store(fsys fs.FS) ([]byte, error) {
	sources, err := walk(fsys, false)
	if err != nil {
		return nil, err
	}
	stamp, err := stampOf(sources)
	if err != nil {
		return nil, err
	}
	set, err := loadSources(fsys)
	if err != nil {
		return nil, err
	}
	return snapshot.Encode(set.compiler, stamp)
}

// stampOf gives a text that changes with the name or content of any source.
func stampOf(sources []sourceFile) (string, error) {
	h := sha256.New()
	for _, f := range sources {
		data, err := fs.ReadFile(f.fsys, f.path)
		if err != nil {
			return "", err
		}
		fmt.Fprintf(h, "%s %d\n", f.name, len(data))
		h.Write(data)
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}
