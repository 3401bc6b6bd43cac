package terraform

import "strings"

// provider gives the configuration that a provider name within the instance
// ends at: its key as the root has it, and what is written, nil if nothing is.
func (in *instance) provider(name string) (string, *Provider) {
	d := in.m.providers[name]
	if in.parent == nil {
		if d == nil {
			return name, nil
		}
		return name, in.configured(d)
	}
	if d != nil && !empty(d) {
		return in.address(name), in.configured(d)
	}
	outer, ok := in.call.providers[name]
	switch {
	case ok && outer != "":
		return in.parent.provider(outer)
	case strings.Contains(name, "."): // an alias that the caller does not pass
		return in.address(name), nil
	}
	return in.parent.provider(name)
}

// empty reports whether a provider block only stands for one that is passed.
func empty(d *providerDecl) bool {
	for name := range d.body.Attributes {
		if name != "alias" && name != "version" {
			return false
		}
	}
	return len(d.body.Blocks) == 0 && d.partial == nil
}

// configured evaluates a provider block, once. It is nil while that is done,
// for what the block itself needs.
func (in *instance) configured(d *providerDecl) *Provider {
	key := in.address(d.key)
	if p, ok := in.ev.providers[key]; ok {
		return p
	}
	if !in.ev.enter(d.at) {
		return nil
	}
	in.ev.providers[key] = nil
	assumed := in.ev.assumed
	p := &Provider{Key: key, Name: d.name, At: d.at}
	p.Config = in.block(d.body, in.env, d.at, in.address("provider."+d.key), d.partial, providerMeta, 0)
	in.ev.assumed = assumed
	in.ev.leave()
	in.ev.providers[key] = p
	in.ev.root.Providers = append(in.ev.root.Providers, p)
	return p
}
