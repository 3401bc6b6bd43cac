package yaml

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/irsalint/irsalint/pkg/parse/json"
	"github.com/irsalint/irsalint/pkg/source"
	"github.com/irsalint/irsalint/pkg/value"
)

// get follows keys and indexes down.
func get(t *testing.T, v value.Value, path ...any) value.Value {
	t.Helper()
	for _, p := range path {
		switch p := p.(type) {
		case string:
			next, ok := v.Get(p)
			if !ok {
				t.Fatalf("no %q in %v", p, plain(v))
			}
			v = next
		case int:
			if p >= len(v.Items()) {
				t.Fatalf("no element %d in %v", p, plain(v))
			}
			v = v.Items()[p]
		}
	}
	return v
}

func TestPlaces(t *testing.T) {
	v := one(t, `# head
metadata:
  name: web   # comment
  'quoted': "é x"
  "esc\t": "a\tb"
  folded: one
    two
  flow: {a: [1, "two"], b: }
  empty: ""
  none:
  tagged: !Ref thing
  anchor: &a !!str 12
  alias: *a
list:
- x
-   y: 1
    z: 'it''s'
`)
	for _, c := range []struct {
		path        []any
		text, place string
	}{
		{[]any{"metadata", "name"}, "web", "a.yaml:3:9:3:12"},
		{[]any{"metadata", "quoted"}, "é x", "a.yaml:4:14:4:17"},
		{[]any{"metadata", "esc\t"}, `a\tb`, "a.yaml:5:13:5:17"},
		{[]any{"metadata", "folded"}, "one\n    two", "a.yaml:6:11:7:8"},
		{[]any{"metadata", "flow"}, `{a: [1, "two"], b: }`, ""},
		{[]any{"metadata", "flow", "a"}, `[1, "two"]`, ""},
		{[]any{"metadata", "flow", "a", 0}, `1`, ""},
		{[]any{"metadata", "flow", "a", 1}, `two`, ""},
		{[]any{"metadata", "empty"}, "", "a.yaml:9:11:9:11"},
		{[]any{"metadata", "none"}, "", "a.yaml:10:8:10:8"},
		{[]any{"metadata", "tagged"}, "thing", ""},
		{[]any{"metadata", "anchor"}, "12", ""},
		{[]any{"metadata", "alias"}, "12", "a.yaml:12:20:12:22"},
		{[]any{"list"}, "- x\n-   y: 1\n    z: 'it''s'", ""},
		{[]any{"list", 1}, "y: 1\n    z: 'it''s'", ""},
		{[]any{"list", 1, "z"}, "it''s", ""},
	} {
		at := get(t, v, c.path...).At()
		if at.Text() != c.text || c.place != "" && at.Place() != c.place {
			t.Errorf("%v: place %s covers %q, want %q at %s", c.path, at.Place(), at.Text(), c.text, c.place)
		}
	}
	key := get(t, v, "metadata").Fields()[1].Key
	if key.At().Text() != "quoted" {
		t.Errorf("key covers %q", key.At().Text())
	}
}

const authFile = `apiVersion: v1
kind: ConfigMap
data:
  mapRoles: |
    - rolearn: arn:aws:iam::111122223333:role/nodes
      username: system:node:{{EC2PrivateDNSName}}
      groups:
        - system:nodes

    - rolearn: second
  folded: >-
    {"a":
     [1, "é"]}
`

func TestDocumentInDocument(t *testing.T) {
	for name, in := range map[string]string{"unix": authFile, "dos": strings.ReplaceAll(authFile, "\n", "\r\n")} {
		v := one(t, in)
		text, _ := get(t, v, "data", "mapRoles").AsText()
		docs, err := Decode(text)
		if err != nil || len(docs) != 1 {
			t.Fatal(name, err, len(docs))
		}
		roles := docs[0].Value
		for _, c := range []struct {
			v     value.Value
			place string
		}{
			{get(t, roles, 0, "rolearn"), "a.yaml:5:16:5:52"},
			{get(t, roles, 0, "groups", 0), "a.yaml:8:11:8:23"},
			{get(t, roles, 1, "rolearn"), "a.yaml:10:16:10:22"},
			{get(t, roles, 1), "a.yaml:10:7:10:22"},
		} {
			if p := c.v.At().Place(); p != c.place {
				t.Errorf("%s: %s, want %s", name, p, c.place)
			}
		}
		folded, _ := get(t, v, "data", "folded").AsText()
		doc, err := json.Decode(folded)
		if err != nil {
			t.Fatal(name, err)
		}
		if at := get(t, doc, "a", 1).At(); at.Place() != "a.yaml:13:11:13:12" || at.Text() != "é" {
			t.Errorf("%s: JSON in a folded block: %s", name, at.Place())
		}
	}
}

// rope makes a text in which every $name$ of s is a symbol; its key holds
// what would mislead a YAML parser.
func rope(s string) value.Text {
	f := source.NewFile("a.tf", []byte(s))
	var pieces []value.Piece
	off := 0
	for i, part := range strings.Split(s, "$") {
		at := source.Span{File: f, Start: off, End: off + len(part)}
		t := value.Literal(part, at)
		if i%2 == 1 {
			t = value.FromSymbol(&value.Symbol{Key: "é: [\"'#\n- {" + part, Label: part}, at)
		}
		pieces = append(pieces, value.Piece{Text: t})
		off += len(part) + 1
	}
	return value.Concat(source.Span{File: f, End: len(s)}, pieces...)
}

func TestSymbols(t *testing.T) {
	docs, err := Decode(rope("whole: $w$\npart: arn:$p$:x # c\nquoted: \"$q$\"\n$k$/role: 1\nlist: [a, $l$]\nblock: |\n  one $b$\n  $c$\nsingle: 'x$s$'\nlast: z\n"))
	if err != nil || len(docs) != 1 {
		t.Fatal(err)
	}
	v := docs[0].Value
	if v.IsOpen() {
		t.Error("nothing opens the map")
	}
	if w := get(t, v, "whole"); !w.IsUnknown() || w.Symbol().Label != "w" || w.At().Text() != "w" {
		t.Error("a plain scalar that is a symbol may be anything")
	}
	for key, want := range map[string]string{"part": "arn:${p}:x", "quoted": "${q}", "block": "one ${b}\n${c}\n", "single": "x${s}", "last": "z"} {
		got := get(t, v, key)
		text, _ := got.AsText()
		if got.Kind() != value.String || text.String() != want {
			t.Errorf("%s: %v %q, want %q", key, got.Kind(), text, want)
		}
	}
	if k := v.Fields()[3].Key.String(); k != "${k}/role" {
		t.Errorf("key %q", k)
	}
	if l := get(t, v, "list"); !l.IsOpen() || l.Symbol().Label != "l" || len(l.Items()) != 2 {
		t.Error("an unquoted symbol in a flow list may be several elements")
	}
}

func TestSymbolsOnLinesOfTheirOwn(t *testing.T) {
	docs, err := Decode(rope("kind: A\nmeta:\n  name: x\n  $more$\nempty:\n  $value$\nrest:\n- a: 1\n$items$\nend:\n  b: c\n$a$$b$\n"))
	if err != nil || len(docs) != 1 {
		t.Fatal(err, len(docs))
	}
	v := docs[0].Value
	if m := get(t, v, "meta"); !m.IsOpen() || m.Symbol().Label != "more" {
		t.Error("a symbol on its own line opens the map around it")
	}
	if s, _ := get(t, v, "meta", "name").KnownString(); s != "x" {
		t.Error("a scalar above at the same indentation stays")
	}
	if e := get(t, v, "empty"); !e.IsUnknown() || e.Symbol().Label != "value" {
		t.Error("a symbol below a key is its value")
	}
	rest := get(t, v, "rest")
	if !rest.IsOpen() || len(rest.Items()) != 1 || !rest.Items()[0].IsOpen() {
		t.Error("a symbol after a list may add to it")
	}
	if !v.IsOpen() || !get(t, v, "end").IsOpen() {
		t.Error("a symbol at the end may add to the map")
	}

	docs, err = Decode(rope("a: one\n  $tail$\nb: two\n"))
	if err != nil || !get(t, docs[0].Value, "a").IsUnknown() {
		t.Error("a symbol that may go on with a scalar makes it unknown", err)
	}
	docs, err = Decode(rope("m:\n  a: 1\n$lines$  b: 2\n"))
	if err != nil || !get(t, docs[0].Value, "m").IsOpen() {
		t.Fatal("a symbol may hold its line break", err)
	}
	for _, in := range []string{"$all$\n", "a: [\n$x$", "a: 'x\n---\n$y$"} {
		docs, err := Decode(rope(in))
		if len(docs) == 0 || !docs[len(docs)-1].Value.IsUnknown() {
			t.Errorf("%q: %v", in, err)
		}
	}
}

func TestTemplatePlaceholder(t *testing.T) {
	v := one(t, "a: {{ .Values.x }}\nb: [{{ y }}]\nc: x{{ z }}\n")
	if a := get(t, v, "a"); !a.IsUnknown() || a.At().Text() != "{{ .Values.x }}" || a.Symbol().Label != ".Values.x" {
		t.Errorf("a: %v", a.Kind())
	}
	if b := get(t, v, "b"); b.At().Text() != "[{{ y }}]" {
		t.Errorf("b: %q", b.At().Text())
	}
}

func TestDuplicateKeysAreKept(t *testing.T) {
	v := one(t, "a: 1\na: 2\nb: &x {c: 1}\nd: {c: 0, <<: *x}\n")
	if len(v.Fields()) != 4 {
		t.Error("both fields of one key are kept")
	}
	if d := get(t, v, "d"); len(d.Fields()) != 1 {
		t.Error("a field that a merge replaces is none")
	}
}

func TestErrors(t *testing.T) {
	for _, c := range []struct {
		in, message string
		line, docs  int
	}{
		{"a: 1\n---\nb: [1\n---\nc: 2\n", "did not find expected", 3, 2},
		{"x: 1\n- y\n", "did not find expected key", 2, 0},
		{"x: 1\nfoo\nbar: 1\n", "could not find expected ':'", 2, 0},
		{"x: 1\ny: @a\n", "cannot start any token", 2, 0},
		{"a: 1\nb:\n\t- c\n", "found character that cannot start any token", 3, 0},
		{"a: &x [*x]\n", "inside its own anchor", 1, 0},
		{"a: *x\n", "unknown anchor", 1, 0},
		{"<<: 1\n", "merge key", 1, 0},
		{strings.Repeat("[", 300) + strings.Repeat("]", 300), "nested deeper", 1, 0},
		{"\xff\xfea\x00", "UTF-16", 1, 0},
		{"a: \xff\n", "invalid", 0, 0},
		{"a: \x01\n", "control characters", 0, 0},
		{bomb(), "stand for more than", 0, 0},
		{"[" + strings.Repeat("a,", MaxNodes) + "]", "more than about", 1, 0},
	} {
		docs, err := File(source.NewFile("a.yaml", []byte(c.in)))
		var e *Error
		if !errors.As(err, &e) {
			t.Errorf("%.30q: no error", c.in)
			continue
		}
		if !strings.Contains(e.Message, c.message) || len(docs) != c.docs {
			t.Errorf("%.30q: %q, %d documents", c.in, e.Message, len(docs))
		}
		if e.At.File == nil || c.line > 0 && e.At.File.Position(e.At.Start).Line != c.line {
			t.Errorf("%.30q: at %s", c.in, e.At.Place())
		}
	}
}

// bomb is nine lists of nine aliases each, one in the other.
func bomb() string {
	var b strings.Builder
	b.WriteString("a0: &a0 [x]\n")
	for i := 1; i < 9; i++ {
		fmt.Fprintf(&b, "a%d: &a%d [%s]\n", i, i, strings.TrimSuffix(strings.Repeat(fmt.Sprintf("*a%d,", i-1), 9), ","))
	}
	return b.String()
}

// None of these may take more than linear time.
func TestHostileSizes(t *testing.T) {
	for name, in := range map[string]string{
		"escapes":  `a: "` + strings.Repeat(`\x41`, 1<<19) + `"`,
		"lines":    "a: |\n" + strings.Repeat("  x\n", 1<<18),
		"folded":   "a: >\n" + strings.Repeat("  x\n", 1<<17),
		"one line": "[" + strings.Repeat("é, ", 1<<17) + "]",
		"comments": strings.Repeat("# x\n", 1<<17) + "a: 1",
		"quotes":   "a: '" + strings.Repeat("''", 1<<20) + "'",
		"words":    "a: " + strings.Repeat("x\n  ", 1<<17),
		"markers":  strings.Repeat("---\n", 1<<16),
	} {
		if _, err := File(source.NewFile("a.yaml", []byte(in))); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := Decode(rope(strings.Repeat("- $x$\n  $y$\n", 1<<13))); err != nil {
		t.Error(err)
	}
}

func TestTemplated(t *testing.T) {
	for in, want := range map[string]bool{
		"a: {{ .Values.x }}": true, "{% if x %}": true, "<%= x %>": true, "a: ${x}": false, "a: b": false,
		"username: system:node:{{EC2PrivateDNSName}}": false, "a: {{SessionName}} {{x}}": true,
	} {
		if got := Templated([]byte(in)); got != want {
			t.Errorf("%q: %v", in, got)
		}
	}
}

func TestRelevant(t *testing.T) {
	for in, want := range map[string]bool{
		"apiVersion: apps/v1\nkind: Deployment": true, "kind: ServiceAccount": true, "kind: EC2NodeClass\napiVersion: x": true,
		"serviceAccount: x": true, "name: aws-auth": true, "{\"kind\":\"Pod\",\"apiVersion\":\"v1\"}": true,
		"apiVersion: v1\nkind: Secret": false, "on: push\njobs: {}": false, "": false,
	} {
		if got := Relevant([]byte(in)); got != want {
			t.Errorf("%q: %v", in, got)
		}
	}
}

func FuzzYAML(f *testing.F) {
	for _, s := range handWritten {
		f.Add(s)
	}
	for _, s := range []string{authFile, "a: $x$\n$y$\n  $z$ b", "- $a$: [$b$]\n  c: |\n   $d$", "{{ $x$ }}", "<<: $m$\n"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if len(s) > 1<<14 {
			return
		}
		s = source.SanitizeString(s)
		docs, _ := File(source.NewFile("a.yaml", []byte(s)))
		for _, d := range docs {
			inside(t, d.Value)
		}
		docs, _ = Decode(rope(s))
		for _, d := range docs {
			inside(t, d.Value)
		}
	})
}

// inside checks that every place lies in its file and that a plain place
// reads as the scalar again.
func inside(t *testing.T, v value.Value) {
	at := v.At()
	if at.File != nil && (at.Start < 0 || at.End < at.Start || at.End > len(at.File.Data)) {
		t.Fatalf("place %d-%d is outside the file", at.Start, at.End)
	}
	if text, ok := v.AsText(); ok && v.Kind() == value.String {
		for i, r := range text.Flat() { // an exact place holds the character itself
			at := text.Locate(i, i+1)
			if at == text.At() && len(text.Flat()) > 1 {
				break // the place of the scalar as a whole
			}
			if at.File != nil && at.End-at.Start == 1 && r < 0x80 && !text.Symbolic() && at.Text() != string(r) {
				if got := at.Text(); got != "\n" && got != "\r" { // a folded line break
					t.Fatalf("%q at %d stands at %q", text, i, got)
				}
			}
		}
	}
	for _, it := range v.Items() {
		inside(t, it)
	}
	for _, f := range v.Fields() {
		inside(t, f.Value)
	}
}

// TestManifests: definitions of kinds are left out, by their text alone.
func TestManifests(t *testing.T) {
	const crd = "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nspec:\n  names:\n    kind: Pod\n"
	for text, want := range map[string]int{
		crd: 0,
		"# a comment\n---\n" + crd + "---\nkind: Pod\n---\n" + crd: 1,
		strings.ReplaceAll(crd, "\n", "\r\n"):                      0,
		crd + "kind: Pod\n":                                        1, // the last counts
		crd + "\"kind\": Pod\n":                                    1,
		strings.Replace(crd, "Definition", "DefinitionList", 1):    1,
		"{kind: CustomResourceDefinition}":                         1,
		"text: |\n  kind: CustomResourceDefinition\n":              1,
	} {
		docs, err := Manifests(source.NewFile("a.yaml", []byte(text)))
		n := 0
		for _, d := range docs {
			if !d.Value.IsUnknown() { // an empty document is none
				n++
			}
		}
		if err != nil || n != want {
			t.Errorf("%q: %d documents, want %d; %v", text, n, want, err)
		}
	}
	if docs, _ := Manifests(source.NewFile("a.yaml", []byte(crd+"  {{ x }}:\n"))); len(docs) == 0 {
		t.Error("a template may be anything")
	}
}
