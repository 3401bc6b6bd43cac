package terraform

import (
	"testing"
	"testing/fstest"

	"github.com/irsalint/irsalint/pkg/source"
)

// TestForget: what a Loader has forgotten it reads again, with the same
// result, and it keeps what roots have in common.
func TestForget(t *testing.T) {
	l := NewLoader(source.NewTree(fstest.MapFS{
		"a/main.tf":   {Data: []byte("module \"m\" {\n  source = \"../m\"\n  name = \"a\"\n}\n")},
		"m/main.tf":   {Data: []byte("variable \"name\" {}\nresource \"aws_iam_role\" \"r\" {\n  name = var.name\n}\n")},
		"m/output.tf": {Data: []byte("output \"x\" {\n  value = 1\n}\n")},
	}))
	name := func() string {
		r := l.Evaluate("a", Options{})
		if len(r.Resources) != 1 {
			t.Fatalf("%d resources", len(r.Resources))
		}
		v, _ := r.Resources[0].Config.Get("name")
		s, _ := v.KnownString()
		return s
	}
	first := name()
	shared := l.file("m/main.tf")
	l.Forget("nowhere")
	l.Forget("a")
	if l.files["a/main.tf"] != nil || l.modules["a"] != nil {
		t.Error("it still has the files of the root")
	}
	if l.file("m/main.tf") != shared {
		t.Error("the module is gone too")
	}
	if again := name(); first != "a" || again != first {
		t.Errorf("%q, then %q", first, again)
	}
}
