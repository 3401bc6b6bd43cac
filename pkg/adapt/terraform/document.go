package terraform

import (
	"github.com/irsalint/irsalint/pkg/source"
	"github.com/irsalint/irsalint/pkg/value"
)

// policyDocument is data.aws_iam_policy_document: it writes the statements of
// its blocks, and those of other documents, as one IAM policy. Documents named
// as sources come first; a later statement takes the place of an earlier one
// with the same Sid; documents named as overrides come last.
func policyDocument(a *attributes) {
	d := merged{a: a}
	for _, attr := range []string{"source_json", "source_policy_documents"} {
		d.addAll(attr)
	}
	d.own()
	for _, attr := range []string{"override_policy_documents", "override_json"} {
		d.addAll(attr)
	}
	doc := d.value()
	json := encodeJSON(doc).WithDoc(doc)
	a.text("json", json)
	a.text("minified_json", json)
	a.text("id", a.symbol("id", value.IssuerID))
}

// merged is a policy document in the making.
type merged struct {
	a          *attributes
	version    value.Value
	id         value.Value
	statements []value.Value
	// open says why there may be further statements.
	open    *value.Symbol
	hasOpen bool
}

func (d *merged) setOpen(why *value.Symbol) {
	if !d.hasOpen {
		d.open, d.hasOpen = why, true
	}
}

// addAll merges the documents that an attribute lists.
func (d *merged) addAll(attr string) {
	v, ok := d.a.config.Get(attr)
	if !ok {
		if d.a.config.IsOpen() {
			d.unknown(d.a.config.Symbol())
		}
		return
	}
	switch v.Kind() {
	case value.Null:
		return
	case value.List:
		for _, it := range v.Items() {
			d.add(it)
		}
		if v.IsOpen() {
			d.unknown(v.Symbol())
		}
	default:
		d.add(v)
	}
}

// add merges one document, given as JSON text.
func (d *merged) add(v value.Value) {
	if v.IsNull() {
		return
	}
	t, ok := v.AsText()
	if !ok {
		d.unknown(v.Symbol())
		return
	}
	if t.Empty() { // the provider leaves it out
		return
	}
	doc := decodeText(t, v.At())
	if doc.Kind() != value.Map {
		d.unknown(doc.Symbol())
		return
	}
	if v, ok := doc.Get("Version"); ok {
		d.upgrade(v)
	}
	if v, ok := doc.Get("Id"); ok {
		d.id = v
	}
	list, found := doc.Lookup("Statement")
	switch {
	case found == value.Maybe:
		d.unknown(list.Symbol())
	case list.Kind() == value.List:
		for _, s := range list.Items() {
			d.put(s)
		}
		if list.IsOpen() {
			d.unknown(list.Symbol())
		}
	case found == value.Yes:
		d.put(list)
	}
}

// unknown merges a document of which nothing is known: it may hold more
// statements, and may take the place of those with a Sid.
func (d *merged) unknown(why *value.Symbol) {
	d.setOpen(why)
	for i, s := range d.statements {
		if _, found := s.Lookup("Sid"); found != value.No {
			d.statements[i] = value.UnknownAt(why, s.At())
		}
	}
}

// upgrade takes the later of two versions.
func (d *merged) upgrade(v value.Value) {
	now, known := d.version.KnownString()
	if next, ok := v.KnownString(); !known || ok && next > now {
		d.version = v
	}
}

// put merges one statement in the form of IAM JSON.
func (d *merged) put(s value.Value) {
	if s.IsUnknown() {
		d.unknown(s.Symbol())
		return
	}
	sid, found := s.Lookup("Sid")
	if found == value.Yes {
		t, ok := sid.AsText()
		if ok && t.Empty() {
			found = value.No
		}
	}
	if found == value.No {
		d.statements = append(d.statements, s)
		return
	}
	for i, have := range d.statements {
		other, has := have.Lookup("Sid")
		if has == value.No {
			continue
		}
		switch same := value.EqualValues(sid, other); {
		case has == value.Yes && found == value.Yes && same == value.Yes:
			d.statements[i] = s
			return
		case same != value.No:
			d.statements[i] = value.UnknownAt(sid.FirstUnknown(), have.At())
		}
	}
	d.statements = append(d.statements, s)
}

// own merges the statement blocks of the data source itself.
func (d *merged) own() {
	version, ok := d.a.config.Get("version")
	if !ok || version.IsNull() {
		version = value.StringAt("2012-10-17", source.Span{})
	}
	d.upgrade(version)
	if v, ok := d.a.config.Get("policy_id"); ok && !v.IsNull() {
		d.id = v
	}
	list, ok := d.a.config.Get("statement")
	if !ok {
		if d.a.config.IsOpen() {
			d.setOpen(d.a.config.Symbol())
		}
		return
	}
	for _, block := range blocks(list) {
		if block.Kind() != value.Map {
			d.setOpen(block.Symbol())
			continue
		}
		d.put(statement(block))
	}
	if list.IsUnknown() || list.IsOpen() {
		d.setOpen(list.Symbol())
	}
}

// value gives the document in the form of IAM JSON.
func (d *merged) value() value.Value {
	list := value.ListAt(d.statements, d.a.r.At)
	if d.hasOpen {
		list = list.Open(d.open)
	}
	fields := []value.Field{field("Version", d.version)}
	if !d.id.IsUnknown() {
		fields = append(fields, field("Id", d.id))
	}
	return value.MapAt(append(fields, field("Statement", list)), d.a.r.At)
}

// blocks gives the occurrences of a nested block, which in JSON syntax may be
// one object.
func blocks(v value.Value) []value.Value {
	if v.Kind() == value.Map {
		return []value.Value{v}
	}
	return v.Items()
}

// statement gives a statement block in the form of IAM JSON.
func statement(block value.Value) value.Value {
	var out []value.Field
	add := func(key, attr string) {
		v, ok := block.Get(attr)
		if !ok || v.IsNull() {
			return
		}
		if v, ok = stringList(v); ok {
			out = append(out, field(key, v))
		}
	}
	if sid, ok := block.Get("sid"); ok && !sid.IsNull() {
		if t, isText := sid.AsText(); !isText || !t.Empty() {
			out = append(out, field("Sid", sid))
		}
	}
	effect, ok := block.Get("effect")
	if !ok || effect.IsNull() {
		effect = value.StringAt("Allow", block.At())
	}
	out = append(out, field("Effect", effect))
	add("Action", "actions")
	add("NotAction", "not_actions")
	add("Resource", "resources")
	add("NotResource", "not_resources")
	for _, p := range [][2]string{{"Principal", "principals"}, {"NotPrincipal", "not_principals"}} {
		if v, ok := principals(block, p[1]); ok {
			out = append(out, field(p[0], v))
		}
	}
	if v, ok := conditions(block); ok {
		out = append(out, field("Condition", v))
	}
	return withFields(block, out)
}

// stringList gives a list of strings as the provider writes it: one element
// alone, &{…} as ${…}. It is not ok for an empty list, which is left out.
func stringList(v value.Value) (value.Value, bool) {
	switch v.Kind() {
	case value.List:
	case value.Unknown:
		return value.ListAt(nil, v.At()).Open(v.Symbol()), true
	default:
		return variables(v), true
	}
	items := make([]value.Value, 0, len(v.Items()))
	open, why := v.IsOpen(), v.Symbol()
	for _, it := range v.Items() {
		if it.IsNull() {
			continue
		}
		if _, ok := it.AsText(); !ok {
			open, why = true, it.Symbol()
			continue
		}
		items = append(items, variables(it))
	}
	if open {
		return value.ListAt(items, v.At()).Open(why), true
	}
	switch len(items) {
	case 0:
		return v, false
	case 1:
		return items[0], true
	}
	return value.ListAt(items, v.At()), true
}

// variables gives a string with the provider's &{name} written as IAM's
// ${name}.
func variables(v value.Value) value.Value {
	t, ok := v.AsText()
	if !ok {
		return v
	}
	pieces, _ := t.Split("&{")
	if len(pieces) == 1 {
		if v.Kind() == value.String {
			return v
		}
		return value.FromText(t).WithAt(v.At())
	}
	joined := []value.Piece{{Text: pieces[0]}}
	offset := len(pieces[0].Flat())
	for _, p := range pieces[1:] {
		joined = append(joined,
			value.Piece{Text: value.Literal("${", t.Locate(offset, offset+2))},
			value.Piece{Text: p})
		offset += 2 + len(p.Flat())
	}
	return value.FromText(value.Concat(v.At(), joined...)).WithAt(v.At())
}

// group collects values under keys in order.
type group struct{ fields []value.Field }

// add puts values under a key, after those that stand there.
func (g *group) add(key value.Text, v value.Value) {
	for i, f := range g.fields {
		if f.Key.Flat() != key.Flat() {
			continue
		}
		list := value.ListAt(append(listOf(f.Value), listOf(v)...), f.Value.At())
		if f.Value.IsOpen() {
			list = list.Open(f.Value.Symbol())
		} else if v.IsOpen() {
			list = list.Open(v.Symbol())
		}
		g.fields[i].Value = list
		return
	}
	g.fields = append(g.fields, value.Field{Key: key, Value: v})
}

// listOf gives the elements of a list, or one value as the only element.
func listOf(v value.Value) []value.Value {
	if v.Kind() == value.List {
		return append([]value.Value(nil), v.Items()...)
	}
	return []value.Value{v}
}

// principals gives principals blocks as IAM's Principal.
func principals(block value.Value, attr string) (value.Value, bool) {
	v, found := nested(block, attr)
	if found == value.No {
		return value.Value{}, false
	}
	var g group
	at := block.At()
	open, why := v.IsUnknown() || v.IsOpen(), v.Symbol()
	for i, b := range blocks(v) {
		typ, ok := textOf(b, "type")
		ids, idsOK := b.Get("identifiers")
		if !ok || !idsOK {
			open, why = true, b.FirstUnknown()
			continue
		}
		if i == 0 {
			at = b.At()
		}
		list, some := stringList(ids)
		if !some {
			list = value.ListAt(nil, ids.At())
		}
		if s, _ := list.KnownString(); typ.Is("*") && s == "*" && len(blocks(v)) == 1 && !open {
			return list, true // everyone
		}
		g.add(typ, list)
	}
	out := value.MapAt(g.fields, at)
	if open {
		return out.Open(why), true
	}
	return out, len(g.fields) > 0
}

// conditions gives condition blocks as IAM's Condition. Values of blocks with
// the same test and variable stand in one list.
func conditions(block value.Value) (value.Value, bool) {
	v, found := nested(block, "condition")
	if found == value.No {
		return value.Value{}, false
	}
	type test struct {
		key value.Text
		at  source.Span
		group
	}
	var tests []*test
	at := block.At()
	open, why := v.IsUnknown() || v.IsOpen(), v.Symbol()
	for i, b := range blocks(v) {
		key, ok := textOf(b, "test")
		variable, varOK := textOf(b, "variable")
		values, valuesOK := b.Get("values")
		if !ok || !varOK || !valuesOK {
			open, why = true, b.FirstUnknown()
			continue
		}
		if i == 0 {
			at = b.At()
		}
		var t *test
		for _, have := range tests {
			if have.key.Flat() == key.Flat() {
				t = have
			}
		}
		if t == nil {
			t = &test{key: key, at: b.At()}
			tests = append(tests, t)
		}
		list, some := stringList(values)
		if !some {
			list = value.ListAt(nil, values.At())
		}
		t.add(variable, list)
	}
	var fields []value.Field
	for _, t := range tests {
		fields = append(fields, value.Field{Key: t.key, Value: value.MapAt(t.fields, t.at)})
	}
	out := value.MapAt(fields, at)
	if open {
		return out.Open(why), true
	}
	return out, len(fields) > 0
}

// nested gives the occurrences of a nested block: No if there is none, Maybe
// if that is not known.
func nested(block value.Value, name string) (value.Value, value.Truth) {
	v, ok := block.Get(name)
	switch {
	case ok && !v.IsNull():
		return v, value.Yes
	case !ok && block.IsOpen():
		return value.UnknownAt(block.Symbol(), block.At()), value.Maybe
	}
	return value.Value{}, value.No
}

// textOf gives a field as text.
func textOf(v value.Value, name string) (value.Text, bool) {
	f, ok := v.Get(name)
	if !ok {
		return value.Text{}, false
	}
	return f.AsText()
}
