package graph

import (
	"fmt"
	"sync"
)

// Builder collects the nodes that adapters make. Adapters of several sources
// may use one at the same time.
type Builder struct {
	mu sync.Mutex
	g  Graph
}

// NewBuilder gives an empty Builder.
func NewBuilder() *Builder {
	return &Builder{g: Graph{
		Version:          1,
		Cluster:          map[string]*Cluster{},
		Provider:         map[string]*Provider{},
		Role:             map[string]*Role{},
		Policy:           map[string]*Policy{},
		Statement:        map[string]*Statement{},
		ServiceAccount:   map[string]*ServiceAccount{},
		Workload:         map[string]*Workload{},
		AccountReference: map[string]*AccountReference{},
		Association:      map[string]*Association{},
		Addon:            map[string]*Addon{},
		NodeGroup:        map[string]*NodeGroup{},
		NodeClass:        map[string]*NodeClass{},
		InstanceProfile:  map[string]*InstanceProfile{},
		AWSAuth:          map[string]*AWSAuth{},
		AccessEntry:      map[string]*AccessEntry{},
		Identity:         map[string]*Identity{},
		NodeUse:          map[string]*NodeUse{},
		Pass:             map[string]*Pass{},
		Interpolation:    map[string]*Interpolation{},
		PolicyText:       map[string]*PolicyText{},
	}}
}

// ID gives the identity of a node from its scope and its address there.
func ID(scope, address string) string { return scope + "#" + address }

// Add puts nodes into the graph. A node is a pointer to one of the kinds of
// Graph, a *PolicyDocument, *StoreUse or *Namespace, or an Opaque. Two nodes of one kind must not have
// the same ID; where a source declares the same thing twice, the adapter
// makes the address unique.
func (b *Builder) Add(nodes ...any) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, n := range nodes {
		switch n := n.(type) {
		case *Cluster:
			b.g.Cluster[n.ID] = n
		case *Provider:
			b.g.Provider[n.ID] = n
		case *Role:
			b.g.Role[n.ID] = n
		case *Policy:
			b.g.Policy[n.ID] = n
		case *ServiceAccount:
			b.g.ServiceAccount[n.ID] = n
		case *Workload:
			b.g.Workload[n.ID] = n
		case *AccountReference:
			b.g.AccountReference[n.ID] = n
		case *Association:
			b.g.Association[n.ID] = n
		case *Addon:
			b.g.Addon[n.ID] = n
		case *NodeGroup:
			b.g.NodeGroup[n.ID] = n
		case *NodeClass:
			b.g.NodeClass[n.ID] = n
		case *InstanceProfile:
			b.g.InstanceProfile[n.ID] = n
		case *AWSAuth:
			b.g.AWSAuth[n.ID] = n
		case *AccessEntry:
			b.g.AccessEntry[n.ID] = n
		case *PolicyDocument:
			b.g.documents = append(b.g.documents, n)
		case *StoreUse:
			b.g.storeUses = append(b.g.storeUses, n)
		case *Namespace:
			b.g.namespaces = append(b.g.namespaces, n)
		case Opaque:
			b.g.opaque = append(b.g.opaque, n)
		default:
			panic(fmt.Sprintf("graph: no node kind %T", n))
		}
	}
}
