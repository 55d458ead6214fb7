package broker_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kgen-go/kgen/examples/client"
	"github.com/kgen-go/kgen/kwire/records"
)

var allCodecs = []records.Codec{records.None, records.Gzip, records.Snappy, records.LZ4, records.Zstd}

// topic creates a topic and gives its name and id.
func (b *broker) topic(t *testing.T, c *client.Client, name string) client.Topic {
	t.Helper()
	if err := c.CreateTopic(name); err != nil {
		t.Fatal(err)
	}
	topic := client.Topic{Name: name}
	err := within(func() error {
		m, err := c.Metadata(name)
		if err == nil {
			topic.ID = m.Topics[0].TopicId
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return topic
}

// TestConsoleConsumer: Kafka's consumer reads what the client writes.
func TestConsoleConsumer(t *testing.T) {
	b := theBroker(t)
	c := b.dial(t)
	topic := b.topic(t, c, "for-kafkas-consumer")
	var want strings.Builder
	for i, codec := range allCodecs {
		_, err := c.Produce(topic, codec,
			records.Record{Timestamp: 1_700_000_000_000, Key: []byte("größe"), Value: []byte(codec.String()),
				Headers: []records.Header{{Key: "h", Value: []byte("1")}, {Key: "h", Value: []byte("2")}}},
			records.Record{Timestamp: 1_700_000_000_001, Key: nil, Value: []byte("")})
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&want, "CreateTime:1700000000000|Offset:%d|h:1,h:2|größe|%s\n", 2*i, codec)
		fmt.Fprintf(&want, "CreateTime:1700000000001|Offset:%d|NO_HEADERS|null|\n", 2*i+1)
	}
	got := kafkaTool(t, nil, "org.apache.kafka.tools.consumer.ConsoleConsumer",
		"--bootstrap-server", b.addr, "--topic", topic.Name, "--from-beginning",
		"--max-messages", fmt.Sprint(2*len(allCodecs)), "--timeout-ms", fmt.Sprint(patience.Milliseconds()),
		"--formatter-property", "print.timestamp=true", "--formatter-property", "print.offset=true",
		"--formatter-property", "print.headers=true", "--formatter-property", "print.key=true",
		"--formatter-property", "key.separator=|")
	if diff := cmp.Diff(want.String(), got); diff != "" {
		t.Errorf("-want +Kafka's consumer prints:\n%s", diff)
	}
}

// TestConsoleProducer: the client reads what Kafka's producer writes.
func TestConsoleProducer(t *testing.T) {
	b := theBroker(t)
	c := b.dial(t)
	for _, codec := range allCodecs {
		topic := b.topic(t, c, "by-kafkas-producer-"+codec.String())
		kafkaTool(t, strings.NewReader("a:1,b:2|größe|first\nc:|k|second\n"), "org.apache.kafka.tools.ConsoleProducer",
			"--bootstrap-server", b.addr, "--topic", topic.Name, "--compression-codec", codec.String(),
			"--reader-property", "parse.headers=true", "--reader-property", "headers.delimiter=|",
			"--reader-property", "parse.key=true", "--reader-property", "key.separator=|")
		got, err := c.Fetch(topic, 0)
		if err != nil {
			t.Fatal(err)
		}
		want := []records.Record{
			{Offset: 0, Key: []byte("größe"), Value: []byte("first"),
				Headers: []records.Header{{Key: "a", Value: []byte("1")}, {Key: "b", Value: []byte("2")}}},
			{Offset: 1, Key: []byte("k"), Value: []byte("second"), Headers: []records.Header{{Key: "c", Value: []byte{}}}},
		}
		for i := range got {
			if got[i].Timestamp <= 1_700_000_000_000 {
				t.Errorf("%v: timestamp %d", codec, got[i].Timestamp)
			}
			got[i].Timestamp = 0
			if got[i].Attributes.Codec() != codec {
				t.Errorf("%v: the batch has codec %v", codec, got[i].Attributes.Codec())
			}
			got[i].Attributes = 0
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%v: -want +fetched:\n%s", codec, diff)
		}
	}
}
