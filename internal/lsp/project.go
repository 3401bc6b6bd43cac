package lsp

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"runtime/debug"
	"sync"

	"github.com/irsalint/irsalint/pkg/finding"
	"github.com/irsalint/irsalint/pkg/lint"
)

// project is a project that is linted again after every change.
type project struct {
	server  *server
	root    string // absolute, without symbolic links
	base    string // the root as the client writes it
	options lint.Options
	session *lint.Session
	// configure adds to the options of a run what the files themselves say.
	configure func(*lint.Options) error

	turn sync.Mutex // held by the run that is under way, until it has published

	mu     sync.Mutex
	closed bool
	docs   documents
	// Changes are counted: latest is of change done, and a run is wanted for
	// change count.
	count, done int
	latest      *snapshot
	ready       chan struct{} // closed once there is a newer snapshot
	stop        func()        // of the delay before the next run
	cancel      func()        // of the run that is under way

	published map[string]publication // by URI; guarded by turn

	pagesOnce sync.Once
	pages     map[string]finding.Rule // see project.rules
}

// snapshot is the result of a run and the documents that it saw.
type snapshot struct {
	lint.Analysis
	docs documents
	err  error

	mu       sync.Mutex
	text     map[string]*lines // see snapshot.lines
	linkOnce sync.Once
	linked   []link // see snapshot.links
}

func newProject(s *server, found Project, base string) *project {
	o := found.Options
	o.Dir, o.Paths = "", nil // all of it, by paths from its root
	return &project{
		server: s, root: o.Root, base: base, options: o, session: found.Session, configure: found.Configure,
		ready: make(chan struct{}), stop: func() {}, cancel: func() {},
		published: map[string]publication{},
	}
}

// put sets the text of a document; nil closes it.
func (p *project) put(name string, doc *document) {
	p.mu.Lock()
	p.docs = p.docs.with(name, doc)
	p.mu.Unlock()
	p.changed()
}

// changed ends the run that is under way, whose result nobody needs any more,
// and begins another once nothing has changed for a while.
func (p *project) changed() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed {
		return
	}
	p.count++
	count := p.count
	p.stop()
	p.cancel()
	p.stop = p.server.set.After(Delay, func() { go p.run(count) })
}

// current gives the result for the state in which the project is now. It does
// not wait for further changes.
func (p *project) current(ctx context.Context) (*snapshot, error) {
	for {
		p.mu.Lock()
		if p.closed {
			p.mu.Unlock()
			return nil, context.Canceled
		}
		if p.latest != nil && p.done == p.count {
			s := p.latest
			p.mu.Unlock()
			return s, s.err
		}
		ready, count := p.ready, p.count
		p.mu.Unlock()
		go p.run(count) // none is needed if one is under way: see there
		select {
		case <-ready:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

// run lints the project as it is after a change, unless that is done or there
// is a newer change.
func (p *project) run(count int) {
	p.turn.Lock()
	defer p.turn.Unlock()
	p.mu.Lock()
	if p.closed || count != p.count || p.done == count && p.latest != nil {
		p.mu.Unlock()
		return
	}
	p.stop()
	ctx, cancel := context.WithCancel(p.server.ctx)
	defer cancel()
	p.cancel = cancel
	next := &snapshot{docs: p.docs, text: map[string]*lines{}}
	p.mu.Unlock()

	next.Analysis, next.err = p.analyze(ctx, next.docs)
	if errors.Is(next.err, context.Canceled) {
		return
	}
	p.mu.Lock()
	if p.closed || count != p.count {
		p.mu.Unlock()
		return
	}
	first := p.latest == nil || p.latest.err != nil
	p.latest, p.done = next, count
	close(p.ready)
	p.ready = make(chan struct{})
	p.mu.Unlock()
	p.publish(next)
	p.tell(next, first)
}

// analyze lints. A panic becomes an error: the next change may mend it.
func (p *project) analyze(ctx context.Context, docs documents) (a lint.Analysis, err error) {
	defer func() {
		if r := recover(); r != nil {
			p.server.logf("%v\n%s", r, debug.Stack())
			err = fmt.Errorf("irsalint failed: %v", r)
		}
	}()
	o := p.options
	o.FS = newOverlay(o.FS, docs)
	if p.configure != nil {
		if err := p.configure(&o); err != nil {
			return a, err
		}
	}
	return p.session.Analyze(ctx, o)
}

// tell says in the editor's log what came out, where that is news.
func (p *project) tell(s *snapshot, first bool) {
	if s.err != nil {
		p.server.say(messageError, "irsalint: %s: %v", p.base, s.err)
		return
	}
	if first {
		c := s.Report.Summary.Checks
		p.server.say(messageInfo, "irsalint: %s: %d files, %d checks verified, %d contradicted, %d unverified",
			p.base, s.Report.Summary.Files, c.Verified, c.Contradicted, c.Unverified)
	}
}

// close ends all work.
func (p *project) close() {
	p.mu.Lock()
	p.closed = true
	p.stop()
	p.cancel()
	p.mu.Unlock()
	p.turn.Lock() // until the last run is over
	defer p.turn.Unlock()
}

// uri gives the URI of a file of the project: that by which it is open, if it
// is.
func (p *project) uri(docs documents, name string) string {
	if doc, ok := docs[name]; ok {
		return doc.uri
	}
	return uriOf(filepath.Join(p.base, filepath.FromSlash(name)))
}
