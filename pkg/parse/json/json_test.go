package json

import (
	stdjson "encoding/json"
	"errors"
	"reflect"
	"strconv"
	"strings"
	"testing"

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
		s, _ := v.KnownString()
		return s
	case value.List:
		out := []any{}
		for _, it := range v.Items() {
			out = append(out, plain(it))
		}
		return out
	case value.Map:
		out := map[string]any{}
		for _, f := range v.Fields() {
			out[f.Key.Flat()] = plain(f.Value)
		}
		return out
	}
	return nil
}

func file(t *testing.T, s string) value.Value {
	t.Helper()
	v, err := File(source.NewFile("a.json", []byte(s)))
	if err != nil {
		t.Fatalf("%s: %v", s, err)
	}
	return v
}

func TestSameAsStandardLibrary(t *testing.T) {
	for _, s := range []string{
		`null`, `true`, `false`, `0`, `-0`, `1.5e3`, `-12`, `1e400`, `""`, `"a"`, `[]`, `{}`, ` [ 1 , "x" ] `,
		`{"a":{"b":[1,2,{"c":null}]},"a":2}`, `"\ud83d\ude00 \u00e9 \" \\ \/ \b\f\n\r\t"`, `"\ud83d"`, `"\ud83dx"`,
		`"\ud83d\u0041"`, "\"\u00e9\U0001F600\"", "[1,\r\n\t2]", `12345678901234567890`, `0.1`,
	} {
		want := any(nil)
		if s == `1e400` { // past a float64, within ours
			file(t, s)
			continue
		}
		if err := stdjson.Unmarshal([]byte(s), &want); err != nil {
			t.Fatal(s, err)
		}
		if got := plain(file(t, s)); !reflect.DeepEqual(got, want) {
			t.Errorf("%s: got %v, want %v", s, got, want)
		}
	}
}

func TestErrors(t *testing.T) {
	for _, c := range []struct{ in, place, message string }{
		{``, "a.json:1:1:1:1", "expected a value, found the end of the text"},
		{`{"a":1`, "a.json:1:7:1:7", "expected a comma or } after an object member, found the end of the text"},
		{"{\n  \"a\": 1\n  \"b\": 2}", "a.json:3:3:3:4", `expected a comma or } after an object member, found '"'`},
		{`[1,]`, "a.json:1:4:1:5", `expected a value, found ']'`},
		{`[,1]`, "a.json:1:2:1:3", `expected a value, found ','`},
		{`[1 2]`, "a.json:1:4:1:5", `expected a comma or ] after a list element, found '2'`},
		{`{"a":1,}`, "a.json:1:8:1:9", `expected a key in double quotes, found '}'`},
		{`{a:1}`, "a.json:1:2:1:3", `expected a key in double quotes, found 'a'`},
		{`{"a" 1}`, "a.json:1:6:1:7", `expected a colon after a key, found '1'`},
		{`{"a":"b`, "a.json:1:6:1:7", `the string has no end`},
		{"\"a\nb\"", "a.json:1:3:2:1", `a control character in a string must be escaped, found '\n'`},
		{`"\x"`, "a.json:1:2:1:3", `no such escape in JSON`},
		{`"\u12g4"`, "a.json:1:2:1:3", `\u needs four hexadecimal digits`},
		{`{} {}`, "a.json:1:4:1:5", "there is something after the end of the document"},
		{`// c`, "a.json:1:1:1:2", `expected a value, found '/'`},
		{`01`, "a.json:1:1:1:2", `expected a value, found '0'`},
		{`+1`, "a.json:1:1:1:2", `expected a value, found '+'`},
		{`1.`, "a.json:1:1:1:2", `expected a value, found '1'`},
		{`True`, "a.json:1:1:1:2", `expected a value, found 'T'`},
		{`1e401`, "a.json:1:1:1:2", `the number is too large`},
		{`1e-99999999999999999999`, "a.json:1:1:1:2", `the number is too large`},
		{"1" + strings.Repeat("0", 2000), "a.json:1:1:1:2", `the number is too large`},
		{strings.Repeat("[", 300), "a.json:1:202:1:203", "nested deeper than 200 levels"},
		{"[" + strings.Repeat("1,", MaxValues) + "1]", "", "more than 500000 values"},
	} {
		_, err := File(source.NewFile("a.json", []byte(c.in)))
		var e *Error
		if !errors.As(err, &e) {
			t.Errorf("%.40s: no error", c.in)
			continue
		}
		if e.Message != c.message || c.place != "" && e.At.Place() != c.place {
			t.Errorf("%.40s: %q at %s", c.in, e.Message, e.At.Place())
		}
	}
}

func TestPlaces(t *testing.T) {
	in := "\uFEFF{\n  \"é\": [\"x\", 12, {}],\n  \"dup\": \"a\\nb\",\n  \"dup\": \"\",\n  \"q\": true\n}\n"
	v := file(t, in)
	fields := v.Fields()
	if len(fields) != 4 || fields[1].Key.Flat() != "dup" || fields[2].Key.Flat() != "dup" {
		t.Fatalf("fields: %v", len(fields))
	}
	check := func(name string, at source.Span, text string) {
		t.Helper()
		if at.Text() != text {
			t.Errorf("%s: place covers %q, want %q", name, at.Text(), text)
		}
	}
	check("document", v.At(), strings.TrimPrefix(strings.TrimSuffix(in, "\n"), "\uFEFF"))
	check("key", fields[0].Key.At(), "é")
	check("list", fields[0].Value.At(), `["x", 12, {}]`)
	check("string", fields[0].Value.Items()[0].At(), "x")
	check("number", fields[0].Value.Items()[1].At(), "12")
	check("map", fields[0].Value.Items()[2].At(), "{}")
	check("escaped", fields[1].Value.At(), `a\nb`)
	check("bool", fields[3].Value.At(), "true")
	check("empty", fields[2].Value.At(), "")
	if p := fields[2].Value.At().Place(); p != "a.json:4:11:4:11" {
		t.Errorf("empty string at %s", p)
	}
	text, _ := fields[1].Value.AsText()
	check("after an escape", text.Locate(2, 3), "b")
	check("an escape", text.Locate(1, 2), `\n`)
	if p := fields[0].Value.Items()[1].At().Place(); p != "a.json:2:14:2:16" {
		t.Errorf("columns count code points: %s", p)
	}
}

// rope makes a text in which every $name$ of s is a symbol; its key holds
// what would end a string.
func rope(s string) value.Text {
	f := source.NewFile("a.tf", []byte(s))
	var pieces []value.Piece
	off := 0
	for i, part := range strings.Split(s, "$") {
		at := source.Span{File: f, Start: off, End: off + len(part)}
		t := value.Literal(part, at)
		if i%2 == 1 {
			t = value.FromSymbol(&value.Symbol{Key: `x["` + part + `"], {`, Label: part}, at)
		}
		pieces = append(pieces, value.Piece{Text: t})
		off += len(part) + 1
	}
	return value.Concat(source.Span{File: f, End: len(s)}, pieces...)
}

func TestSymbols(t *testing.T) {
	v, err := Decode(rope(`{"$k$:sub": "a$x$b\n", "whole": $w$, "list": ["a", $l$], "n": 1$n$, $more$ "last": [$b$ 2]}`))
	if err != nil {
		t.Fatal(err)
	}
	if !v.IsOpen() || v.Symbol().Label != "more" {
		t.Error("members made by a symbol leave the map open")
	}
	fields := v.Fields()
	if got := fields[0].Key.String(); got != "${k}:sub" {
		t.Errorf("key %q", got)
	}
	text, _ := fields[0].Value.AsText()
	if text.String() != "a${x}b\n" || text.Locate(0, 1).Text() != "a" || text.Symbols()[0].Label != "x" {
		t.Errorf("value %q", text.String())
	}
	if w := fields[1].Value; !w.IsUnknown() || w.Symbol().Label != "w" || w.At().Text() != "w" {
		t.Errorf("whole: %v", w.Kind())
	}
	if l := fields[2].Value; !l.IsOpen() || len(l.Items()) != 2 || l.Symbol().Label != "l" {
		t.Error("an unquoted symbol in a list may be several elements")
	}
	if n := fields[3].Value; !n.IsUnknown() || n.Symbol().Key == `x["n"], {` {
		t.Error("part of a number is not the symbol itself")
	}
	if b := fields[4].Value; fields[4].Key.Flat() != "last" || !b.IsOpen() || len(b.Items()) != 2 {
		t.Error("a comma may be part of what a symbol stands for")
	}
}

func TestSymbolsOutsideStringsForgive(t *testing.T) {
	for _, c := range []struct {
		in   string
		kind value.Kind
	}{
		{`$x$`, value.Unknown},
		{`$x${"a": 1}`, value.Unknown},
		{`{"a": 1}$x$`, value.Map},
		{`{"a": $x$ "b" "c"}`, value.Unknown},
		{`[1 $x$]`, value.List},
		{`{$k$: 1}`, value.Map},
	} {
		v, err := Decode(rope(c.in))
		if err != nil || v.Kind() != c.kind {
			t.Errorf("%s: %v, %v", c.in, v.Kind(), err)
		}
	}
	if _, err := Decode(rope(`{"a": "$x$" "b"}`)); err == nil {
		t.Error("a symbol in a string excuses nothing")
	}
}

func TestDocIsTaken(t *testing.T) {
	doc := value.IntAt(7, source.Span{})
	v, err := Decode(value.Literal("no JSON", source.Span{}).WithDoc(doc))
	if n, ok := v.AsInt(); err != nil || !ok || n != 7 {
		t.Error(v, err)
	}
}

// Strings of many escapes and texts of many parts must be read in linear time;
// quadratic code does not come back from this.
func TestHostileSizes(t *testing.T) {
	if _, err := File(source.NewFile("a.json", []byte(`"`+strings.Repeat(`\"a`, 1<<20)+`"`))); err != nil {
		t.Error(err)
	}
	pieces := []value.Piece{{Text: value.Literal("[", source.Span{})}}
	for range 200_000 {
		pieces = append(pieces, value.Piece{Text: value.Literal(`"a",`, source.Span{})})
	}
	pieces = append(pieces, value.Piece{Text: value.Literal("1]", source.Span{})})
	if _, err := Decode(value.Concat(source.Span{}, pieces...)); err != nil {
		t.Error(err)
	}
}

func FuzzJSON(f *testing.F) {
	for _, s := range []string{`{"a":[1,"\ud83d\ude00",{"b":null}]}`, `{"$x$:sub":$y$, $z$}`, `[$a$ 1]`, `"\u00e9`, "\uFEFF[1e3]", `{"a":1,"a":2}`} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		s = source.SanitizeString(s)
		want := any(nil)
		stdErr := stdjson.Unmarshal([]byte(s), &want)
		v, err := File(source.NewFile("a.json", []byte(s)))
		if (err == nil) != (stdErr == nil) && !strings.HasPrefix(s, "\uFEFF") && !limited(err) && !limited(stdErr) {
			t.Fatalf("ours %v, standard %v", err, stdErr)
		}
		inside(t, v)
		if v, err = Decode(rope(s)); err == nil {
			inside(t, v)
		}
	})
}

func limited(err error) bool {
	return err != nil && (strings.Contains(err.Error(), "nested deeper") || strings.Contains(err.Error(), "too large") ||
		strings.Contains(err.Error(), "cannot unmarshal number") || strings.Contains(err.Error(), "exceeded max depth"))
}

// inside checks that every place lies in its file and that a string's place
// reads as that string again.
func inside(t *testing.T, v value.Value) {
	at := v.At()
	if at.File != nil && (at.Start < 0 || at.End < at.Start || at.End > len(at.File.Data)) {
		t.Fatalf("place %d-%d is outside the file", at.Start, at.End)
	}
	if s, ok := v.KnownString(); ok && at.File != nil && at.File.Path == "a.json" {
		again, err := Decode(value.Literal(`"`+at.Text()+`"`, source.Span{}))
		if got, _ := again.KnownString(); err != nil || got != s {
			t.Fatalf("%s reads as %s: %v", strconv.Quote(s), strconv.Quote(got), err)
		}
	}
	for _, it := range v.Items() {
		inside(t, it)
	}
	for _, f := range v.Fields() {
		inside(t, f.Value)
	}
}
