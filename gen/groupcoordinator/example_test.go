package groupcoordinator_test

import (
	"fmt"
	"log"

	"github.com/kgen-go/kgen/gen/groupcoordinator"
)

func Example() {
	keyBytes, err := groupcoordinator.AppendKey(nil, &groupcoordinator.OffsetCommitKey{Group: "billing", Topic: "orders", Partition: 2})
	if err != nil {
		log.Fatal(err)
	}
	value := groupcoordinator.NewOffsetCommitValue()
	value.Offset = 4711
	valueBytes, err := groupcoordinator.AppendValue(nil, value, 3)
	if err != nil {
		log.Fatal(err)
	}

	for _, bytes := range [][]byte{valueBytes, nil} {
		key, err := groupcoordinator.DecodeKey(keyBytes)
		if err != nil {
			log.Fatal(err)
		}
		value, version, err := groupcoordinator.DecodeValue(key, bytes)
		if err != nil {
			log.Fatal(err)
		}
		switch k := key.(type) {
		case *groupcoordinator.OffsetCommitKey:
			if value == nil {
				fmt.Printf("%s has no offset in %s-%d any more\n", k.Group, k.Topic, k.Partition)
				continue
			}
			v := value.(*groupcoordinator.OffsetCommitValue)
			fmt.Printf("%s is at offset %d of %s-%d (version %d)\n", k.Group, v.Offset, k.Topic, k.Partition, version)
		}
	}
	// Output:
	// billing is at offset 4711 of orders-2 (version 3)
	// billing has no offset in orders-2 any more
}
