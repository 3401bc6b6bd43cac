package terraform

import (
	"strconv"
	"strings"

	"github.com/irsalint/irsalint/pkg/adapt/kubernetes"
	tf "github.com/irsalint/irsalint/pkg/parse/terraform"
	"github.com/irsalint/irsalint/pkg/source"
	"github.com/irsalint/irsalint/pkg/value"
)

// kubernetes turns a resource that makes a Kubernetes object into that
// object; it is false if the resource is no such.
func (a *adapter) kubernetes(r *tf.Resource) bool {
	switch r.Type {
	case "kubernetes_manifest":
		a.manifest(r)
		return true
	case "kubectl_manifest":
		a.yamlBody(r)
		return true
	case "kubernetes_annotations":
		a.annotations(r)
		return true
	}
	kind, ok := strings.CutPrefix(r.Type, "kubernetes_")
	if !ok {
		return false
	}
	for _, v := range []string{"_v1_data", "_v1", "_v1beta1"} {
		kind = strings.TrimSuffix(kind, v)
	}
	switch kind {
	case "service_account":
		a.object(r, "v1", "ServiceAccount", serviceAccountFields(r.Config)...)
	case "default_service_account":
		a.object(r, "v1", "ServiceAccount", serviceAccountFields(r.Config)...)
	case "namespace":
		a.object(r, "v1", "Namespace")
	case "config_map":
		fields := copyField(nil, r.Config, "data", "data")
		a.object(r, "v1", "ConfigMap", copyField(fields, r.Config, "binary_data", "binaryData")...)
	case "pod":
		a.object(r, "v1", "Pod", block(r.Config, "spec", "spec", podSpec)...)
	case "replication_controller":
		a.object(r, "v1", "ReplicationController", block(r.Config, "spec", "spec", workloadSpec)...)
	case "deployment":
		a.object(r, "apps/v1", "Deployment", block(r.Config, "spec", "spec", workloadSpec)...)
	case "daemonset", "daemon_set":
		a.object(r, "apps/v1", "DaemonSet", block(r.Config, "spec", "spec", workloadSpec)...)
	case "stateful_set":
		a.object(r, "apps/v1", "StatefulSet", block(r.Config, "spec", "spec", workloadSpec)...)
	case "job":
		a.object(r, "batch/v1", "Job", block(r.Config, "spec", "spec", workloadSpec)...)
	case "cron_job":
		a.object(r, "batch/v1", "CronJob", block(r.Config, "spec", "spec", func(spec value.Value) value.Value {
			return withFields(spec, block(spec, "job_template", "jobTemplate", func(job value.Value) value.Value {
				return withFields(job, append(metadata(job, "", false), block(job, "spec", "spec", workloadSpec)...))
			}))
		})...)
	default:
		return false
	}
	return true
}

// object adds a Kubernetes object made of a resource with a metadata block.
func (a *adapter) object(r *tf.Resource, apiVersion, kind string, fields ...value.Field) {
	name := ""
	if r.Type == "kubernetes_default_service_account" || r.Type == "kubernetes_default_service_account_v1" {
		name = "default"
	}
	all := []value.Field{
		field("apiVersion", value.StringAt(apiVersion, r.At)),
		field("kind", value.StringAt(kind, r.At)),
	}
	all = append(all, metadata(r.Config, name, true)...)
	a.add(r, "", withFields(value.MapAt(nil, r.At), append(all, fields...)))
}

// add adds a Kubernetes object of a resource. The suffix tells several
// objects of one resource apart.
func (a *adapter) add(r *tf.Resource, suffix string, v value.Value) {
	a.objects = append(a.objects, kubernetes.Object{
		Value:   v,
		At:      r.At,
		Scope:   a.root.Scope(),
		Address: r.Address + suffix,
		Format:  "terraform",
		Exists:  r.Exists,
	})
}

// metadata gives the metadata of an object. With own, a namespace that is not
// written is "default", as the provider has it.
func metadata(v value.Value, name string, own bool) []value.Field {
	return block(v, "metadata", "metadata", func(m value.Value) value.Value {
		var out []value.Field
		if name != "" {
			out = append(out, field("name", value.StringAt(name, m.At())))
		}
		out = copyField(out, m, "name", "name")
		out = copyField(out, m, "namespace", "namespace")
		if own {
			out = defaultNamespace(out, m)
		}
		out = copyField(out, m, "labels", "labels")
		out = copyField(out, m, "annotations", "annotations")
		return withFields(m, out)
	})
}

// defaultNamespace adds the namespace "default" if a metadata block has none.
func defaultNamespace(to []value.Field, m value.Value) []value.Field {
	if _, found := nested(m, "namespace"); found != value.No {
		return to
	}
	return append(to, field("namespace", value.StringAt("default", m.At())))
}

// block gives the field of an object that a nested block makes; none if the
// block does not occur.
func block(v value.Value, name, key string, convert func(value.Value) value.Value) []value.Field {
	b, found := nested(v, name)
	if found == value.No {
		return nil
	}
	out := value.UnknownAt(b.Symbol(), b.At())
	all := blocks(b)
	switch {
	case b.IsUnknown():
	case len(all) == 0 && !b.IsOpen():
		return nil
	case len(all) == 1 && all[0].Kind() == value.Map:
		out = convert(all[0])
		if b.IsOpen() {
			out = out.Open(b.Symbol())
		}
	case len(all) == 1:
		out = all[0]
	}
	return []value.Field{field(key, out)}
}

// copyField adds a field under another key, if the map has it and it is not
// null.
func copyField(to []value.Field, v value.Value, name, key string) []value.Field {
	f, ok := v.Field(name)
	if !ok || f.Value.IsNull() {
		return to
	}
	k := value.Literal(key, source.Span{})
	if at := f.Key.At(); !at.IsZero() {
		k = k.Moved(at)
	}
	return append(to, value.Field{Key: k, Value: f.Value})
}

func serviceAccountFields(v value.Value) []value.Field {
	return copyField(nil, v, "automount_service_account_token", "automountServiceAccountToken")
}

// workloadSpec gives the spec of what makes pods.
func workloadSpec(spec value.Value) value.Value {
	fields := copyField(nil, spec, "replicas", "replicas")
	return withFields(spec, append(fields, block(spec, "template", "template", func(t value.Value) value.Value {
		return withFields(t, append(metadata(t, "", false), block(t, "spec", "spec", podSpec)...))
	})...))
}

// podSpec gives what matters of the spec of a pod.
func podSpec(spec value.Value) value.Value {
	var out []value.Field
	for _, f := range [][2]string{
		{"service_account_name", "serviceAccountName"},
		{"automount_service_account_token", "automountServiceAccountToken"},
		{"host_network", "hostNetwork"},
		{"node_selector", "nodeSelector"},
	} {
		out = copyField(out, spec, f[0], f[1])
	}
	for _, f := range [][2]string{{"container", "containers"}, {"init_container", "initContainers"}} {
		if v, ok := each(spec, f[0], container); ok {
			out = append(out, field(f[1], v))
		}
	}
	return withFields(spec, out)
}

func container(c value.Value) value.Value {
	var out []value.Field
	for _, name := range []string{"name", "image", "command", "args"} {
		out = copyField(out, c, name, name)
	}
	if env, ok := each(c, "env", func(e value.Value) value.Value {
		fields := copyField(copyField(nil, e, "name", "name"), e, "value", "value")
		return withFields(e, append(fields, block(e, "value_from", "valueFrom", valueFrom)...))
	}); ok {
		out = append(out, field("env", env))
	}
	if from, ok := each(c, "env_from", func(e value.Value) value.Value { return e }); ok {
		out = append(out, field("envFrom", from))
	}
	return withFields(c, out)
}

func valueFrom(v value.Value) value.Value {
	same := func(v value.Value) value.Value { return v }
	out := append(block(v, "secret_key_ref", "secretKeyRef", same), block(v, "config_map_key_ref", "configMapKeyRef", same)...)
	return withFields(v, out)
}

// each gives the list that a repeated block makes.
func each(v value.Value, name string, convert func(value.Value) value.Value) (value.Value, bool) {
	b, found := nested(v, name)
	if found == value.No {
		return value.Value{}, false
	}
	var items []value.Value
	for _, it := range blocks(b) {
		if it.Kind() == value.Map {
			it = convert(it)
		}
		items = append(items, it)
	}
	out := value.ListAt(items, b.At())
	if b.IsOpen() || b.IsUnknown() {
		out = out.Open(b.Symbol())
	}
	return out, true
}

// annotations is kubernetes_annotations: it adds annotations to an object that
// something else makes. For a ServiceAccount it is that account, of whose
// annotations these are some.
func (a *adapter) annotations(r *tf.Resource) {
	kind, ok := r.Config.Get("kind")
	if !ok {
		return
	}
	if s, known := kind.KnownString(); !known || s != "ServiceAccount" {
		if !known {
			a.opaqueObjects(r, kind.Symbol())
		}
		return
	}
	others := r.Symbol("other_annotations", value.Any)
	others.Why = r.Address + " adds to a ServiceAccount whose other annotations are not seen here"
	given, found := nested(r.Config, "annotations")
	if found == value.No {
		return
	}
	if given.Kind() == value.Map {
		given = withFields(given, given.Fields()).Open(others)
	}
	meta := block(r.Config, "metadata", "metadata", func(m value.Value) value.Value {
		out := copyField(copyField(nil, m, "name", "name"), m, "namespace", "namespace")
		return withFields(m, append(defaultNamespace(out, m), field("annotations", given)))
	})
	all := append([]value.Field{
		field("apiVersion", value.StringAt("v1", r.At)),
		field("kind", value.StringAt("ServiceAccount", r.At)),
	}, meta...)
	a.add(r, "", value.MapAt(all, r.At))
}

// manifest is kubernetes_manifest: its object as a value.
func (a *adapter) manifest(r *tf.Resource) {
	v, ok := r.Config.Get("manifest")
	if !ok || v.Kind() != value.Map {
		a.opaqueObjects(r, v.Symbol())
		return
	}
	a.addManifest(r, "", v)
}

// addManifest adds an object that is written as Kubernetes writes it. Applied
// by a provider, an object without a namespace goes to "default".
func (a *adapter) addManifest(r *tf.Resource, suffix string, v value.Value) {
	if kind, _ := v.Get("kind"); kind.IsUnknown() || v.IsOpen() && kind.Kind() != value.String {
		a.opaqueObjects(r, v.FirstUnknown())
		return
	}
	if override, ok := r.Config.Get("override_namespace"); ok && !override.IsNull() {
		v = withNamespace(v, override)
	} else if _, found := v.Lookup("metadata", "namespace"); found == value.No && inNamespace(v) {
		v = withNamespace(v, value.StringAt("default", v.At()))
	}
	a.add(r, suffix, v)
}

// inNamespace reports whether an object is of a kind that lives in a
// namespace, among those that matter here.
func inNamespace(v value.Value) bool {
	f, _ := v.Get("kind")
	kind, _ := f.KnownString()
	switch kind {
	case "ServiceAccount", "ConfigMap", "Pod", "ReplicationController", "ReplicaSet", "Deployment", "DaemonSet",
		"StatefulSet", "Job", "CronJob", "PodTemplate", "Rollout", "SecretStore", "Issuer", "ExternalSecret", "PushSecret":
		return true
	}
	return false
}

// yamlBody is kubectl_manifest: its object as YAML text.
func (a *adapter) yamlBody(r *tf.Resource) {
	v, ok := r.Config.Get("yaml_body")
	if !ok {
		return
	}
	docs, why := decodeYAML(v)
	if why != nil {
		a.opaqueObjects(r, why)
	}
	for i, doc := range docs {
		suffix := ""
		if i > 0 {
			suffix = "~" + strconv.Itoa(i+1)
		}
		a.addManifest(r, suffix, doc)
	}
}

// withNamespace gives an object with another namespace.
func withNamespace(v, namespace value.Value) value.Value {
	meta, ok := v.Get("metadata")
	if !ok || meta.Kind() != value.Map {
		return v
	}
	var fields []value.Field
	for _, f := range meta.Fields() {
		if !f.Key.Is("namespace") {
			fields = append(fields, f)
		}
	}
	meta = withFields(meta, append(fields, field("namespace", namespace)))
	out := append([]value.Field(nil), v.Fields()...)
	for i, f := range out {
		if f.Key.Is("metadata") {
			out[i].Value = meta
		}
	}
	return withFields(v, out)
}
