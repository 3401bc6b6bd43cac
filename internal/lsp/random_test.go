package lsp

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/irsalint/irsalint/internal/golden"
)

// editor is someone who works on a project, at random.
type editor struct {
	*client
	r       *rand.Rand
	disk    map[string]string
	buffers map[string]string
	version int
	log     []string
}

func pick[T any](r *rand.Rand, list []T) T { return list[r.IntN(len(list))] }

func (e *editor) files() []string { return slices.Sorted(maps.Keys(e.disk)) }

func (e *editor) path(name string) string { return filepath.Join(e.dir, filepath.FromSlash(name)) }

// mutate changes a text as people do, and as they do by mistake.
func (e *editor) mutate(text string) string {
	lines := strings.SplitAfter(text, "\n")
	at := e.r.IntN(len(lines))
	switch e.r.IntN(9) {
	case 0: // take a line away
		lines[at] = ""
	case 1: // write one twice
		lines[at] += lines[at]
	case 2: // comment one out
		lines[at] = "#" + lines[at]
	case 3: // stop in the middle
		return text[:e.r.IntN(len(text)+1)]
	case 4:
		lines[at] = pick(e.r, []string{"{{ .Values.x }}\n", "}\n", "é😀: [\n", "---\n", "  \n", "\r\n", "\ufeff"}) + lines[at]
	case 5: // another name for one thing
		words := []string{"tempo", "observability", "monitoring", "api", "web", "team0001", "role/", "node", "sts.", "each.value", "var.", "aws_iam_role", "Statement"}
		return strings.Replace(text, pick(e.r, words), pick(e.r, []string{"x", "api", "monitoring", "observability", "var.none", ""}), 1+e.r.IntN(2))
	case 6: // a file that another one reads
		return text + pick(e.r, []string{
			"locals {\n  extra = fileset(path.module, \"*.txt\")\n}\n",
			"locals {\n  extra = fileexists(\"${path.module}/x.txt\")\n}\n",
			"module \"more\" {\n  source = \"../terraform\"\n}\n", "module \"new\" {\n  source = \"./new\"\n}\n"})
	default: // back to where it began
		return text
	}
	return strings.Join(lines, "")
}

func (e *editor) tell(kind int, names ...string) {
	var changes []map[string]any
	for _, n := range names {
		changes = append(changes, map[string]any{"uri": e.uri(n), "type": kind})
	}
	e.notify("workspace/didChangeWatchedFiles", map[string]any{"changes": changes})
}

func (e *editor) put(name, text string) {
	e.disk[name] = text
	write(e.t, e.dir, map[string]string{name: text})
}

func (e *editor) remove(name string) {
	delete(e.disk, name)
	if err := os.Remove(e.path(name)); err != nil {
		e.t.Fatal(err)
	}
}

// step does one thing.
func (e *editor) step(original map[string]string) {
	name := pick(e.r, e.files())
	note := func(what string) { e.log = append(e.log, what+" "+name) }
	open := slices.Sorted(maps.Keys(e.buffers))
	switch k := e.r.IntN(12); {
	case k < 3:
		if _, ok := e.buffers[name]; ok {
			return
		}
		note("open")
		e.version++
		e.buffers[name] = e.disk[name]
		e.open(name, e.version, e.disk[name])
	case k < 7 && len(open) > 0:
		name = pick(e.r, open)
		note("change")
		e.version++
		e.buffers[name] = e.mutate(e.buffers[name])
		e.change(name, e.version, e.buffers[name])
	case k == 7 && len(open) > 0:
		name = pick(e.r, open)
		note("save")
		e.put(name, e.buffers[name])
		e.doc("didSave", name)
	case k == 8 && len(open) > 0:
		name = pick(e.r, open)
		note("close")
		delete(e.buffers, name)
		e.doc("didClose", name)
	case k == 9:
		note("delete")
		e.remove(name)
		e.tell(3, name)
	case k == 10:
		to := pick(e.r, []string{"moved/", "team0001/k8s/", "sample/terraform/", "sample/terraform/new/"}) + filepath.Base(name)
		if _, ok := e.disk[to]; ok {
			return
		}
		note("rename to " + to)
		text := e.disk[name]
		e.remove(name)
		e.put(to, text)
		e.tell(1, to, name)
	default: // from elsewhere: a checkout, a generator
		names := slices.Sorted(maps.Keys(original))
		name = pick(e.r, names)
		note("restore")
		e.put(name, original[name])
		if e.r.IntN(3) == 0 {
			e.put(filepath.ToSlash(filepath.Join(filepath.Dir(name), "x.txt")), "x")
		}
		e.tell(2, name)
	}
}

// cold gives what a server shows that has just started, as JSON by URI.
func (e *editor) cold() map[string]string {
	e.t.Helper()
	p := e.project(e.t)
	found, err := openDir(e.dir)
	if err != nil {
		e.t.Fatal(err)
	}
	q := newProject(e.serv, found, p.base)
	docs := documents{}
	for name, text := range e.buffers {
		docs[name] = document{uri: e.uri(name), text: []byte(text)}
	}
	s := &snapshot{docs: docs, text: map[string]*lines{}}
	if s.Analysis, s.err = q.analyze(context.Background(), docs); s.err != nil {
		e.t.Fatal(s.err)
	}
	out := map[string]string{}
	for name, list := range q.diagnostics(s) {
		body, err := json.Marshal(list)
		if err != nil {
			e.t.Fatal(err)
		}
		out[q.uri(docs, name)] = string(body)
	}
	return out
}

// warm gives what the server shows once it is at rest.
func (e *editor) warm() map[string]string {
	e.t.Helper()
	p := e.project(e.t)
	if _, err := p.current(context.Background()); err != nil {
		e.t.Fatal(err)
	}
	p.rest()
	e.settle() // what it has published, we have heard
	e.mu.Lock()
	defer e.mu.Unlock()
	out := map[string]string{}
	for uri, list := range e.shown {
		if len(list) == 0 {
			continue
		}
		body, err := json.Marshal(list)
		if err != nil {
			e.t.Fatal(err)
		}
		out[uri] = string(body)
	}
	return out
}

// rest waits until no run is under way.
func (p *project) rest() {
	p.turn.Lock()
	defer p.turn.Unlock()
}

// TestRandomWork: whatever someone does, at every point the diagnostics are
// those of a run that knows nothing of before.
func TestRandomWork(t *testing.T) {
	original := map[string]string{}
	for name, text := range golden.Generate(3) {
		original[name] = text
	}
	for name, text := range golden.ReadDir(t, "../../testdata/sample") {
		original["sample/"+name] = text
	}
	seeds, steps := 2, 25
	if os.Getenv("IRSALINT_CI") != "" {
		seeds, steps = 4, 60
	}
	seen := map[string]bool{}
	for seed := range uint64(seeds) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			c := start(t, original)
			c.begin()
			e := &editor{client: c, r: rand.New(rand.NewPCG(seed, 7)), disk: maps.Clone(original), buffers: map[string]string{}}
			for range steps {
				for range 1 + e.r.IntN(3) {
					e.step(original)
				}
				want, got := e.cold(), e.warm()
				for _, list := range want {
					seen[list] = true
				}
				if !maps.Equal(want, got) {
					t.Fatalf("after %q\n got %v\nwant %v", e.log[max(0, len(e.log)-12):], got, want)
				}
			}
			e.end()
		})
	}
	if len(seen) < 10*seeds {
		t.Errorf("only %d different states: the test tests nothing", len(seen))
	}
}
