package metadata

import "github.com/kgen-go/kgen/kwire"

// AppendRecord appends the value of a record of the metadata log to dst: a frame
// with the type and the version, and the message in that version. After an error
// it returns dst as it was.
func AppendRecord(dst []byte, record kwire.Message, version int16) ([]byte, error) {
	return kwire.AppendMetadataRecord(dst, record, version)
}

// DecodeRecord decodes the value of a record of the metadata log, and returns
// the message with the version in which it was encoded. Bytes fields of the
// message refer to value. A type without a message is a [kwire.ErrUnknownKey].
func DecodeRecord(value []byte) (record kwire.Message, version int16, err error) {
	return kwire.DecodeMetadataRecord(NewMetadataRecord, value, 0)
}
