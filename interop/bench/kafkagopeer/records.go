package kafkagopeer

import (
	"bytes"
	"encoding/binary"

	"github.com/segmentio/kafka-go/protocol"
	"github.com/segmentio/kafka-go/protocol/fetch"
	"github.com/segmentio/kafka-go/protocol/produce"
	"github.com/segmentio/kafka-go/protocol/rawproduce"

	"github.com/kgen-go/kgen/gen/kafka"
)

// closeRecords gives the memory of decoded records back to kafka-go's pool, as
// its users do once they have read them.
func closeRecords(m protocol.Message) {
	switch m := m.(type) {
	case *fetch.Response:
		for i := range m.Topics {
			for j := range m.Topics[i].Partitions {
				closeSet(&m.Topics[i].Partitions[j].RecordSet)
			}
		}
	case *produce.Request:
		for i := range m.Topics {
			for j := range m.Topics[i].Partitions {
				closeSet(&m.Topics[i].Partitions[j].RecordSet)
			}
		}
	}
}

func closeSet(set *protocol.RecordSet) {
	if set.Records == nil {
		return
	}
	for {
		record, err := set.Records.ReadRecord()
		if err != nil {
			return // the end
		}
		for _, b := range []protocol.Bytes{record.Key, record.Value} {
			if b != nil {
				b.Close()
			}
		}
	}
}

// rawProduce turns m into the form that passes encoded records through, with
// the records of the original. An encode uses them up; rewind before each.
func rawProduce(m *produce.Request, original *kafka.ProduceRequest) (raw *rawproduce.Request, rewind func()) {
	raw = &rawproduce.Request{TransactionalID: m.TransactionalID, Acks: m.Acks, Timeout: m.Timeout}
	var readers []*bytes.Reader
	var contents [][]byte
	for i, topic := range m.Topics {
		t := rawproduce.RequestTopic{Topic: topic.Topic}
		for j, partition := range topic.Partitions {
			records := original.TopicData[i].PartitionData[j].Records
			// What kafka-go passes through includes the length.
			content := binary.BigEndian.AppendUint32(nil, uint32(len(records)))
			contents = append(contents, append(content, records...))
			readers = append(readers, new(bytes.Reader))
			t.Partitions = append(t.Partitions, rawproduce.RequestPartition{
				Partition: partition.Partition,
				RecordSet: protocol.RawRecordSet{Reader: readers[len(readers)-1]},
			})
		}
		raw.Topics = append(raw.Topics, t)
	}
	return raw, func() {
		for i, r := range readers {
			r.Reset(contents[i])
		}
	}
}
