package rules

import (
	"regexp"
	"strings"
	"sync"
)

// fillIn makes a help that can be copied of one that names what is not known
// as texts do: ${account} is for people to fill in and becomes <account>, while
// a reference of Terraform, such as ${var.name}, is right as it stands.
func fillIn(help string) string {
	if !strings.Contains(help, "${") {
		return help
	}
	return symbolic().ReplaceAllStringFunc(help, func(s string) string {
		if reference().MatchString(s) {
			return s
		}
		return "<" + s[len("${"):len(s)-len("}")] + ">"
	})
}

var (
	symbolic  = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\$\{[^{}]*\}`) })
	reference = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^\$\{([a-z]\w*\(.*|[a-zA-Z_][\w-]*(\.|\[).*)\}$`) })
)
