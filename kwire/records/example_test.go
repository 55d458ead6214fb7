package records_test

import (
	"errors"
	"fmt"
	"log"

	"github.com/kgen-go/kgen/kwire/records"
)

// fetched stands for the records field of a partition in a fetch response.
func fetched() []byte {
	b, err := records.NewBuilder(nil, &records.BuilderOptions{BaseOffset: 100, Codec: records.Zstd})
	if err != nil {
		log.Fatal(err)
	}
	for _, value := range []string{"apple", "pear", "plum"} {
		rec := records.Record{Timestamp: 1_700_000_000_000, Value: []byte(value)}
		if err := b.Append(rec); err != nil {
			log.Fatal(err)
		}
	}
	batch, err := b.Finish()
	if err != nil {
		log.Fatal(err)
	}
	return batch
}

func ExampleIterate() {
	for rec, err := range records.Iterate(fetched(), &records.Options{StartOffset: 101}) {
		if err != nil {
			log.Fatal(err)
		}
		fmt.Printf("%d: %s\n", rec.Offset, rec.Value)
	}
	// Output:
	// 101: pear
	// 102: plum
}

// A broker fills its response up to a limit, so that the last batch may be cut
// off.
func ExampleReader() {
	data := append(fetched(), fetched()[:50]...)
	r := records.NewReader(data, nil)
	n := 0
	for _, err := range r.Records() {
		if err != nil {
			log.Fatal(err)
		}
		n++
	}
	fmt.Println(n, "records, next offset", r.NextOffset())
	fmt.Println("cut off:", r.Partial().Bytes, "bytes")
	// Output:
	// 3 records, next offset 103
	// cut off: 50 bytes
}

// A producer fills one batch after another.
func ExampleBuilder() {
	b, err := records.NewBuilder(nil, &records.BuilderOptions{Codec: records.LZ4, MaxBytes: 100})
	if err != nil {
		log.Fatal(err)
	}
	send := func() {
		batch, err := b.Finish()
		if err != nil {
			log.Fatal(err)
		}
		header, _, err := records.ReadBatch(batch, nil)
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(header.Count, "records from offset", header.BaseOffset)
		b.Reset(nil)
	}
	for i := range 5 {
		rec := records.Record{Timestamp: 1_700_000_000_000, Value: fmt.Appendf(nil, "message %d", i)}
		err := b.Append(rec)
		if errors.Is(err, records.ErrFull) {
			send()
			err = b.Append(rec)
		}
		if err != nil {
			log.Fatal(err)
		}
	}
	send()
	// Output:
	// 2 records from offset 0
	// 2 records from offset 2
	// 1 records from offset 4
}

// A broker that appends a batch sets its offset and epoch, for which it need not
// compute the checksum again.
func ExampleSetBaseOffset() {
	batch := fetched()
	if err := records.SetBaseOffset(batch, 5000); err != nil {
		log.Fatal(err)
	}
	if err := records.SetLeaderEpoch(batch, 12); err != nil {
		log.Fatal(err)
	}
	header, _, err := records.ReadBatch(batch, nil)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(header.BaseOffset, "to", header.LastOffset(), "in epoch", header.LeaderEpoch)
	// Output: 5000 to 5002 in epoch 12
}

// The end of a transaction is a control batch with one record.
func ExampleEndTxnMarker() {
	b, err := records.NewBuilder(nil, &records.BuilderOptions{
		Control:       true,
		Transactional: true,
		Producer:      &records.Producer{ID: 42, Epoch: 1, BaseSequence: records.NoSequence},
	})
	if err != nil {
		log.Fatal(err)
	}
	marker := records.EndTxnMarker{Type: records.Commit, CoordinatorEpoch: 7}
	if err := b.Append(marker.Record(1_700_000_000_000)); err != nil {
		log.Fatal(err)
	}
	batch, err := b.Finish()
	if err != nil {
		log.Fatal(err)
	}
	for rec, err := range records.Iterate(batch, &records.Options{ControlRecords: true}) {
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(rec.EndTxnMarker())
	}
	// Output: {COMMIT 7} <nil>
}
