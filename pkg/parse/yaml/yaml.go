// Package yaml reads YAML into values that know their places, as kubectl
// reads it: booleans of YAML 1.1, merge keys applied, the last of two equal
// keys stands.
//
// The input is a text that may have been put together from several places and
// may hold symbols. A scalar keeps the place and the symbols of the bytes it
// was read from, also inside block scalars, so that a document in a document
// is found at its own line and column.
package yaml

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	yamlv3 "go.yaml.in/yaml/v3"

	"github.com/irsalint/irsalint/pkg/source"
	"github.com/irsalint/irsalint/pkg/value"
)

// Limits of one text. They bound time and memory for any input.
const (
	// MaxDepth is how deep lists and maps may be nested.
	MaxDepth = 200
	// MaxAliasNodes is how many values all aliases together may stand for.
	MaxAliasNodes = 100_000
	// MaxNodes bounds the number of values: characters that can begin one.
	MaxNodes = 1_000_000
)

// Document is one document of a YAML text.
type Document struct {
	Value value.Value
	// At is the range from the first to the last content of the document.
	At source.Span
}

// Error is a text that is not YAML.
type Error struct {
	// At is the line where the parser noticed it.
	At source.Span
	// Message says what is wrong, in lower case and without the place.
	Message string
	// Limit: it may well be YAML, but is more than is read.
	Limit bool
}

// Error gives the place, if there is one, and the message.
func (e *Error) Error() string {
	if e.At.IsZero() {
		return e.Message
	}
	return fmt.Sprintf("%s:%d: %s", e.At.File.Path, e.At.File.Position(e.At.Start).Line, e.Message)
}

// File reads the documents of a file. See Decode.
func File(f *source.File) ([]Document, error) {
	return Decode(value.Literal(f.Text(), source.Span{File: f, End: len(f.Data)}))
}

// Manifests is File without the documents that define kinds of objects: they
// make up most of all YAML, and nothing is asked of them.
func Manifests(f *source.File) ([]Document, error) {
	return newReader(value.Literal(f.Text(), source.Span{File: f, End: len(f.Data)})).documents(isDefinition)
}

// Decode reads the documents of a text. The place of a scalar is its text
// without quotes, that of a list or map its range. Of a key that occurs twice
// both fields are kept; a key that is no string becomes its text; tags that
// YAML itself does not know are ignored. A text that a function made of a
// value gives that value.
//
// A symbol outside quotes is an unknown value; one alone on its line may be
// any number of lines, so that the lists and maps around it are open. Where
// it leaves open whether a document is YAML at all, the document is an
// unknown value and no error.
//
// An error is an *Error, for the first document that is not YAML; the others
// are returned with it.
func Decode(t value.Text) ([]Document, error) {
	if doc, ok := t.Doc(); ok {
		return []Document{{Value: doc, At: t.At()}}, nil
	}
	return newReader(t).documents(func([]byte) bool { return false })
}

// documents reads the documents but those that are skipped by their text.
func (r *reader) documents(skip func([]byte) bool) ([]Document, error) {
	chunks := slices.DeleteFunc(r.chunks(), func(c [2]int) bool { return skip(r.src[c[0]:c[1]]) })
	if err := r.limits(chunks); err != nil {
		return nil, err
	}
	var docs []Document
	var first error
	for _, c := range chunks {
		more, err := r.read(c[0], c[1])
		docs = append(docs, more...)
		if first == nil && err != nil {
			first = err
		}
	}
	return docs, first
}

const byteOrder = "\uFEFF"

// reader holds one text and its masked form, which has the same length.
type reader struct {
	text  value.Text
	cut   *value.Cutter
	src   []byte
	loose []loose // symbols alone on their line, in order
}

func newReader(t value.Text) *reader {
	r := &reader{text: t, cut: value.NewCutter(t)}
	r.src, r.loose = mask(t)
	return r
}

func (r *reader) limits(chunks [][2]int) error {
	if bytes.HasPrefix(r.src, []byte("\xff\xfe")) || bytes.HasPrefix(r.src, []byte("\xfe\xff")) {
		return &Error{At: r.lineAt(0), Message: "the text is UTF-16, only UTF-8 is read"}
	}
	n := 0
	for _, c := range chunks {
		src := r.src[c[0]:c[1]]
		for i, c := range src {
			switch c {
			case '\n', '\r', ',', '[', '{':
				n++
			case ' ', '\t':
				if i > 0 && (src[i-1] == ':' || src[i-1] == '-' || src[i-1] == '?') {
					n++
				}
			}
		}
	}
	if n > MaxNodes {
		return &Error{At: r.lineAt(0), Message: fmt.Sprintf("more than about %d values", MaxNodes), Limit: true}
	}
	return nil
}

// chunks cuts the text at the lines that begin a document. As kubectl does,
// each is read on its own, so that an error in one hides no other.
func (r *reader) chunks() [][2]int {
	var out [][2]int
	start := 0
	if bytes.HasPrefix(r.src, []byte(byteOrder)) {
		start = len(byteOrder)
	}
	directives := false
	for p := start; p < len(r.src); {
		line := r.src[p:]
		if i := bytes.IndexAny(line, "\r\n"); i >= 0 {
			line = line[:i]
		}
		switch {
		case isMarker(line) && p > start && !directives:
			out = append(out, [2]int{start, p})
			start = p
		case isMarker(line):
			directives = false
		case bytes.HasPrefix(line, []byte("%")):
			directives = true
		}
		p += len(line) + 1
	}
	return append(out, [2]int{start, len(r.src)})
}

func isMarker(line []byte) bool {
	return bytes.HasPrefix(line, []byte("---")) && (len(line) == 3 || line[3] == ' ' || line[3] == '\t')
}

// read reads the documents of one chunk.
func (r *reader) read(start, end int) ([]Document, error) {
	var docs []Document
	c := newConverter(r, start, end)
	dec := yamlv3.NewDecoder(bytes.NewReader(r.src[start:end]))
	for {
		var n yamlv3.Node
		err := next(dec, &n)
		if errors.Is(err, io.EOF) {
			break
		}
		if err == nil {
			var doc Document
			if doc, err = c.document(&n); err == nil {
				docs = append(docs, doc)
				continue
			}
		}
		if sym, at := r.symbolIn(start, end); sym != nil {
			// What the symbol stands for may well make it right.
			return append(docs, Document{Value: value.UnknownAt(sym, at), At: at}), nil
		}
		return docs, c.syntax(err)
	}
	if len(docs) == 0 { // nothing, or only symbols alone on their line
		if s := r.looseFrom(start); s != nil && s.start < end {
			at := r.cut.Locate(s.start, s.end)
			docs = append(docs, Document{Value: value.UnknownAt(s.sym, at), At: at})
		}
	}
	return docs, nil
}

// next reads a document; a bug in the parser is an error, no crash.
func next(dec *yamlv3.Decoder, n *yamlv3.Node) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("%v", p)
		}
	}()
	return dec.Decode(n)
}

// syntax turns an error of the parser into one with a place.
func (c *converter) syntax(err error) error {
	var e *Error
	if errors.As(err, &e) {
		return e
	}
	message := strings.TrimPrefix(err.Error(), "yaml: ")
	line := 1
	if rest, ok := strings.CutPrefix(message, "line "); ok {
		number, after, _ := strings.Cut(rest, ": ")
		if n, err := strconv.Atoi(number); err == nil {
			line, message = n, after
			if strings.HasPrefix(message, "did not find expected") || strings.HasPrefix(message, "found undefined tag") {
				line++ // these come from a part of the parser that counts from 0
			}
		}
	}
	return &Error{At: c.r.lineAt(c.lineStart(line)), Message: message}
}

// lineAt gives the place of the line, without its indentation, that begins at
// an offset.
func (r *reader) lineAt(start int) source.Span {
	end := start
	for end < len(r.src) && breakAt(r.src, end) == 0 {
		end++
	}
	for start < end && isBlank(r.src[start]) {
		start++
	}
	if start == end {
		at := r.text.At()
		if len(r.src) > 0 {
			at = r.cut.Locate(min(start, len(r.src)-1), min(start, len(r.src)-1)+1)
		}
		at.End = at.Start
		return at
	}
	return r.cut.Locate(start, end)
}
