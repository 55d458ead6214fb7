package transactioncoordinator

import "github.com/kgen-go/kgen/kwire"

// AppendKey appends the key of a record of __transaction_state to dst: the type
// and the message. After an error it returns dst as it was.
func AppendKey(dst []byte, key *TransactionLogKey) ([]byte, error) {
	return kwire.AppendRecordKey(dst, key)
}

// DecodeKey decodes the key of a record of __transaction_state. Any type but
// that of a TransactionLogKey is a [kwire.ErrUnknownKey].
func DecodeKey(key []byte) (*TransactionLogKey, error) {
	message, err := kwire.DecodeRecordKey(NewCoordinatorKey, key, 0)
	if err != nil {
		return nil, err
	}
	return message.(*TransactionLogKey), nil
}

// AppendValue appends the value of a record of __transaction_state to dst: the
// version and the message in that version. After an error it returns dst as it
// was. The value of a record that deletes is nil.
func AppendValue(dst []byte, value *TransactionLogValue, version int16) ([]byte, error) {
	return kwire.AppendRecordValue(dst, value, version)
}

// DecodeValue decodes the value of a record of __transaction_state, and returns
// the message with the version in which it was encoded. A nil value means that
// the transactional id has expired: the message is then nil and the version -1.
func DecodeValue(value []byte) (message *TransactionLogValue, version int16, err error) {
	decoded, version, err := kwire.DecodeRecordValue(NewCoordinatorValue, transactionLogValueInfo.APIKey, value, 0)
	if decoded == nil || err != nil {
		return nil, version, err
	}
	return decoded.(*TransactionLogValue), version, nil
}
