package lsp

import (
	"strings"
	"testing"

	"github.com/irsalint/irsalint/pkg/lint"
)

// hold makes the delays of the server a matter of the test.
func (c *client) hold() {
	c.clock.mu.Lock()
	defer c.clock.mu.Unlock()
	c.clock.auto = false
}

// settle waits until all that was sent has been handled.
func (c *client) settle() {
	c.t.Helper()
	c.refused("irsalint/none", nil)
}

// TestDelay: changes that come one after the other are one.
func TestDelay(t *testing.T) {
	files := sample(t)
	c := start(t, files)
	c.begin()
	c.show(tempo, mistake)
	c.hold()
	c.open(tempo, 1, files[tempo])
	for i, ch := range "abcdef" {
		c.change(tempo, 2+i, strings.ReplaceAll(files[tempo], "observability", "monitoring")+"# "+string(ch)+"\n")
	}
	c.settle()
	before := c.published
	if n := c.clock.advance(); n != 1 {
		t.Errorf("%d runs are wanted, want one", n)
	}
	c.show(tempo)
	c.show(irsa)
	if got := c.published - before; got != 2 || c.versions[c.uri(tempo)] != 7 {
		t.Errorf("%d publications, version %d", got, c.versions[c.uri(tempo)])
	}
	// A question does not wait for the delay.
	c.change(tempo, 8, files[tempo])
	if h := call[*hover](c, "textDocument/hover", c.at(tempo, files[tempo], "arn:aws")); h == nil || !strings.Contains(h.Contents.Value, "**error**") {
		t.Errorf("hover %+v", h)
	}
	c.show(tempo, mistake)
	if n := c.clock.advance(); n != 0 {
		t.Errorf("%d runs are wanted of what has been linted", n)
	}
	c.end()
}

// TestCancel: a question whose answer nobody wants is not answered.
func TestCancel(t *testing.T) {
	files := sample(t)
	c := start(t, files)
	c.begin()
	c.show(tempo, mistake)
	p := c.project(t)
	p.turn.Lock() // runs have to wait
	c.change(tempo, 1, files[tempo])
	id := c.ask("textDocument/hover", c.at(tempo, files[tempo], "arn:aws"))
	c.notify("$/cancelRequest", map[string]any{"id": c.next})
	c.wait("the refusal", func() bool { return c.errors[id].Code == codeCancelled })
	p.turn.Unlock()
	c.end()
}

// TestPanic: one that irsalint did not foresee ends neither the server nor
// what comes after.
func TestPanic(t *testing.T) {
	files := sample(t)
	c := start(t, files)
	c.begin()
	c.show(tempo, mistake)
	p := c.project(t)
	p.turn.Lock()
	p.configure = func(*lint.Options) error { panic("not foreseen") }
	p.turn.Unlock()
	c.doc("didSave", tempo)
	c.show(tempo) // nothing is known
	c.wait("an explanation", func() bool { return strings.Contains(strings.Join(c.messages, " "), "irsalint failed") })
	p.turn.Lock()
	p.configure = nil
	p.turn.Unlock()
	c.doc("didSave", tempo)
	c.show(tempo, mistake)
	c.end()
}
