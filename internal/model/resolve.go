package model

// resolve turns m, which has kept every rule, into a message.
func (m *messageSpec) resolve() *Message {
	message := &Message{
		Name:       m.name.value,
		Type:       MessageType(m.typeWord.value),
		APIKey:     int16(m.apiKey.value),
		HasAPIKey:  m.apiKey.given,
		Valid:      m.valid.Versions,
		Flexible:   m.flexible.Versions,
		Deprecated: m.deprecated.Versions,
		Unstable:   m.unstable.value == "true",
		Comments:   m.comments(),
		Path:       m.file.Path,
		File:       m.file.Name,
		Pos:        m.name.pos,

		headerVersions: m.resolveHeaders(),
	}
	for _, l := range m.listeners {
		message.Listeners = append(message.Listeners, l.value)
	}
	message.Body = &Struct{Name: message.Name, Versions: message.Valid, Pos: message.Pos}
	if m.reserved() {
		message.Flexible = None // whatever the schema says
		return message
	}
	// All structs come to be before their fields, which point at them.
	structs := map[*structSpec]*Struct{m.body: message.Body}
	for _, s := range m.structs[1:] {
		if s.uses == 0 {
			continue
		}
		structs[s] = &Struct{Name: s.name.value, Versions: s.onWire(), Common: s.common, Uses: s.uses, Pos: s.name.pos}
		message.Structs = append(message.Structs, structs[s])
	}
	for _, s := range m.structs {
		resolved := structs[s]
		if resolved == nil {
			continue
		}
		for _, f := range s.fields {
			resolved.Fields = append(resolved.Fields, f.resolve(structs))
		}
	}
	return message
}

// resolve turns f into a field; structs are those of its message.
func (f *fieldSpec) resolve(structs map[*structSpec]*Struct) *Field {
	current := f.onWire()
	field := &Field{
		Name:       f.name.value,
		Versions:   current,
		Nullable:   current.Intersect(f.nullable.Versions),
		Tagged:     current.Intersect(f.tagged.Versions),
		Tag:        -1,
		Flexible:   f.flexibleVersions(),
		Default:    implicitDefault(f.typ),
		Ignorable:  f.ignorable,
		MapKey:     f.mapKey,
		ZeroCopy:   f.zeroCopy,
		EntityType: f.entityType.value,
		About:      f.about,
		Comments:   f.comments(),
		Pos:        f.name.pos,
	}
	if f.tag.given {
		field.Tag = int(f.tag.value)
	}
	if f.defaultValue.given {
		field.Default, _ = parseDefault(f.typ, f.defaultValue.value) // rule default-value has seen the error
	}
	field.Type = Type{Kind: f.typ.kind, Struct: structs[f.target]}
	if f.typ.array {
		element := field.Type
		field.Type = Type{Kind: Array, Elem: &element}
	}
	return field
}
