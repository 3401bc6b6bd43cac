package source

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
)

type disk struct{ root *os.Root }

// OpenDisk gives the files below dir. Nothing outside dir can be read through
// it, by ".." or by symbolic link; os.Root guarantees it.
func OpenDisk(dir string) (FS, error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, err
	}
	return disk{root}, nil
}

func (d disk) ReadFile(name string) ([]byte, error) { return readFile(d.root, name) }

func (d disk) ReadDir(name string) ([]fs.DirEntry, error) { return fs.ReadDir(d.root.FS(), name) }

func (d disk) Stat(name string) (fs.FileInfo, error) { return d.root.Stat(name) }

// readFile reads a regular file. What it is is asked of the open file, since
// every path is looked up folder by folder; a pipe does not block that way.
func readFile(root *os.Root, name string) ([]byte, error) {
	f, err := root.OpenFile(name, os.O_RDONLY|nonBlocking, 0)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	switch {
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular():
		return nil, fmt.Errorf("%s: not a regular file", name)
	case info.Size() > MaxFileSize:
		return nil, fmt.Errorf("%s: %w", name, ErrTooLarge)
	}
	data := make([]byte, info.Size(), info.Size()+1)
	n, err := io.ReadFull(f, data)
	if err != nil && !errors.Is(err, io.ErrUnexpectedEOF) && !errors.Is(err, io.EOF) {
		return nil, err
	}
	return data[:n], nil
}
