package storage_test

import (
	"fmt"
	"log"

	"github.com/kgen-go/kgen/gen/storage"
)

func Example() {
	update := storage.NewRemoteLogSegmentMetadataUpdateRecord()
	update.BrokerId = 1
	value, err := storage.AppendRecord(nil, update, 0)
	if err != nil {
		log.Fatal(err)
	}

	record, version, err := storage.DecodeRecord(value)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(record.Info().Name, "in version", version)
	// Output: RemoteLogSegmentMetadataUpdateRecord in version 0
}
