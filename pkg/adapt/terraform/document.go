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

// maxStatements bounds one document; IAM itself allows far fewer.
const maxStatements = 2000

// put merges one statement in the form of IAM JSON.
func (d *merged) put(s value.Value) {
	if s.IsUnknown() {
		d.unknown(s.Symbol())
		return
	}
	if len(d.statements) >= maxStatements {
		d.setOpen(&value.Symbol{Key: d.a.r.Address + ":statements", Label: "statements", Why: "there are too many statements", At: d.a.r.At})
		return
	}
	sid, found := s.Lookup("Sid")
	if t, ok := sid.AsText(); found == value.No || ok && t.Empty() {
		d.statements = append(d.statements, s)
		return
	}
	for i, have := range d.statements {
		other, has := have.Lookup("Sid")
		if has == value.No {
			continue
		}
		switch sameSid(sid, other) {
		case value.Yes:
			d.statements[i] = s
			return
		case value.Maybe:
			d.statements[i] = value.UnknownAt(sid.FirstUnknown(), have.At())
		}
	}
	d.statements = append(d.statements, s)
}

// sameSid compares two Sids; any that is not known may be any other.
func sameSid(a, b value.Value) value.Truth {
	s, aKnown := a.KnownString()
	t, bKnown := b.KnownString()
	if aKnown && bKnown {
		return value.Of(s == t)
	}
	x, aText := a.AsText()
	y, bText := b.AsText()
	if a.Kind() == value.String && aText && bText && x.Flat() == y.Flat() {
		return value.Yes
	}
	return value.Maybe
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
