package metadata_test

import (
	"fmt"
	"log"

	"github.com/kgen-go/kgen/gen/metadata"
)

func Example() {
	value, err := metadata.AppendRecord(nil, &metadata.TopicRecord{Name: "orders"}, 0)
	if err != nil {
		log.Fatal(err)
	}

	record, version, err := metadata.DecodeRecord(value)
	if err != nil {
		log.Fatal(err)
	}
	switch r := record.(type) {
	case *metadata.TopicRecord:
		fmt.Println("topic", r.Name, "in version", version)
	default:
		fmt.Println(record.Info().Name)
	}
	// Output: topic orders in version 0
}
