package sarama

// BenchMessage is a message with a version of its own.
type BenchMessage interface {
	encoder
	versionedDecoder
	setVersion(int16)
}

// BenchEncode encodes as a broker connection does, without metrics.
func BenchEncode(m BenchMessage) ([]byte, error) { return encode(m, nil) }

// BenchDecode decodes as a broker connection does, without metrics.
func BenchDecode(src []byte, m BenchMessage, version int16) error {
	m.setVersion(version)
	return versionedDecode(src, m, version, nil)
}
