package terraform

import (
	"strings"

	"github.com/irsalint/irsalint/pkg/graph"
	tf "github.com/irsalint/irsalint/pkg/parse/terraform"
	"github.com/irsalint/irsalint/pkg/value"
)

// inCluster gives the kinds of nodes that Kubernetes objects are.
func inCluster() []string {
	return []string{"service_account", "workload", "account_reference", "node_class"}
}

// opaqueObjects notes that a resource makes Kubernetes objects that are not
// known.
func (a *adapter) opaqueObjects(r *tf.Resource, why *value.Symbol) {
	text := "the Kubernetes objects of " + r.Address + " are not known"
	if why != nil && why.Why != "" {
		text += ": " + why.Why
	}
	a.b.Add(graph.Opaque{
		Scope: a.root.Scope(),
		Kinds: append(inCluster(), "aws_auth"),
		Why:   text,
		At:    graph.Place{Span: r.At},
	})
}

// opaque notes a resource that makes nodes without showing them.
func (a *adapter) opaque(r *tf.Resource) {
	o := graph.Opaque{Scope: a.root.Scope(), At: graph.Place{Span: r.At}}
	switch r.Type {
	case "helm_release":
		o.Kinds = inCluster()
		if anyChart(r.Config) {
			o.Kinds = append(o.Kinds, "aws_auth")
		}
		o.Why = "the chart of " + r.Address + " is not rendered"
	case "argocd_application", "argocd_application_set", "flux_bootstrap_git":
		o.Kinds = inCluster()
		o.Why = "the objects that " + r.Address + " deploys are not known"
	case "aws_cloudformation_stack", "aws_cloudformation_stack_set_instance":
		o.Why = "the resources of the stack in " + r.Address + " are not read"
	case "null_resource", "terraform_data":
		commands, ok := r.Config.Get("provisioner")
		if !ok && r.Type == "terraform_data" {
			return
		}
		kinds, what := commandKinds(commands)
		switch {
		case !ok: // not part of the configuration as it was evaluated
			kinds, what = append(inCluster(), "aws_auth"), "commands that are not read"
		case what == "":
			return
		}
		o.Kinds, o.Why = kinds, r.Address+" runs "+what
	default:
		return
	}
	o.Inputs = texts(r.Config)
	a.b.Add(o)
}

// anyChart reports whether a chart may well make objects that its users
// choose, so that it may make an aws-auth ConfigMap too.
func anyChart(config value.Value) bool {
	f, _ := config.Get("chart")
	chart, known := f.KnownString()
	if !known {
		return true
	}
	name := chart[strings.LastIndexByte(chart, '/')+1:]
	return strings.HasPrefix(chart, ".") || strings.HasPrefix(chart, "/") ||
		name == "raw" || name == "app" || name == "generic" || strings.Contains(name, "auth")
}

// texts gives the strings of a value, up to a bound.
func texts(v value.Value) []value.Text {
	const limit = 1000
	var out []value.Text
	seen := map[string]bool{}
	var walk func(v value.Value)
	add := func(t value.Text) {
		if len(out) < limit && !t.Empty() && !seen[t.Flat()] {
			seen[t.Flat()] = true
			out = append(out, t)
		}
	}
	walk = func(v value.Value) {
		if len(out) >= limit {
			return
		}
		switch v.Kind() {
		case value.String, value.Unknown:
			if t, ok := v.AsText(); ok {
				add(t)
			}
		case value.List:
			for _, it := range v.Items() {
				walk(it)
			}
		case value.Map:
			for _, f := range v.Fields() {
				if f.Key.Symbolic() {
					add(f.Key)
				}
				walk(f.Value)
			}
		}
	}
	walk(v)
	return out
}

// opaqueModules notes the module calls whose source is not there.
func (a *adapter) opaqueModules() {
	for _, m := range a.root.Opaque {
		kinds, some := moduleKinds(m.Source)
		if !some {
			continue
		}
		a.b.Add(graph.Opaque{
			Scope:  a.root.Scope(),
			Kinds:  kinds,
			Why:    m.Why,
			At:     graph.Place{Span: m.At},
			Inputs: texts(m.Inputs),
		})
	}
}

// moduleKinds tells what a module may make: nil for anything. It is not ok
// for well-known modules that make nothing of what the graph holds.
func moduleKinds(source string) (kinds []string, ok bool) {
	s, _, _ := strings.Cut(strings.TrimPrefix(source, "registry.terraform.io/"), "?")
	if rest, ok := strings.CutPrefix(s, "terraform-aws-modules/"); ok {
		name, sub, _ := strings.Cut(rest, "/aws")
		switch name {
		case "vpc", "security-group", "kms", "s3-bucket", "rds", "rds-aurora", "alb", "elb", "acm", "route53", "sqs",
			"sns", "dynamodb-table", "ecr", "key-pair", "efs", "elasticache", "secrets-manager", "ssm-parameter",
			"cloudfront", "transit-gateway", "vpn-gateway", "fsx", "msk-kafka-cluster":
			return nil, false
		case "iam":
			if strings.Contains(sub, "iam-policy") || strings.Contains(sub, "iam-user") || strings.Contains(sub, "iam-account") {
				return nil, false
			}
			return []string{"role", "policy", "provider", "instance_profile"}, true
		}
		return nil, true
	}
	if rest, ok := strings.CutPrefix(s, "cloudposse/"); ok {
		name, _, _ := strings.Cut(rest, "/")
		switch name {
		case "label", "vpc", "dynamic-subnets", "security-group", "s3-bucket", "kms-key", "named-subnets", "utils":
			return nil, false
		}
	}
	return nil, true
}
