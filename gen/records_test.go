package gen_test

import (
	"encoding/hex"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kgen-go/kgen/gen/groupcoordinator"
	"github.com/kgen-go/kgen/gen/metadata"
	"github.com/kgen-go/kgen/gen/sharecoordinator"
	"github.com/kgen-go/kgen/gen/storage"
	"github.com/kgen-go/kgen/gen/transactioncoordinator"
	"github.com/kgen-go/kgen/kwire"
)

// unhex reads bytes written in hexadecimal, with blanks for the eye.
func unhex(t *testing.T, parts ...string) []byte {
	t.Helper()
	b, err := hex.DecodeString(strings.ReplaceAll(strings.Join(parts, ""), " ", ""))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

var topicID = kwire.UUID{0x10, 0x11, 0x12, 0x13, 0x14, 0x15, 0x16, 0x17, 0x18, 0x19, 0x1a, 0x1b, 0x1c, 0x1d, 0x1e, 0x1f}

const topicIDBytes = "101112131415161718191a1b1c1d1e1f"

// TestMetadataRecords checks the frame of metadata records against bytes put
// together by hand.
func TestMetadataRecords(t *testing.T) {
	partitionDelete := storage.NewRemotePartitionDeleteMetadataRecord()
	partitionDelete.TopicIdPartition.Name = "foo"
	partitionDelete.TopicIdPartition.Id = topicID
	partitionDelete.TopicIdPartition.Partition = 5
	partitionDelete.BrokerId = 1
	partitionDelete.EventTimestampMs = 2
	partitionDelete.RemotePartitionDeleteState = 3
	for _, c := range []struct {
		name    string
		bytes   []byte
		record  kwire.Message
		version int16
		append  func([]byte, kwire.Message, int16) ([]byte, error)
		decode  func([]byte) (kwire.Message, int16, error)
	}{
		{"TopicRecord", unhex(t,
			"01",         // frame version
			"02",         // type: TopicRecord
			"00",         // version
			"04 666f6f",  // Name: length + 1, "foo"
			topicIDBytes, // TopicId
			"00",         // no tagged fields
		), &metadata.TopicRecord{Name: "foo", TopicId: topicID}, 0, metadata.AppendRecord, metadata.DecodeRecord},
		{"FenceBrokerRecord", unhex(t,
			"01",               // frame version
			"07",               // type: FenceBrokerRecord
			"00",               // version
			"00000003",         // Id
			"0000000000000009", // Epoch
			"00",               // no tagged fields
		), &metadata.FenceBrokerRecord{Id: 3, Epoch: 9}, 0, metadata.AppendRecord, metadata.DecodeRecord},
		{"NoOpRecord", unhex(t,
			"01", // frame version
			"14", // type: NoOpRecord
			"00", // version
			"00", // no tagged fields
		), &metadata.NoOpRecord{}, 0, metadata.AppendRecord, metadata.DecodeRecord},
		{"RemotePartitionDeleteMetadataRecord", unhex(t,
			"01",               // frame version
			"02",               // type: RemotePartitionDeleteMetadataRecord
			"00",               // version
			"04 666f6f",        // TopicIdPartition.Name: length + 1, "foo"
			topicIDBytes,       // TopicIdPartition.Id
			"00000005",         // TopicIdPartition.Partition
			"00",               // no tagged fields in TopicIdPartition
			"00000001",         // BrokerId
			"0000000000000002", // EventTimestampMs
			"03",               // RemotePartitionDeleteState
			"00",               // no tagged fields
		), partitionDelete, 0, storage.AppendRecord, storage.DecodeRecord},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := c.append([]byte("before"), c.record, c.version)
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(append([]byte("before"), c.bytes...), got); d != "" {
				t.Errorf("encoded (-want +got):\n%s", d)
			}
			record, version, err := c.decode(c.bytes)
			if err != nil {
				t.Fatal(err)
			}
			if version != c.version {
				t.Errorf("version %d, want %d", version, c.version)
			}
			if d := cmp.Diff(c.record, record, sameTags); d != "" {
				t.Errorf("decoded (-want +got):\n%s", d)
			}
		})
	}
}

var sameTags = cmp.Comparer(kwire.Tags.Equal)

func TestMetadataRecordErrors(t *testing.T) {
	for _, c := range []struct {
		name, bytes string
		want        error
		text        string // what the message must contain
	}{
		{"empty", "", kwire.ErrShortBuffer, "FrameVersion at byte 0"},
		{"frame alone", "01", kwire.ErrShortBuffer, "Type at byte 1"},
		{"no version", "0102", kwire.ErrShortBuffer, "Version at byte 2"},
		{"frame of the KRaft preview", "00021400", kwire.ErrUnsupportedVersion, "frame of version 0"},
		{"frame of the future", "02140000", kwire.ErrUnsupportedVersion, "frame of version 2"},
		{"unknown type", "01060000", kwire.ErrUnknownKey, "6"},
		{"type above int16", "01 808002 00", kwire.ErrBadVarint, "Type at byte 1: 32768"},
		{"version above int16", "01 02 808002", kwire.ErrBadVarint, "Version at byte 2: 32768"},
		{"endless varint", "01 ffffffffff01", kwire.ErrBadVarint, "Type at byte 1"},
		{"unknown version", "011401 00", kwire.ErrUnsupportedVersion, "NoOpRecord v1"},
		{"trailing byte", "01140000 00", kwire.ErrTrailingBytes, "NoOpRecord v0"},
		{"cut body", "010200 04 666f6f 1011", kwire.ErrShortBuffer, "TopicId"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, _, err := metadata.DecodeRecord(unhex(t, c.bytes))
			if !errors.Is(err, c.want) || !strings.Contains(err.Error(), c.text) {
				t.Errorf("got %v, want %v with %q", err, c.want, c.text)
			}
		})
	}
}

// TestLenientMetadataRecord reads a frame version whose varint has more than 32
// bits, which Kafka drops, and a byte behind the record.
func TestLenientMetadataRecord(t *testing.T) {
	value := unhex(t, "8180808070 14 00 00", "ff")
	record, version, err := kwire.DecodeMetadataRecord(metadata.NewMetadataRecord, value, kwire.Lenient)
	if d := cmp.Diff(kwire.Message(&metadata.NoOpRecord{}), record, sameTags); err != nil || d != "" || version != 0 {
		t.Errorf("version %d, %v (-want +got):\n%s", version, err, d)
	}
	if _, _, err := metadata.DecodeRecord(value); !errors.Is(err, kwire.ErrBadVarint) {
		t.Errorf("in strict mode: %v", err)
	}
}

// TestCoordinatorRecords checks keys and values of coordinator records against
// bytes put together by hand.
func TestCoordinatorRecords(t *testing.T) {
	offset := groupcoordinator.NewOffsetCommitValue()
	offset.Offset, offset.LeaderEpoch, offset.Metadata, offset.CommitTimestamp = 42, 6, "m", 3
	update := sharecoordinator.NewShareUpdateValue()
	update.SnapshotEpoch, update.LeaderEpoch, update.StartOffset = 1, 2, 3
	update.StateBatches = []sharecoordinator.ShareUpdateValueStateBatch{{FirstOffset: 4, LastOffset: 5, DeliveryState: 2, DeliveryCount: 1}}
	for _, c := range []struct {
		name                 string
		keyBytes, valueBytes []byte
		key, value           kwire.Message
		version              int16
		appendKey            func([]byte, kwire.Message) ([]byte, error)
		appendValue          func([]byte, kwire.Message, int16) ([]byte, error)
		decodeKey            func([]byte) (kwire.Message, error)
		decodeValue          func(kwire.Message, []byte) (kwire.Message, int16, error)
	}{
		{"OffsetCommit", unhex(t,
			"0001",     // type: OffsetCommit
			"0001 67",  // group "g"
			"0001 74",  // topic "t"
			"00000007", // partition
		), unhex(t,
			"0003",             // version
			"000000000000002a", // offset
			"00000006",         // leaderEpoch
			"0001 6d",          // metadata "m"
			"0000000000000003", // commitTimestamp
		), &groupcoordinator.OffsetCommitKey{Group: "g", Topic: "t", Partition: 7}, offset, 3,
			groupcoordinator.AppendKey, groupcoordinator.AppendValue, groupcoordinator.DecodeKey, groupcoordinator.DecodeValue},
		{"OffsetCommit tombstone", unhex(t,
			"0001",     // type: OffsetCommit
			"0001 67",  // group "g"
			"0001 74",  // topic "t"
			"00000007", // partition
		), nil, &groupcoordinator.OffsetCommitKey{Group: "g", Topic: "t", Partition: 7}, nil, -1,
			groupcoordinator.AppendKey, nil, groupcoordinator.DecodeKey, groupcoordinator.DecodeValue},
		{"ShareUpdate", unhex(t,
			"0001",       // type: ShareUpdate
			"0001 73",    // GroupId "s"
			topicIDBytes, // TopicId
			"00000002",   // Partition
		), unhex(t,
			"0000",             // version
			"00000001",         // SnapshotEpoch
			"00000002",         // LeaderEpoch
			"0000000000000003", // StartOffset
			"02",               // StateBatches: count + 1
			"0000000000000004", // FirstOffset
			"0000000000000005", // LastOffset
			"02",               // DeliveryState
			"0001",             // DeliveryCount
			"00",               // no tagged fields in the batch
			"00",               // no tagged fields
		), &sharecoordinator.ShareUpdateKey{GroupId: "s", TopicId: topicID, Partition: 2}, update, 0,
			sharecoordinator.AppendKey, sharecoordinator.AppendValue, sharecoordinator.DecodeKey, sharecoordinator.DecodeValue},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := c.appendKey(nil, c.key)
			if d := cmp.Diff(c.keyBytes, got); err != nil || d != "" {
				t.Errorf("key: %v (-want +got):\n%s", err, d)
			}
			if c.value != nil {
				got, err = c.appendValue(nil, c.value, c.version)
				if d := cmp.Diff(c.valueBytes, got); err != nil || d != "" {
					t.Errorf("value: %v (-want +got):\n%s", err, d)
				}
			}
			key, err := c.decodeKey(c.keyBytes)
			if d := cmp.Diff(c.key, key, sameTags); err != nil || d != "" {
				t.Fatalf("decoded key: %v (-want +got):\n%s", err, d)
			}
			value, version, err := c.decodeValue(key, c.valueBytes)
			if d := cmp.Diff(c.value, value, sameTags); err != nil || d != "" || version != c.version {
				t.Errorf("decoded value: %v, version %d, want %d (-want +got):\n%s", err, version, c.version, d)
			}
		})
	}
}

func TestTransactionRecords(t *testing.T) {
	wantKey := &transactioncoordinator.TransactionLogKey{TransactionalId: "tx"}
	keyBytes := unhex(t,
		"0000",      // type: TransactionLog
		"0002 7478", // TransactionalId "tx"
	)
	wantValue := transactioncoordinator.NewTransactionLogValue()
	wantValue.ProducerId, wantValue.ProducerEpoch, wantValue.TransactionTimeoutMs = 8, 1, 60000
	wantValue.TransactionStatus = 1
	wantValue.TransactionPartitions = []transactioncoordinator.TransactionLogValuePartitionsSchema{{Topic: "t", PartitionIds: []int32{2}}}
	wantValue.TransactionLastUpdateTimestampMs, wantValue.TransactionStartTimestampMs = 4, 3
	wantValue.ClientTransactionVersion = 2
	valueBytes := unhex(t,
		"0001",             // version
		"0000000000000008", // ProducerId
		"0001",             // ProducerEpoch
		"0000ea60",         // TransactionTimeoutMs
		"01",               // TransactionStatus
		"02",               // TransactionPartitions: count + 1
		"02 74",            // Topic: length + 1, "t"
		"02",               // PartitionIds: count + 1
		"00000002",         // partition
		"00",               // no tagged fields in the element
		"0000000000000004", // TransactionLastUpdateTimestampMs
		"0000000000000003", // TransactionStartTimestampMs
		"01",               // one tagged field:
		"02 02 0002",       // ClientTransactionVersion: tag 2, 2 bytes
	)
	key, err := transactioncoordinator.DecodeKey(keyBytes)
	if d := cmp.Diff(wantKey, key, sameTags); err != nil || d != "" {
		t.Errorf("decoded key: %v (-want +got):\n%s", err, d)
	}
	value, version, err := transactioncoordinator.DecodeValue(valueBytes)
	if d := cmp.Diff(wantValue, value, sameTags); err != nil || d != "" || version != 1 {
		t.Errorf("decoded value: %v, version %d (-want +got):\n%s", err, version, d)
	}
	got, err := transactioncoordinator.AppendKey(nil, wantKey)
	if d := cmp.Diff(keyBytes, got); err != nil || d != "" {
		t.Errorf("key: %v (-want +got):\n%s", err, d)
	}
	got, err = transactioncoordinator.AppendValue(nil, wantValue, 1)
	if d := cmp.Diff(valueBytes, got); err != nil || d != "" {
		t.Errorf("value: %v (-want +got):\n%s", err, d)
	}
	if value, version, err := transactioncoordinator.DecodeValue(nil); value != nil || version != -1 || err != nil {
		t.Errorf("tombstone: got %v, %d, %v", value, version, err)
	}
}

func TestCoordinatorRecordErrors(t *testing.T) {
	key := groupcoordinator.NewOffsetCommitKey()
	value := func(text string) func() error {
		return func() error {
			_, _, err := groupcoordinator.DecodeValue(key, unhex(t, text))
			return err
		}
	}
	decodeKey := func(text string) func() error {
		return func() error {
			_, err := groupcoordinator.DecodeKey(unhex(t, text))
			return err
		}
	}
	for _, c := range []struct {
		name string
		run  func() error
		want error
	}{
		{"half a type", decodeKey("00"), kwire.ErrShortBuffer},
		{"unknown type", decodeKey("7fff 0000"), kwire.ErrUnknownKey},
		{"negative type", decodeKey("ffff 0000"), kwire.ErrUnknownKey},
		{"cut key", decodeKey("0001 0001"), kwire.ErrShortBuffer},
		{"key with trailing byte", decodeKey("0001 0000 0000 00000000 00"), kwire.ErrTrailingBytes},
		{"empty value is no tombstone", value(""), kwire.ErrShortBuffer},
		{"value of an unknown version", value("0005 00"), kwire.ErrUnsupportedVersion},
		{"value of a negative version", value("ffff 00"), kwire.ErrUnsupportedVersion},
		{"transaction value cut", func() error {
			_, _, err := transactioncoordinator.DecodeValue(unhex(t, "0000 00"))
			return err
		}, kwire.ErrShortBuffer},
		{"transaction key of another type", func() error {
			_, err := transactioncoordinator.DecodeKey(unhex(t, "0001 0000"))
			return err
		}, kwire.ErrUnknownKey},
		{"key in place of a value", func() error {
			_, err := groupcoordinator.AppendValue(nil, key, 0)
			return err
		}, kwire.ErrWrongKind},
		{"value in place of a key", func() error {
			_, err := groupcoordinator.AppendKey(nil, groupcoordinator.NewOffsetCommitValue())
			return err
		}, kwire.ErrWrongKind},
		{"no value to append", func() error {
			_, err := groupcoordinator.AppendValue(nil, nil, 0)
			return err
		}, kwire.ErrNullNotAllowed},
		{"no such version to append", func() error {
			dst, err := groupcoordinator.AppendValue([]byte{1}, groupcoordinator.NewOffsetCommitValue(), 9)
			if len(dst) != 1 {
				t.Errorf("left %x in dst", dst)
			}
			return err
		}, kwire.ErrUnsupportedVersion},
	} {
		t.Run(c.name, func(t *testing.T) {
			if err := c.run(); !errors.Is(err, c.want) {
				t.Errorf("got %v, want %v", err, c.want)
			}
		})
	}
}
