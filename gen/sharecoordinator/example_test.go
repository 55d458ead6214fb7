package sharecoordinator_test

import (
	"fmt"
	"log"

	"github.com/kgen-go/kgen/gen/sharecoordinator"
)

func Example() {
	bytes, err := sharecoordinator.AppendKey(nil, &sharecoordinator.ShareSnapshotKey{GroupId: "workers", Partition: 3})
	if err != nil {
		log.Fatal(err)
	}

	key, err := sharecoordinator.DecodeKey(bytes)
	if err != nil {
		log.Fatal(err)
	}
	switch k := key.(type) {
	case *sharecoordinator.ShareSnapshotKey:
		fmt.Println("snapshot of", k.GroupId, "in partition", k.Partition)
	case *sharecoordinator.ShareUpdateKey:
		fmt.Println("update of", k.GroupId, "in partition", k.Partition)
	}
	// Output: snapshot of workers in partition 3
}
