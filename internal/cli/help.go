package cli

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/pflag"
)

const about = `irsalint reads the files that describe an EKS platform, Terraform and Kubernetes
YAML alike, and proves before apply what would otherwise surface hours later as
AccessDenied or as nodes that never join: trust policies and ServiceAccounts
that do not fit, PassRole on another role, node roles that lack a policy.
It contacts nothing: no cloud account, no cluster, no registry.
`

const exitHelp = `
Exit status: 0 nothing found at or above --fail-on, 1 findings, 2 wrong usage,
configuration or policy, 3 the job could not be done.
`

func writeHelp(w io.Writer) {
	fmt.Fprint(w, about, "\nUsage:\n")
	for _, c := range commands() {
		name := c.name
		if name == "lint" {
			name = "[lint]"
		}
		fmt.Fprintln(w, strings.TrimRight("  irsalint "+name+" "+c.usage, " "))
	}
	fmt.Fprint(w, "\nCommands:\n")
	for _, c := range commands() {
		fmt.Fprintf(w, "  %-9s %s\n", c.name, c.summary)
	}
	fmt.Fprint(w, "\n`irsalint COMMAND --help` lists the flags of a command.\n", exitHelp)
}

func writeCommandHelp(w io.Writer, c *command, flags *pflag.FlagSet) {
	fmt.Fprintln(w, strings.TrimRight("Usage: irsalint "+c.name+" "+c.usage, " "))
	fmt.Fprintf(w, "\n%s%s.\n", string(c.summary[0]-'a'+'A'), c.summary[1:])
	if c.name == "lint" {
		fmt.Fprint(w, `
A folder is linted by itself, together with the modules that it uses: what has
its other end elsewhere stays unverified. For single files the project around
them is linted, and what touches them is reported, in either end. The project is
what lies below the nearest .irsalint.yaml or .git. Nothing outside it is read.
`)
	}
	// That a switch may also be given a value helps nobody to read the list.
	usages := strings.ReplaceAll(flags.FlagUsagesWrapped(100), "[=true|false]", "             ")
	fmt.Fprintf(w, "\nFlags:\n%s", usages)
	if c.name == "lint" {
		fmt.Fprint(w, exitHelp)
	}
}
