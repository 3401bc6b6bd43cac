package kubernetes

import (
	"testing"

	"github.com/irsalint/irsalint/pkg/graph"
	"github.com/irsalint/irsalint/pkg/parse/yaml"
	"github.com/irsalint/irsalint/pkg/source"
)

func TestEnvironment(t *testing.T) {
	const keys = "{name: AWS_ACCESS_KEY_ID, value: a}, {name: AWS_SECRET_ACCESS_KEY, value: b}"
	for _, c := range []struct {
		name, containers string
		keys, role       string
	}{
		{"none", "[{name: a}]", "no", "no"},
		{"keys", "[{env: [" + keys + "]}]", "yes", "no"},
		{"keys of a secret", "[{env: [{name: AWS_ACCESS_KEY_ID, valueFrom: {secretKeyRef: {name: s, key: k}}}, {name: AWS_SECRET_ACCESS_KEY, value: b}]}]", "yes", "no"},
		{"keys of an optional secret", "[{env: [{name: AWS_ACCESS_KEY_ID, valueFrom: {secretKeyRef: {name: s, key: k, optional: true}}}, {name: AWS_SECRET_ACCESS_KEY, value: b}]}]", "unknown", "no"},
		{"one key of two", "[{env: [{name: AWS_ACCESS_KEY_ID, value: a}]}]", "no", "no"},
		{"empty keys", `[{env: [{name: AWS_ACCESS_KEY_ID, value: ""}, {name: AWS_SECRET_ACCESS_KEY, value: ""}]}]`, "no", "no"},
		{"keys in two containers", "[{env: [{name: AWS_ACCESS_KEY_ID, value: a}]}, {env: [{name: AWS_SECRET_ACCESS_KEY, value: b}]}]", "no", "no"},
		{"another endpoint", "[{env: [" + keys + ", {name: S3_ENDPOINT, value: minio}]}]", "unknown", "no"},
		{"a whole secret", "[{envFrom: [{secretRef: {name: s}}]}]", "unknown", "unknown"},
		{"an empty list", "[{envFrom: []}]", "no", "no"},
		{"role by hand", "[{env: [{name: AWS_ROLE_ARN, value: r}]}]", "no", "yes"},
	} {
		docs, err := yaml.File(source.NewFile("w.yaml", []byte("apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: a}\nspec: {template: {spec: {containers: "+c.containers+"}}}\n")))
		if err != nil {
			t.Fatal(c.name, err)
		}
		b := graph.NewBuilder()
		Adapt([]Object{{Value: docs[0].Value, Scope: "."}}, b)
		for _, w := range b.Link().Workload {
			if w.StaticKeys.Is.String() != c.keys || w.RoleEnv.Is.String() != c.role {
				t.Errorf("%s: keys %s, want %s; role %s, want %s", c.name, w.StaticKeys.Is, c.keys, w.RoleEnv.Is, c.role)
			}
		}
	}
}
