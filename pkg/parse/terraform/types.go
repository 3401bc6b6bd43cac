// Package terraform evaluates Terraform configurations as Terraform does, as
// far as that is possible without a provider, a state or a network. What is
// not known before apply becomes a symbol.
package terraform

import (
	"github.com/irsalint/irsalint/pkg/source"
	"github.com/irsalint/irsalint/pkg/value"
)

// Options says how a root is evaluated.
type Options struct {
	// Vars are values of variables, as text: the command's --var.
	Vars map[string]string
	// VarFiles are further tfvars files, relative to the project root.
	VarFiles []string
	// Environment names the environment, where a root has several: what is
	// the same in each of them is still not one thing.
	Environment string
	// Shared are tfvars files that may be given too. What they set and
	// VarFiles do not is not known.
	Shared []string
	// Schema adds what providers compute; nil adds nothing.
	Schema Schema
}

// Schema knows what providers compute.
type Schema interface {
	// Attributes gives the configuration of a resource or data source with
	// the attributes added that its provider computes (arn, id, json …).
	Attributes(r *Resource, config value.Value) value.Value
}

// Root is one evaluated root module with all the modules it calls.
type Root struct {
	// Dir is the folder of the root, relative to the project root.
	Dir string
	// Environment is that of the options.
	Environment string
	// Resources are the instances of resources and data sources, by address.
	Resources []*Resource
	// Opaque are module calls whose source is not there.
	Opaque []OpaqueModule
	// Providers are the provider configurations of the root.
	Providers []*Provider
	// Files are the files that were read, Modules the folders.
	Files, Modules []string
	// Problems are files that could not be parsed and limits that were met.
	Problems []Problem

	reads *source.Reads
}

// Same reports whether an evaluation over a successor of the tree would give
// the same root: everything that was looked at is as it was, also what was not
// there.
func (r *Root) Same(tree *source.Tree) bool { return r.reads.Same(tree) }

// Scope identifies the root in its environment: its folder, with @ and the
// name of the environment if it has one.
func (r *Root) Scope() string {
	if r.Environment == "" {
		return r.Dir
	}
	return r.Dir + "@" + r.Environment
}

// Resource is one instance of a resource or data source.
type Resource struct {
	Data       bool
	Type, Name string
	// Address is the full address; an unknown for_each key is ["${each.key}"].
	Address string
	// Module is the address of the module instance, "" for the root.
	Module string
	// Dir is the folder of the module's source.
	Dir string
	// Config is a Map of attributes and nested blocks (lists of maps), with
	// computed attributes. Written is the same without computed attributes.
	Config, Written value.Value
	// At is the header of the block.
	At source.Span
	// Exists is nil if the instance exists, else why that is not known.
	Exists *value.Symbol
	// Calls are the module calls that lead to it, outermost first.
	Calls []source.Span
	// Provider is the key of the provider configuration it uses, such as aws
	// or aws.east.
	Provider string
	// DependsOn are the addresses named in depends_on, within the module.
	DependsOn []string
	// Root is the scope of the root it was evaluated for.
	Root string
	// Settings is the configuration of its provider, if it is written.
	Settings *Provider
}

// Symbol gives the symbol of an attribute that is not known before apply. It
// is the same at each call.
func (r *Resource) Symbol(attr string, class value.Class) *value.Symbol {
	return &value.Symbol{
		Key:   r.Root + "#" + r.Address + "." + attr,
		Label: r.Address + "." + attr,
		Why:   r.Address + "." + attr + " is not known before apply",
		At:    r.At,
		Class: class,
	}
}

// OpaqueModule is a module call whose source cannot be read.
type OpaqueModule struct {
	Address, Source, Version string
	At                       source.Span
	Inputs                   value.Value
	Why                      string
	Exists                   *value.Symbol
}

// Provider is a provider configuration of the root.
type Provider struct {
	Key, Name string
	Config    value.Value
	At        source.Span
}

// Problem is something in the input that stopped a part of the evaluation.
type Problem struct {
	At      source.Span
	Message string
	// Foreign: it is no mistake. Another program makes the file readable
	// before Terraform sees it: it is encrypted, or a template.
	Foreign bool
}
