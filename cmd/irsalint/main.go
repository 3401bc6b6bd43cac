// Command irsalint proves from the files alone that EKS identities fit.
package main

import (
	"os"

	"github.com/irsalint/irsalint/internal/cli"
)

func main() { os.Exit(cli.Main(os.Args[1:], cli.System())) }
