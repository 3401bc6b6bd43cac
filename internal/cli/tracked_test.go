package cli

import (
	"crypto/sha1"
	"encoding/binary"
	"os"
	"slices"

	"github.com/rogpeppe/go-internal/testscript"
)

// track INDEX PATH...: writes an index of git that tracks regular files.
func track(ts *testscript.TestScript, _ bool, args []string) {
	file, paths := args[0], slices.Sorted(slices.Values(args[1:]))
	out := append([]byte("DIRC"), 0, 0, 0, 2)
	out = binary.BigEndian.AppendUint32(out, uint32(len(paths)))
	for _, p := range paths {
		start := len(out)
		out = append(out, make([]byte, 24)...) // times, device, inode
		out = binary.BigEndian.AppendUint32(out, 0o100644)
		out = append(out, make([]byte, 12+sha1.Size)...) // owner, size, object
		out = binary.BigEndian.AppendUint16(out, uint16(len(p)))
		out = append(out, p...)
		out = append(out, make([]byte, 8-(len(out)-start)%8)...)
	}
	sum := sha1.Sum(out)
	ts.Check(os.WriteFile(ts.MkAbs(file), append(out, sum[:]...), 0o666))
}
