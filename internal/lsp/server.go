// Package lsp is a language server over stdin and stdout: what irsalint finds,
// as it is written. It lints the project as the command does, with the texts
// of open documents instead of their files.
package lsp

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"

	"github.com/irsalint/irsalint/pkg/lint"
)

// Delay is how long the server waits after a change for the next one.
const Delay = 150 * time.Millisecond

// Project is what the command would lint in a folder.
type Project struct {
	// Options say what to lint and how; Root and FS are set.
	Options lint.Options
	Session *lint.Session
	// Configure, if it is set, adds to the options of each run what the files
	// of the project say about it, as Options.FS shows them then.
	Configure func(*lint.Options) error
	// Marked: something in Root says that a project is there. A document that
	// is in no workspace folder is linted only if it is in such a one.
	Marked bool
}

// Settings are what a server sees of the outside.
type Settings struct {
	In  io.Reader
	Out io.Writer // nothing but the protocol
	Log io.Writer
	// Version is that of the program.
	Version string
	// Open gives the project that the folder dir, an absolute path, is in.
	Open func(dir string) (Project, error)
	// After calls f once a time is over, unless stop is called before; nil
	// is that of the system.
	After func(d time.Duration, f func()) (stop func())
}

// Serve serves one client. It gives the exit status that the protocol asks
// for: 0 if the client said that it ends, 1 otherwise.
func Serve(ctx context.Context, set Settings) int { return newServer(set).run(ctx) }

func newServer(set Settings) *server {
	if set.After == nil {
		set.After = func(d time.Duration, f func()) func() {
			t := time.AfterFunc(d, f)
			return func() { t.Stop() }
		}
	}
	s := &server{set: set, enc: utf16Units, projects: map[string]*project{}}
	s.conn = conn{
		in: bufio.NewReaderSize(set.In, 1<<16), out: frameWriter{w: set.Out},
		pending: map[string]context.CancelFunc{}, log: s.logf,
	}
	return s
}

func (s *server) run(ctx context.Context) int {
	ctx, cancel := context.WithCancel(ctx)
	s.ctx = ctx
	err := s.conn.serve(ctx, s)
	cancel()
	for _, p := range s.projects {
		p.close()
	}
	switch {
	case err != nil && !errors.Is(err, io.EOF):
		s.logf("the connection is closed: %v", err)
	case err == nil && s.state == stopping:
		return 0
	}
	return 1
}

// States of a server.
const (
	starting = iota
	running
	stopping
)

// server is the state of one connection. All of it but the projects is used
// by the goroutine that reads messages alone.
type server struct {
	set   Settings
	conn  conn
	ctx   context.Context
	logMu sync.Mutex

	state    int
	enc      encoding
	watches  bool     // the client can be asked to watch files
	folders  []folder // of the workspace
	projects map[string]*project
}

// folder is a folder of the workspace, in which a project was found.
type folder struct {
	uri     string
	project *project
}

func (s *server) logf(format string, args ...any) {
	s.logMu.Lock()
	defer s.logMu.Unlock()
	fmt.Fprintf(s.set.Log, "irsalint lsp: "+format+"\n", args...)
}

// request implements handler.
func (s *server) request(method string, params json.RawMessage) (answer, error) {
	switch {
	case method == "initialize" && s.state == starting:
		return s.initialize(params)
	case s.state == starting:
		return nil, &rpcError{codeNotInitialized, "the server is not initialized"}
	case s.state == stopping || method == "initialize":
		return nil, &rpcError{codeInvalidRequest, method + " is not expected now"}
	}
	switch method {
	case "shutdown":
		s.state = stopping
		return func(context.Context) (any, error) { return nil, nil }, nil
	case "textDocument/hover":
		return s.hover(params)
	case "textDocument/definition":
		return s.definition(params)
	}
	return nil, &rpcError{codeMethodNotFound, "there is no method " + method}
}

// notify implements handler.
func (s *server) notify(method string, params json.RawMessage) (last bool) {
	if method == "exit" {
		return true
	}
	if s.state != running {
		return false
	}
	var err error
	switch method {
	case "initialized":
		s.initialized()
	case "textDocument/didOpen":
		err = s.didOpen(params)
	case "textDocument/didChange":
		err = s.didChange(params)
	case "textDocument/didSave":
		err = s.didSave(params)
	case "textDocument/didClose":
		err = s.didClose(params)
	case "workspace/didChangeWatchedFiles":
		err = s.didChangeWatchedFiles(params)
	case "workspace/didChangeWorkspaceFolders":
		err = s.didChangeWorkspaceFolders(params)
	}
	if err != nil {
		s.logf("%s: %v", method, err)
	}
	return false
}

// say shows a line in the log that a person sees in the editor.
func (s *server) say(kind int, format string, args ...any) {
	s.conn.tell("window/logMessage", showParams{kind, fmt.Sprintf(format, args...)})
}
