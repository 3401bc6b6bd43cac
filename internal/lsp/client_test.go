package lsp

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/irsalint/irsalint/pkg/lint"
	"github.com/irsalint/irsalint/pkg/source"
)

// client is an editor at the other end of two pipes.
type client struct {
	t    testing.TB
	dir  string // of the project
	out  io.WriteCloser
	log  *safeBuffer
	exit chan int
	serv *server
	// after is the clock of the server: what waits for it.
	clock *manualClock

	mu        sync.Mutex
	changed   *sync.Cond
	next      int
	answers   map[string]json.RawMessage
	errors    map[string]rpcError
	shown     map[string][]diagnostic // by URI
	versions  map[string]int
	published int
	requests  []string // of the server
	messages  []string
	raw       []json.RawMessage
	ended     bool
}

type safeBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (s *safeBuffer) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.Write(p)
}

func (s *safeBuffer) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.String()
}

// manualClock lets what is delayed happen when a test says so.
type manualClock struct {
	mu      sync.Mutex
	waiting map[int]func()
	next    int
	auto    bool
}

func (c *manualClock) after(_ time.Duration, f func()) func() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.auto {
		go f()
		return func() {}
	}
	c.next++
	id := c.next
	c.waiting[id] = f
	return func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		delete(c.waiting, id)
	}
}

// advance lets the delay pass and says how many were waiting.
func (c *manualClock) advance() int {
	c.mu.Lock()
	all := c.waiting
	c.waiting = map[int]func(){}
	c.mu.Unlock()
	for _, f := range all {
		f()
	}
	return len(all)
}

// write writes the files of a project.
func write(t testing.TB, dir string, files map[string]string) {
	t.Helper()
	for name, text := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// openDir is the project rule of these tests: the folder that is asked for.
func openDir(dir string) (Project, error) {
	dir, err := filepath.EvalSymlinks(dir)
	if err != nil {
		return Project{}, err
	}
	fsys, err := source.OpenDisk(dir)
	if err != nil {
		return Project{}, err
	}
	_, err = os.Stat(filepath.Join(dir, ".irsalint.yaml"))
	return Project{Options: lint.Options{FS: fsys, Root: dir, Jobs: 2}, Session: lint.NewSession(), Marked: err == nil}, nil
}

// start starts a server over a project of these files, without a message yet.
func start(t testing.TB, files map[string]string) *client {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	write(t, dir, files)
	toServer, out := io.Pipe()
	in, fromServer := io.Pipe()
	c := &client{
		t: t, dir: dir, out: out, log: &safeBuffer{}, exit: make(chan int, 1),
		clock:   &manualClock{waiting: map[int]func(){}, auto: true},
		answers: map[string]json.RawMessage{}, errors: map[string]rpcError{},
		shown: map[string][]diagnostic{}, versions: map[string]int{},
	}
	c.changed = sync.NewCond(&c.mu)
	c.serv = newServer(Settings{
		In: toServer, Out: fromServer, Log: c.log, Version: "test", Open: openDir, After: c.clock.after,
	})
	go func() {
		code := c.serv.run(context.Background())
		_ = fromServer.Close()
		c.exit <- code
	}()
	go c.read(bufio.NewReader(in))
	t.Cleanup(func() {
		_ = out.Close()
		if t.Failed() {
			t.Log(c.log.String())
		}
	})
	return c
}

// read reads what the server says.
func (c *client) read(r *bufio.Reader) {
	for {
		body, err := readFrame(r)
		c.mu.Lock()
		if err != nil {
			c.ended = true
			c.changed.Broadcast()
			c.mu.Unlock()
			return
		}
		c.take(body)
		c.changed.Broadcast()
		c.mu.Unlock()
	}
}

func (c *client) take(body []byte) {
	var m struct {
		message
		Result json.RawMessage `json:"result"`
	}
	if err := json.Unmarshal(body, &m); err != nil {
		c.t.Errorf("the server says %s", body)
		return
	}
	c.raw = append(c.raw, body)
	switch {
	case m.isRequest():
		c.requests = append(c.requests, m.Method+" "+string(m.Params))
		c.send(map[string]any{"jsonrpc": "2.0", "id": m.ID, "result": nil})
	case m.Method == "textDocument/publishDiagnostics":
		var p publishParams
		if err := json.Unmarshal(m.Params, &p); err != nil {
			c.t.Errorf("diagnostics: %v", err)
			return
		}
		c.published++
		c.shown[p.URI] = p.Diagnostics
		delete(c.versions, p.URI)
		if p.Version != nil {
			c.versions[p.URI] = *p.Version
		}
	case m.Method == "window/logMessage":
		var p showParams
		_ = json.Unmarshal(m.Params, &p)
		c.messages = append(c.messages, p.Message)
	case m.Error != nil:
		c.errors[string(m.ID)] = *m.Error
	default:
		c.answers[string(m.ID)] = m.Result
	}
}

// send writes from another goroutine, as an editor that never waits.
func (c *client) send(v any) {
	body, err := json.Marshal(v)
	if err != nil {
		c.t.Fatal(err)
	}
	go func() { c.write(fmt.Appendf(nil, "Content-Length: %d\r\n\r\n%s", len(body), body)) }()
}

func (c *client) write(b []byte) { _, _ = c.out.Write(b) } // the server may be gone

func (c *client) notify(method string, params any) {
	c.t.Helper()
	body, err := json.Marshal(map[string]any{"jsonrpc": "2.0", "method": method, "params": params})
	if err != nil {
		c.t.Fatal(err)
	}
	c.write(fmt.Appendf(nil, "Content-Length: %d\r\n\r\n%s", len(body), body))
}

// ask sends a request and gives its id.
func (c *client) ask(method string, params any) string {
	c.t.Helper()
	c.mu.Lock()
	c.next++
	id := fmt.Sprint(c.next)
	c.mu.Unlock()
	body, err := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": c.next, "method": method, "params": params})
	if err != nil {
		c.t.Fatal(err)
	}
	c.write(fmt.Appendf(nil, "Content-Length: %d\r\n\r\n%s", len(body), body))
	return id
}

// wait waits until something holds of what the server has said.
func (c *client) wait(what string, ok func() bool) {
	c.t.Helper()
	done := false
	guard := time.AfterFunc(time.Minute, func() {
		c.mu.Lock()
		done = true
		c.changed.Broadcast()
		c.mu.Unlock()
	})
	defer guard.Stop()
	c.mu.Lock()
	defer c.mu.Unlock()
	for !ok() {
		if done || c.ended {
			c.t.Fatalf("waiting for %s in vain\nshown %v\nerrors %v\nmessages %q\n%s", what, c.shown, c.errors, c.messages, c.log.String())
		}
		c.changed.Wait()
	}
}

// call sends a request and gives its result.
func call[T any](c *client, method string, params any) T {
	c.t.Helper()
	id := c.ask(method, params)
	var out T
	c.wait("the answer to "+method, func() bool {
		if e, ok := c.errors[id]; ok {
			c.t.Errorf("%s: %v", method, e)
			return true
		}
		a, ok := c.answers[id]
		if ok {
			if err := json.Unmarshal(a, &out); err != nil {
				c.t.Errorf("%s: %s: %v", method, a, err)
			}
		}
		return ok
	})
	return out
}

// refused sends a request and gives its error.
func (c *client) refused(method string, params any) (out rpcError) {
	c.t.Helper()
	id := c.ask(method, params)
	c.wait("a refusal of "+method, func() (ok bool) {
		if _, answered := c.answers[id]; answered {
			c.t.Errorf("%s is answered: %s", method, c.answers[id])
			return true
		}
		out, ok = c.errors[id]
		return ok
	})
	return out
}

// begin makes the connection, in an encoding.
func (c *client) begin(encodings ...string) map[string]any {
	c.t.Helper()
	got := call[map[string]any](c, "initialize", map[string]any{
		"processId": nil, "rootUri": nil,
		"workspaceFolders": []workspaceFolder{{URI: uriOf(c.dir), Name: "x"}},
		"capabilities": map[string]any{
			"general":   map[string]any{"positionEncodings": encodings},
			"workspace": map[string]any{"didChangeWatchedFiles": map[string]any{"dynamicRegistration": true}},
		},
	})
	c.notify("initialized", struct{}{})
	return got
}

func (c *client) uri(name string) string {
	return uriOf(filepath.Join(c.dir, filepath.FromSlash(name)))
}

func (c *client) open(name string, version int, text string) {
	c.t.Helper()
	c.notify("textDocument/didOpen", openParams{textDocument{URI: c.uri(name), Version: version, Text: text}})
}

func (c *client) change(name string, version int, text string) {
	c.t.Helper()
	c.notify("textDocument/didChange", map[string]any{
		"textDocument":   map[string]any{"uri": c.uri(name), "version": version},
		"contentChanges": []map[string]any{{"text": text}},
	})
}

func (c *client) doc(method, name string) {
	c.t.Helper()
	c.notify("textDocument/"+method, map[string]any{"textDocument": map[string]any{"uri": c.uri(name)}})
}

// at gives the parameters of a request about the first place of a text, past
// skip bytes, in a file.
func (c *client) at(name, text, needle string) positionParams {
	c.t.Helper()
	i := strings.Index(text, needle)
	if i < 0 {
		c.t.Fatalf("no %q in %s", needle, name)
	}
	return positionParams{textDocument{URI: c.uri(name)}, newLines([]byte(text), utf16Units, true).position(i + 1)}
}

// show waits until the diagnostics of a file are, in short, as wanted.
func (c *client) show(name string, want ...string) {
	c.t.Helper()
	c.wait(fmt.Sprintf("%s to show %q", name, want), func() bool {
		list, ok := c.shown[c.uri(name)]
		if !ok || len(list) != len(want) {
			return false
		}
		for i, d := range list {
			if short(d) != want[i] {
				return false
			}
		}
		return true
	})
}

// short gives a diagnostic as line:character-line:character severity rule.
func short(d diagnostic) string {
	return fmt.Sprintf("%d:%d-%d:%d %d %s", d.Range.Start.Line, d.Range.Start.Character, d.Range.End.Line, d.Range.End.Character, d.Severity, d.Code)
}

// project gives the project of the server, once it is open.
func (c *client) project(t testing.TB) *project {
	t.Helper()
	c.settle()
	for _, p := range c.serv.projects {
		return p
	}
	t.Fatal("no project is open")
	return nil
}

// end ends the connection as the protocol asks, and checks the exit status.
func (c *client) end() {
	c.t.Helper()
	call[any](c, "shutdown", nil)
	c.notify("exit", nil)
	c.exits(0)
}

func (c *client) exits(want int) {
	c.t.Helper()
	select {
	case got := <-c.exit:
		if got != want {
			c.t.Errorf("exit status %d, want %d\n%s", got, want, c.log.String())
		}
	case <-time.After(time.Minute):
		c.t.Fatal("the server does not end")
	}
}
