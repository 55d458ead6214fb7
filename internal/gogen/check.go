package gogen

// StructName is the Go name of a message's struct, by their names in the schema,
// or of the message itself if the struct has no name or the message's.
func StructName(message, structure string) string {
	message = upperFirst(message)
	if structure == "" || upperFirst(structure) == message {
		return message
	}
	return structName(message, structure)
}
