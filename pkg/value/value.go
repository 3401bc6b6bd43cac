package value

import (
	"math/big"
	"strconv"

	"github.com/irsalint/irsalint/pkg/source"
)

// Kind is the kind of a Value.
type Kind uint8

// The kinds. The zero Kind is Unknown.
const (
	Unknown Kind = iota
	Null
	Bool
	Number
	String
	List // a tuple, list or set
	Map  // an object or map; fields keep their order
)

var kindNames = [...]string{"unknown", "null", "bool", "number", "string", "list", "map"}

// String gives the kind's name in lower case.
func (k Kind) String() string { return kindNames[k] }

// Value is one evaluated value and the place that supplied it. It is
// immutable. The zero Value is unknown, with no reason.
//
// There are very many values, so what few of them have stands behind more.
type Value struct {
	kind Kind
	set  bool // a List that is a set
	open bool // a List or Map that may have more elements than are known
	// Sensitive values are never printed.
	sensitive bool
	boolean   bool
	text      Text
	more      *more
	sym       *Symbol // of an Unknown: what it is; of an open value: why it is open
	at        source.Span
}

// more is the content of a number, a list or a map.
type more struct {
	number *big.Float
	items  []Value
	// loose is 1 + the number of leading items of a List whose positions are
	// certain; 0 says that all are.
	loose  int
	fields []Field
	index  map[string]int // of fields by flat key, made for large maps
}

// Field is one entry of a Map. Its key may hold symbols.
type Field struct {
	Key   Text
	Value Value
}

// NullAt gives null.
func NullAt(at source.Span) Value { return Value{kind: Null, at: at} }

// BoolAt gives a boolean.
func BoolAt(b bool, at source.Span) Value { return Value{kind: Bool, boolean: b, at: at} }

// IntAt gives a whole number.
func IntAt(n int, at source.Span) Value {
	return NumberAt(new(big.Float).SetInt64(int64(n)), at)
}

// NumberAt gives a number.
func NumberAt(n *big.Float, at source.Span) Value {
	return Value{kind: Number, more: &more{number: n}, at: at}
}

// StringAt gives a literal string.
func StringAt(s string, at source.Span) Value {
	return Value{kind: String, text: Literal(s, at), at: at}
}

// FromText gives a string value.
func FromText(t Text) Value { return Value{kind: String, text: t, at: t.At()} }

// ListAt gives a list.
func ListAt(items []Value, at source.Span) Value {
	return Value{kind: List, more: &more{items: items}, at: at}
}

// SetAt gives a set; the caller has sorted the items and dropped doubles.
func SetAt(items []Value, at source.Span) Value {
	return Value{kind: List, set: true, more: &more{items: items}, at: at}
}

// MapAt gives a map. Of two fields with the same key the last one stands.
func MapAt(fields []Field, at source.Span) Value {
	m := &more{fields: fields}
	if len(fields) > 8 {
		m.index = make(map[string]int, len(fields))
		for i := range fields {
			m.index[fields[i].Key.flat] = i
		}
	}
	return Value{kind: Map, more: m, at: at}
}

// UnknownAt gives a value of which nothing but its identity is known. The
// symbol may be nil where not even that is.
func UnknownAt(s *Symbol, at source.Span) Value { return Value{sym: s, at: at} }

// Kind gives the kind.
func (v Value) Kind() Kind { return v.kind }

// At gives the place that supplied the value.
func (v Value) At() source.Span { return v.at }

// WithAt gives the same value at another place.
func (v Value) WithAt(at source.Span) Value {
	v.at = at
	return v
}

// Open gives the same list or map, but such that it may hold more than is
// known; why explains it.
func (v Value) Open(why *Symbol) Value {
	v.open, v.sym = true, why
	return v
}

// IsOpen reports whether a list or map may hold more than is known.
func (v Value) IsOpen() bool { return v.open }

// IsSet reports whether a list is a set.
func (v Value) IsSet() bool { return v.set }

// Loose gives the same list, of which only the first n items stand at known
// positions: the others are in it, but it is not known where.
func (v Value) Loose(n int) Value {
	if v.kind == List && n < v.Fixed() {
		m := *v.more
		m.loose = n + 1
		v.more = &m
	}
	return v
}

// Fixed gives the number of leading items of a list that stand at known
// positions.
func (v Value) Fixed() int {
	if v.IsLoose() {
		return min(v.more.loose-1, len(v.more.items))
	}
	return len(v.Items())
}

// IsLoose reports whether a list has items at unknown positions.
func (v Value) IsLoose() bool { return v.kind == List && v.more.loose > 0 }

// IsUnknown reports whether nothing is known of the value.
func (v Value) IsUnknown() bool { return v.kind == Unknown }

// IsNull reports whether the value is certainly null.
func (v Value) IsNull() bool { return v.kind == Null }

// Sensitive gives the value marked so that it is never printed.
func (v Value) Sensitive() Value {
	v.sensitive = true
	return v
}

// IsSensitive reports whether the value itself is marked sensitive.
func (v Value) IsSensitive() bool { return v.sensitive }

// Insensitive gives the value without the mark.
func (v Value) Insensitive() Value {
	v.sensitive = false
	return v
}

// Symbol gives what an unknown value stands for, or why an open one is open;
// nil if there is no reason known.
func (v Value) Symbol() *Symbol { return v.sym }

// AsBool gives a boolean, also from the strings true and false.
func (v Value) AsBool() (b, ok bool) {
	switch v.kind {
	case Bool:
		return v.boolean, true
	case String:
		switch v.text.flat {
		case "true":
			return true, true
		case "false":
			return false, true
		}
	}
	return false, false
}

// AsNumber gives a number, also from a string that is one.
func (v Value) AsNumber() (*big.Float, bool) {
	switch v.kind {
	case Number:
		return v.more.number, true
	case String:
		if len(v.text.flat) > 64 {
			return nil, false
		}
		f, _, err := big.ParseFloat(v.text.flat, 10, 512, big.ToNearestEven)
		return f, err == nil
	}
	return nil, false
}

// AsInt gives a whole number that fits an int.
func (v Value) AsInt() (int, bool) {
	f, ok := v.AsNumber()
	if !ok || !f.IsInt() {
		return 0, false
	}
	n, acc := f.Int64()
	return int(n), acc == big.Exact
}

// AsText gives the value as text: a string, a number or boolean in its usual
// form, an unknown value as its symbol. It is not ok for null, lists, maps,
// and unknown values without identity.
func (v Value) AsText() (Text, bool) {
	switch v.kind {
	case String:
		return v.text, true
	case Bool:
		return Literal(strconv.FormatBool(v.boolean), v.at), true
	case Number:
		return Literal(FormatNumber(v.more.number), v.at), true
	case Unknown:
		if v.sym != nil {
			return FromSymbol(v.sym, v.at), true
		}
	}
	return Text{}, false
}

// KnownString gives the string if it is one and holds no symbol.
func (v Value) KnownString() (string, bool) {
	if v.kind != String || v.text.Symbolic() {
		return "", false
	}
	return v.text.flat, true
}

// FormatNumber gives a number as Terraform writes it in a string.
func FormatNumber(f *big.Float) string {
	if f.IsInt() {
		if e := f.MantExp(nil); e > 4096 { // decimal digits of a hostile exponent would not end
			return f.Text('p', 0)
		}
		return f.Text('f', 0)
	}
	if e := f.MantExp(nil); e < -4096 || e > 4096 {
		return f.Text('p', 0)
	}
	return f.Text('f', -1)
}

// Items gives the elements of a list; they may not be all if it is open.
func (v Value) Items() []Value {
	if v.kind != List {
		return nil
	}
	return v.more.items
}

// Fields gives the entries of a map in order, as they were written: two with
// one key are both there.
func (v Value) Fields() []Field {
	if v.kind != Map {
		return nil
	}
	return v.more.fields
}

// Get gives the field of a map with a literal key. It is not ok if the map
// has none that is known; see Lookup for the difference between absent and
// unknown.
func (v Value) Get(key string) (Value, bool) {
	if f, ok := v.field(key); ok {
		return f.Value, true
	}
	return Value{}, false
}

// Field gives the entry of a map with its key, as Get does.
func (v Value) Field(key string) (Field, bool) { return v.field(key) }

func (v Value) field(key string) (Field, bool) {
	if v.kind != Map {
		return Field{}, false
	}
	if v.more.index != nil {
		i, ok := v.more.index[key]
		if !ok {
			return Field{}, false
		}
		return v.more.fields[i], true
	}
	for i := len(v.more.fields) - 1; i >= 0; i-- {
		if v.more.fields[i].Key.flat == key {
			return v.more.fields[i], true
		}
	}
	return Field{}, false
}

// Lookup follows field names down. Found is Yes with the value, No if the
// field is certainly absent or null, Maybe if it may be there: something on
// the way is unknown (the value says what), or a key holds a symbol that may
// be the one.
func (v Value) Lookup(path ...string) (out Value, found Truth) {
	cur := v
	for _, key := range path {
		switch cur.kind {
		case Unknown:
			return cur, Maybe
		case List: // a nested block that occurs once
			if len(cur.more.items) != 1 || cur.open {
				if cur.open || len(cur.more.items) > 1 {
					return UnknownAt(cur.sym, cur.at), Maybe
				}
				return Value{}, No
			}
			next, t := cur.more.items[0].Lookup(key)
			if t != Yes {
				return next, t
			}
			cur = next
			continue
		case Map:
		default:
			return Value{}, No
		}
		next, ok := cur.Get(key)
		if !ok {
			return cur.absent(key)
		}
		cur = next
	}
	switch cur.kind {
	case Null:
		return cur, No
	case Unknown:
		return cur, Maybe
	}
	return cur, Yes
}

// absent answers Lookup for a key that no field has literally.
func (v Value) absent(key string) (Value, Truth) {
	if v.open {
		return UnknownAt(v.sym, v.at), Maybe
	}
	want := Literal(key, source.Span{})
	for _, f := range v.more.fields {
		if f.Key.Symbolic() && Equal(f.Key, want) != No {
			return UnknownAt(f.Key.Cause(), f.Key.At()), Maybe
		}
	}
	return Value{}, No
}

// Strings gives the text of a list of strings, or of one string; certain is
// No if the value is absent or null, Maybe if there may be more or an element
// is not text. Null elements are left out.
func (v Value) Strings() (out []Text, certain Truth) {
	switch v.kind {
	case Null:
		return nil, No
	case List:
		certain = Of(true)
		if v.open {
			certain = Maybe
		}
		for _, it := range v.more.items {
			if it.kind == Null {
				continue
			}
			t, ok := it.AsText()
			if !ok {
				certain = Maybe
				continue
			}
			out = append(out, t)
		}
		return out, certain
	case Unknown:
		return nil, Maybe
	}
	t, ok := v.AsText()
	if !ok {
		return nil, Maybe
	}
	return []Text{t}, Yes
}

// WhollyKnown reports whether no part of the value is unknown, open or
// symbolic.
func (v Value) WhollyKnown() bool { return v.FirstUnknown() == nil }

// unexplained is the reason for an unknown value that carries none.
var unexplained = &Symbol{Key: "?", Label: "unknown", Why: "the value is not known before apply"}

// FirstUnknown gives the symbol of the first part that is not known, nil if
// all of it is.
func (v Value) FirstUnknown() *Symbol {
	why := func(s *Symbol) *Symbol {
		if s == nil {
			return unexplained
		}
		return s
	}
	switch v.kind {
	case Unknown:
		return why(v.sym)
	case String:
		if v.text.Symbolic() {
			return why(v.text.Cause())
		}
	case List:
		if v.open {
			return why(v.sym)
		}
		for _, it := range v.more.items {
			if s := it.FirstUnknown(); s != nil {
				return s
			}
		}
	case Map:
		if v.open {
			return why(v.sym)
		}
		for _, f := range v.more.fields {
			if f.Key.Symbolic() {
				return why(f.Key.Cause())
			}
			if s := f.Value.FirstUnknown(); s != nil {
				return s
			}
		}
	}
	return nil
}

// EqualValues says whether two values are the same, as == does in Terraform:
// values of different kinds are different, save null, which is only null.
func EqualValues(a, b Value) Truth {
	if a.kind == Unknown || b.kind == Unknown {
		if a.kind == b.kind && a.sym != nil && b.sym != nil && a.sym.Key == b.sym.Key {
			return Yes
		}
		if a.kind == Unknown && a.sym != nil && b.kind == String {
			return Equal(FromSymbol(a.sym, a.at), b.text)
		}
		if b.kind == Unknown && b.sym != nil && a.kind == String {
			return Equal(a.text, FromSymbol(b.sym, b.at))
		}
		return Maybe
	}
	if a.kind != b.kind {
		return No
	}
	switch a.kind {
	case Bool:
		return Of(a.boolean == b.boolean)
	case Number:
		return Of(a.more.number.Cmp(b.more.number) == 0)
	case String:
		return Equal(a.text, b.text)
	case List:
		if a.open || b.open {
			return Maybe
		}
		return equalLists(a, b)
	case Map:
		return equalMaps(a, b)
	}
	return Yes
}

// equalLists compares closed lists item by item. Where the order or the number
// of items hangs on what is not known, a difference proves nothing.
func equalLists(a, b Value) Truth {
	uncertain := a.IsLoose() || b.IsLoose() ||
		(a.set || b.set) && !(a.WhollyKnown() && b.WhollyKnown())
	if len(a.more.items) != len(b.more.items) {
		return Of(uncertain).And(Maybe)
	}
	out := Yes
	for i := range a.more.items {
		out = out.And(EqualValues(a.more.items[i], b.more.items[i]))
	}
	if uncertain && (out == No || a.IsLoose() || b.IsLoose()) {
		return Maybe
	}
	return out
}

func equalMaps(a, b Value) Truth {
	if a.open || b.open {
		return Maybe
	}
	out, symbolic := Yes, false
	for _, f := range a.more.fields {
		symbolic = symbolic || f.Key.Symbolic()
		o, ok := b.Get(f.Key.flat)
		if !ok {
			_, t := b.absent(f.Key.flat)
			out = out.And(t)
			continue
		}
		out = out.And(EqualValues(f.Value, o))
	}
	for _, f := range b.more.fields {
		symbolic = symbolic || f.Key.Symbolic()
		if _, ok := a.Get(f.Key.flat); !ok {
			out = No
		}
	}
	if symbolic && out == No { // the keys may turn out to be the same
		return Maybe
	}
	return out
}
