package lsp

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"sync"
)

// Bounds of what a client may send.
const (
	maxHeader  = 8 << 10  // bytes of the header of one message
	maxMessage = 64 << 20 // bytes of one message: the largest file that is read, with every character escaped
)

// errMessageTooLarge is returned for a message over maxMessage. It has been
// skipped, so that the next one can be read.
var errMessageTooLarge = errors.New("the message is larger than 64 MiB")

// readFrame reads one message. An error other than errMessageTooLarge means
// that nothing more can be read.
func readFrame(r *bufio.Reader) ([]byte, error) {
	length, err := readHeader(r)
	if err != nil {
		return nil, err
	}
	if length > maxMessage {
		if _, err := io.CopyN(io.Discard, r, length); err != nil {
			return nil, err
		}
		return nil, errMessageTooLarge
	}
	var b bytes.Buffer // grows with what comes, whatever the header promises
	if _, err := io.CopyN(&b, r, length); err != nil {
		if errors.Is(err, io.EOF) {
			err = io.ErrUnexpectedEOF
		}
		return nil, err
	}
	return b.Bytes(), nil
}

// readHeader reads the header of a message and gives the length of what
// follows. It is io.EOF where the input ends between messages.
func readHeader(r *bufio.Reader) (int64, error) {
	length, size := int64(-1), 0
	for {
		line, err := readLine(r, maxHeader-size)
		if err != nil {
			if errors.Is(err, io.EOF) && size > 0 {
				err = io.ErrUnexpectedEOF
			}
			return 0, err
		}
		size += len(line)
		line = strings.TrimRight(line, "\r\n")
		if line == "" {
			break
		}
		name, value, ok := strings.Cut(line, ":")
		if !ok {
			return 0, fmt.Errorf("the header line %.80q has no colon", line)
		}
		if strings.EqualFold(strings.TrimSpace(name), "Content-Length") {
			if length, err = strconv.ParseInt(strings.TrimSpace(value), 10, 64); err != nil || length < 0 {
				return 0, fmt.Errorf("the length %.80q is not a number", value)
			}
		}
	}
	if length < 0 {
		return 0, errors.New("a message has no Content-Length")
	}
	return length, nil
}

// readLine reads a line with its line break.
func readLine(r *bufio.Reader, limit int) (string, error) {
	var b []byte
	for {
		part, err := r.ReadSlice('\n')
		b = append(b, part...)
		switch {
		case len(b) > limit:
			return "", errors.New("the header of a message is too long")
		case err == nil:
			return string(b), nil
		case errors.Is(err, io.EOF) && len(b) > 0:
			return "", io.ErrUnexpectedEOF
		case !errors.Is(err, bufio.ErrBufferFull):
			return "", err
		}
	}
}

// frameWriter writes messages, one at a time.
type frameWriter struct {
	mu sync.Mutex
	w  io.Writer
}

func (f *frameWriter) write(body []byte) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	out := make([]byte, 0, len(body)+32)
	out = fmt.Appendf(out, "Content-Length: %d\r\n\r\n", len(body))
	_, err := f.w.Write(append(out, body...))
	return err
}
