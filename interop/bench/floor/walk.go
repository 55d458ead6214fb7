// Package floor does what every decoder must do, and nothing else: follow the
// lengths from the first byte to the last, and allocate what the message holds.
package floor

import (
	"encoding/binary"

	"github.com/kgen-go/kgen/internal/workload"
)

// Walk returns a function that follows the lengths in the body of a case and
// returns the offset at which they end; nil where there is none. It knows the
// layout of each workload's first version only. It trusts the bytes.
func Walk(c workload.Case) func(b []byte) int {
	if c.Version != c.Versions[0] {
		return nil
	}
	switch c.Message.Info().Name {
	case "ProduceRequest":
		return produceV9
	case "FetchResponse":
		if c.Version >= 13 {
			return fetchV16
		}
		return fetchV12
	case "ListOffsetsResponse":
		return listOffsetsV7
	case "MetadataResponse":
		return metadataV12
	case "OffsetCommitRequest":
		return offsetCommitV8
	case "JoinGroupResponse":
		return joinGroupV9
	case "ApiVersionsResponse":
		return apiVersionsV3
	case "DeleteRecordsRequest":
		return deleteRecordsV2
	case "DescribeConfigsResponse":
		return describeConfigsV4
	}
	return nil
}

// uvarint reads an unsigned varint of at most five bytes.
func uvarint(b []byte, i int) (v, next int) {
	if b[i] < 0x80 {
		return int(b[i]), i + 1
	}
	long, width := binary.Uvarint(b[i:])
	return int(long), i + width
}

// text skips a compact string or compact bytes, null or not.
func text(b []byte, i int) int {
	n, i := uvarint(b, i)
	return i + max(n-1, 0)
}

// array reads the length of a compact array; null has none.
func array(b []byte, i int) (n, next int) {
	n, i = uvarint(b, i)
	return max(n-1, 0), i
}

// numbers skips a compact array of elements of a fixed size.
func numbers(b []byte, i, size int) int {
	n, i := array(b, i)
	return i + n*size
}

func tags(b []byte, i int) int {
	n, i := uvarint(b, i)
	for range n {
		_, i = uvarint(b, i)
		size, next := uvarint(b, i)
		i = next + size
	}
	return i
}
