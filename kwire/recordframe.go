package kwire

import (
	"encoding/binary"
	"fmt"
	"math"
	"reflect"
)

// What brokers keep in topics of their own lies in the keys and values of
// records, each a message behind a few bytes that say which one. Metadata
// records have a frame of three varints, coordinator records an int16.

// metadataFrame is the version of the frame around metadata records. Kafka has
// written no other since its previews of KRaft.
const metadataFrame = 1

// AppendMetadataRecord appends the value of a metadata record to dst: the
// version of the frame, the message's key, its version, and its body. After an
// error it returns dst as it was.
func AppendMetadataRecord(dst []byte, m Message, version int16) ([]byte, error) {
	if err := CheckKind(m, KindMetadata); err != nil {
		return dst, err
	}
	b := append(dst, metadataFrame)
	b = binary.AppendUvarint(b, uint64(uint16(m.Info().APIKey)))
	b = binary.AppendUvarint(b, uint64(uint16(version)))
	return appendBody(dst, b, m, version)
}

// DecodeMetadataRecord decodes the value of a metadata record into the message
// that newRecord returns for its key, and returns it with the version in which
// it was encoded. The message's bytes fields refer to src. A frame of another
// version is an [ErrUnsupportedVersion]; what newRecord fails with is passed on,
// which is an [ErrUnknownKey] for generated packages.
func DecodeMetadataRecord(newRecord func(key int16) (Message, error), src []byte, flags DecodeFlags) (m Message, version int16, err error) {
	frame, i, err := frameNumber(src, 0, "FrameVersion", flags)
	if err != nil {
		return nil, 0, err
	}
	if frame != metadataFrame {
		return nil, 0, &Error{Path: "FrameVersion", Offset: 0, Err: ErrUnsupportedVersion,
			Detail: fmt.Sprintf("frame of version %d around a metadata record, only %d is known", frame, metadataFrame)}
	}
	key, i, err := frameNumber(src, i, "Type", flags)
	if err != nil {
		return nil, 0, err
	}
	if version, i, err = frameNumber(src, i, "Version", flags); err != nil {
		return nil, 0, err
	}
	if m, err = newRecord(key); err != nil {
		return nil, 0, err
	}
	return m, version, m.DecodeWith(src[i:], version, flags)
}

// frameNumber reads one of the three numbers in the frame of a metadata record:
// an unsigned varint of at most 5 bytes that must fit an int16. Kafka drops the
// bits of the fifth byte that exceed 32, and so does lenient decoding.
func frameNumber(src []byte, i int, name string, flags DecodeFlags) (v int16, next int, err error) {
	n, width := binary.Uvarint(src[i:min(len(src), i+5)])
	kind, detail := ErrBadVarint, ""
	switch {
	case flags&Lenient != 0:
		n &= math.MaxUint32
	case n > math.MaxUint32:
		detail = "varint of more than 32 bits"
	}
	switch {
	case width == 0 && i+5 <= len(src):
		detail = "varint of more than 5 bytes"
	case width == 0:
		kind, detail = ErrShortBuffer, fmt.Sprintf("need %d bytes, have %d", len(src)-i+1, len(src)-i)
	case detail == "" && n > math.MaxInt16:
		detail = fmt.Sprintf("%d, at most %d can be", n, math.MaxInt16)
	}
	if detail != "" {
		return 0, i, &Error{Path: name, Offset: i, Err: kind, Detail: detail}
	}
	return int16(n), i + width, nil
}

// AppendRecordKey appends the key of a coordinator record to dst: the type of
// the record and the body, which has no version but 0. After an error it
// returns dst as it was.
func AppendRecordKey(dst []byte, key Message) ([]byte, error) {
	if err := CheckKind(key, KindCoordinatorKey); err != nil {
		return dst, err
	}
	return appendBody(dst, binary.BigEndian.AppendUint16(dst, uint16(key.Info().APIKey)), key, 0)
}

// DecodeRecordKey decodes the key of a coordinator record into the message that
// newKey returns for the record's type. The message's bytes fields refer to src.
// What newKey fails with is passed on, which is an [ErrUnknownKey] for generated
// packages.
func DecodeRecordKey(newKey func(key int16) (Message, error), src []byte, flags DecodeFlags) (Message, error) {
	if len(src) < 2 {
		return nil, short(src, 0, 2)
	}
	key, err := newKey(int16(binary.BigEndian.Uint16(src)))
	if err != nil {
		return nil, err
	}
	return key, key.DecodeWith(src[2:], 0, flags)
}

// AppendRecordValue appends the value of a coordinator record to dst: the
// version and the body. After an error it returns dst as it was. A tombstone,
// whose value is null, has nothing to append.
func AppendRecordValue(dst []byte, value Message, version int16) ([]byte, error) {
	if err := CheckKind(value, KindCoordinatorValue); err != nil {
		return dst, err
	}
	return appendBody(dst, binary.BigEndian.AppendUint16(dst, uint16(version)), value, version)
}

// DecodeRecordValue decodes the value of a coordinator record and returns it
// with the version in which it was encoded. NewValue is called with the type of
// the record, which its key has. The message's bytes fields refer to src. A nil
// src is a tombstone, for which the message is nil and the version -1.
func DecodeRecordValue(newValue func(key int16) (Message, error), key int16, src []byte, flags DecodeFlags) (value Message, version int16, err error) {
	if src == nil {
		return nil, -1, nil
	}
	if len(src) < 2 {
		return nil, 0, short(src, 0, 2)
	}
	if value, err = newValue(key); err != nil {
		return nil, 0, err
	}
	version = int16(binary.BigEndian.Uint16(src))
	return value, version, value.DecodeWith(src[2:], version, flags)
}

// appendBody completes b, which is dst and what stands before the body.
func appendBody(dst, b []byte, m Message, version int16) ([]byte, error) {
	b, err := m.Encode(b, version)
	if err != nil {
		return dst, err
	}
	return b, nil
}

// CheckKind refuses a message of another kind than want with an [ErrWrongKind],
// and nil, also in the form of a nil pointer, with an [ErrNullNotAllowed].
func CheckKind(m Message, want Kind) error {
	if isNil(m) {
		return &Error{Offset: -1, Err: ErrNullNotAllowed, Detail: fmt.Sprintf("no message, want a %s", want)}
	}
	if info := m.Info(); info.Kind != want {
		return &Error{Offset: -1, Err: ErrWrongKind, Detail: fmt.Sprintf("%s is a %s, want a %s", info.Name, info.Kind, want)}
	}
	return nil
}

func isNil(m Message) bool {
	v := reflect.ValueOf(m)
	return m == nil || v.Kind() == reflect.Pointer && v.IsNil()
}
