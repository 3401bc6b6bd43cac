package kubernetes

import (
	"github.com/irsalint/irsalint/pkg/graph"
	"github.com/irsalint/irsalint/pkg/source"
	"github.com/irsalint/irsalint/pkg/value"
)

// workloadKind says where an object of a kind has the spec of its pods.
type workloadKind struct {
	// pod is the path of the pod's spec.
	pod []string
	// named: only an object that names an account is looked at, because an
	// operator fills in another one where it is not.
	named bool
	// fields are the names of the account's field, the strongest first.
	fields []string
}

var (
	podFields = []string{"serviceAccountName", "serviceAccount"}
	template  = workloadKind{pod: []string{"spec", "template", "spec"}, fields: podFields}
	operated  = workloadKind{pod: []string{"spec"}, named: true, fields: podFields[:1]}
)

// workloadKinds are the kinds that make pods under a ServiceAccount.
var workloadKinds = map[kindOf]workloadKind{
	{"", "Pod"}:                   {pod: []string{"spec"}, fields: podFields},
	{"", "ReplicationController"}: template,
	{"apps", "Deployment"}:        template,
	{"apps", "StatefulSet"}:       template,
	{"apps", "DaemonSet"}:         template,
	{"apps", "ReplicaSet"}:        template,
	{"extensions", "Deployment"}:  template,
	{"extensions", "DaemonSet"}:   template,
	{"extensions", "ReplicaSet"}:  template,
	{"batch", "Job"}:              template,
	{"batch", "CronJob"}:          {pod: []string{"spec", "jobTemplate", "spec", "template", "spec"}, fields: podFields},
	{"argoproj.io", "Rollout"}:    template,

	{"serving.knative.dev", "Service"}:             template,
	{"keda.sh", "ScaledJob"}:                       {pod: []string{"spec", "jobTargetRef", "template", "spec"}, fields: podFields},
	{"argoproj.io", "Workflow"}:                    operated,
	{"argoproj.io", "WorkflowTemplate"}:            operated,
	{"argoproj.io", "CronWorkflow"}:                {pod: []string{"spec", "workflowSpec"}, named: true, fields: podFields[:1]},
	{"monitoring.coreos.com", "Prometheus"}:        operated,
	{"monitoring.coreos.com", "PrometheusAgent"}:   operated,
	{"monitoring.coreos.com", "Alertmanager"}:      operated,
	{"monitoring.coreos.com", "ThanosRuler"}:       operated,
	{"tekton.dev", "TaskRun"}:                      operated,
	{"tekton.dev", "PipelineRun"}:                  operated,
	{"opentelemetry.io", "OpenTelemetryCollector"}: {pod: []string{"spec"}, named: true, fields: podFields[1:]},
	{"sparkoperator.k8s.io", "SparkApplication"}:   {pod: []string{"spec", "driver"}, named: true, fields: podFields[1:]},
}

// workload adds an object that makes pods.
func (a *adapter) workload(o *object, kind workloadKind) {
	pod, found := o.Value.Lookup(kind.pod...)
	if found == value.No {
		return // a Rollout that refers to a Deployment, or a patch
	}
	w := &graph.Workload{
		Kind:          o.kind,
		Namespace:     o.namespace,
		Name:          o.name,
		AccountName:   accountName(pod, found, kind.fields),
		PodAt:         graph.Place{Span: keyPlace(o.Value, pod, found, kind.pod)},
		KustomizeBase: o.KustomizeBase,
	}
	if kind.named && w.AccountName == nil {
		return
	}
	w.Base = a.base(o, o.kind, o.namespace, o.name)
	environment(w, pod, found)
	template, _ := o.Value.Lookup(kind.pod[:len(kind.pod)-1]...)
	w.Fargate = fargate(o.kind, template)
	for i := range kind.pod { // its own metadata, and that of every template on the way
		if kind.pod[i] == "spec" {
			prefix := append(append([]string(nil), kind.pod[:i]...), "metadata")
			w.Misread = append(w.Misread, misplaced(o.Value, append(prefix, "annotations")...)...)
			w.Misread = append(w.Misread, misplaced(o.Value, append(prefix, "labels")...)...)
		}
	}
	a.b.Add(w)
}

// accountName gives the account that a pod names; nil if it certainly names
// none, so that it runs under "default".
func accountName(pod value.Value, found value.Truth, fields []string) *graph.Val {
	if found == value.Maybe {
		return graph.UnknownVal(pod.Symbol(), pod.At())
	}
	for _, f := range fields {
		if v := notEmpty(graph.ValAt(pod, f)); v != nil {
			return v
		}
	}
	return nil
}

// keyPlace gives the place of the value at a path: its key, where it is
// written, since its fields would be added below it.
func keyPlace(v, pod value.Value, found value.Truth, path []string) source.Span {
	if found != value.Yes {
		return pod.At()
	}
	last := len(path) - 1
	if parent, ok := v.Lookup(path[:last]...); ok == value.Yes {
		if f, ok := parent.Field(path[last]); ok && !f.Key.At().IsZero() {
			return f.Key.At()
		}
	}
	return pod.At()
}
