package kreflect_test

import (
	"fmt"
	"log/slog"
	"os"

	"github.com/kgen-go/kgen/gen/kafka"
	"github.com/kgen-go/kgen/kerror"
	"github.com/kgen-go/kgen/kreflect"
	"github.com/kgen-go/kgen/kwire"
)

func cluster() *kafka.MetadataResponse {
	m := kafka.NewMetadataResponse()
	m.Topics = []kafka.MetadataResponseTopic{{Name: kwire.StringOf("orders")}, {Name: kwire.StringOf("bills"), ErrorCode: 5}}
	return m
}

func ExampleVisit() {
	for p := range kreflect.Visit(cluster(), 9, kreflect.TopicName) {
		topic := p.Parent().(*kafka.MetadataResponseTopic)
		fmt.Println(p.Path(), p.Text(), kerror.Code(topic.ErrorCode))
	}
	// Output:
	// Topics[0].Name orders NONE
	// Topics[1].Name bills LEADER_NOT_AVAILABLE
}

func ExampleReplace() {
	m := cluster()
	n := kreflect.Replace(m, 9, kreflect.TopicName, func(name string) string { return "test-" + name })
	fmt.Println(n, m.Topics[0].Name)
	// Output: 2 "test-orders"
}

func ExampleOf() {
	facts, err := kreflect.Of(cluster())
	if err != nil {
		fmt.Println(err)
		return
	}
	f := facts.Body.Field("ControllerId")
	fmt.Println(f.Type(), f.Versions, f.Entity, f.Default())
	// Output: int32 1-13 brokerId -1
}

func ExampleDiff() {
	before, after := cluster(), kreflect.Clone(cluster())
	after.Topics[1].ErrorCode = 0
	fmt.Println(kreflect.Equal(before, after, 9), kreflect.Diff(before, after, 9))
	// Output: false [Topics[1].ErrorCode: 5, then 0]
}

func ExampleLoss() {
	m := kafka.NewFetchRequest()
	m.Topics = []kafka.FetchRequestTopic{{TopicId: kwire.UUID{1}}}
	fmt.Println(kreflect.Loss(m, 12))
	fmt.Println(kreflect.LowestVersion(m))
	// Output:
	// [Topics[0].TopicId needs version 13]
	// 13 true
}

func ExampleAppendJSON() {
	m := kafka.NewDeleteRecordsRequest()
	text, err := kreflect.AppendJSON(nil, m, 2)
	fmt.Println(string(text), err)
	err = kreflect.ParseJSON(m, []byte(`{"topics": [], "timeoutMs": 5}`), 2)
	fmt.Println(m.TimeoutMs, err)
	// Output:
	// {"topics":[],"timeoutMs":0} <nil>
	// 5 <nil>
}

func ExampleLog() {
	logger := slog.New(slog.NewTextHandler(os.Stdout, &slog.HandlerOptions{ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr {
		if a.Key == slog.TimeKey {
			return slog.Attr{}
		}
		return a
	}}))
	logger.Info("sent", "request", kreflect.Log(&kafka.SaslAuthenticateRequest{AuthBytes: []byte("secret")}))
	// Output: level=INFO msg=sent request="SaslAuthenticateRequest{AuthBytes: (redacted)}"
}

func ExampleErrors() {
	for path, code := range kreflect.Errors(cluster()) {
		fmt.Println(path, kerror.Code(code))
	}
	// Output: Topics[1].ErrorCode LEADER_NOT_AVAILABLE
}

func ExampleFail() {
	req := kafka.NewCreateTopicsRequest()
	req.Topics = []kafka.CreateTopicsRequestCreatableTopic{{Name: "orders"}}
	resp := req.NewResponse()
	kreflect.Fail(resp, req, 7, kerror.NotController)
	fmt.Println(resp.FindTopic("orders").ErrorCode)
	// Output: 41
}
