package cli

import (
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/spf13/pflag"
)

// version is the version of this build: that of the module, as the go command
// stamped it, or devel.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Main.Version == "" || info.Main.Version == "(devel)" {
		return "devel"
	}
	return info.Main.Version
}

func versionFlags(*pflag.FlagSet) func(Env, []string) (int, error) {
	return func(env Env, args []string) (int, error) {
		if len(args) > 0 {
			return 0, usagef("version takes no arguments")
		}
		return printVersion(env)
	}
}

// printVersion prints what a bug report needs.
func printVersion(env Env) (int, error) {
	fmt.Fprintf(env.Stdout, "irsalint %s\n", version())
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, s := range info.Settings {
			if s.Key == "vcs.revision" || s.Key == "vcs.time" {
				fmt.Fprintf(env.Stdout, "%s %s\n", s.Key[len("vcs."):], s.Value)
			}
		}
		for _, d := range info.Deps {
			if d.Path == "github.com/open-policy-agent/opa" {
				fmt.Fprintf(env.Stdout, "opa %s\n", d.Version)
			}
		}
	}
	fmt.Fprintf(env.Stdout, "%s %s/%s\n", runtime.Version(), runtime.GOOS, runtime.GOARCH)
	return ExitOK, nil
}
