// Package workload builds the messages that the project's benchmarks and its
// allocation guards use: the sizes and shapes that clients and brokers meet,
// from the six bytes of an empty request to a fetch of several megabytes.
//
// The values are fixed, so that figures of different days can be compared.
package workload

import (
	"fmt"

	"github.com/kgen-go/kgen/gen/kafka"
	"github.com/kgen-go/kgen/kwire"
)

// A Workload is one message and the versions in which it is looked at.
type Workload struct {
	// Name says what the message is and how big: "metadata-100x10" has 100
	// topics of 10 partitions each.
	Name string
	// Versions begin with the one that counts. The others are the newest that
	// other clients speak and one without compact lengths and tagged fields.
	Versions []int16
	// Message is shared by all users of the workload and must not be changed.
	Message kwire.Message
	// New returns a new zero message of the same type.
	New func() kwire.Message
}

// All returns all workloads, built anew. Together they hold some 15 MB.
func All() []Workload {
	return []Workload{
		of("metadata-100x10", metadata(100), 12, 11, 8),
		of("metadata-1000x10", metadata(1000), 12, 11, 8),
		of("metadata-unknowntags-100x10", withUnknownTags(metadata(100)), 12),
		of("fetch-10x10x1K", fetch(1<<10), 12, 11),
		of("fetch-10x10x64K", fetch(64<<10), 12, 11),
		of("fetch-knowntags-10x10", fetchRedirect(), 16),
		of("produce-10x10x1K", produce(1<<10), 9, 8),
		of("produce-10x10x64K", produce(64<<10), 9, 8),
		of("listoffsets-100x10", listOffsets(), 7, 6, 5),
		of("offsetcommit-100x10", offsetCommit(), 8, 7),
		of("joingroup-100", joinGroup(), 9, 8, 7, 5),
		of("apiversions-70", apiVersions(), 3, 2),
		of("deleterecords-0", deleteRecords(0), 2, 1),
		of("deleterecords-1", deleteRecords(1), 2, 1),
		of("describeconfigs-300x3", describeConfigs(), 4, 3),
	}
}

func of[T any, M interface {
	*T
	kwire.Message
}](name string, m M, versions ...int16) Workload {
	return Workload{
		Name:     name,
		Versions: versions,
		Message:  m,
		New:      func() kwire.Message { return M(new(T)) },
	}
}

// A Case is a workload at one version.
type Case struct {
	Workload
	Version int16
	// Wire is the body: no size, no header.
	Wire []byte
}

// String gives name and version: "apiversions-70/v=3".
func (c Case) String() string { return fmt.Sprintf("%s/v=%d", c.Name, c.Version) }

// Flexible reports whether the version has compact lengths and tagged fields.
func (c Case) Flexible() bool { return c.Message.Info().Flexible(c.Version) }

// Cases returns every workload at each of its versions, encoded by the
// generated code. They hold some 40 MB.
func Cases() ([]Case, error) {
	var cases []Case
	for _, w := range All() {
		for _, version := range w.Versions {
			wire, err := w.Message.Encode(nil, version)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", w.Name, err)
			}
			cases = append(cases, Case{w, version, wire})
		}
	}
	return cases, nil
}

// withUnknownTags gives every topic and partition one tagged field that the
// schema does not know, as a message of a newer Kafka may have.
func withUnknownTags(m *kafka.MetadataResponse) *kafka.MetadataResponse {
	content := []byte("8 bytes.")
	for i := range m.Topics {
		topic := &m.Topics[i]
		topic.UnknownTags.Set(100, content)
		for j := range topic.Partitions {
			topic.Partitions[j].UnknownTags.Set(100, content)
		}
	}
	return m
}
