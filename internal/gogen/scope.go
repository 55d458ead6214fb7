package gogen

import (
	"fmt"
	"strings"

	"github.com/kgen-go/kgen/internal/model"
)

// A scope is where the statements for a struct stand: in its own function, or
// in line in the loop over an array of such structs.
type scope struct {
	// X is the struct's Go expression: "m" or "elem".
	X string
	// field of the array and index, for the path of errors; "" in the struct's
	// own function.
	element string
	// groups is the expression for the number of groups that slices within the
	// struct are cut for.
	groups string
	// Once is set where the statements run once a message, and so better call
	// functions than have what those do in line.
	Once bool
}

// ownScope is that of a struct's own functions.
func (g *messageGen) ownScope(s *model.Struct) scope {
	return scope{X: "m", groups: "groups", Once: !g.repeated[s]}
}

// elementScope is that of the loop over the elements of f.
func elementScope(f *model.Field, groups string) scope {
	return scope{X: "elem", element: fmt.Sprintf("%q, j", f.Name), groups: groups}
}

// Own reports whether this is the scope of a struct's own functions, which the
// statements for the tag section end.
func (sc scope) Own() bool { return sc.element == "" }

// field is the Go expression of a field.
func (sc scope) field(f *model.Field) string { return sc.X + "." + fieldName(f.Name) }

// Fail completes the Go expression of an error with the element's path.
func (sc scope) Fail(err string) string {
	if sc.Own() {
		return err
	}
	return "kwire.InElement(" + err + ", " + sc.element + ")"
}

// canInline reports whether the statements for s can stand in the loop over
// the one array that holds it. A call for each element would cost more than
// what it does; where s holds structs itself it is the other way round, and
// loops would nest.
func canInline(s *model.Struct, users []*model.Field) bool {
	if len(users) != 1 || users[0].Type.Kind != model.Array || !users[0].Tagged.Empty() {
		return false
	}
	for _, f := range liveFields(s) {
		if structOf(f) != nil {
			return false
		}
	}
	return true
}

// A loop is a loop over the elements of an array.
type loop struct {
	X    string // the array
	Body string
	// GroupsVar is the variable for the number of groups of slices in all
	// elements, and GroupsExpr its value, where the body uses it.
	GroupsVar, GroupsExpr string
}

// UsesElem reports whether the body refers to the element.
func (l loop) UsesElem() bool { return strings.Contains(l.Body, "elem.") }

// inlineData is what stands in the loops over an array of structs.
type inlineData struct {
	Encode, Decode loop
	Width          int   // bytes of fixed width of each element
	Size           *loop // nil if all elements have the same size
}
