package proof

import (
	"regexp"
	"strings"

	"github.com/irsalint/irsalint/internal/golden"
	"github.com/irsalint/irsalint/pkg/parse/yaml"
	"github.com/irsalint/irsalint/pkg/source"
	"github.com/irsalint/irsalint/pkg/value"
)

const unknownPlaceholder = "${IRSALINT_UNKNOWN}"

// blockValue finds the value of a key in the text of a block scalar, such as
// mapRoles of aws-auth.
var blockValue = regexp.MustCompile(`(?m)^[ -]*[A-Za-z]+:[ \t]+([^ \t\n][^\n]*)$|^ *- ([^:\n]+)$`)

// blockHead is the head of a block scalar that ends a text.
var blockHead = regexp.MustCompile(`[|>][-+0-9]*[ \t]*\n\s*$`)

// freeKeys are the maps of a manifest whose keys are data; elsewhere a key, as
// kind and apiVersion, says what the object is.
var freeKeys = map[string]bool{"data": true, "annotations": true, "labels": true}

// manifestUnknowns gives an edit for each scalar of a Kubernetes manifest,
// replaced by a placeholder. The text of a scalar that holds YAML itself is
// also replaced value by value.
func manifestUnknowns(files golden.Files, name string) (out []edit) {
	text := files[name]
	if !strings.Contains(text, "apiVersion") {
		return nil // no manifest: what reads it takes the placeholder as it stands
	}
	docs, err := yaml.File(source.NewFile(name, []byte(text)))
	if err != nil {
		return nil
	}
	seen := map[[2]int]bool{}
	add := func(start, end int, with string) {
		if !seen[[2]int{start, end}] && start < end {
			seen[[2]int{start, end}] = true
			out = append(out, edit{file: name, start: start, end: end, text: with})
		}
	}
	var walk func(v value.Value, key string)
	walk = func(v value.Value, key string) {
		for _, it := range v.Items() {
			walk(it, "")
		}
		for _, f := range v.Fields() {
			if at := f.Key.At(); freeKeys[key] && at.Text() == f.Key.Flat() {
				add(at.Start, at.End, unknownPlaceholder)
			}
			if k := f.Key.Flat(); k != "kind" && k != "apiVersion" {
				walk(f.Value, k)
			}
		}
		at := v.At()
		if v.Kind() == value.List || v.Kind() == value.Map || at.IsZero() {
			return
		}
		if !strings.Contains(at.Text(), "\n") {
			add(at.Start, at.End, unknownPlaceholder)
			return
		}
		if head := blockHead.FindStringIndex(text[:at.Start]); head != nil {
			add(head[0], at.End, unknownPlaceholder+"\n")
		}
		for _, m := range blockValue.FindAllStringSubmatchIndex(text[at.Start:at.End], -1) {
			for i := 2; i < len(m); i += 2 {
				if m[i] >= 0 {
					add(at.Start+m[i], at.Start+m[i+1], unknownPlaceholder)
				}
			}
		}
	}
	for _, d := range docs {
		walk(d.Value, "")
	}
	return out
}
