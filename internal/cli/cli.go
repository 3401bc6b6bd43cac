// Package cli is the command: flags, output and exit status, one file a
// command. Everything that it touches of the outside is in Env.
package cli

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"github.com/irsalint/irsalint/pkg/lint"
	"github.com/irsalint/irsalint/pkg/report"
)

// Exit statuses.
const (
	ExitOK       = 0 // nothing at or above --fail-on
	ExitFindings = 1 // findings at or above --fail-on
	ExitUsage    = 2 // wrong flags, configuration, or a policy that does not compile
	ExitFailure  = 3 // the job could not be done
)

// Env is what the command sees of the outside.
type Env struct {
	Stdin          io.Reader
	Stdout, Stderr io.Writer
	// Getenv reads environment variables.
	Getenv func(string) string
	// Dir is the absolute path of the working directory.
	Dir string
	// Now tells the time, by which suppressions expire; nil: none do.
	Now func() time.Time
	// IsTerminal: Stdout is a terminal.
	IsTerminal bool
}

// command is one subcommand.
type command struct {
	name    string
	usage   string // arguments, for the first line of its help
	summary string // one line, for the list of commands
	// flags declares its flags and gives what runs it with the arguments left.
	flags func(*pflag.FlagSet) func(Env, []string) (int, error)
}

func commands() []command {
	return []command{
		{"lint", "[flags] [path ...]", "lint the project (the default command; default path: .)", lintFlags},
		{"rules", "[flags] [ID | CATEGORY]", "list the rules, those of a category, or explain one", rulesFlags},
		{"init", "[flags] [path]", "write a first .irsalint.yaml", initFlags},
		{"config", "[flags] [path ...]", "print the effective configuration and where it comes from", configFlags},
		{"graph", "[flags] [path ...]", "print what irsalint understood, as JSON", graphFlags},
		{"lsp", "[flags]", "serve an editor over stdin and stdout", lspFlags},
		{"version", "", "print the version", versionFlags},
	}
}

// usageError is a mistake in the command line.
type usageError struct{ message string }

func (e *usageError) Error() string { return e.message }

func usagef(format string, args ...any) error { return &usageError{fmt.Sprintf(format, args...)} }

// Main runs irsalint with the arguments after the program's name and gives the
// exit status.
func Main(args []string, env Env) int {
	c, args := pick(args)
	if c == nil { // help
		writeHelp(env.Stdout)
		return ExitOK
	}
	flags := pflag.NewFlagSet(c.name, pflag.ContinueOnError)
	flags.SetOutput(io.Discard)
	flags.SortFlags = false
	run := c.flags(flags)
	help := flags.BoolP("help", "h", false, "print this help")
	showVersion := flags.Bool("version", false, "print the version")
	_ = flags.MarkHidden("version")
	code, err := ExitUsage, flags.Parse(args)
	switch {
	case *help || errors.Is(err, pflag.ErrHelp):
		writeCommandHelp(env.Stdout, c, flags)
		return ExitOK
	case err != nil:
		err = flagError(err, flags)
	case *showVersion:
		code, err = printVersion(env)
	default:
		code, err = run(env, flags.Args())
	}
	if err == nil {
		return code
	}
	fmt.Fprintf(env.Stderr, "irsalint: %s\n", report.Clean(err.Error()))
	var usage *usageError
	var config *lint.ConfigError
	if errors.As(err, &usage) || errors.As(err, &config) {
		return ExitUsage
	}
	return ExitFailure
}

// pick gives the command that the arguments name, lint if they name none, and
// the rest of them; no command if they ask for help.
func pick(args []string) (*command, []string) {
	all := commands()
	if len(args) > 0 {
		if args[0] == "help" {
			if args = args[1:]; len(args) == 0 {
				return nil, nil
			}
			args = []string{args[0], "--help"}
		}
		for i := range all {
			if all[i].name == args[0] {
				return &all[i], args[1:]
			}
		}
		if args[0] == "--help" || args[0] == "-h" {
			return nil, nil
		}
	}
	return &all[0], args
}

// flagError names the flag that was probably meant.
func flagError(err error, flags *pflag.FlagSet) error {
	var unknown *pflag.NotExistError
	if !errors.As(err, &unknown) {
		return usagef("%v", err)
	}
	given := unknown.GetSpecifiedName()
	if unknown.GetSpecifiedShortnames() != "" {
		return usagef("unknown flag -%s; `irsalint %s --help` lists them", given, flags.Name())
	}
	var names []string
	flags.VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
	if near := lint.Nearest(given, names); near != "" {
		return usagef("unknown flag --%s; did you mean --%s?", given, near)
	}
	return usagef("unknown flag --%s; `irsalint %s --help` lists them", given, flags.Name())
}

// oneOf checks a value against the names allowed.
func oneOf(what, given string, names ...string) error {
	for _, n := range names {
		if n == given {
			return nil
		}
	}
	if near := lint.Nearest(given, names); near != "" {
		return usagef("unknown %s %q; did you mean %q?", what, given, near)
	}
	return usagef("unknown %s %q; one of: %s", what, given, strings.Join(names, ", "))
}
