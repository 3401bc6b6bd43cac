package lsp

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"runtime/debug"
	"sync"
)

// message is a request (id and method), a notification (method) or a response
// (id).
type message struct {
	Version string          `json:"jsonrpc"`
	ID      json.RawMessage `json:"id,omitempty"`
	Method  string          `json:"method,omitempty"`
	Params  json.RawMessage `json:"params,omitempty"`
	Error   *rpcError       `json:"error,omitempty"`
}

func (m *message) isRequest() bool { return m.Method != "" && len(m.ID) > 0 }

// response is an answer; the result is null, not absent, if there is none.
type response struct {
	Version string          `json:"jsonrpc"`
	ID      json.RawMessage `json:"id"`
	Result  any             `json:"result"`
}

type failure struct {
	Version string          `json:"jsonrpc"`
	ID      json.RawMessage `json:"id"`
	Error   *rpcError       `json:"error"`
}

// rpcError is an error as the client sees it.
type rpcError struct {
	Code    int    `json:"code"`
	Message string `json:"message"`
}

func (e *rpcError) Error() string { return e.Message }

// Codes of errors, of JSON-RPC and of the protocol.
const (
	codeParse          = -32700
	codeInvalidRequest = -32600
	codeMethodNotFound = -32601
	codeInvalidParams  = -32602
	codeInternal       = -32603
	codeNotInitialized = -32002
	codeCancelled      = -32800
	codeFailed         = -32803
)

// maxPending is how many requests may be waiting for an answer.
const maxPending = 256

// conn carries messages. Notifications are handled one after the other, in
// the order in which they come. A request is looked at in that order too, so
// that it means the documents as they are then, and answered when it can be.
type conn struct {
	in  *bufio.Reader
	out frameWriter
	log func(format string, args ...any)

	mu      sync.Mutex
	pending map[string]context.CancelFunc // by id
	wg      sync.WaitGroup
	next    int // id of the next request to the client
}

// answer computes the result of a request.
type answer func(ctx context.Context) (any, error)

// handler does what messages ask for.
type handler interface {
	// request looks at a request and gives what answers it.
	request(method string, params json.RawMessage) (answer, error)
	// notify handles a notification. It reports whether it was the last.
	notify(method string, params json.RawMessage) (last bool)
}

// serve handles messages until the last one, or until the input ends or cannot
// be read, which is an error.
func (c *conn) serve(ctx context.Context, h handler) error {
	ctx, cancel := context.WithCancel(ctx)
	defer c.wg.Wait()
	defer cancel()
	for {
		body, err := readFrame(c.in)
		if errors.Is(err, errMessageTooLarge) {
			c.fail(nil, &rpcError{codeInvalidRequest, err.Error()})
			continue
		}
		if err != nil {
			return err
		}
		var m message
		if err := json.Unmarshal(body, &m); err != nil {
			c.fail(nil, &rpcError{codeParse, "the message is not JSON: " + err.Error()})
			continue
		}
		switch {
		case m.isRequest():
			c.request(ctx, h, m)
		case m.Method == "$/cancelRequest":
			c.cancel(m.Params)
		case m.Method != "":
			if c.notify(h, m) {
				return nil
			}
		case m.Error != nil:
			c.log("the client refuses request %s: %s", m.ID, m.Error.Message)
		case len(m.ID) == 0:
			c.fail(nil, &rpcError{codeInvalidRequest, "the message has neither method nor id"})
		}
	}
}

func (c *conn) notify(h handler, m message) (last bool) {
	defer func() {
		if r := recover(); r != nil {
			c.log("%s: %v\n%s", m.Method, r, debug.Stack())
		}
	}()
	return h.notify(m.Method, m.Params)
}

func (c *conn) request(ctx context.Context, h handler, m message) {
	compute, err := c.look(h, m)
	if err != nil {
		c.fail(m.ID, err)
		return
	}
	id := string(m.ID)
	ctx, cancel := context.WithCancel(ctx)
	c.mu.Lock()
	_, twice := c.pending[id]
	full := len(c.pending) >= maxPending
	if !twice && !full {
		c.pending[id] = cancel
	}
	c.mu.Unlock()
	switch {
	case twice:
		cancel()
		c.fail(m.ID, &rpcError{codeInvalidRequest, "there is a request with this id already"})
	case full:
		cancel()
		c.fail(m.ID, &rpcError{codeFailed, "too many requests are waiting"})
	default:
		c.wg.Go(func() {
			result, err := c.compute(ctx, compute, m.Method)
			c.mu.Lock()
			delete(c.pending, id)
			c.mu.Unlock()
			cancel()
			if err != nil {
				c.fail(m.ID, err)
				return
			}
			c.send(response{"2.0", m.ID, result})
		})
	}
}

func (c *conn) look(h handler, m message) (compute answer, err error) {
	defer c.recovered(m.Method, &err)
	return h.request(m.Method, m.Params)
}

func (c *conn) compute(ctx context.Context, f answer, method string) (result any, err error) {
	defer c.recovered(method, &err)
	return f(ctx)
}

// recovered turns a panic into an error: one request fails, not the server.
func (c *conn) recovered(method string, err *error) {
	if r := recover(); r != nil {
		c.log("%s: %v\n%s", method, r, debug.Stack())
		*err = &rpcError{codeInternal, fmt.Sprintf("%s: %v", method, r)}
	}
}

// cancel cancels the request that a $/cancelRequest names.
func (c *conn) cancel(params json.RawMessage) {
	var p struct {
		ID json.RawMessage `json:"id"`
	}
	if json.Unmarshal(params, &p) != nil {
		return
	}
	c.mu.Lock()
	cancel := c.pending[string(p.ID)]
	c.mu.Unlock()
	if cancel != nil {
		cancel()
	}
}

// fail answers a request with an error.
func (c *conn) fail(id json.RawMessage, err error) {
	var e *rpcError
	switch {
	case errors.Is(err, context.Canceled):
		e = &rpcError{codeCancelled, "cancelled"}
	case !errors.As(err, &e):
		e = &rpcError{codeFailed, err.Error()}
	}
	if len(id) == 0 {
		id = json.RawMessage("null")
	}
	c.send(failure{"2.0", id, e})
}

// tell sends a notification.
func (c *conn) tell(method string, params any) {
	c.send(map[string]any{"jsonrpc": "2.0", "method": method, "params": params})
}

// ask sends a request of which the answer does not matter.
func (c *conn) ask(method string, params any) {
	c.mu.Lock()
	c.next++
	id := fmt.Sprintf("irsalint-%d", c.next)
	c.mu.Unlock()
	c.send(map[string]any{"jsonrpc": "2.0", "id": id, "method": method, "params": params})
}

func (c *conn) send(v any) {
	body, err := json.Marshal(v)
	if err == nil {
		err = c.out.write(body)
	}
	if err != nil && !errors.Is(err, io.ErrClosedPipe) {
		c.log("a message is not sent: %v", err)
	}
}

// decode reads the parameters of a message.
func decode[T any](params json.RawMessage) (T, error) {
	var p T
	if err := json.Unmarshal(params, &p); err != nil {
		return p, &rpcError{codeInvalidParams, err.Error()}
	}
	return p, nil
}
