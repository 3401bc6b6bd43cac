package lint

import "testing"

func TestFormatOf(t *testing.T) {
	for name, want := range map[string]string{
		"main.tf": formatTerraform, "main.tofu": formatTerraform, "main.TF": formatTerraform,
		"main.tf.json": formatTerraform, "main.tofu.json": formatTerraform, "a.tf.JSON": formatTerraform,
		"tf.json": formatJSON, "tofu.json": formatJSON, ".json": formatJSON, "a.tofu.yaml": formatYAML,
		"main.tofu~": "", "main.tofutest.hcl": "", "main.tftest.hcl": "", "tofu": "", "README.md": "",
	} {
		if got := formatOf(name); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
}
