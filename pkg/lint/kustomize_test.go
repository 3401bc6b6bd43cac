package lint

import (
	"path"
	"testing"

	"github.com/irsalint/irsalint/pkg/parse/yaml"
	"github.com/irsalint/irsalint/pkg/source"
	"github.com/irsalint/irsalint/pkg/value"
)

func document(t *testing.T, name, text string) value.Value {
	t.Helper()
	docs, err := yaml.File(source.NewFile(name, []byte(text)))
	if err != nil || len(docs) != 1 {
		t.Fatalf("%s: %d documents, %v", name, len(docs), err)
	}
	return docs[0].Value
}

// project reads kustomizations, by folder.
func project(t *testing.T, files map[string]string) map[string]*overlay {
	t.Helper()
	all := map[string]*kustomization{}
	for name, text := range files {
		if k := readKustomization(path.Dir(name), document(t, name, text)); k != nil {
			all[k.dir] = k
		}
	}
	return overlays(all)
}

func TestOverlays(t *testing.T) {
	got := project(t, map[string]string{
		"base/kustomization.yaml":     "resources: [sa.yaml, ../common]",
		"common/kustomization.yaml":   "resources: [cm.yaml]",
		"prod/kustomization.yaml":     "namespace: prod\nresources: [../base]\npatches:\n- path: role.yaml\n- patch: |-\n    a: b\n",
		"named/kustomization.yaml":    "namePrefix: x-\nresources: [own.yaml]",
		"loop/kustomization.yaml":     "namespace: a\nresources: [../loop, own.yaml]",
		"flux/kustomization.yaml":     "apiVersion: kustomize.toolkit.fluxcd.io/v1\nnamespace: a\nresources: [x.yaml]",
		"untouched/kustomization.yml": "resources: [x.yaml, https://example.com/y.yaml]",
	})
	for _, name := range []string{"base/sa.yaml", "common/cm.yaml"} {
		if o := got[name]; o == nil || !o.patched || len(o.namespaces) != 1 || len(o.names) != 0 {
			t.Errorf("%s: %+v", name, o)
		}
	}
	if o := got["prod/role.yaml"]; o == nil || !o.patch {
		t.Errorf("a patch is taken for an object: %+v", o)
	}
	if o := got["named/own.yaml"]; o == nil || len(o.names) != 1 || o.patched {
		t.Errorf("named: %+v", o)
	}
	if o := got["loop/own.yaml"]; o == nil || len(o.namespaces) != 1 {
		t.Errorf("loop: %+v", o)
	}
	for _, name := range []string{"untouched/x.yaml", "flux/x.yaml"} {
		if o := got[name]; o != nil {
			t.Errorf("%s: %+v", name, o)
		}
	}
}

func TestOverlayChangesObject(t *testing.T) {
	const object = "kind: ServiceAccount\nmetadata:\n  name: app\n  namespace: prod\n"
	read := func(kustomization string) (namespace, name value.Value) {
		o := project(t, map[string]string{"k/kustomization.yaml": kustomization + "\nresources: [sa.yaml]"})["k/sa.yaml"]
		v := o.change(document(t, "k/sa.yaml", object))
		namespace, _ = v.Lookup("metadata", "namespace")
		name, _ = v.Lookup("metadata", "name")
		return namespace, name
	}
	text := func(v value.Value) value.Text {
		out, ok := v.AsText()
		if !ok {
			t.Fatalf("no text: %v", v.Kind())
		}
		return out
	}
	literal := func(s string) value.Text { return value.Literal(s, source.Span{}) }

	ns, name := read("namespace: other")
	if got := value.Equal(text(ns), literal("prod")); got != value.Maybe {
		t.Errorf("a namespace that is changed equals what it was: %v", got)
	}
	if got := value.Equal(text(name), literal("app")); got != value.Yes {
		t.Errorf("the name is not what it was: %v", got)
	}
	if ns, _ = read("namespace: prod"); !text(ns).Is("prod") {
		t.Errorf("the same namespace is not kept: %s", text(ns))
	}
	ns, name = read("namePrefix: x-\nnameSuffix: -y")
	if got := value.Equal(text(name), literal("x-app-y")); got != value.Maybe || !text(ns).Is("prod") {
		t.Errorf("name %s, namespace %s", text(name), text(ns))
	}
	if got := value.Equal(text(name), literal("other")); got != value.No {
		t.Errorf("a name around app can be other: %v", got)
	}
}

// Several overlays of one base: one of them is applied, not one to the result
// of another.
func TestSeveralOverlays(t *testing.T) {
	o := project(t, map[string]string{
		"base/kustomization.yaml": "resources: [sa.yaml]",
		"dev/kustomization.yaml":  "namePrefix: dev-\nnamespace: a\nresources: [../base]",
		"prod/kustomization.yaml": "namePrefix: prod-\nnameSuffix: -x\nnamespace: b\nresources: [../base]",
	})["base/sa.yaml"]
	v := o.change(document(t, "base/sa.yaml", "kind: ServiceAccount\nmetadata:\n  name: app\n"))
	for field, want := range map[string]string{
		"name": "${kustomize.namePrefix}app${kustomize.nameSuffix}", "namespace": "${kustomize.namespace}",
	} {
		got, _ := v.Lookup("metadata", field)
		text, ok := got.AsText()
		if !ok || text.String() != want {
			t.Errorf("%s: %s, want %s", field, text.String(), want)
		}
		if why := text.Cause(); why == nil || why.Why != "the kustomization in dev, or another one, changes the "+field {
			t.Errorf("%s: %+v", field, why)
		}
	}
}
