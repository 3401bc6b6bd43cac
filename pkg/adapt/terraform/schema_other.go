package terraform

import (
	"strings"

	"github.com/irsalint/irsalint/pkg/source"
	"github.com/irsalint/irsalint/pkg/value"
)

func (s *schema) addOther() {
	s.resources["aws_sqs_queue"] = func(a *attributes) {
		name := a.name("name", "name_prefix")
		url := join("https://sqs.", a.env.region, ".", a.env.suffix, "/", a.env.account, "/", name)
		a.text("arn", a.regionalARN("sqs", name))
		a.text("url", url)
		a.text("id", url)
	}
	s.data["aws_sqs_queue"] = func(a *attributes) {
		name := a.orSymbol("name", value.Name)
		url := join("https://sqs.", a.env.region, ".", a.env.suffix, "/", a.env.account, "/", name)
		a.text("arn", a.regionalARN("sqs", name))
		a.text("url", url)
		a.text("id", url)
	}
	bucket := func(a *attributes) {
		name := a.name("bucket", "bucket_prefix")
		a.text("arn", join("arn:", a.env.partition, ":s3:::", name))
		a.text("id", name)
	}
	s.resources["aws_s3_bucket"], s.data["aws_s3_bucket"] = bucket, bucket
	s.resources["aws_launch_template"] = func(a *attributes) {
		a.name("name", "name_prefix")
		id := a.symbol("id", value.Name)
		a.text("id", id)
		a.text("arn", a.regionalARN("ec2", "launch-template/", id))
	}
	s.resources["aws_launch_configuration"] = func(a *attributes) {
		a.text("id", a.name("name", "name_prefix"))
	}
	s.resources["aws_autoscaling_group"] = func(a *attributes) {
		a.text("id", a.name("name", "name_prefix"))
	}
	s.resources["random_id"] = func(a *attributes) {
		a.text("hex", join(a.prefix(), a.symbol("hex", value.IssuerID)))
		a.text("dec", join(a.prefix(), a.symbol("dec", value.IssuerID)))
	}
	s.resources["random_uuid"] = func(a *attributes) {
		a.text("result", a.symbol("result", value.Name))
		a.text("id", a.symbol("result", value.Name))
	}
	s.resources["terraform_data"] = func(a *attributes) {
		if v, ok := a.config.Get("input"); ok {
			a.set("output", v)
		}
	}
	s.data["null_data_source"] = func(a *attributes) {
		if v, ok := a.config.Get("inputs"); ok {
			a.set("outputs", v)
		}
	}
	s.data["template_file"] = templateFile
}

// prefix gives the prefix attribute, empty if there is none.
func (a *attributes) prefix() value.Text {
	t, _ := a.written("prefix")
	return t
}

// kubernetesObject adds what the Kubernetes provider computes for any object:
// its id, and in metadata the namespace that it uses if none is written.
func kubernetesObject(a *attributes) {
	if _, ok := a.config.Get("metadata"); !ok {
		return
	}
	namespaced := namespacedKind(a.r.Type)
	var name, namespace value.Text
	a.block("metadata", func(b *attributes) {
		name = b.name("name", "generate_name")
		if namespaced {
			var ok bool
			if namespace, ok = b.written("namespace"); !ok {
				namespace = value.Literal("default", source.Span{})
				b.force("namespace", value.FromText(namespace))
			}
		}
		for _, attr := range []string{"uid", "resource_version", "generation"} {
			b.text(attr, a.symbol("metadata."+attr, value.Any))
		}
	})
	switch {
	case name.Empty():
	case namespaced:
		a.text("id", join(namespace, "/", name))
	default:
		a.text("id", name)
	}
}

// namespacedKind reports whether objects of a kubernetes_* resource live in a
// namespace.
func namespacedKind(typ string) bool {
	kind := strings.TrimPrefix(typ, "kubernetes_")
	for _, v := range []string{"_v1", "_v1beta1", "_v2", "_v2beta2", "_data"} {
		kind = strings.TrimSuffix(kind, v)
	}
	switch strings.TrimSuffix(kind, "_v1") {
	case "namespace", "cluster_role", "cluster_role_binding", "persistent_volume", "storage_class",
		"priority_class", "ingress_class", "csi_driver", "mutating_webhook_configuration",
		"validating_webhook_configuration", "api_service", "certificate_signing_request",
		"runtime_class", "node_taint", "labels", "annotations", "env":
		return false
	}
	return true
}

// templateFile is data.template_file: its template with its vars put in. Only
// names in ${…} are replaced; a template with anything else is a symbol.
func templateFile(a *attributes) {
	template, ok := a.written("template")
	vars, _ := a.config.Get("vars")
	if ok {
		if t, ok := render(template, vars); ok {
			a.text("rendered", t)
		}
	}
	a.text("rendered", a.symbol("rendered", value.Any))
}

// render puts vars into a template that uses nothing but their names.
func render(t value.Text, vars value.Value) (value.Text, bool) {
	flat := t.Flat()
	var pieces []value.Piece
	start := 0
	copyTo := func(end int) {
		if end > start {
			pieces = append(pieces, value.Piece{Text: t.Slice(start, end)})
		}
	}
	for i := 0; i < len(flat); {
		rest := flat[i:]
		switch {
		case strings.HasPrefix(rest, string(source.SymbolOpen)): // a symbol's key is no template
			end := strings.IndexRune(rest, source.SymbolClose)
			if end < 0 {
				return value.Text{}, false
			}
			i += end + len(string(source.SymbolClose))
		case strings.HasPrefix(rest, "$${"), strings.HasPrefix(rest, "%%{"):
			copyTo(i)
			i += 3
			start = i - 2 // from the second sign on
		case strings.HasPrefix(rest, "%{"):
			return value.Text{}, false
		case strings.HasPrefix(rest, "${"):
			end := strings.IndexByte(rest, '}')
			if end < 0 {
				return value.Text{}, false
			}
			v, ok := vars.Get(strings.TrimSpace(rest[2:end]))
			if !ok {
				return value.Text{}, false
			}
			text, ok := v.AsText()
			if !ok {
				return value.Text{}, false
			}
			copyTo(i)
			end += i + 1
			pieces = append(pieces, value.Piece{Text: text, At: t.Locate(i, end)})
			i, start = end, end
		default:
			i++
		}
	}
	copyTo(len(flat))
	if len(pieces) == 0 {
		return t, true
	}
	return value.Concat(source.Span{}, pieces...), true
}
