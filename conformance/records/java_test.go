package records_test

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"testing"

	"github.com/kgen-go/kgen/conformance/java"
)

// kafka runs the program and gives what it prints.
func kafka(t *testing.T, stdin []byte, verb string) []byte {
	t.Helper()
	cmd, err := java.Command(t.Context(), "512m", "RecordTool", verb)
	if err != nil {
		t.Fatal(err)
	}
	var out, warnings bytes.Buffer
	cmd.Stdin, cmd.Stdout, cmd.Stderr = bytes.NewReader(stdin), &out, &warnings
	if err := cmd.Run(); err != nil {
		t.Fatalf("%v\n%s", err, &warnings)
	}
	return out.Bytes()
}

// A reading is what Kafka reads in the bytes of a partition, see RecordTool.java.
type reading struct {
	Name    string  `json:"name"`
	Data    []byte  `json:"data"`
	Batches []batch `json:"batches"`
	Error   string  `json:"error"`
}

type batch struct {
	Magic         int8     `json:"magic"`
	BaseOffset    int64    `json:"baseOffset"`
	LastOffset    int64    `json:"lastOffset"`
	LeaderEpoch   int32    `json:"leaderEpoch"`
	CRC           uint32   `json:"crc"`
	Codec         string   `json:"codec"`
	AppendTime    bool     `json:"appendTime"`
	Transactional bool     `json:"transactional"`
	Control       bool     `json:"control"`
	DeleteHorizon *int64   `json:"deleteHorizon"`
	MaxTimestamp  int64    `json:"maxTimestamp"`
	ProducerID    int64    `json:"producerId"`
	ProducerEpoch int16    `json:"producerEpoch"`
	BaseSequence  int32    `json:"baseSequence"`
	Count         *int32   `json:"count"`
	Size          int      `json:"size"`
	Records       []record `json:"records"`
}

type record struct {
	Offset           int64    `json:"offset"`
	Timestamp        int64    `json:"timestamp"`
	Key              []byte   `json:"key"`
	Value            []byte   `json:"value"`
	Headers          []header `json:"headers"`
	ControlType      *int16   `json:"controlType,omitempty"`
	CoordinatorEpoch *int32   `json:"coordinatorEpoch,omitempty"`
}

type header struct {
	Key   []byte `json:"key"`
	Value []byte `json:"value"`
}

func parse(t *testing.T, lines []byte) []reading {
	t.Helper()
	var all []reading
	for d := json.NewDecoder(bytes.NewReader(lines)); d.More(); {
		var r reading
		if err := d.Decode(&r); err != nil {
			t.Fatal(err)
		}
		all = append(all, r)
	}
	return all
}

// kafkaReads has Kafka read each of the partitions.
func kafkaReads(t *testing.T, partitions map[string][]byte) map[string]reading {
	t.Helper()
	var in bytes.Buffer
	for name, data := range partitions {
		fmt.Fprintf(&in, "%s\t%s\n", name, base64.StdEncoding.EncodeToString(data))
	}
	readings := make(map[string]reading)
	for _, r := range parse(t, kafka(t, in.Bytes(), "read")) {
		readings[r.Name] = r
	}
	if len(readings) != len(partitions) {
		t.Fatalf("Kafka read %d of %d partitions", len(readings), len(partitions))
	}
	return readings
}
