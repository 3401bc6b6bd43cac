package graph

import (
	"encoding/json"
	"reflect"
)

// MarshalJSON gives the document of `irsalint graph --format json`, which is
// the input of rules. Lists and dictionaries without elements are [] and {},
// never null, so that a rule may count them.
func (g *Graph) MarshalJSON() ([]byte, error) {
	g.fillEmpty()
	type plain Graph // without this method
	return json.Marshal((*plain)(g))
}

var valPointer = reflect.TypeFor[*Val]()

// fillEmpty makes every nil list and dictionary of the nodes an empty one.
func (g *Graph) fillEmpty() {
	var fill func(v reflect.Value)
	fill = func(v reflect.Value) {
		switch v.Kind() {
		case reflect.Pointer:
			if v.Type() != valPointer && !v.IsNil() {
				fill(v.Elem())
			}
		case reflect.Struct:
			for i := range v.NumField() {
				f := v.Type().Field(i)
				if f.IsExported() && f.Tag.Get("json") != "-" && f.Type != reflect.TypeFor[Place]() {
					fill(v.Field(i))
				}
			}
		case reflect.Slice:
			if v.IsNil() && v.CanSet() {
				v.Set(reflect.MakeSlice(v.Type(), 0, 0))
			}
			for i := range v.Len() {
				fill(v.Index(i))
			}
		case reflect.Map:
			if v.IsNil() && v.CanSet() {
				v.Set(reflect.MakeMap(v.Type()))
			}
			for _, k := range v.MapKeys() {
				e := v.MapIndex(k)
				if e.Kind() == reflect.Pointer {
					fill(e)
					continue
				}
				c := reflect.New(e.Type()).Elem() // elements of a map cannot be set in place
				c.Set(e)
				fill(c)
				v.SetMapIndex(k, c)
			}
		}
	}
	fill(reflect.ValueOf(g).Elem())
}
