package lsp

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
)

func frame(body string) string { return fmt.Sprintf("Content-Length: %d\r\n\r\n%s", len(body), body) }

func TestFrames(t *testing.T) {
	long := strings.Repeat("x", maxHeader)
	for _, tt := range []struct{ in, body, err string }{
		{frame("{}"), "{}", ""},
		{"content-length:2\n\n{}", "{}", ""},
		{"Content-Type: application/vscode-jsonrpc; charset=utf-8\r\nContent-Length: 2\r\n\r\n{}", "{}", ""},
		{"", "", "EOF"},
		{"\r\n", "", "no Content-Length"},
		{"Content-Length: 3\r\n\r\n{}", "", "unexpected EOF"},
		{"Content-Length: 3\r\n", "", "unexpected EOF"},
		{"Content-Length: 3", "", "unexpected EOF"},
		{"Content-Length: -1\r\n\r\n", "", "not a number"},
		{"Content-Length: 99999999999999999999\r\n\r\n", "", "not a number"},
		{"Content-Length: 9000000000000000000\r\n\r\n{}", "", "EOF"},
		{"GET / HTTP/1.1\r\n\r\n", "", "no colon"},
		{"A: " + long + "\r\n\r\n", "", "too long"},
		{strings.Repeat("A: b\r\n", maxHeader), "", "too long"},
		{strings.Repeat("x", 1<<20), "", "too long"},
	} {
		body, err := readFrame(bufio.NewReader(strings.NewReader(tt.in)))
		if string(body) != tt.body || (err == nil) != (tt.err == "") || err != nil && !strings.Contains(err.Error(), tt.err) {
			t.Errorf("%.60q: %q, %v; want %q, %s", tt.in, body, err, tt.body, tt.err)
		}
	}
}

// endless gives a stream of as many blanks as are read.
type endless struct{}

func (endless) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = ' '
	}
	return len(p), nil
}

// TestHugeMessage: it is passed over without being kept.
func TestHugeMessage(t *testing.T) {
	const n = maxMessage + 1
	r := bufio.NewReader(io.MultiReader(
		strings.NewReader(fmt.Sprintf("Content-Length: %d\r\n\r\n", n)), io.LimitReader(endless{}, n), strings.NewReader(frame("{}"))))
	if _, err := readFrame(r); !errors.Is(err, errMessageTooLarge) {
		t.Fatal(err)
	}
	if body, err := readFrame(r); string(body) != "{}" || err != nil {
		t.Errorf("then %q, %v", body, err)
	}
}

func FuzzFrame(f *testing.F) {
	f.Add(frame("{}") + frame("[]"))
	f.Add("Content-Length: 1\r\nX: \r\n\r\n")
	f.Fuzz(func(t *testing.T, in string) {
		r := bufio.NewReader(strings.NewReader(in))
		read := 0
		for {
			body, err := readFrame(r)
			if err != nil && !errors.Is(err, errMessageTooLarge) {
				return
			}
			if read += len(body) + 2; read > len(in) {
				t.Fatalf("%d bytes out of %d", read, len(in))
			}
		}
	})
}

// TestLifecycle: what the protocol says about the order of messages.
func TestLifecycle(t *testing.T) {
	c := start(t, map[string]string{"a.yaml": "x: 1\n"})
	hover := positionParams{TextDocument: textDocument{URI: c.uri("a.yaml")}}
	if e := c.refused("textDocument/hover", hover); e.Code != codeNotInitialized {
		t.Errorf("before initialize: %+v", e)
	}
	c.open("a.yaml", 1, "x: [") // too early: passed over
	got := c.begin()
	if caps := got["capabilities"].(map[string]any); caps["hoverProvider"] != true || caps["definitionProvider"] != true {
		t.Errorf("capabilities %v", caps)
	}
	if e := c.refused("initialize", map[string]any{}); e.Code != codeInvalidRequest {
		t.Errorf("again: %+v", e)
	}
	if e := c.refused("workspace/symbol", map[string]any{"query": ""}); e.Code != codeMethodNotFound {
		t.Errorf("unknown: %+v", e)
	}
	if e := c.refused("textDocument/hover", []int{1}); e.Code != codeInvalidParams {
		t.Errorf("wrong parameters: %+v", e)
	}
	for _, uri := range []string{"untitled:x", "http://h/a.yaml", "file://other/a.yaml", "%zz", "file:relative", "file:///outside/a.yaml", "file:///a%00b"} {
		hover.TextDocument.URI = uri
		if h := call[any](c, "textDocument/hover", hover); h != nil {
			t.Errorf("%s: %v", uri, h)
		}
		c.notify("textDocument/didOpen", openParams{textDocument{URI: uri, Text: "x: ["}})
	}
	c.notify("$/setTrace", map[string]any{"value": "off"})
	c.notify("textDocument/didChange", map[string]any{"textDocument": 7})
	c.notify("textDocument/didChange", map[string]any{"textDocument": map[string]any{"uri": c.uri("a.yaml")}, "contentChanges": []any{}})
	c.notify("$/cancelRequest", map[string]any{"id": 4711})
	call[any](c, "shutdown", nil)
	if e := c.refused("textDocument/hover", hover); e.Code != codeInvalidRequest {
		t.Errorf("after shutdown: %+v", e)
	}
	c.notify("exit", nil)
	c.exits(0)
	if len(c.shown) > 0 {
		t.Errorf("shown %v", c.shown)
	}
}

func TestExitStatus(t *testing.T) {
	for name, end := range map[string]func(*client){
		"exit without shutdown": func(c *client) { c.notify("exit", nil) },
		"the input ends":        func(c *client) { _ = c.out.Close() },
		"not the protocol":      func(c *client) { c.write([]byte("hello\r\n\r\n")) },
		"shut down, then gone":  func(c *client) { call[any](c, "shutdown", nil); _ = c.out.Close() },
	} {
		t.Run(name, func(t *testing.T) {
			c := start(t, map[string]string{"a.yaml": "x: 1\n"})
			c.begin()
			end(c)
			c.exits(1)
		})
	}
}

// TestBadMessages: each is refused, and the next one is heard.
func TestBadMessages(t *testing.T) {
	c := start(t, map[string]string{"a.yaml": "x: 1\n"})
	c.begin()
	for _, body := range []string{"", "{", "[]", "7", "null", `{"jsonrpc":"2.0"}`, strings.Repeat("[", 100_000), "\xff\xfe"} {
		c.mu.Lock()
		delete(c.errors, "null")
		c.mu.Unlock()
		c.write([]byte(frame(body)))
		c.wait(fmt.Sprintf("a refusal of %.20q", body), func() bool { _, ok := c.errors["null"]; return ok })
	}
	c.write([]byte(frame(`{"jsonrpc":"2.0","id":"nobody","result":null}`)))
	c.end()
}
