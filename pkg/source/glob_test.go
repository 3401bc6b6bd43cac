package source

import "testing"

func TestGlob(t *testing.T) {
	for _, tt := range []struct {
		pattern string
		yes, no []string
	}{
		{"examples", []string{"examples/a.tf", "x/examples/a.tf", "examples"}, []string{"examples2/a.tf", "a/examples.tf"}},
		{"examples/", []string{"x/examples/a.tf"}, []string{"x/example/a.tf"}},
		{"/examples", []string{"examples/a.tf"}, []string{"x/examples/a.tf"}},
		{"infra/dev", []string{"infra/dev/a.tf", "infra/dev"}, []string{"x/infra/dev/a.tf", "infra/devel/a.tf"}},
		{"infra/*", []string{"infra/dev/a.tf", "infra/a.tf"}, []string{"infra"}},
		{"infra/**", []string{"infra/dev/a.tf", "infra/a.tf"}, []string{"infra", "x/infra/a"}},
		{"**/dev/*.yaml", []string{"dev/a.yaml", "x/y/dev/a.yaml"}, []string{"dev/x/a.yaml", "a.yaml"}},
		{"a/**/b", []string{"a/b", "a/x/b", "a/x/y/b/c"}, []string{"a", "a/x", "b"}},
		{"*.yaml", []string{"a.yaml", "x/a.yaml"}, []string{"a.yml"}},
		{"[ab].tf", []string{"a.tf", "x/b.tf"}, []string{"c.tf"}},
		{"**", []string{"a", "a/b"}, nil},
		{".", []string{"a", "a/b"}, nil},
		{"./k8s", []string{"k8s/a"}, []string{"k9s/a"}},
	} {
		g, err := ParseGlob(tt.pattern)
		if err != nil {
			t.Errorf("%s: %v", tt.pattern, err)
			continue
		}
		for _, name := range tt.yes {
			if !g.Match(name) {
				t.Errorf("%s does not match %s", tt.pattern, name)
			}
		}
		for _, name := range tt.no {
			if g.Match(name) {
				t.Errorf("%s matches %s", tt.pattern, name)
			}
		}
	}
	for _, bad := range []string{"", "/", "a//b", "../x", "a/../b", "[a"} {
		if _, err := ParseGlob(bad); err == nil {
			t.Errorf("%q is accepted", bad)
		}
	}
}

func TestWild(t *testing.T) {
	for _, tt := range []struct {
		pattern, text string
		want          bool
	}{
		{"role app", "role app", true},
		{"role app", "role app2", false},
		{"role *", "role app", true},
		{"*/tempo", "ServiceAccount observability/tempo", true},
		{"a*a", "a", false},
		{"a*b*c", "a-b-c", true},
		{"a*b*c", "a-c-b", false},
		{"*", "", true},
	} {
		if got := Wild(tt.pattern, tt.text); got != tt.want {
			t.Errorf("Wild(%q, %q) = %v", tt.pattern, tt.text, got)
		}
	}
}
