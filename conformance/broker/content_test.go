package broker_test

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/kgen-go/kgen/gen/groupcoordinator"
	"github.com/kgen-go/kgen/gen/kafka"
	"github.com/kgen-go/kgen/gen/metadata"
	"github.com/kgen-go/kgen/gen/transactioncoordinator"
	"github.com/kgen-go/kgen/internal/suite/goform"
	"github.com/kgen-go/kgen/kwire"
	"github.com/kgen-go/kgen/kwire/records"
)

// plainRecord compares a record of a topic of ours.
func plainRecord(t *testing.T, rec *records.Record, text string) {
	t.Helper()
	want := ""
	if rec.Key != nil {
		want += " key: " + string(rec.Key)
	}
	if rec.Value != nil {
		want += " payload: " + string(rec.Value)
	}
	if text != want {
		t.Errorf("offset %d: dump %q, kgen %q", rec.Offset, text, want)
	}
}

// controlMessages are the values of control records by the word that the dump
// tool prints before them.
var controlMessages = map[string]func() kwire.Message{
	"LeaderChange":   func() kwire.Message { return kafka.NewLeaderChangeMessage() },
	"SnapshotHeader": func() kwire.Message { return kafka.NewSnapshotHeaderRecord() },
	"SnapshotFooter": func() kwire.Message { return kafka.NewSnapshotFooterRecord() },
	"KRaftVersion":   func() kwire.Message { return kafka.NewKRaftVersionRecord() },
	"KRaftVoters":    func() kwire.Message { return kafka.NewVotersRecord() },
}

// clusterRecord compares a record of the cluster's metadata.
func clusterRecord(t *testing.T, rec *records.Record, text string) {
	t.Helper()
	start := max(0, strings.IndexByte(text, '{'))
	what, value := strings.Trim(text[:start], ": "), text[start:]
	if rec.Attributes.IsControl() {
		newMessage := controlMessages[what]
		if newMessage == nil {
			t.Fatalf("offset %d: a control record of an unknown kind: %s", rec.Offset, text)
		}
		m := newMessage()
		if err := m.Decode(rec.Value, 0); err != nil {
			t.Errorf("offset %d: %v", rec.Offset, err)
		}
		same(t, rec, m, []byte(value))
		return
	}
	m, version, err := metadata.DecodeRecord(rec.Value)
	if err != nil {
		t.Errorf("offset %d: %v", rec.Offset, err)
		return
	}
	var dump struct {
		Type    string
		Version int16
		Data    json.RawMessage
	}
	if err := json.Unmarshal([]byte(value), &dump); err != nil {
		t.Fatalf("offset %d: %v in %s", rec.Offset, err, text)
	}
	if name := strings.ReplaceAll(dump.Type, "_", ""); !strings.EqualFold(name, m.Info().Name) || dump.Version != version {
		t.Errorf("offset %d: dump %s v%d, kgen %s v%d", rec.Offset, dump.Type, dump.Version, m.Info().Name, version)
	}
	same(t, rec, m, dump.Data)
}

// A decoder is how a coordinator's package decodes its records.
type decoder struct {
	key   func([]byte) (kwire.Message, error)
	value func(key kwire.Message, value []byte) (kwire.Message, int16, error)
}

// groupRecord compares a record of the consumer groups.
func groupRecord(t *testing.T, rec *records.Record, text string) {
	t.Helper()
	coordinatorRecord(t, rec, text, decoder{groupcoordinator.DecodeKey, groupcoordinator.DecodeValue})
}

// transactionRecord compares a record of the transactions.
func transactionRecord(t *testing.T, rec *records.Record, text string) {
	t.Helper()
	coordinatorRecord(t, rec, text, decoder{
		func(key []byte) (kwire.Message, error) { return transactioncoordinator.DecodeKey(key) },
		func(_ kwire.Message, value []byte) (kwire.Message, int16, error) {
			if value == nil {
				return nil, -1, nil // not a nil *TransactionLogValue
			}
			return transactioncoordinator.DecodeValue(value)
		},
	})
}

func coordinatorRecord(t *testing.T, rec *records.Record, text string, decode decoder) {
	t.Helper()
	keyText, valueText, found := strings.Cut(strings.TrimPrefix(text, " key: "), " payload: ")
	if !found {
		t.Fatalf("offset %d: no key and payload in %s", rec.Offset, text)
	}
	key, err := decode.key(rec.Key)
	if err != nil {
		t.Errorf("offset %d: %v", rec.Offset, err)
		return
	}
	var dump struct {
		Type, Version string
		Data          json.RawMessage
	}
	if err := json.Unmarshal([]byte(keyText), &dump); err != nil {
		t.Fatalf("offset %d: %v in %s", rec.Offset, err, text)
	}
	if dump.Type != fmt.Sprint(key.Info().APIKey) {
		t.Errorf("offset %d: dump type %s, kgen %d", rec.Offset, dump.Type, key.Info().APIKey)
	}
	same(t, rec, key, dump.Data)

	value, version, err := decode.value(key, rec.Value)
	if err != nil {
		t.Errorf("offset %d: %v", rec.Offset, err)
		return
	}
	if value == nil {
		if valueText != "<DELETE>" {
			t.Errorf("offset %d: dump %s, kgen a deletion", rec.Offset, valueText)
		}
		return
	}
	if err := json.Unmarshal([]byte(valueText), &dump); err != nil {
		t.Fatalf("offset %d: %v in %s", rec.Offset, err, text)
	}
	if dump.Version != fmt.Sprint(version) {
		t.Errorf("offset %d: dump v%s, kgen v%d", rec.Offset, dump.Version, version)
	}
	switch value := value.(type) {
	case *groupcoordinator.GroupMetadataValue:
		dump.Data = members(t, value, dump.Data)
	case *transactioncoordinator.TransactionLogValue:
		// The tool prints the status by name. No transaction has begun here.
		dump.Data = bytes.Replace(dump.Data, []byte(`"transactionStatus":"Empty"`), []byte(`"transactionStatus":0`), 1)
	}
	same(t, rec, value, dump.Data)
}

// members compares what the members of a group have as bytes, and the dump tool
// prints as what consumers mean by them. It returns the dump with the bytes in
// place of that.
func members(t *testing.T, group *groupcoordinator.GroupMetadataValue, dump json.RawMessage) json.RawMessage {
	t.Helper()
	value, err := goform.Parse(dump)
	if err != nil {
		t.Fatal(err)
	}
	object := value.(map[string]any)
	list, _ := object["members"].([]any)
	if len(list) != len(group.Members) {
		t.Fatalf("%d members, want %d", len(group.Members), len(list))
	}
	for i, m := range group.Members {
		member := list[i].(map[string]any)
		consumerData(t, member, "subscription", m.Subscription, kafka.NewConsumerProtocolSubscription())
		consumerData(t, member, "assignment", m.Assignment, kafka.NewConsumerProtocolAssignment())
	}
	text, err := json.Marshal(object)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func consumerData(t *testing.T, member map[string]any, field string, data []byte, m kwire.Message) {
	t.Helper()
	if len(data) < 2 {
		t.Fatalf("%s of %d bytes", field, len(data))
	}
	if err := m.Decode(data[2:], int16(binary.BigEndian.Uint16(data))); err != nil {
		t.Error(err)
	}
	text, err := json.Marshal(member[field])
	if err != nil {
		t.Fatal(err)
	}
	same(t, &records.Record{}, m, text)
	member[field] = base64.StdEncoding.EncodeToString(data)
}

// same compares a message with a value in Kafka's notation.
func same(t *testing.T, rec *records.Record, m kwire.Message, text []byte) {
	t.Helper()
	want, err := goform.Parse(text)
	if err != nil {
		t.Fatalf("offset %d: %v in %s", rec.Offset, err, text)
	}
	for _, difference := range goform.Compare(m, want, nil) {
		t.Errorf("offset %d: %s: %s", rec.Offset, m.Info().Name, difference)
	}
}
