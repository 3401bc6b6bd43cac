//go:build ignore

// Generate writes a platform repository of N teams, twelve files each, into DIR:
//
//	go run testdata/generate.go DIR N
package main

import (
	"log"
	"os"
	"path/filepath"
	"strconv"

	"github.com/irsalint/irsalint/internal/golden"
)

func main() {
	if len(os.Args) != 3 {
		log.Fatal("usage: generate DIR N")
	}
	n, err := strconv.Atoi(os.Args[2])
	if err != nil {
		log.Fatal(err)
	}
	for name, text := range golden.Generate(n) {
		path := filepath.Join(os.Args[1], filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			log.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			log.Fatal(err)
		}
	}
}
