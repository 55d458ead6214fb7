package records

import (
	"encoding/binary"
	"fmt"

	"github.com/kgen-go/kgen/kwire"
)

// A ControlType says what a control record is about.
type ControlType int16

// The control records of Kafka. Those from LeaderChange on belong to the
// metadata log; their values are messages of Kafka's schemas.
const (
	Abort          ControlType = 0
	Commit         ControlType = 1
	LeaderChange   ControlType = 2
	SnapshotHeader ControlType = 3
	SnapshotFooter ControlType = 4
	KRaftVersion   ControlType = 5
	KRaftVoters    ControlType = 6
)

// String gives the name as Kafka's documentation writes it.
func (t ControlType) String() string {
	switch t {
	case Abort:
		return "ABORT"
	case Commit:
		return "COMMIT"
	case LeaderChange:
		return "LEADER_CHANGE"
	case SnapshotHeader:
		return "SNAPSHOT_HEADER"
	case SnapshotFooter:
		return "SNAPSHOT_FOOTER"
	case KRaftVersion:
		return "KRAFT_VERSION"
	case KRaftVoters:
		return "KRAFT_VOTERS"
	}
	return fmt.Sprintf("control type %d", int16(t))
}

// ControlType reads the type of a control record out of its key: two bytes of
// version, two of type. Later versions are read like the first, as all begin so.
// Types without a name here are no error. A record whose Attributes
// lack [Control], as those of users do, is an error that wraps [ErrNotControl]. A key that is too short is an error
// that wraps [kwire.ErrShortBuffer], a negative version one that wraps [ErrVersion].
func (r *Record) ControlType() (ControlType, error) {
	if !r.Attributes.IsControl() {
		return 0, fmt.Errorf("records: record at offset %d: %w", r.Offset, ErrNotControl)
	}
	if len(r.Key) < 4 {
		return 0, fmt.Errorf("records: control record at offset %d: %w: key of %d bytes", r.Offset, kwire.ErrShortBuffer, len(r.Key))
	}
	if version := int16(binary.BigEndian.Uint16(r.Key)); version < 0 {
		return 0, fmt.Errorf("records: control record at offset %d: %w: key version %d", r.Offset, ErrVersion, version)
	}
	return ControlType(binary.BigEndian.Uint16(r.Key[2:])), nil
}

// ControlKey gives the key of a control record of type t.
func ControlKey(t ControlType) []byte {
	return binary.BigEndian.AppendUint16([]byte{0, 0}, uint16(t))
}

// An EndTxnMarker ends a transaction in a partition.
type EndTxnMarker struct {
	// Type is Commit or Abort.
	Type ControlType
	// CoordinatorEpoch is that of the transaction coordinator that wrote it.
	CoordinatorEpoch int32
}

// EndTxnMarker reads the marker out of a control record of type Commit or Abort:
// two bytes of version and the coordinator's epoch. Later versions are read like
// the first.
func (r *Record) EndTxnMarker() (EndTxnMarker, error) {
	t, err := r.ControlType()
	if err != nil {
		return EndTxnMarker{}, err
	}
	if t != Commit && t != Abort {
		return EndTxnMarker{}, fmt.Errorf("records: control record at offset %d is %v, no end of a transaction", r.Offset, t)
	}
	if len(r.Value) < 6 {
		return EndTxnMarker{}, fmt.Errorf("records: control record at offset %d: %w: value of %d bytes", r.Offset, kwire.ErrShortBuffer, len(r.Value))
	}
	if version := int16(binary.BigEndian.Uint16(r.Value)); version < 0 {
		return EndTxnMarker{}, fmt.Errorf("records: control record at offset %d: %w: value version %d", r.Offset, ErrVersion, version)
	}
	return EndTxnMarker{t, int32(binary.BigEndian.Uint32(r.Value[2:]))}, nil
}

// Record gives the control record of the marker. It goes alone into a batch of
// its own, which [BuilderOptions] mark as control and transactional, with the
// producer of the transaction and NoSequence.
func (m EndTxnMarker) Record(timestamp int64) Record {
	return Record{
		Timestamp:  timestamp,
		Attributes: Control | Transactional,
		Key:        ControlKey(m.Type),
		Value:      binary.BigEndian.AppendUint32([]byte{0, 0}, uint32(m.CoordinatorEpoch)),
	}
}
