package codec_test

import (
	"errors"
	"strconv"
	"strings"
	"testing"

	"github.com/kgen-go/kgen/gen/kafka"
	"github.com/kgen-go/kgen/kwire"
)

// Generated messages show whether the functions of this package fit together:
// what is known of the first failure must survive all that comes after it.

// tooLong cannot be encoded in any form.
var tooLong = strings.Repeat("x", kwire.MaxStringLen+1)

// TestFirstFailureEncoding: the first string that is too long is named by its
// path, whatever else follows, and however much of that cannot be encoded.
func TestFirstFailureEncoding(t *testing.T) {
	tests := []struct {
		path    string
		version int16
		m       kwire.Message
	}{
		{"ClusterId", 2, &kafka.VoteRequest{ClusterId: kwire.StringOf(tooLong), Topics: votes(tooLong)}},
		{"Topics[0].TopicName", 2, &kafka.VoteRequest{Topics: votes(tooLong)}},
		{"Topics[1].TopicName", 2, &kafka.VoteRequest{Topics: votes("fine")}},
		{"Topics[0].Partitions[1].PreVote", 1, &kafka.VoteRequest{Topics: votes("fine")}},
		{"Topics[0].Name", 1, snapshots(tooLong, false)},
		{"Topics[1].Name", 1, snapshots("fine", false)},
		{"Topics[0].Partitions[0].SnapshotId.UnknownTags", 1, snapshots("fine", true)},
		{"Topics[0].Name", 1, snapshots(tooLong, true)},
		{"ClusterId", 0, &kafka.FetchSnapshotRequest{ClusterId: kwire.StringOf(tooLong), UnknownTags: badTags}},
		{"UnknownTags", 0, &kafka.FetchSnapshotRequest{ClusterId: kwire.StringOf("fine"), UnknownTags: badTags}},
		{"SupportedFeatures[1].Name", 3, features(tooLong, tooLong)},
		{"FinalizedFeatures[0].Name", 3, features("fine", tooLong)},
		{"TopicNames[1]", 1, &kafka.DeleteTopicsRequest{TopicNames: []string{"fine", tooLong, tooLong}}},
		{"TopicNames[1]", 5, &kafka.DeleteTopicsRequest{TopicNames: []string{"fine", tooLong, tooLong}}},
		{"GroupId", 5, &kafka.JoinGroupRequest{GroupId: tooLong, MemberId: tooLong, ProtocolType: tooLong}},
		{"MemberId", 9, &kafka.JoinGroupRequest{MemberId: tooLong, ProtocolType: tooLong}},
		{"Protocols[1].Name", 5, &kafka.JoinGroupRequest{Protocols: []kafka.JoinGroupRequestProtocol{{}, {Name: tooLong}, {Name: tooLong}}}},
	}
	for _, test := range tests {
		name := test.m.Info().Name + " v" + strconv.Itoa(int(test.version))
		check := func(way string, err error) {
			e, isOurs := errors.AsType[*kwire.Error](err)
			if !isOurs || e.Path != test.path || e.Offset != -1 || e.Message != test.m.Info().Name || e.Version != test.version {
				t.Errorf("%s by %s: error %.200v, want one of %s", name, way, err, test.path)
			}
		}
		_, err := test.m.Encode(nil, test.version)
		check("Encode(nil)", err)
		dst := []byte("before")
		b, err := test.m.Encode(dst, test.version)
		check("Encode", err)
		if string(b) != "before" {
			t.Errorf("%s: Encode returns %d bytes", name, len(b))
		}
		n, err := test.m.EncodedSize(test.version)
		check("EncodedSize", err)
		if n != 0 {
			t.Errorf("%s: a size of %d", name, n)
		}
	}
}

// badTags cannot be encoded: the number is that of a known field.
var badTags = tagsOf(0, 9)

func votes(first string) []kafka.VoteRequestTopicData {
	partitions := []kafka.VoteRequestPartitionData{{}, {PreVote: true}, {PreVote: true}}
	return []kafka.VoteRequestTopicData{
		{TopicName: first, Partitions: partitions}, {TopicName: tooLong, Partitions: partitions}, {TopicName: tooLong},
	}
}

// snapshots is a message with structs within structs. Those of the first topic
// can be given tags that cannot be encoded.
func snapshots(first string, bad bool) *kafka.FetchSnapshotRequest {
	partitions := make([]kafka.FetchSnapshotRequestPartitionSnapshot, 3)
	if bad {
		tags := tagsOf(kwire.MaxTag + 1)
		for j := range partitions {
			partitions[j].SnapshotId.UnknownTags, partitions[j].UnknownTags = tags, badTags
		}
	}
	return &kafka.FetchSnapshotRequest{Topics: []kafka.FetchSnapshotRequestTopicSnapshot{
		{Name: first, Partitions: partitions}, {Name: tooLong, Partitions: partitions},
	}}
}

func features(supported, finalized string) *kafka.ApiVersionsResponse {
	return &kafka.ApiVersionsResponse{
		SupportedFeatures: []kafka.ApiVersionsResponseSupportedFeatureKey{{}, {Name: supported}, {Name: supported}},
		FinalizedFeatures: []kafka.ApiVersionsResponseFinalizedFeatureKey{{Name: finalized}, {Name: finalized}},
		UnknownTags:       badTags,
	}
}

// TestFirstFailureDecoding: the field at which a message is cut, or a byte of it
// changed, is named with its path and offset, whatever follows.
func TestFirstFailureDecoding(t *testing.T) {
	partition := kafka.FetchSnapshotRequestPartitionSnapshot{ReplicaDirectoryId: kwire.UUID{1}}
	// ReplicaId and MaxBytes from byte 0, the topics' count at 8; the first
	// topic's name at 9, the count of its partitions at 11. A partition has 8
	// bytes, 13 of SnapshotId, 8 of Position, and 19 of tagged fields: the first
	// begins at byte 12, the second at 60. The topic's tag section is byte 108.
	// The second topic begins at 109, the message's tag section at 113.
	snapshot := &kafka.FetchSnapshotRequest{ClusterId: kwire.StringOf("cl"), Topics: []kafka.FetchSnapshotRequestTopicSnapshot{
		{Name: "a", Partitions: []kafka.FetchSnapshotRequestPartitionSnapshot{partition, partition}}, {Name: "b"},
	}}
	// ClusterId from byte 0, VoterId from 3, the topics' count at 7; the first
	// topic's name at 8, the count of its partitions at 10, the partition from 11.
	vote := &kafka.VoteRequest{ClusterId: kwire.StringOf("cl"), Topics: []kafka.VoteRequestTopicData{
		{TopicName: "a", Partitions: make([]kafka.VoteRequestPartitionData, 1)}, {TopicName: "b"},
	}}
	// ErrorCode at byte 0, no ApiKeys at 2, ThrottleTimeMs at 3, the count of
	// tagged fields at 7. Each has a number, a size and 8 bytes.
	versions := &kafka.ApiVersionsResponse{
		SupportedFeatures:      []kafka.ApiVersionsResponseSupportedFeatureKey{{Name: "a"}},
		FinalizedFeaturesEpoch: 3,
		FinalizedFeatures:      []kafka.ApiVersionsResponseFinalizedFeatureKey{{Name: "b"}},
	}
	// The edits cut the message at a byte, or set that byte to a value.
	const cut = -1
	tests := []struct {
		m        kwire.Message
		version  int16
		at, edit int
		path     string
		offset   int
		want     error
	}{
		{snapshot, 1, 0, cut, "ReplicaId", 0, kwire.ErrShortBuffer},
		{snapshot, 1, 7, cut, "MaxBytes", 4, kwire.ErrShortBuffer},
		{snapshot, 1, 8, cut, "Topics", 8, kwire.ErrShortBuffer},
		{snapshot, 1, 8, 0x70, "Topics", 8, kwire.ErrBadLength},
		{snapshot, 1, 9, 0, "Topics[0].Name", 9, kwire.ErrNullNotAllowed},
		{snapshot, 1, 11, 0, "Topics[0].Partitions", 11, kwire.ErrNullNotAllowed},
		{snapshot, 1, 71, cut, "Topics[0].Partitions", 11, kwire.ErrBadLength},
		{snapshot, 1, 72, cut, "Topics[0].Partitions[1].SnapshotId.EndOffset", 68, kwire.ErrShortBuffer},
		{snapshot, 1, 79, cut, "Topics[0].Partitions[1].SnapshotId.Epoch", 76, kwire.ErrShortBuffer},
		{snapshot, 1, 80, cut, "Topics[0].Partitions[1].SnapshotId", 80, kwire.ErrShortBuffer},
		{snapshot, 1, 32, 0x7f, "Topics[0].Partitions[0].SnapshotId", 32, kwire.ErrBadLength},
		{snapshot, 1, 88, cut, "Topics[0].Partitions[1].Position", 81, kwire.ErrShortBuffer},
		{snapshot, 1, 89, cut, "Topics[0].Partitions[1]", 89, kwire.ErrShortBuffer},
		{snapshot, 1, 107, cut, "Topics[0].Partitions[1]", 92, kwire.ErrShortBuffer},
		{snapshot, 1, 91, 15, "Topics[0].Partitions[1].ReplicaDirectoryId", 92, kwire.ErrShortBuffer},
		{snapshot, 1, 91, 17, "Topics[0].Partitions[1].ReplicaDirectoryId", 108, kwire.ErrTagSize},
		{snapshot, 0, 42, 0, "Topics[0].Partitions[0].ReplicaDirectoryId", 44, kwire.ErrTagNotInVersion},
		{snapshot, 1, 108, cut, "Topics[0]", 108, kwire.ErrShortBuffer},
		{snapshot, 1, 110, cut, "Topics[1].Name", 110, kwire.ErrShortBuffer},
		{snapshot, 1, 113, cut, "", 113, kwire.ErrShortBuffer},
		{snapshot, 1, 116, 4, "ClusterId", 117, kwire.ErrShortBuffer},
		{snapshot, 1, 116, 2, "ClusterId", 118, kwire.ErrTagSize},

		{vote, 2, 2, cut, "ClusterId", 1, kwire.ErrShortBuffer},
		{vote, 2, 6, cut, "VoterId", 3, kwire.ErrShortBuffer},
		{vote, 2, 7, cut, "Topics", 7, kwire.ErrShortBuffer},
		{vote, 2, 8, 0, "Topics[0].TopicName", 8, kwire.ErrNullNotAllowed},
		{vote, 2, 38, cut, "Topics[0].Partitions[0].ReplicaDirectoryId", 23, kwire.ErrShortBuffer},
		{vote, 2, 39, cut, "Topics[0].Partitions[0].VoterDirectoryId", 39, kwire.ErrShortBuffer},
		{vote, 2, 66, cut, "Topics[0].Partitions[0].LastOffset", 59, kwire.ErrShortBuffer},
		{vote, 2, 67, cut, "Topics[0].Partitions[0].PreVote", 67, kwire.ErrShortBuffer},
		{vote, 2, 68, cut, "Topics[0].Partitions[0]", 68, kwire.ErrShortBuffer},
		{vote, 2, 69, cut, "Topics[0]", 69, kwire.ErrShortBuffer},
		{vote, 2, 72, 0, "Topics[1].Partitions", 72, kwire.ErrNullNotAllowed},

		{versions, 3, 6, cut, "ThrottleTimeMs", 3, kwire.ErrShortBuffer},
		{versions, 3, 10, 3, "SupportedFeatures", 10, kwire.ErrBadLength},
		{versions, 3, 11, 0, "SupportedFeatures[0].Name", 11, kwire.ErrNullNotAllowed},
		{versions, 3, 9, 7, "SupportedFeatures[0]", 17, kwire.ErrShortBuffer},
		{versions, 3, 19, 7, "FinalizedFeaturesEpoch", 20, kwire.ErrShortBuffer},
		{versions, 3, 31, 0, "FinalizedFeatures[0].Name", 31, kwire.ErrNullNotAllowed},
		{versions, 3, 37, 1, "FinalizedFeatures[0]", 37, kwire.ErrBadLength},
	}
	for _, test := range tests {
		whole := test.m.Info().Highest
		if test.m == versions {
			whole = 3
		}
		src, err := test.m.Encode(nil, whole)
		if err != nil {
			t.Fatal(err)
		}
		if test.edit == cut {
			src = src[:test.at]
		} else {
			src[test.at] = byte(test.edit)
		}
		// What the message holds before does not matter.
		name := test.m.Info().Name
		used := kafka.NewMessage(name)
		if b, err := test.m.Encode(nil, whole); err != nil || used.Decode(b, whole) != nil {
			t.Fatal(name, err)
		}
		for _, into := range []kwire.Message{kafka.NewMessage(name), used} {
			err := into.Decode(src, test.version)
			e, isOurs := errors.AsType[*kwire.Error](err)
			if !isOurs || e.Err != test.want || e.Path != test.path || e.Offset != test.offset || e.Message != name || e.Version != test.version {
				t.Errorf("%s, byte %d to %d: got %v, want %v of %q at byte %d", name, test.at, test.edit, err, test.want, test.path, test.offset)
			}
		}
	}
}
