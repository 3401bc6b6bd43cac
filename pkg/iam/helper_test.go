package iam

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"math/big"
	"strings"
	"testing"

	"github.com/irsalint/irsalint/pkg/source"
	"github.com/irsalint/irsalint/pkg/value"
)

// txt makes a text; §name§ in it is a symbol, §name:class§ one of a class.
func txt(s string) value.Text {
	classes := map[string]value.Class{"account": value.Account, "region": value.Region,
		"partition": value.Partition, "id": value.IssuerID, "name": value.Name, "suffix": value.DNSSuffix}
	var pieces []value.Piece
	for i, p := range strings.Split(s, "§") {
		switch {
		case p == "":
		case i%2 == 0:
			pieces = append(pieces, value.Piece{Text: lit(p)})
		default:
			name, class, _ := strings.Cut(p, ":")
			pieces = append(pieces, value.Piece{Text: value.FromSymbol(&value.Symbol{
				Key: name, Label: name, Why: "test", Class: classes[class]}, source.Span{})})
		}
	}
	return value.Concat(source.Span{}, pieces...)
}

// decode makes a value of JSON. The string "§?§" is a value of which nothing
// is known; an element "§+§" of a list, or a key of an object, opens it.
func decode(data string) (value.Value, error) {
	d := json.NewDecoder(strings.NewReader(data))
	d.UseNumber()
	v, err := decodeNext(d, 0)
	if err != nil {
		return value.Value{}, err
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return value.Value{}, errors.New("more than one value")
	}
	return v, nil
}

func decodeNext(d *json.Decoder, depth int) (value.Value, error) {
	if depth > 100 {
		return value.Value{}, errors.New("too deep")
	}
	tok, err := d.Token()
	if err != nil {
		return value.Value{}, err
	}
	var none source.Span
	switch t := tok.(type) {
	case bool:
		return value.BoolAt(t, none), nil
	case string:
		if t == "§?§" {
			return value.UnknownAt(nil, none), nil
		}
		return value.FromText(txt(source.SanitizeString(t))), nil
	case json.Number:
		f, _, err := big.ParseFloat(t.String(), 10, 64, big.ToNearestEven)
		if err != nil {
			return value.NullAt(none), nil
		}
		return value.NumberAt(f, none), nil
	case json.Delim:
		if t == '[' {
			var items []value.Value
			open := false
			for d.More() {
				v, err := decodeNext(d, depth+1)
				if err != nil {
					return v, err
				}
				if x, ok := v.AsText(); ok && x.String() == "${+}" {
					open = true
					continue
				}
				items = append(items, v)
			}
			_, err := d.Token()
			out := value.ListAt(items, none)
			if open {
				out = out.Open(&value.Symbol{Key: "open", Why: "open list"})
			}
			return out, err
		}
		var fields []value.Field
		open := false
		for d.More() {
			k, err := d.Token()
			if err != nil {
				return value.Value{}, err
			}
			v, err := decodeNext(d, depth+1)
			if err != nil {
				return v, err
			}
			if k == "+" {
				open = true
				continue
			}
			fields = append(fields, value.Field{Key: txt(source.SanitizeString(k.(string))), Value: v})
		}
		_, err := d.Token()
		out := value.MapAt(fields, none)
		if open {
			out = out.Open(&value.Symbol{Key: "open", Why: "open map"})
		}
		return out, err
	}
	return value.NullAt(none), nil
}

// read gives the Document of JSON.
func read(t *testing.T, data string) Document {
	t.Helper()
	v, err := decode(data)
	if err != nil {
		t.Fatalf("%s: %v", data, err)
	}
	return Read(v)
}

// statements wraps statements into a document.
func statements(list ...string) string {
	return `{"Version":"2012-10-17","Statement":[` + strings.Join(list, ",") + `]}`
}

func problems(d Document) string {
	var b bytes.Buffer
	for i, p := range d.Problems {
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(p.Kind)
	}
	return b.String()
}
