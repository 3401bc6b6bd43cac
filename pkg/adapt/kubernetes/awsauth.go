package kubernetes

import (
	"errors"
	"strings"

	"github.com/irsalint/irsalint/pkg/graph"
	"github.com/irsalint/irsalint/pkg/parse/yaml"
	"github.com/irsalint/irsalint/pkg/value"
)

const (
	authName      = "aws-auth"
	authNamespace = "kube-system"
)

// configMap adds a ConfigMap if it is aws-auth, or is evidently meant to be.
func (a *adapter) configMap(o *object) {
	data, found := o.Value.Lookup("data")
	if !isAuth(o, data) {
		return
	}
	auth := &graph.AWSAuth{
		Base:      a.base(o, "ConfigMap", o.namespace, o.name),
		Namespace: o.namespace,
		Name:      o.name,
	}
	mapRoles(auth, data, found)
	a.b.Add(auth)
}

func isAuth(o *object, data value.Value) bool {
	name, namespace := graph.Filled(o.name), graph.Filled(o.namespace)
	if name.IsKnown() && name.Is(authName) {
		return true
	}
	near := false
	for _, f := range data.Fields() {
		near = near || strings.EqualFold(f.Key.Flat(), "mapRoles")
	}
	if !near || name == nil || namespace.IsKnown() && !namespace.Is(authNamespace) {
		return false
	}
	if !name.IsKnown() {
		return true
	}
	return value.Distance(plainKey(name.Flat()), plainKey(authName), 1) <= 1
}

// mapRoles reads the data of an aws-auth ConfigMap.
func mapRoles(auth *graph.AWSAuth, data value.Value, found value.Truth) {
	auth.MappingsKnown = graph.FactOf(value.Yes)
	switch found {
	case value.No:
		auth.Form = "absent"
		return
	case value.Maybe:
		auth.Form, auth.MappingsKnown = "unknown", graph.Because(data.Symbol())
		return
	}
	auth.DataKeys = wrongKeys(data, false, "mapRoles", "mapUsers", "mapAccounts")
	roles, found := openKeys(data).Lookup("mapRoles")
	switch found {
	case value.No:
		auth.Form = "absent"
		return
	case value.Maybe:
		auth.Form, auth.MappingsKnown = "unknown", graph.Because(roles.Symbol())
		return
	}
	for _, f := range data.Fields() {
		if f.Key.Is("mapRoles") {
			auth.FormAt = graph.Place{Span: f.Key.At()}
		}
	}
	switch roles.Kind() {
	case value.List:
		auth.Form = "list"
		mappings(auth, roles)
	case value.String:
		auth.Form = "string"
		text, _ := roles.AsText()
		document(auth, text)
	default:
		auth.Form = "object"
	}
}

// document reads mapRoles, which is YAML in a string.
func document(auth *graph.AWSAuth, text value.Text) {
	docs, err := yaml.Decode(text)
	if err != nil {
		var bad *yaml.Error
		if errors.As(err, &bad) && bad.Limit {
			auth.MappingsKnown = graph.Because(&value.Symbol{Key: "mapRoles", Label: "mapRoles", Why: "mapRoles is not read: " + bad.Message, At: bad.At})
			return
		}
		notYAML(auth, text)
		auth.FormWhy = err.Error()
		if bad != nil {
			auth.FormWhy = bad.Message
			if !bad.At.IsZero() {
				auth.FormAt = graph.Place{Span: bad.At}
			}
		}
		return
	}
	if len(docs) == 0 {
		return
	}
	switch v := docs[0].Value; v.Kind() { // the authenticator reads the first
	case value.List:
		mappings(auth, v)
	case value.Null:
	case value.Unknown:
		auth.MappingsKnown = graph.Because(v.Symbol())
	default:
		if s := v.FirstUnknown(); s != nil {
			auth.MappingsKnown = graph.Because(s)
			return
		}
		notYAML(auth, text)
		auth.FormWhy = "it is no list"
	}
}

// notYAML says that mapRoles is no list in YAML, if nothing in it is filled in
// by something else. What the authenticator fills in does not count.
func notYAML(auth *graph.AWSAuth, text value.Text) {
	own := strings.NewReplacer("{{EC2PrivateDNSName}}", "", "{{SessionName}}", "", "{{SessionNameRaw}}", "", "{{AccountID}}", "")
	rest := graph.Filled(graph.LiteralVal(own.Replace(text.Flat()), text.At()))
	switch {
	case text.Symbolic(): // what is not known may be more than a value
		auth.MappingsKnown = graph.Because(text.Cause())
	case rest.Symbolic():
		auth.MappingsKnown = graph.Because(rest.Cause())
	default:
		auth.Form = "bad_yaml"
	}
}

func mappings(auth *graph.AWSAuth, list value.Value) {
	if list.IsOpen() {
		auth.MappingsKnown = graph.Because(list.Symbol())
	}
	for _, it := range list.Items() {
		if it.Kind() != value.Map {
			if s := it.FirstUnknown(); s != nil {
				auth.MappingsKnown = graph.Because(s)
			}
			continue
		}
		if it.IsOpen() && len(it.Fields()) == 0 {
			auth.MappingsKnown = graph.Because(it.Symbol())
			continue
		}
		auth.Mappings = append(auth.Mappings, mapping(it))
	}
}

// mapping reads one entry of mapRoles. The authenticator turns it into JSON
// and lets Go decode that, so that the case of keys does not matter.
func mapping(v value.Value) graph.Mapping {
	v = foldKeys(v, "rolearn", "username", "groups", "sso")
	m := graph.Mapping{
		RoleARN:     graph.ValAt(v, "rolearn"),
		Username:    graph.ValAt(v, "username"),
		GroupsKnown: graph.FactOf(value.Yes),
		WrongKeys:   wrongKeys(v, true, "rolearn", "username", "groups", "sso"),
		At:          graph.Place{Span: v.At()},
	}
	_, sso := v.Lookup("sso")
	m.SSO = sso != value.No
	groups, found := v.Lookup("groups")
	switch {
	case found == value.Maybe:
		m.GroupsKnown = graph.Because(groups.Symbol())
	case found == value.Yes && groups.Kind() != value.List:
		m.GroupsKnown = graph.Because(&value.Symbol{Key: "groups", Label: "groups", Why: "groups is not a list", At: groups.At()})
	case found == value.Yes:
		if groups.IsOpen() {
			m.GroupsKnown = graph.Because(groups.Symbol())
		}
		for _, g := range groups.Items() {
			val := graph.ValOf(g)
			if val == nil {
				continue
			}
			if !val.HasText() {
				m.GroupsKnown = graph.Because(g.FirstUnknown())
				continue
			}
			m.Groups = append(m.Groups, val)
		}
	}
	return m
}

// openKeys gives a map that may hold more if one of its keys has a
// placeholder, which may stand for any key.
func openKeys(v value.Value) value.Value {
	for _, f := range v.Fields() {
		if key := graph.Filled(graph.NewVal(f.Key)); key.Symbolic() {
			return v.Open(key.Cause())
		}
	}
	return v
}

// foldKeys gives the map with the known keys in the case that is asked for.
func foldKeys(v value.Value, keys ...string) value.Value {
	fields := append([]value.Field(nil), v.Fields()...)
	changed := false
	for i, f := range fields {
		for _, k := range keys {
			if flat := f.Key.Flat(); flat != k && strings.EqualFold(flat, k) {
				fields[i].Key, changed = value.Literal(k, f.Key.At()), true
			}
		}
	}
	if !changed {
		return v
	}
	out := value.MapAt(fields, v.At())
	if v.IsOpen() {
		out = out.Open(v.Symbol())
	}
	return out
}

// wrongKeys gives the keys of a map that are none of the known ones, each
// with the one that it resembles. With fold their case does not matter.
func wrongKeys(v value.Value, fold bool, known ...string) []graph.Misread {
	var out []graph.Misread
next:
	for _, f := range v.Fields() {
		key, ok := f.Key.Known()
		if !ok {
			continue
		}
		want := ""
		for _, k := range known {
			if key == k || fold && strings.EqualFold(key, k) {
				continue next
			}
			if resembles(key, k) {
				want = k
			}
		}
		out = append(out, graph.Misread{
			Key: key, Value: graph.ValOf(f.Value), At: graph.Place{Span: f.Key.At()}, Problem: problemKey, Want: want,
		})
	}
	return out
}

// synonyms are what people write for the keys of mapRoles.
var synonyms = map[string]string{
	"arn": "rolearn", "role": "rolearn", "iamrole": "rolearn", "iamrolearn": "rolearn", "rolename": "rolearn",
	"userarn": "rolearn", "user": "username", "name": "username", "group": "groups", "kubernetesgroups": "groups",
	"roles": "mapRoles", "users": "mapUsers", "accounts": "mapAccounts",
}

func resembles(key, known string) bool {
	p := plainKey(key)
	return synonyms[p] == known || value.Distance(p, plainKey(known), 2) <= 2 && len(p) > 3
}
