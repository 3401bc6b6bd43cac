package lint

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"testing/fstest"

	"github.com/irsalint/irsalint/pkg/source"
)

func TestWalk(t *testing.T) {
	files := fstest.MapFS{}
	for _, name := range []string{
		"main.tf", "main.tf.json", "a/b/c/sa.yaml", "a/sa.YML", "data.json", ".hidden/x.tf", "k/Kustomization",
		".git/config.yaml", "a/node_modules/x.yaml", "vendor/y.tf", "x/.terraform/modules/m/main.tf",
		"README.md", "terraform.tfvars", "x/.terragrunt-cache/z.tf",
	} {
		files[name] = &fstest.MapFile{Data: []byte("x")}
	}
	want := []string{".hidden/x.tf", "a/b/c/sa.yaml", "a/sa.YML", "data.json", "k/Kustomization", "main.tf", "main.tf.json"}
	for _, jobs := range []int{1, 4} {
		got := walk(context.Background(), files, []string{"."}, nil, jobs)
		if !slices.Equal(got.files, want) {
			t.Errorf("%d jobs: %q, want %q", jobs, got.files, want)
		}
	}
	if got := walk(context.Background(), files, []string{"a", "a/b"}, nil, 2).files; !slices.Equal(got, []string{"a/b/c/sa.yaml", "a/sa.YML"}) {
		t.Errorf("folders inside each other: %q", got)
	}
}

func TestWalkLinks(t *testing.T) {
	dir, outside := t.TempDir(), t.TempDir()
	write := func(name string) {
		t.Helper()
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte("x"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write(filepath.Join(dir, "real", "a.tf"))
	write(filepath.Join(outside, "secret.tf"))
	for link, to := range map[string]string{
		"link.tf": "real/a.tf", "linked": "real", "loop": ".",
		"out.tf": filepath.Join(outside, "secret.tf"), "outside": outside, "dangling.tf": "nowhere.tf",
	} {
		if err := os.Symlink(to, filepath.Join(dir, link)); err != nil {
			t.Skip(err)
		}
	}
	fsys, err := source.OpenDisk(dir)
	if err != nil {
		t.Fatal(err)
	}
	got := walk(context.Background(), fsys, []string{"."}, nil, 2)
	if want := []string{"link.tf", "out.tf", "real/a.tf"}; !slices.Equal(got.files, want) {
		t.Errorf("files %q, want %q", got.files, want)
	}
	if !got.links["link.tf"] || got.links["real/a.tf"] {
		t.Errorf("links %v", got.links)
	}
}
