package facts

import (
	"bytes"
	"encoding/json"
	"math/big"

	"github.com/irsalint/irsalint/pkg/source"
	"github.com/irsalint/irsalint/pkg/value"
)

// decode makes a value of embedded JSON, keeping the order of fields. It has
// no places: a policy that AWS manages stands in no file.
func decode(raw []byte) value.Value {
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	return next(d)
}

func next(d *json.Decoder) value.Value {
	var none source.Span
	tok, err := d.Token()
	if err != nil {
		panic("facts: " + err.Error())
	}
	switch t := tok.(type) {
	case bool:
		return value.BoolAt(t, none)
	case string:
		return value.StringAt(t, none)
	case json.Number:
		f, _ := new(big.Float).SetString(t.String())
		return value.NumberAt(f, none)
	case json.Delim:
		if t == '[' {
			var items []value.Value
			for d.More() {
				items = append(items, next(d))
			}
			_, _ = d.Token()
			return value.ListAt(items, none)
		}
		var fields []value.Field
		for d.More() {
			key := next(d)
			k, _ := key.AsText()
			fields = append(fields, value.Field{Key: k, Value: next(d)})
		}
		_, _ = d.Token()
		return value.MapAt(fields, none)
	}
	return value.NullAt(none)
}

func distance(a, b string) int { return value.Distance(a, b, 4) }
