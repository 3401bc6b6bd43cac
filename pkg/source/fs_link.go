package source

import "io/fs"

// Linker is an FS that can tell symbolic links from what they name. One that
// is no Linker has none.
type Linker interface {
	// Lstat is Stat for a link itself.
	Lstat(name string) (fs.FileInfo, error)
	// ReadLink gives what a link names, as it is written.
	ReadLink(name string) (string, error)
}

func (d disk) Lstat(name string) (fs.FileInfo, error) { return d.root.Lstat(name) }

func (d disk) ReadLink(name string) (string, error) { return d.root.Readlink(name) }
