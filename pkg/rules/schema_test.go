package rules

import (
	"bytes"
	"encoding"
	"encoding/json"
	"flag"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/irsalint/irsalint/pkg/graph"
	"github.com/irsalint/irsalint/pkg/value"
)

var update = flag.Bool("update", false, "rewrite generated files")

const (
	checkerSchema = "../../policies/schemas/graph.json"
	publicSchema  = "../../schemas/graph.v1.json"
)

// TestSchemas demands that both schemas are those of the Go types.
func TestSchemas(t *testing.T) {
	docs := docComments(t)
	for file, schema := range map[string]map[string]any{
		checkerSchema: (&schemas{}).document("", nil),
		publicSchema:  (&schemas{public: true}).document("https://json-schema.org/draft/2020-12/schema", docs),
	} {
		var b bytes.Buffer
		enc := json.NewEncoder(&b)
		enc.SetEscapeHTML(false)
		enc.SetIndent("", " ")
		if err := enc.Encode(schema); err != nil {
			t.Fatal(err)
		}
		if *update {
			if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(file, b.Bytes(), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		have, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(have, b.Bytes()) {
			t.Errorf("%s is stale: run go test ./pkg/rules -update", file)
		}
	}
}

// schemas makes a JSON Schema of the Go types. OPA's checker ignores
// additionalProperties, so the form that it reads gives a dictionary one
// property "_": that types the elements, whatever their key. Nor would it see a
// wrong field of something that may be null, so there nothing is: rules ask
// x != null and is_null(x), which it allows of anything.
type schemas struct {
	public bool
	defs   map[string]any
	docs   map[string]string // type or type.field → comment
}

func (s *schemas) document(dialect string, docs map[string]string) map[string]any {
	s.defs, s.docs = map[string]any{}, docs
	out := s.object(reflect.TypeFor[graph.Graph]())
	if dialect != "" {
		out["$schema"] = dialect
		out["title"] = "irsalint graph, version 1"
	}
	out[s.defsName()] = s.defs
	return out
}

func (s *schemas) defsName() string {
	if s.public {
		return "$defs"
	}
	return "definitions"
}

func (s *schemas) of(t reflect.Type) map[string]any {
	switch {
	case t == valType:
		ref := s.define("Val", func() map[string]any {
			str := map[string]any{"type": "string"}
			return s.closed(map[string]any{
				"state": s.enum(graph.Known, graph.Symbolic, graph.Unknown),
				"text":  str, "at": str, "why": str,
			}, []string{"state", "text", "at", "why"})
		})
		if !s.public {
			return ref
		}
		return map[string]any{"anyOf": []any{ref, map[string]any{"type": "null"}}}
	case t == truthType:
		return s.enum(value.No.String(), value.Maybe.String(), value.Yes.String())
	case t.Implements(reflect.TypeFor[encoding.TextMarshaler]()):
		return map[string]any{"type": "string"}
	}
	switch t.Kind() {
	case reflect.Pointer:
		ref := s.of(t.Elem())
		return ref
	case reflect.Struct:
		return s.define(t.Name(), func() map[string]any { return s.object(t) })
	case reflect.Map:
		if s.public {
			return map[string]any{"type": "object", "additionalProperties": s.of(t.Elem())}
		}
		return map[string]any{
			"type": "object", "additionalProperties": false,
			"properties": map[string]any{"_": s.of(t.Elem())},
		}
	case reflect.Slice:
		return map[string]any{"type": "array", "items": s.of(t.Elem())}
	case reflect.String:
		return map[string]any{"type": "string"}
	case reflect.Bool:
		return map[string]any{"type": "boolean"}
	case reflect.Int:
		return map[string]any{"type": "integer"}
	}
	panic("no schema for " + t.String())
}

func (s *schemas) define(name string, make func() map[string]any) map[string]any {
	if _, ok := s.defs[name]; !ok {
		s.defs[name] = nil
		def := make()
		if doc := s.docs[name]; doc != "" {
			def["description"] = doc
		}
		s.defs[name] = def
	}
	return map[string]any{"$ref": "#/" + s.defsName() + "/" + name}
}

func (s *schemas) enum(words ...string) map[string]any {
	return map[string]any{"type": "string", "enum": words}
}

func (s *schemas) object(t reflect.Type) map[string]any {
	props := map[string]any{}
	var required []string
	for _, f := range fieldsOf(t) {
		p := s.of(f.typ)
		if s.public && f.typ.Kind() == reflect.Pointer && f.typ != valType {
			p = map[string]any{"anyOf": []any{p, map[string]any{"type": "null"}}}
		}
		// The comment stands at the struct that declares the field.
		owner := t
		for _, i := range f.index[:len(f.index)-1] {
			owner = owner.Field(i).Type
		}
		if doc := s.docs[owner.Name()+"."+t.FieldByIndex(f.index).Name]; doc != "" {
			p["description"] = doc
		}
		props[f.name] = p
		required = append(required, f.name)
	}
	return s.closed(props, required)
}

func (s *schemas) closed(props map[string]any, required []string) map[string]any {
	out := map[string]any{"type": "object", "properties": props}
	if s.public {
		out["required"] = required
	} else {
		out["additionalProperties"] = false
	}
	return out
}

// docComments reads the comments of the graph's types and fields.
func docComments(t *testing.T) map[string]string {
	files, err := filepath.Glob("../graph/*.go")
	if err != nil {
		t.Fatal(err)
	}
	docs := map[string]string{}
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range f.Decls {
			gen, ok := d.(*ast.GenDecl)
			if !ok || gen.Tok != token.TYPE {
				continue
			}
			for _, spec := range gen.Specs {
				typ := spec.(*ast.TypeSpec)
				doc := typ.Doc
				if doc == nil {
					doc = gen.Doc
				}
				docs[typ.Name.Name] = clean(doc.Text())
				st, ok := typ.Type.(*ast.StructType)
				if !ok {
					continue
				}
				for _, f := range st.Fields.List {
					for _, n := range f.Names {
						docs[typ.Name.Name+"."+n.Name] = clean(f.Doc.Text() + " " + f.Comment.Text())
					}
				}
			}
		}
	}
	return docs
}

func clean(s string) string { return strings.Join(strings.Fields(s), " ") }
