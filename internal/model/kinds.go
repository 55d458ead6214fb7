package model

// kindWords are the schema language's words for kinds. Structs and arrays have
// no word of their own.
var kindWords = [...]string{
	Bool: "bool", Int8: "int8", Int16: "int16", Uint16: "uint16", Int32: "int32", Uint32: "uint32", Int64: "int64",
	Float64: "float64", UUID: "uuid", String: "string", Bytes: "bytes", Records: "records",
	StructKind: "struct", Array: "array",
}

func (k Kind) String() string { return kindWords[k] }

// kindNames finds the kinds that a schema can name.
var kindNames = func() map[string]Kind {
	names := map[string]Kind{}
	for kind := Bool; kind <= Records; kind++ {
		names[kindWords[kind]] = kind
	}
	return names
}()

// String gives t as a schema writes it.
func (t fieldType) String() string {
	word := t.kind.String()
	if t.kind == StructKind {
		word = t.structName
	}
	if t.array {
		word = "[]" + word
	}
	return word
}
