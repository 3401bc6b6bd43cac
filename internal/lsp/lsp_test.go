package lsp

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/irsalint/irsalint/internal/golden"
)

const (
	tempo = "k8s/observability/tempo.yaml"
	irsa  = "terraform/irsa.tf"

	mistake  = "11:32-11:76 1 irsa/subject-mismatch"
	otherEnd = "30:19-30:54 3 irsa/subject-mismatch"
)

func sample(t *testing.T) golden.Files {
	t.Helper()
	return golden.ReadDir(t, "../../testdata/sample")
}

// TestBothEnds: a mistake is shown where it stands and where it is contradicted,
// and goes from both once it is mended at either.
func TestBothEnds(t *testing.T) {
	files := sample(t)
	c := start(t, files)
	c.begin("utf-16")
	c.show(tempo, mistake)
	c.show(irsa, otherEnd)
	main, other := c.shown[c.uri(tempo)][0], c.shown[c.uri(irsa)][0]
	if main.Source != "irsalint" || !strings.Contains(main.Message, "\nhelp: in the trust policy") ||
		len(main.Related) != 1 || main.Related[0].Location != (location{c.uri(irsa), other.Range}) || main.Data.Fingerprint == "" {
		t.Errorf("%+v", main)
	}
	if len(other.Related) != 1 || other.Related[0].Location != (location{c.uri(tempo), main.Range}) ||
		!strings.HasPrefix(other.Message, "the trust policy admits") {
		t.Errorf("%+v", other)
	}

	mended := strings.ReplaceAll(files[tempo], "observability", "monitoring")
	c.open(tempo, 1, mended)
	c.show(tempo)
	c.show(irsa)
	if c.versions[c.uri(tempo)] != 1 {
		t.Errorf("version %d", c.versions[c.uri(tempo)])
	}
	c.change(tempo, 2, files[tempo])
	c.show(tempo, mistake)
	c.show(irsa, otherEnd)
	if c.versions[c.uri(tempo)] != 2 {
		t.Errorf("version %d", c.versions[c.uri(tempo)])
	}
	c.open("terraform/terraform.tfvars", 1, strings.Replace(files["terraform/terraform.tfvars"], "monitoring", "observability", 1))
	c.show(tempo)
	c.show(irsa)
	c.doc("didClose", "terraform/terraform.tfvars") // without saving
	c.show(tempo, mistake)
	c.show(irsa, otherEnd)
	c.doc("didClose", tempo)
	c.end()
}

// TestDisk: what changes on disk counts, if the client or a save says so.
func TestDisk(t *testing.T) {
	files := sample(t)
	c := start(t, files)
	c.begin()
	c.show(tempo, mistake)
	if len(c.requests) != 1 || !strings.HasPrefix(c.requests[0], "client/registerCapability") || !strings.Contains(c.requests[0], watched) {
		t.Errorf("requests %q", c.requests)
	}
	event := func(name string, kind int) {
		c.notify("workspace/didChangeWatchedFiles", map[string]any{"changes": []map[string]any{{"uri": c.uri(name), "type": kind}}})
	}
	path := filepath.Join(c.dir, filepath.FromSlash(tempo))
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	event(tempo, 3)
	c.show(tempo)
	c.show(irsa)
	write(t, c.dir, files)
	event(tempo, 1)
	c.show(irsa, otherEnd)
	// A new file in the folder of a root, and no event but a save elsewhere.
	c.open("k8s/karpenter/nodes.yaml", 1, files["k8s/karpenter/nodes.yaml"])
	write(t, c.dir, map[string]string{"terraform/more.auto.tfvars": `tracing_namespace = "observability"`})
	c.doc("didSave", "k8s/karpenter/nodes.yaml")
	c.show(irsa)
	c.end()
}

// TestUnsaved: a file that is only in the editor counts like any other.
func TestUnsaved(t *testing.T) {
	files := sample(t)
	text := files[tempo]
	delete(files, tempo)
	c := start(t, files)
	c.begin()
	c.open("new/folder/tempo.yaml", 1, text)
	c.show("new/folder/tempo.yaml", mistake)
	c.show(irsa, otherEnd)
	c.doc("didClose", "new/folder/tempo.yaml")
	c.show("new/folder/tempo.yaml")
	c.show(irsa)
	c.end()
}

func TestHover(t *testing.T) {
	files := sample(t)
	files["terraform/terraform.tfvars"] += "\n"
	files["k8s/open.yaml"] = "apiVersion: v1\nkind: ServiceAccount\nmetadata:\n  name: x\n  namespace: y\n  annotations:\n    eks.amazonaws.com/role-arn: arn:aws:iam::482915630274:role/elsewhere\n"
	c := start(t, files)
	c.begin()
	text := func(name, needle string) string {
		t.Helper()
		h := call[*hover](c, "textDocument/hover", c.at(name, files[name], needle))
		if h == nil {
			return ""
		}
		if h.Contents.Kind != "markdown" {
			t.Errorf("%+v", h)
		}
		return h.Contents.Value
	}
	for _, tt := range []struct {
		name, needle string
		want         []string
	}{
		{tempo, "arn:aws", []string{"**error**: ServiceAccount observability/tempo", "**help**: in the trust policy", "`irsa/subject-mismatch`, error", "## Why"}},
		{irsa, "system:serviceaccount:${", []string{"**error**: ServiceAccount observability/tempo", "**verified by irsalint**"}},
		{"k8s/external-dns/external-dns.yaml", "arn:aws", []string{"**verified by irsalint**", "`irsa/subject-mismatch`"}},
		{"k8s/open.yaml", "arn:aws", []string{"**unverified**: no role in these files has the ARN"}},
	} {
		got := text(tt.name, tt.needle)
		for _, w := range tt.want {
			if !strings.Contains(got, w) {
				t.Errorf("%s: no %q in\n%s", tt.name, w, got)
			}
		}
	}
	if got := text(tempo, "containers"); got != "" {
		t.Errorf("a place of no check: %s", got)
	}
	c.end()
}

func TestDefinition(t *testing.T) {
	files := sample(t)
	c := start(t, files)
	c.begin()
	for _, tt := range []struct{ name, needle, want string }{
		{tempo, "arn:aws:iam::482915630274:role/pelican-tempo", irsa + `: resource "aws_iam_role" "irsa"`},
		{tempo, "tempo\n      containers", tempo + ": tempo"},
		{irsa, `system:serviceaccount:${`, "k8s/external-dns/external-dns.yaml: external-dns k8s/karpenter/karpenter.yaml: karpenter"},
		{"k8s/karpenter/nodes.yaml", "pelican-", "terraform/nodes.tf: resource \"aws_iam_role\" \"node\""},
		{tempo, "containers", ""},
	} {
		var got []string
		for _, l := range call[[]location](c, "textDocument/definition", c.at(tt.name, files[tt.name], tt.needle)) {
			path, ok := pathOf(l.URI)
			name, inside := below(c.dir, path)
			if !ok || !inside {
				t.Errorf("%+v", l)
			}
			text := newLines([]byte(files[name]), utf16Units, false)
			got = append(got, name+": "+files[name][text.offset(l.Range.Start):text.offset(l.Range.End)])
		}
		slices.Sort(got)
		if s := strings.Join(got, " "); s != tt.want {
			t.Errorf("%s %q: %s, want %s", tt.name, tt.needle, s, tt.want)
		}
	}
	c.end()
}

// TestEncodings: characters are counted in the unit that was agreed on.
func TestEncodings(t *testing.T) {
	const text = "apiVersion: v1\nkind: ServiceAccount\nmetadata: {name: é😀, namespace: n1, annotations: {eks.amazonaws.com/role-arn: not-an-arn} }\n"
	for want, offered := range map[string][]string{
		"utf-8 2:82-2:92":  {"utf-32", "utf-8", "utf-16"},
		"utf-16 2:79-2:89": nil,
	} {
		c := start(t, map[string]string{"a.yaml": text})
		got := c.begin(offered...)
		enc, at, _ := strings.Cut(want, " ")
		if have := got["capabilities"].(map[string]any)["positionEncoding"]; have != enc {
			t.Errorf("positionEncoding %v, want %s", have, enc)
		}
		c.show("a.yaml", at+" 1 irsa/annotation-invalid")
		c.end()
	}
}

// TestFolders: a project goes and comes with its folder.
func TestFolders(t *testing.T) {
	files := sample(t)
	c := start(t, files)
	c.begin()
	c.show(tempo, mistake)
	folder := []workspaceFolder{{URI: uriOf(c.dir), Name: "x"}}
	c.notify("workspace/didChangeWorkspaceFolders", map[string]any{"event": map[string]any{"removed": folder, "added": []workspaceFolder{}}})
	c.show(tempo)
	c.show(irsa)
	c.notify("workspace/didChangeWorkspaceFolders", map[string]any{"event": map[string]any{"removed": []workspaceFolder{}, "added": folder}})
	c.show(tempo, mistake)
	c.end()
}

// TestNoFolder: without a workspace a document is linted in the project that
// its folder says it is in, and not at all in no project.
func TestNoFolder(t *testing.T) {
	c := start(t, map[string]string{tempo: "x: 1\n"})
	call[any](c, "initialize", map[string]any{"rootUri": nil, "workspaceFolders": nil, "capabilities": map[string]any{}})
	c.notify("initialized", struct{}{})
	dir := filepath.Dir(tempo)
	c.open(tempo, 1, "apiVersion: v1\nkind: [")
	c.settle() // before there is a mark
	write(t, c.dir, map[string]string{dir + "/.irsalint.yaml": ""})
	c.open(dir+"/other.yaml", 1, "apiVersion: v1\nkind: ServiceAccount\nmetadata: [\n")
	c.wait("other.yaml to show", func() bool { return len(c.shown[c.uri(dir+"/other.yaml")]) == 1 })
	c.open("elsewhere.yaml", 1, "x: [")
	c.notify("textDocument/didOpen", openParams{textDocument{URI: "untitled:Untitled-1", Text: "x: ["}})
	c.notify("textDocument/didOpen", openParams{textDocument{URI: "file://host/share/a.yaml", Text: "x: ["}})
	c.end()
	for uri := range c.shown {
		if uri != c.uri(dir+"/other.yaml") {
			t.Errorf("%s is shown", uri)
		}
	}
}

// TestSymlink: a client that comes by a symbolic link sees its own spelling.
func TestSymlink(t *testing.T) {
	c := start(t, sample(t))
	link := filepath.Join(t.TempDir(), "a link+%41é")
	if err := os.Symlink(c.dir, link); err != nil {
		t.Skip(err)
	}
	real := c.dir
	c.dir = link
	c.begin()
	c.show(tempo, mistake)
	c.show(irsa, otherEnd)
	c.dir = real
	if _, ok := c.shown[c.uri(tempo)]; ok {
		t.Error("shown by its real path")
	}
	c.end()
}

func TestOnlyTheProtocol(t *testing.T) {
	c := start(t, sample(t))
	c.begin()
	c.show(tempo, mistake)
	c.end()
	for _, body := range c.raw {
		var m struct{ JSONRPC string }
		if json.Unmarshal(body, &m) != nil || m.JSONRPC != "2.0" {
			t.Errorf("%s", body)
		}
	}
}
