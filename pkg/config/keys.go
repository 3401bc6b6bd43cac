package config

import (
	"encoding/json"

	"github.com/irsalint/irsalint/pkg/value"
)

// key is one key: what it means, in words and as JSON Schema, and what reads
// it. The published schema is made of these, so it cannot be stale.
type key struct {
	name, description string
	schema            schema
	read              reader
}

// schema is a part of a JSON Schema.
type schema = map[string]any

const (
	rulePatternSchema = `^[^/* ]+/([^/* ]+|[*])$`
	globHelp          = "Relative to the project root. * and ? stay within a folder, ** is any number of folders; a pattern without a slash matches at any depth; a folder covers all below it."
)

func (c *Config) keys() []key {
	var unused Ignore
	globList := schema{
		"description": globHelp,
		"oneOf":       []any{schema{"type": "string", "minLength": 1}, schema{"type": "array", "items": schema{"type": "string", "minLength": 1}}},
	}
	return []key{
		{"severity", "The severity of rules, by id or category/*; off: they are not run. An id stands before category/*.", schema{
			"type":          "object",
			"propertyNames": schema{"pattern": rulePatternSchema},
			"additionalProperties": schema{
				"enum": []any{"error", "warning", "note", "off", false}, // off is a boolean in YAML 1.1
			},
		}, c.readSeverity},
		{"paths", "Which files are read. Modules that a Terraform root calls are read wherever they stand.", schema{
			"type": "object", "additionalProperties": false,
			"properties": schema{
				"include": described("Only these are read. ", globList),
				"exclude": described("These are not read. ", globList),
			},
		}, func(v value.Value) error {
			return object(v, "paths", map[string]reader{
				"include": func(v value.Value) (err error) { c.Include, err = globs(v, "include"); return err },
				"exclude": func(v value.Value) (err error) { c.Exclude, err = globs(v, "exclude"); return err },
			})
		}},
		{"clusters", "The cluster that the manifests of a path are applied to, as pattern: name. Where several match, the last one stands. " + globHelp, schema{
			"type": "object", "additionalProperties": schema{"type": "string", "minLength": 1},
		}, c.readClusters},
		{"environments", "Environments of Terraform roots: for each its roots, and for each root its tfvars files in order. A root named here has these environments and no others.", schema{
			"type": "object",
			"additionalProperties": schema{
				"type":        "object",
				"description": "Folders of roots, each with its tfvars files.",
				"additionalProperties": schema{"oneOf": []any{
					schema{"type": "string", "minLength": 1},
					schema{"type": "array", "items": schema{"type": "string", "minLength": 1}},
					schema{"type": "null"},
				}},
			},
		}, c.readEnvironments},
		{"ignore", "Findings to live with. They stay in the report, as suppressed, with the reason.", schema{
			"type": "array",
			"items": schema{
				"type": "object", "additionalProperties": false,
				"required":   []string{"rule", "reason"},
				"properties": properties(unused.keys()),
			},
		}, c.readIgnore},
		{"vars", "Values of Terraform variables, in every root that has them, as --var gives them.", schema{
			"type":                 "object",
			"additionalProperties": schema{"type": []string{"string", "number", "boolean"}},
		}, c.readVars},
		{"baseline", "The baseline file: findings in it are known and not reported again. `irsalint --write-baseline` writes it.", schema{
			"type": "string", "minLength": 1,
		}, c.readBaseline},
	}
}

func (i *Ignore) keys() []key {
	return []key{
		{"rule", "An id or category/*.", schema{"type": "string", "pattern": rulePatternSchema}, func(v value.Value) (err error) {
			if i.Rules, err = str(v, "rule: want an id or category/*"); err == nil {
				err = rulePattern(i.Rules, v.At())
				i.At = v.At()
			}
			return err
		}},
		{"paths", "Where: the file of the finding's first place. Everywhere if it is not there. " + globHelp, schema{
			"oneOf": []any{schema{"type": "string", "minLength": 1}, schema{"type": "array", "items": schema{"type": "string", "minLength": 1}}},
		}, func(v value.Value) (err error) { i.Paths, err = globs(v, "paths"); return err }},
		{"object", "Of what: the object of the finding as the report names it, such as \"ServiceAccount prod/app\"; * is any text.", schema{
			"oneOf": []any{schema{"type": "string", "minLength": 1}, schema{"type": "array", "items": schema{"type": "string", "minLength": 1}}},
		}, func(v value.Value) (err error) {
			i.Objects, _, err = list(v, "object: want the object as the report names it")
			return err
		}},
		{"reason", "Why it is right to live with it.", schema{"type": "string", "minLength": 1}, func(v value.Value) (err error) {
			i.Reason, err = str(v, "reason: want a sentence")
			return err
		}},
		{"until", "The last day on which it holds, YYYY-MM-DD. After it the finding is back.", schema{
			"type": "string", "pattern": `^\d{4}-\d{2}-\d{2}$`,
		}, func(v value.Value) error {
			s, err := str(v, "until: want a date, YYYY-MM-DD")
			if err != nil {
				return err
			}
			if i.Until, err = ParseDay(s); err != nil {
				return fail(v.At(), "until: %q is no date, YYYY-MM-DD", s)
			}
			return nil
		}},
	}
}

func ignoreKeys(i *Ignore) map[string]reader { return readers(i.keys()) }

func readers(keys []key) map[string]reader {
	out := map[string]reader{}
	for _, k := range keys {
		out[k.name] = k.read
	}
	return out
}

func (c *Config) read(v value.Value) error {
	return object(v, "the configuration", readers(c.keys()))
}

func described(text string, of schema) schema {
	out := schema{}
	for k, v := range of {
		out[k] = v
	}
	before, _ := out["description"].(string)
	out["description"] = text + before
	return out
}

func properties(keys []key) schema {
	out := schema{}
	for _, k := range keys {
		out[k.name] = described(k.description, k.schema)
	}
	return out
}

// Schema gives the JSON Schema of the file, draft-07, for editors.
func Schema() []byte {
	doc := schema{
		"$schema":              "http://json-schema.org/draft-07/schema#",
		"$id":                  "https://github.com/irsalint/irsalint/schemas/config.v1.json",
		"title":                "irsalint configuration",
		"description":          "The file .irsalint.yaml, which stands at the root of a project.",
		"type":                 []string{"object", "null"},
		"additionalProperties": false,
		"properties":           properties((&Config{}).keys()),
	}
	out, err := json.MarshalIndent(doc, "", "  ")
	if err != nil {
		panic(err) // the document is fixed
	}
	return append(out, '\n')
}
