package kreflect

import (
	"fmt"
	"iter"
	"reflect"
	"strings"
	"sync"
	"unsafe"

	"github.com/kgen-go/kgen/kwire"
)

// Visit iterates over the values of an entity, such as all topic names, that m
// has in the given version: strings that are not null, elements of arrays,
// tagged fields. Fields that the version lacks are passed over, and so are parts
// of the message that cannot hold the entity. A version that the message does
// not have has no fields.
//
// The values can be changed on the way. It panics if m has no facts; see [Of].
func Visit(m kwire.Message, version int16, entity Entity) iter.Seq[*Place] {
	facts := of(m)
	return func(yield func(*Place) bool) {
		plan := planFor(facts, entity)
		if len(plan.steps) == 0 || reflect.ValueOf(m).IsNil() {
			return
		}
		p := &Place{Version: version}
		p.visit(plan, reflect.ValueOf(m).UnsafePointer(), 0, yield)
	}
}

// Replace puts f(value) in the place of each value that [Visit] finds and
// returns how many have changed. The type is that of the entity's values:
// string, int32 for [BrokerID], int64 for [ProducerID]. It panics for a
// function of another type.
func Replace[T string | int32 | int64](m kwire.Message, version int16, entity Entity, f func(T) T) int {
	changed := 0
	for p := range Visit(m, version, entity) {
		value, ok := pointerTo(p.field(), p.at).(*T)
		if !ok {
			panic(fmt.Sprintf("kreflect: the values of %s are no %T", entity, *new(T)))
		}
		if replaced := f(*value); replaced != *value {
			*value = replaced
			changed++
		}
	}
	return changed
}

// Place is where an iteration over a message has got to. It is valid until the
// iteration goes on.
type Place struct {
	// Version is the one that the message is looked at in.
	Version int16

	path   []frame // up to depth; what follows is left from elsewhere
	depth  int
	kind   Kind
	at     unsafe.Pointer
	parent unsafe.Pointer // the struct that has the field
}

// pointerTo is the address of a value as a pointer of its type.
func pointerTo(f *Field, at unsafe.Pointer) any {
	switch f.Kind {
	case String:
		return (*string)(at)
	case Int32:
		return (*int32)(at)
	}
	return (*int64)(at)
}

func (p *Place) field() *Field { return p.path[p.depth].field }

// Field describes the field that has the value, or the array that it is in.
func (p *Place) Field() *Field { return p.field() }

// Path says where the value is, such as "Topics[3].Name". It is put together
// when asked for.
func (p *Place) Path() string { return pathText(p.path[:p.depth+1]) }

// Parent returns a pointer to the struct that has the field, such as a
// *kafka.FetchRequestTopic.
func (p *Place) Parent() any { return reflect.NewAt(p.field().owner, p.parent).Interface() }

// Text returns the value of an entity that is a string. It panics for others.
func (p *Place) Text() string {
	if p.kind != String {
		p.wrongKind(String)
	}
	return *(*string)(p.at)
}

// SetText replaces the value of an entity that is a string. It panics for
// others.
func (p *Place) SetText(s string) {
	if p.kind != String {
		p.wrongKind(String)
	}
	*(*string)(p.at) = s
}

// Int returns the value of an entity that is a number. It panics for others.
func (p *Place) Int() int64 {
	if p.kind == Int32 {
		return int64(*(*int32)(p.at))
	}
	if p.kind != Int64 {
		p.wrongKind(Int64)
	}
	return *(*int64)(p.at)
}

// SetInt replaces the value of an entity that is a number. It panics for others,
// and for a number that the field has no room for.
func (p *Place) SetInt(n int64) {
	if p.kind == Int32 {
		if int64(int32(n)) != n {
			panic(fmt.Sprintf("kreflect: %s: %d is no int32", p.Path(), n))
		}
		*(*int32)(p.at) = int32(n)
		return
	}
	if p.kind != Int64 {
		p.wrongKind(Int64)
	}
	*(*int64)(p.at) = n
}

func (p *Place) wrongKind(want Kind) {
	panic(fmt.Sprintf("kreflect: %s is of kind %s, not %s", p.Path(), p.kind, want))
}

// sliceHeader is how a slice of any type lies in memory.
type sliceHeader struct {
	data     unsafe.Pointer
	len, cap int
}

// visit walks the struct at base. It is false when the iteration is to end.
//
// Addresses are computed instead of asking package reflect for each value,
// which takes three times as long; bind has compared all types.
func (p *Place) visit(plan *plan, base unsafe.Pointer, depth int, yield func(*Place) bool) bool {
	for i := range plan.steps {
		st := &plan.steps[i]
		if !st.versions.Contains(p.Version) {
			continue
		}
		at := unsafe.Add(base, st.offset)
		p.enter(st, depth)
		going := true
		switch {
		case !st.array:
			going = p.step(st, base, at, depth, yield)
		case st.only != nil:
			going = p.visitOnly(st, (*sliceHeader)(at), depth, yield)
		default:
			list := (*sliceHeader)(at)
			for j := 0; j < list.len && going; j++ {
				p.path[depth].index = j
				going = p.step(st, base, unsafe.Add(list.data, uintptr(j)*st.size), depth, yield)
			}
		}
		if !going {
			return false
		}
	}
	return true
}

// enter makes the path go to a field.
func (p *Place) enter(st *step, depth int) {
	if depth == len(p.path) {
		p.path = append(p.path, frame{})
	}
	p.path[depth] = frame{st.field, -1}
}

// visitOnly walks an array of structs that have the value in a field of their
// own and nowhere else. Most entities of long arrays lie like that.
func (p *Place) visitOnly(st *step, list *sliceHeader, depth int, yield func(*Place) bool) bool {
	if !st.only.versions.Contains(p.Version) {
		return true
	}
	p.enter(st.only, depth+1)
	for j := range list.len {
		p.path[depth].index = j
		elem := unsafe.Add(list.data, uintptr(j)*st.size)
		if !p.value(st.only, elem, unsafe.Add(elem, st.only.offset), depth+1, yield) {
			return false
		}
	}
	return true
}

// step visits what a field of the struct at parent, or an element of it, has at
// an address.
func (p *Place) step(st *step, parent, at unsafe.Pointer, depth int, yield func(*Place) bool) bool {
	if st.inner == nil {
		return p.value(st, parent, at, depth, yield)
	}
	if st.pointer {
		at = *(*unsafe.Pointer)(at)
	}
	return at == nil || p.visit(st.inner, at, depth+1, yield)
}

// value visits a value, unless it is null.
func (p *Place) value(st *step, parent, at unsafe.Pointer, depth int, yield func(*Place) bool) bool {
	if st.resource && *(*int8)(unsafe.Add(parent, st.typeOffset)) != resourceIsTopic {
		return true
	}
	// The string of a NullString is at its beginning.
	if st.nullable && !(*kwire.NullString)(at).Valid {
		return true
	}
	p.at, p.parent, p.kind, p.depth = at, parent, st.field.Kind, depth
	return yield(p)
}

// plan has the steps that lead from a struct to all values of an entity.
type plan struct {
	steps []step
}

type step struct {
	field    *Field
	versions Versions
	offset   uintptr
	array    bool
	size     uintptr // of an element
	inner    *plan   // for structs
	only     *step   // of inner, if it is all that inner has, and a single value
	pointer  bool    // the struct is behind a pointer
	nullable bool    // the value is a kwire.NullString

	// A resource counts if the type at another offset says topic.
	resource   bool
	typeOffset uintptr
}

// resourceIsTopic is the ResourceType of topics, in requests for configurations
// as well as for ACLs.
const resourceIsTopic = 2

// resourceType is the field that says what the resource is that f names.
func (s *Struct) resourceType(f *Field) *Field {
	rest, found := strings.CutPrefix(f.Name, "ResourceName")
	if !found || f.Kind != String || f.Array {
		return nil
	}
	if t := s.Field("ResourceType" + rest); t != nil && t.Kind == Int8 && !t.Array {
		return t
	}
	return nil
}

type planKey struct {
	*Message
	Entity
}

var plans sync.Map // planKey -> *plan

func planFor(m *Message, entity Entity) *plan {
	key := planKey{m, entity}
	if known, found := plans.Load(key); found {
		return known.(*plan)
	}
	made, _ := plans.LoadOrStore(key, newPlan(m.Body, entity))
	return made.(*plan)
}

// newPlan plans for a struct. It ends, as schemas whose structs contain
// themselves are refused.
func newPlan(s *Struct, entity Entity) *plan {
	p := new(plan)
	for _, f := range s.Fields {
		st := step{field: f, versions: f.Versions, offset: f.offset, array: f.Array, pointer: f.pointer(), nullable: f.nullString()}
		if f.Array {
			st.size = f.goType.Elem().Size()
		}
		switch {
		case f.Kind == StructKind:
			st.inner = newPlan(f.Struct, entity)
			if len(st.inner.steps) == 0 {
				continue
			}
			if len(st.inner.steps) == 1 {
				if only := &st.inner.steps[0]; only.inner == nil && !only.array {
					st.only = only
				}
			}
		case entity == TopicResource:
			t := s.resourceType(f)
			if t == nil {
				continue
			}
			st.resource, st.typeOffset = true, t.offset
		case f.Entity != entity:
			continue
		case f.Kind != String && f.Kind != Int32 && f.Kind != Int64:
			continue // the word of a user's own, for a type that no entity has
		}
		p.steps = append(p.steps, st)
	}
	return p
}
