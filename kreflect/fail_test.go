package kreflect_test

import (
	"math/rand/v2"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/kgen-go/kgen/gen/kafka"
	"github.com/kgen-go/kgen/kerror"
	"github.com/kgen-go/kgen/kreflect"
	"github.com/kgen-go/kgen/kwire"
)

// The responses are those that Kafka's getErrorResponse of these requests has,
// less the messages.
func TestFail(t *testing.T) {
	id := kwire.UUID{1}
	for _, c := range []struct {
		req     kwire.Message
		version int16
		want    kwire.Message
	}{
		{
			&kafka.ProduceRequest{TopicData: []kafka.ProduceRequestTopicProduceData{{Name: "a", PartitionData: []kafka.ProduceRequestPartitionProduceData{{Index: 3}, {Index: 4}}}}}, 9,
			&kafka.ProduceResponse{Responses: []kafka.ProduceResponseTopicProduceResponse{{Name: "a", PartitionResponses: []kafka.ProduceResponsePartitionProduceResponse{
				{Index: 3, ErrorCode: 41, LogAppendTimeMs: -1, LogStartOffset: -1}, {Index: 4, ErrorCode: 41, LogAppendTimeMs: -1, LogStartOffset: -1},
			}}}},
		},
		{
			&kafka.OffsetCommitRequest{GroupId: "g", Topics: []kafka.OffsetCommitRequestTopic{{Name: "a", Partitions: []kafka.OffsetCommitRequestPartition{{PartitionIndex: 1}}}}}, 8,
			&kafka.OffsetCommitResponse{Topics: []kafka.OffsetCommitResponseTopic{{Name: "a", Partitions: []kafka.OffsetCommitResponsePartition{{PartitionIndex: 1, ErrorCode: 41}}}}},
		},
		{
			&kafka.DeleteTopicsRequest{TopicNames: []string{"a", "b"}}, 5,
			&kafka.DeleteTopicsResponse{Responses: []kafka.DeleteTopicsResponseDeletableTopicResult{{Name: kwire.StringOf("a"), ErrorCode: 41}, {Name: kwire.StringOf("b"), ErrorCode: 41}}},
		},
		{
			&kafka.DeleteTopicsRequest{Topics: []kafka.DeleteTopicsRequestDeleteTopicState{{TopicId: id}}}, 6,
			&kafka.DeleteTopicsResponse{Responses: []kafka.DeleteTopicsResponseDeletableTopicResult{{TopicId: id, ErrorCode: 41}}},
		},
		{
			&kafka.FindCoordinatorRequest{CoordinatorKeys: []string{"g"}}, 4,
			&kafka.FindCoordinatorResponse{Coordinators: []kafka.FindCoordinatorResponseCoordinator{{Key: "g", ErrorCode: 41}}},
		},
		{
			&kafka.DescribeGroupsRequest{Groups: []string{"g"}}, 5,
			&kafka.DescribeGroupsResponse{Groups: []kafka.DescribeGroupsResponseDescribedGroup{{GroupId: "g", ErrorCode: 41, AuthorizedOperations: -2147483648}}},
		},
		{
			&kafka.AlterUserScramCredentialsRequest{
				Deletions:  []kafka.AlterUserScramCredentialsRequestScramCredentialDeletion{{Name: "u"}},
				Upsertions: []kafka.AlterUserScramCredentialsRequestScramCredentialUpsertion{{Name: "v"}},
			}, 0,
			&kafka.AlterUserScramCredentialsResponse{Results: []kafka.AlterUserScramCredentialsResponseResult{{User: "u", ErrorCode: 41}, {User: "v", ErrorCode: 41}}},
		},
		{
			&kafka.AlterClientQuotasRequest{Entries: []kafka.AlterClientQuotasRequestEntryData{{Entity: []kafka.AlterClientQuotasRequestEntityData{{EntityType: "user"}}}}}, 1,
			&kafka.AlterClientQuotasResponse{Entries: []kafka.AlterClientQuotasResponseEntryData{{ErrorCode: 41, Entity: []kafka.AlterClientQuotasResponseEntityData{{EntityType: "user"}}}}},
		},
		{
			&kafka.CreateAclsRequest{Creations: make([]kafka.CreateAclsRequestAclCreation, 2)}, 3,
			&kafka.CreateAclsResponse{Results: []kafka.CreateAclsResponseAclCreationResult{{ErrorCode: 41}, {ErrorCode: 41}}},
		},
		{
			&kafka.AlterReplicaLogDirsRequest{Dirs: []kafka.AlterReplicaLogDirsRequestAlterReplicaLogDir{{Path: "/d", Topics: []kafka.AlterReplicaLogDirsRequestAlterReplicaLogDirTopic{{Name: "a", Partitions: []int32{7}}}}}}, 2,
			&kafka.AlterReplicaLogDirsResponse{Results: []kafka.AlterReplicaLogDirsResponseAlterReplicaLogDirTopicResult{{TopicName: "a", Partitions: []kafka.AlterReplicaLogDirsResponseAlterReplicaLogDirPartitionResult{{PartitionIndex: 7, ErrorCode: 41}}}}},
		},
		{
			&kafka.DescribeLogDirsRequest{Topics: []kafka.DescribeLogDirsRequestDescribableLogDirTopic{{Topic: "a"}}}, 4,
			&kafka.DescribeLogDirsResponse{ErrorCode: 41},
		},
		{&kafka.HeartbeatRequest{GroupId: "g"}, 4, &kafka.HeartbeatResponse{ErrorCode: 41}},
	} {
		got, err := kafka.NewResponse(kafka.Key(c.req.Info().APIKey))
		if err != nil {
			t.Fatal(err)
		}
		kreflect.Fail(got, c.req, c.version, kerror.NotController)
		for _, d := range kreflect.Diff(c.want, got, c.version) {
			if d.Field.Name == "ErrorMessage" {
				continue
			}
			t.Errorf("%s v%d: %v", c.req.Info().Name, c.version, d)
		}
	}
}

// Whatever is asked, the failed response can be written, and it says so if there
// was anything to fail.
func TestFailCanBeWritten(t *testing.T) {
	forRandom(t, func(t *testing.T, _ *rand.Rand, m kwire.Message, version int16) {
		if m.Info().Kind != kwire.KindRequest {
			return
		}
		resp, err := kafka.NewResponse(kafka.Key(m.Info().APIKey))
		if err != nil {
			t.Fatal(err)
		}
		kreflect.Fail(resp, m, version, kerror.NotController)
		encode(t, resp, version)
		if code, found := kreflect.ErrorCode(resp); found && code != 0 && code != 41 {
			t.Errorf("the code is %d", code)
		}
		if lost := kreflect.Loss(resp, version); len(lost) > 0 {
			t.Errorf("v%d: %v", version, lost)
		}
	})
}

func TestCommonFields(t *testing.T) {
	resp := &kafka.MetadataResponse{ThrottleTimeMs: 1500}
	if d := kreflect.ThrottleTime(resp); d != 1500*time.Millisecond {
		t.Errorf("throttled for %v", d)
	}
	if d := kreflect.ThrottleTime(kafka.NewMetadataRequest()); d != 0 {
		t.Errorf("a request is throttled for %v", d)
	}
	if d := kreflect.Timeout(&kafka.DeleteRecordsRequest{TimeoutMs: 7}); d != 7*time.Millisecond {
		t.Errorf("a timeout of %v", d)
	}
	if !kreflect.SetErrorCode(resp, kerror.NotController) || resp.ErrorCode != 41 {
		t.Errorf("error code %d after it was set", resp.ErrorCode)
	}
	if kreflect.SetErrorCode(kafka.NewProduceResponse(), kerror.NotController) {
		t.Error("ProduceResponse has no code for all of it")
	}
	resp.Topics = []kafka.MetadataResponseTopic{{}, {ErrorCode: 3, Partitions: []kafka.MetadataResponsePartition{{ErrorCode: 5}}}}
	got := map[string]int16{}
	for path, code := range kreflect.Errors(resp) {
		got[path] = code
	}
	want := map[string]int16{"ErrorCode": 41, "Topics[1].ErrorCode": 3, "Topics[1].Partitions[0].ErrorCode": 5}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	for range kreflect.Errors(resp) {
		break
	}
	if code, found := kreflect.ErrorCode((*kafka.MetadataResponse)(nil)); found {
		t.Errorf("a nil message has code %d", code)
	}
}
