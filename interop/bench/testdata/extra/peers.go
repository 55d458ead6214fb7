package bench

import (
	kmsg114peer "github.com/kgen-go/kgen/interop/bench/kmsg114peer"
	"github.com/kgen-go/kgen/interop/bench/peer"
	"github.com/kgen-go/kgen/interop/bench/saramapeer"
)

func init() {
	peers = append(peers,
		peer.Peer{Name: "kmsg-1.14", Load: kmsg114peer.Load},
		peer.Peer{Name: "sarama", Load: saramapeer.Load},
	)
}
