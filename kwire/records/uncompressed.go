package records

// Uncompressed gives the records of b as they are on the wire but for the
// compression: for magic 2 one record after another, for magic 0 and 1 the
// messages inside a compressed one. The bytes alias Payload unless they had to
// be decompressed. For a message of magic 0 or 1 that is not compressed they are
// the Payload itself.
//
// It looks at no record. Errors are of type [*Error].
func (b *Batch) Uncompressed() ([]byte, error) {
	compressed := b.Payload
	at := b.place
	at.origin += b.Size() - len(b.Payload)
	if b.Attributes.Codec() == None {
		return compressed, nil
	}
	if b.Magic < 2 {
		_, value, err := b.keyAndValue()
		if err != nil {
			return nil, err
		}
		at.origin += len(b.Payload) - len(value)
		compressed = value
	}
	return b.decompress(compressed, at)
}
