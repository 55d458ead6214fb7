package sharecoordinator

import "github.com/kgen-go/kgen/kwire"

// AppendKey appends the key of a record of __share_group_state to dst: the type
// and the message. After an error it returns dst as it was.
func AppendKey(dst []byte, key kwire.Message) ([]byte, error) {
	return kwire.AppendRecordKey(dst, key)
}

// DecodeKey decodes the key of a record of __share_group_state. A type without a
// message is a [kwire.ErrUnknownKey].
func DecodeKey(key []byte) (kwire.Message, error) {
	return kwire.DecodeRecordKey(NewCoordinatorKey, key, 0)
}

// AppendValue appends the value of a record of __share_group_state to dst: the
// version and the message in that version. After an error it returns dst as it
// was. The value of a record that deletes is nil.
func AppendValue(dst []byte, value kwire.Message, version int16) ([]byte, error) {
	return kwire.AppendRecordValue(dst, value, version)
}

// DecodeValue decodes the value of a record of __share_group_state with the given
// key, and returns the message with the version in which it was encoded. Bytes
// fields of the message refer to value. A nil value means that the record
// deletes: the message is then nil and the version -1.
func DecodeValue(key kwire.Message, value []byte) (message kwire.Message, version int16, err error) {
	return kwire.DecodeRecordValue(NewCoordinatorValue, key.Info().APIKey, value, 0)
}
