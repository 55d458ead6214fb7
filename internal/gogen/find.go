package gogen

import (
	"fmt"
	"go/token"
	"go/types"
	"strings"

	"github.com/kgen-go/kgen/internal/model"
)

// findData is what the template of a look-up by map keys sees.
type findData struct {
	Receiver, Func    string // the struct that has the array, and the method's name
	Field, Elem       string // Go names of the array and of the type of its elements
	Params, Condition string
	Doc               string
}

// finders are the look-ups of a message: one for each array whose elements the
// schema tells apart by keys.
func (g *messageGen) finders() []findData {
	var list []findData
	for _, s := range append([]*model.Struct{g.m.Body}, g.structs...) {
		taken := map[string]bool{}
		for _, f := range liveFields(s) {
			taken[fieldName(f.Name)] = true
		}
		for _, f := range liveFields(s) {
			name := "Find" + singular(fieldName(f.Name))
			if f.Type.Kind != model.Array || f.Type.Elem.Struct == nil || taken[name] {
				continue
			}
			if find, ok := g.finder(f); ok {
				find.Receiver, find.Func = g.structNames[s], name
				list = append(list, find)
				taken[name] = true
			}
		}
	}
	return list
}

// finder plans the look-up in array f. It is false if the elements have no keys,
// or one that Go does not compare with ==.
func (g *messageGen) finder(f *model.Field) (findData, bool) {
	var params, conditions []string
	for _, key := range liveFields(f.Type.Elem.Struct) {
		if !key.MapKey {
			continue
		}
		if _, fixed := scalars[key.Type.Kind]; !fixed && key.Type.Kind != model.String {
			return findData{}, false
		}
		param, field := paramName(key.Name), "e."+fieldName(key.Name)
		goType := g.goElem(&key.Type)
		condition := field + " == " + param
		if key.Type.Kind == model.String && isNullable(key) {
			condition = field + ".Valid && " + field + ".Value == " + param
		}
		params = append(params, param+" "+goType)
		conditions = append(conditions, condition)
	}
	return findData{
		Field: fieldName(f.Name), Elem: g.structNames[f.Type.Elem.Struct],
		Params: strings.Join(params, ", "), Condition: strings.Join(conditions, " && "),
		Doc: fmt.Sprintf("returns the first of %s with the given key, nil if there is none. It looks at one after the other.", fieldName(f.Name)),
	}, len(params) > 0
}

// singular is what one of the things is called that a field has many of.
func singular(name string) string {
	if stem, found := strings.CutSuffix(name, "ies"); found {
		return stem + "y"
	}
	if strings.HasSuffix(name, "ss") {
		return name
	}
	return strings.TrimSuffix(name, "s")
}

// paramName is a parameter's name that hides nothing the look-up needs: it is
// none of Go's words and names, nor one in the look-up itself.
func paramName(name string) string {
	name = lowerFirst(name)
	if len(name) == 1 || name == "kwire" || token.IsKeyword(name) || types.Universe.Lookup(name) != nil {
		name += "_"
	}
	return name
}
