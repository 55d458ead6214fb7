package streams_test

import (
	"encoding/binary"
	"fmt"
	"log"

	"github.com/kgen-go/kgen/gen/streams"
)

func Example() {
	info := streams.NewSubscriptionInfoData()
	info.Version = 11
	info.LatestSupportedVersion = 11
	userData, err := info.Encode(nil, 11)
	if err != nil {
		log.Fatal(err)
	}

	// The version that the rest is in comes first in all versions.
	version := int16(binary.BigEndian.Uint32(userData))
	var decoded streams.SubscriptionInfoData
	if err := decoded.Decode(userData, version); err != nil {
		log.Fatal(err)
	}
	fmt.Println("version", decoded.Version, "of", decoded.LatestSupportedVersion)
	// Output: version 11 of 11
}
