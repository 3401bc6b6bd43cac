package yaml

import (
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	sigs "sigs.k8s.io/yaml"

	"github.com/irsalint/irsalint/pkg/source"
	"github.com/irsalint/irsalint/pkg/value"
)

// plain gives a value as encoding/json would: the last of equal keys stands.
func plain(v value.Value) any {
	switch v.Kind() {
	case value.Bool:
		b, _ := v.AsBool()
		return b
	case value.Number:
		n, _ := v.AsNumber()
		f, _ := n.Float64()
		return f
	case value.String:
		t, _ := v.AsText()
		return t.String()
	case value.List:
		out := []any{}
		for _, it := range v.Items() {
			out = append(out, plain(it))
		}
		return out
	case value.Map:
		out := map[string]any{}
		for _, f := range v.Fields() {
			out[f.Key.String()] = plain(f.Value)
		}
		return out
	case value.Unknown:
		if t, ok := v.AsText(); ok {
			return t.String()
		}
		return "?"
	}
	return nil
}

// oracle reads one document as kubectl does.
func oracle(t *testing.T, s string) (any, bool) {
	t.Helper()
	data, err := sigs.YAMLToJSON([]byte(s))
	if err != nil {
		return nil, false
	}
	var want any
	if err := json.Unmarshal(data, &want); err != nil {
		t.Fatal(err)
	}
	return want, true
}

func one(t *testing.T, s string) value.Value {
	t.Helper()
	docs, err := File(source.NewFile("a.yaml", []byte(s)))
	if err != nil {
		t.Fatalf("%q: %v", s, err)
	}
	if len(docs) == 0 {
		return value.NullAt(source.Span{})
	}
	if len(docs) > 1 {
		t.Fatalf("%q: %d documents", s, len(docs))
	}
	return docs[0].Value
}

func TestSameAsKubectl(t *testing.T) {
	for _, s := range handWritten {
		want, ok := oracle(t, s)
		if !ok {
			t.Fatalf("%q: not read by kubectl", s)
		}
		if got := plain(one(t, s)); !reflect.DeepEqual(got, want) {
			t.Errorf("%q:\n got %#v\nwant %#v", s, got, want)
		}
	}
}

func TestSamplesSameAsKubectl(t *testing.T) {
	names, err := filepath.Glob("testdata/samples/*")
	if err != nil || len(names) < 50 {
		t.Fatal(len(names), err)
	}
	for _, name := range names {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		docs, err := File(source.NewFile(name, data))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		i := 0
		for _, part := range strings.Split("\n"+string(data), "\n---") {
			want, ok := oracle(t, part)
			if !ok {
				t.Fatalf("%s: not read by kubectl", name)
			}
			if want == nil {
				continue
			}
			if i == len(docs) {
				t.Errorf("%s: only %d documents", name, i)
				break
			}
			if got := plain(docs[i].Value); !reflect.DeepEqual(got, want) {
				t.Errorf("%s, document %d:\n got %#v\nwant %#v", name, i, got, want)
			}
			i++
		}
		for _, d := range docs {
			exact(t, name, d.Value)
		}
	}
}

// exact checks that the place of every string reads as that string again.
func exact(t *testing.T, name string, v value.Value) {
	t.Helper()
	if s, ok := v.KnownString(); ok && !strings.Contains(s, "\n") {
		at := v.At()
		if got := at.Text(); got != s && !strings.ContainsAny(got, "\\'\n") {
			t.Errorf("%s: %q stands at %s, which reads %q", name, s, at.Place(), got)
		}
	}
	for _, it := range v.Items() {
		exact(t, name, it)
	}
	for _, f := range v.Fields() {
		exact(t, name, f.Value)
		if got := f.Key.At().Text(); got != f.Key.Flat() && got != `"`+f.Key.Flat()+`"` {
			t.Errorf("%s: key %q stands at %s, which reads %q", name, f.Key, f.Key.At().Place(), got)
		}
	}
}

var handWritten = []string{
	"a: 1", "a: yes\nb: No\nc: on\nd: OFF\ne: y\nf: N\ng: true\nh: 'yes'\ni: \"no\"", "on: 1\nyes: 2", "1: a\n0x10: b\n1.5: c\ntrue: d",
	"a: ~\nb: null\nc:\nd: ''\ne: \"\"", "a: 0x1F\nb: 0o17\nc: 017\nd: 0b101\ne: 1_000\nf: +12\ng: -0b11\nh: 1e3\ni: .5\nj: 1.\nk: 12e\nl: 1.2.3\nn: 2001-01-01\no: 2001-01-01T00:00:00Z\np: 1:30",
	"a: 123456789012\nb: 012345678901\nc: 1e400\nd: 18446744073709551615\ne: 99999999999999999999\nf: 0.1",
	"- a\n- b:\n    c\n-\n  - d\n- - e\n  - f", "{a: b, c: [d, 'e', \"f\"], g: {}, h: []}", "{a, b: , c: [x,\n y ,\n]}", "[a: b, {c: d}]",
	"a: |\n  one\n   two\n\n  three\n\nb: >\n  one\n  two\n\n  three\n   more\n   lines\n  end\nc: |-\n  x\nd: |+\n  x\n\n\ne: >-\n  x\n  y\n",
	"a: |2\n   one\n  two\n", "a:\n  - |\n    x\n  - >\n\n    y\n", "a: |\n\n\n  x\n", "a: |\n  x", "a: |\n", "a: >\n\n", "a: |-\n\n  \n  x\n \nb: 1", "|\n a\n b",
	"a: one\n  two\n\n  three\nb: 'one\n  two\n\n  three'\nc: \"one\n  two \\\n  three\\n\\x41\\u00e9\\U0001F600\\t\\\"\\\\\\0\\a\\b\\e\\f\\r\\v\\N\\_\\L\\P\\ x\"\nd: 'it''s'",
	"a: \"x  \n\n\n  y\"\nb: 'x  \n  y'\nc: \"a \\\n\n  b\"", "a: é # c\nb: 'ü'\n\"ö\": x\nc: [é, è]", "\uFEFFa: 1\nb: c",
	"a: &x {b: 1}\nc: *x\nd: [*x, *x]", "a: &x\n  b: 1\n  c: 2\nd:\n  <<: *x\n  c: 3\ne:\n  c: 3\n  <<: *x\nf:\n  <<: [{b: 5}, *x]\n",
	"a: &x yes\nb: *x\n*x : c", "\"<<\": {a: 1}", "a: !!str 1\nb: !!int '2'\nc: !foo bar\nd: !foo {e: f}\ng: !foo [h]\ni: !!float 3\nj: ! 12\nk: !!bool 'yes'\nl: !!null ''",
	"a: !!binary aGVsbG8=", "a: !Sub |\n  x\nb: !GetAtt\n  - c\n  - d", "a: &x !foo bar\nb: !foo &y bar", "---\na: 1\n...", "%YAML 1.1\n---\na: 1", "# c\n\na: 1 # d\n# e\nb:\n  # f\n  c: d\n",
	"a: 1\na: 2", "a:\r\n  b: |\r\n    x\r\n    y\r\n  c: d\r\n", "a:\n- b\n- c\nd: e", "? a\n: b\n? c\n", "a: b: c\n"[:4], "a: \"b\"   # c\nd: 'e'# f\n"[:10], "'a': b\n\"c\\td\": e",
	"a: http://x:8080/y#z\nb: system:serviceaccount:ns:name\nc: -x\nd: ?y\ne: :z\nf: a#b", "a: [a:b, c]\nb: {x: y:z}", "key: >-\n  folded\n\n\n  text\n\n    code\n    code\n\n  end\n", "a: >\n    x\n\n  # no comment\n"[:11],
	"foo: |\n  - rolearn: a\n    groups:\n      - b\n  - rolearn: c\nbar: baz", "a: <<\nb: 1", "a: 1 \t\nb:\t2",
}
