package proof

import (
	"context"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/irsalint/irsalint/internal/golden"
	"github.com/irsalint/irsalint/pkg/finding"
	"github.com/irsalint/irsalint/pkg/graph"
	"github.com/irsalint/irsalint/pkg/lint"
	"github.com/irsalint/irsalint/pkg/source"
)

// placed is a place of the graph, with the value that it supplied, if any.
type placed struct {
	field string // path of the field from its node, without ids
	at    source.Span
	val   *graph.Val
}

// graphOf gives the graph of files in memory.
func graphOf(t *testing.T, files golden.Files) *graph.Graph {
	t.Helper()
	g, err := session().Graph(context.Background(), lint.Options{FS: source.MapFS(files), Jobs: 1})
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// placesOf gives every place of a graph, in order.
func placesOf(g *graph.Graph) (out []placed) {
	valType, placeType := reflect.TypeFor[*graph.Val](), reflect.TypeFor[graph.Place]()
	var walk func(v reflect.Value, field string)
	walk = func(v reflect.Value, field string) {
		switch {
		case v.Type() == valType:
			if val := v.Interface().(*graph.Val); val != nil {
				out = append(out, placed{field, val.Span(), val})
			}
		case v.Type() == placeType:
			out = append(out, placed{field, v.Interface().(graph.Place).Span, nil})
		case v.Kind() == reflect.Pointer:
			if !v.IsNil() {
				walk(v.Elem(), field)
			}
		case v.Kind() == reflect.Struct:
			for i := range v.NumField() {
				f := v.Type().Field(i)
				name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
				switch {
				case !f.IsExported() || name == "-":
				case f.Anonymous:
					walk(v.Field(i), field)
				default:
					walk(v.Field(i), field+"."+name)
				}
			}
		case v.Kind() == reflect.Slice:
			for i := range v.Len() {
				walk(v.Index(i), field)
			}
		case v.Kind() == reflect.Map:
			keys := v.MapKeys()
			slices.SortFunc(keys, func(a, b reflect.Value) int { return strings.Compare(a.String(), b.String()) })
			for _, k := range keys {
				walk(v.MapIndex(k), field)
			}
		}
	}
	v := reflect.ValueOf(g).Elem()
	for i := range v.NumField() {
		if f := v.Type().Field(i); f.IsExported() {
			name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
			walk(v.Field(i), name)
		}
	}
	return out
}

// covered reads path:line:column:line:column and gives the text that it
// covers, with a complaint about a place that is none.
func covered(files golden.Files, place string) (text, complaint string) {
	rest := place
	var n [4]int
	for i := len(n) - 1; i >= 0; i-- {
		colon := strings.LastIndexByte(rest, ':')
		if colon < 0 {
			return "", "it is no place"
		}
		v, err := strconv.Atoi(rest[colon+1:])
		if err != nil {
			return "", "it is no place"
		}
		n[i], rest = v, rest[:colon]
	}
	content, ok := files[rest]
	if !ok {
		return "", "there is no such file"
	}
	start, ok1 := offset(content, n[0], n[1])
	end, ok2 := offset(content, n[2], n[3])
	switch {
	case !ok1 || !ok2:
		return "", "it is outside its file"
	case end < start:
		return "", "it ends before it starts"
	}
	return content[start:end], ""
}

// offset gives the byte of a line and a column in code points.
func offset(text string, line, column int) (int, bool) {
	at := 0
	for ; line > 1; line-- {
		i := strings.IndexByte(text[at:], '\n')
		if i < 0 {
			return 0, false
		}
		at += i + 1
	}
	for ; column > 1; column-- {
		if at >= len(text) || text[at] == '\n' {
			return 0, false
		}
		_, size := utf8.DecodeRuneInString(text[at:])
		at += size
	}
	return at, line == 1 && column == 1
}

// TestPlacesInside: every place of every graph and finding names a file that
// was read and bytes in it, and is told in lines and columns as it is in bytes.
func TestPlacesInside(t *testing.T) {
	for _, r := range repositories(t) {
		t.Run(r.name, func(t *testing.T) {
			t.Parallel()
			for _, p := range placesOf(graphOf(t, r.files)) {
				if p.at.IsZero() {
					continue
				}
				text, complaint := covered(r.files, p.at.Place())
				if complaint == "" && text != p.at.Text() {
					complaint = fmt.Sprintf("it covers %q, and its bytes are %q", text, p.at.Text())
				}
				if complaint != "" {
					t.Errorf("%s: %s: %s", p.field, p.at.Place(), complaint)
				}
			}
			for _, f := range run(t, r.files).Findings {
				for _, l := range locations(f) {
					text, complaint := covered(r.files, placeOf(l))
					if complaint == "" && text == "" && f.Rule != lint.Unparsable {
						complaint = "it covers nothing"
					}
					if complaint == "" && strings.Contains(text, "\n") {
						complaint = "it covers more than a line"
					}
					if complaint != "" {
						t.Errorf("%s: %s: %s", f.Rule, placeOf(l), complaint)
					}
				}
			}
		})
	}
}

func locations(f finding.Finding) []finding.Location {
	out := []finding.Location{f.Location}
	for _, r := range f.Related {
		out = append(out, r.Location)
	}
	if f.Fix != nil {
		for _, e := range f.Fix.Edits {
			out = append(out, e.Location)
		}
	}
	return out
}

func placeOf(l finding.Location) string {
	return fmt.Sprintf("%s:%d:%d:%d:%d", l.File, l.Line, l.Column, l.EndLine, l.EndColumn)
}
