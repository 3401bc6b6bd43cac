package terraform

import (
	"path"
	"slices"
	"strings"

	"github.com/irsalint/irsalint/pkg/source"
	"github.com/irsalint/irsalint/pkg/value"
)

// programs are those that a provisioner may make nodes of the graph with. Each
// says which of its subcommands, by their beginning, make nothing.
var programs = [...]struct {
	name      string
	inCluster bool // it makes Kubernetes objects alone
	harmless  []string
}{
	{"eksctl", false, []string{"get", "version", "info", "completion"}},
	{"aws", false, nil}, // see awsCommand
	{"terraform", false, []string{"output", "show", "init", "plan", "validate", "fmt", "version", "workspace", "providers", "state list", "state show"}},
	{"tofu", false, []string{"output", "show", "init", "plan", "validate", "fmt", "version", "workspace", "providers"}},
	{"terragrunt", false, []string{"output", "show", "init", "plan", "validate"}},
	{"kubectl", true, []string{"get", "wait", "describe", "version", "config", "logs", "cluster-info", "rollout", "top", "explain", "diff"}},
	{"helm", true, []string{"repo", "dependency", "version", "list", "status", "get", "template", "pull", "plugin", "search", "show"}},
	{"kustomize", true, []string{"version"}},
}

// commandKinds tells what the commands of a resource may make, by the
// programs that they run; what is empty if it is nothing that matters. Kinds
// are nil for anything.
func commandKinds(config value.Value) (kinds []string, what string) {
	var list [][]string
	for _, t := range texts(config) {
		list = append(list, commands(t.Flat())...)
	}
	for _, p := range programs {
		for _, words := range list {
			i := program(words)
			if i == len(words) || path.Base(words[i]) != p.name {
				continue
			}
			op, matters := subcommand(words[i+1:], p.harmless)
			if p.name == "aws" {
				op, matters = awsCommand(words[i+1:])
			}
			if strings.ContainsRune(op, source.SymbolOpen) {
				op = ""
			}
			switch what := strings.TrimSpace(p.name + " " + op); {
			case !matters:
			case p.inCluster:
				return append(inCluster(), "aws_auth"), what
			default:
				return nil, what
			}
		}
	}
	return nil, ""
}

// commands splits shell text into commands, and each into words.
func commands(text string) [][]string {
	var out [][]string
	text = strings.ReplaceAll(text, "\\\n", " ")
	for _, line := range strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune("\n;|&()`", r) }) {
		words := strings.Fields(line)
		for i, w := range words {
			words[i] = strings.Trim(w, `"'$`)
		}
		if len(words) > 0 && !strings.HasPrefix(words[0], "#") {
			out = append(out, words)
		}
	}
	return out
}

// program gives the index of the word that is run: what stands before it are
// variables, keywords, and programs that run others.
func program(words []string) int {
	for i, w := range words {
		switch w {
		case "if", "then", "else", "do", "while", "until", "!", "{", "sudo", "env", "exec", "time", "command", "nohup", "sh", "bash", "xargs":
			continue
		}
		if !strings.HasPrefix(w, "-") && !strings.Contains(w, "=") {
			return i
		}
	}
	return len(words)
}

// subcommand gives the first word after a program that is no option, and
// whether what it begins may make something.
func subcommand(words []string, harmless []string) (op string, matters bool) {
	words = slices.DeleteFunc(slices.Clone(words), func(w string) bool { return strings.HasPrefix(w, "-") })
	rest := strings.Join(words, " ") + " "
	for _, h := range harmless {
		if strings.HasPrefix(rest, h+" ") {
			return h, false
		}
	}
	if len(words) > 0 {
		op = words[0]
	}
	return op, true
}

// awsCommand finds the service and the operation of a call of the AWS CLI.
// Only calls that change something of IAM, EKS or CloudFormation matter.
func awsCommand(words []string) (op string, matters bool) {
	i := slices.IndexFunc(words, func(w string) bool { return w == "iam" || w == "eks" || w == "cloudformation" })
	if i < 0 {
		return "", false
	}
	if i+1 == len(words) {
		return words[i], true
	}
	op = words[i+1]
	for _, reads := range []string{"get-", "list-", "describe-", "wait", "update-kubeconfig"} {
		if strings.HasPrefix(op, reads) {
			return op, false
		}
	}
	return words[i] + " " + op, true
}
