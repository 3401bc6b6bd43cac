package kubernetes

import (
	"strings"

	"github.com/irsalint/irsalint/pkg/graph"
	"github.com/irsalint/irsalint/pkg/source"
	"github.com/irsalint/irsalint/pkg/value"
)

// environment fills in what the environment of a workload's containers and
// its choice of nodes say about credentials.
func environment(w *graph.Workload, pod value.Value, found value.Truth) {
	w.StaticKeys, w.RoleEnv = graph.FactOf(value.No), graph.FactOf(value.No)
	w.Windows = windows(pod)
	if found != value.Yes {
		open := graph.Because(pod.Symbol())
		w.StaticKeys, w.RoleEnv, w.Windows = open, open, open
		return
	}
	for _, field := range []string{"containers", "initContainers"} {
		list, is := pod.Lookup(field)
		if is == value.Maybe || list.IsOpen() {
			widen(&w.StaticKeys, graph.Because(list.FirstUnknown()))
			widen(&w.RoleEnv, graph.Because(list.FirstUnknown()))
		}
		for _, c := range list.Items() {
			v := readVariables(c)
			widen(&w.StaticKeys, v.staticKeys())
			widen(&w.RoleEnv, v.any("AWS_ROLE_ARN", "AWS_WEB_IDENTITY_TOKEN_FILE"))
		}
	}
}

// widen raises a fact to another that is nearer to yes.
func widen(f *graph.Fact, to graph.Fact) {
	if to.Is > f.Is {
		*f = to
	}
}

// variables are the environment variables of a container.
type variables struct {
	set  map[string]graph.Fact // yes: it certainly has a value
	more graph.Fact            // there may be others
	// elsewhere: the container is told to call something that is not AWS.
	elsewhere bool
	// unnamed: a variable whose name is not known may tell it so.
	unnamed bool
}

func readVariables(c value.Value) variables {
	v := variables{set: map[string]graph.Fact{}, more: graph.FactOf(value.No)}
	if c.Kind() != value.Map {
		v.more = graph.Because(c.FirstUnknown())
		return v
	}
	list, found := c.Lookup("env")
	if found == value.Maybe || list.IsOpen() {
		v.unnamed = true
		v.more = graph.Because(list.FirstUnknown())
	}
	for _, e := range list.Items() {
		f, ok := e.Field("name")
		name, known := f.Value.KnownString()
		if !ok || !known || strings.ContainsAny(name, "${}<>%@") {
			v.unnamed = true
			v.more = graph.Because(e.FirstUnknown())
			continue
		}
		v.set[name] = given(e, f.Value.At())
		if strings.Contains(strings.ToUpper(name), "ENDPOINT") {
			v.elsewhere = true
		}
	}
	if from, found := c.Lookup("envFrom"); found != value.No && (from.Kind() != value.List || len(from.Items()) > 0 || from.IsOpen()) {
		widen(&v.more, graph.Fact{Is: value.Maybe, Why: "a Secret or ConfigMap that is taken whole (envFrom) may set the keys", At: graph.Place{Span: from.At()}})
	}
	return v
}

// given says whether an environment variable has a value: not if that is
// empty, which counts as not set for every SDK.
func given(e value.Value, at source.Span) graph.Fact {
	place := graph.Place{Span: at}
	if v := graph.ValAt(e, "value"); v != nil {
		switch {
		case !v.IsKnown():
			return graph.Fact{Is: value.Maybe, Why: v.Why(), At: place}
		case !v.Empty():
			return graph.Fact{Is: value.Yes, At: place}
		}
	}
	from, found := e.Lookup("valueFrom")
	if found == value.No || from.IsNull() {
		return graph.FactOf(value.No)
	}
	optional := false
	for _, ref := range []string{"secretKeyRef", "configMapKeyRef"} {
		if o, found := from.Lookup(ref, "optional"); found != value.No {
			if b, ok := o.AsBool(); !ok || b {
				optional = true
			}
		}
	}
	if optional || found == value.Maybe {
		return graph.Fact{Is: value.Maybe, Why: "the Secret that sets it is optional", At: place}
	}
	return graph.Fact{Is: value.Yes, At: place}
}

// staticKeys says whether an SDK in the container finds static keys.
func (v *variables) staticKeys() graph.Fact {
	id, secret := v.set["AWS_ACCESS_KEY_ID"], v.set["AWS_SECRET_ACCESS_KEY"]
	out := id
	if secret.Is < id.Is {
		out.Is, out.Why = secret.Is, secret.Why
	}
	switch {
	case out.Is == value.Yes && (v.elsewhere || v.unnamed):
		out.Is, out.Why = value.Maybe, "the keys may be those of an endpoint that is not AWS"
	case out.Is == value.No && v.more.Is != value.No:
		return v.more
	}
	return out
}

// any says whether one of some variables is set.
func (v *variables) any(names ...string) graph.Fact {
	out := v.more
	for _, n := range names {
		widen(&out, v.set[n])
	}
	return out
}

// windows says whether a pod asks for Windows nodes.
func windows(pod value.Value) graph.Fact {
	for _, key := range []string{"kubernetes.io/os", "beta.kubernetes.io/os"} {
		v := graph.ValAt(pod, "nodeSelector", key)
		switch {
		case v == nil:
		case !v.IsKnown():
			return graph.Fact{Is: value.Maybe, Why: v.Why(), At: graph.Place{Span: v.Span()}}
		case v.Is("windows"):
			return graph.Fact{Is: value.Yes, At: graph.Place{Span: v.Span()}}
		}
	}
	return graph.FactOf(value.No)
}

// fargate says what a workload itself says about running on Fargate.
func fargate(kind string, template value.Value) graph.Fact {
	if kind == "DaemonSet" {
		return graph.FactOf(value.No)
	}
	why := graph.Fact{Is: value.Maybe}
	if v := graph.ValAt(template, "metadata", "annotations", "eks.amazonaws.com/compute-type"); v != nil {
		if v.Is("ec2") {
			return graph.FactOf(value.No)
		}
		why.Why = v.Why()
	}
	return why
}
