package raft_test

import (
	"fmt"
	"log"

	"github.com/kgen-go/kgen/gen/raft"
)

func Example() {
	state := raft.NewQuorumStateData()
	state.LeaderId = 3
	state.LeaderEpoch = 12
	bytes, err := state.Encode(nil, 1)
	if err != nil {
		log.Fatal(err)
	}

	var decoded raft.QuorumStateData
	if err := decoded.Decode(bytes, 1); err != nil {
		log.Fatal(err)
	}
	fmt.Println("leader", decoded.LeaderId, "in epoch", decoded.LeaderEpoch)
	// Output: leader 3 in epoch 12
}
