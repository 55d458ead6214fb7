// Command onemessage uses one message and nothing else of the package.
package main

import (
	"fmt"

	"github.com/kgen-go/kgen/gen/kafka"
)

func main() {
	m := kafka.NewDeleteRecordsRequest()
	b, err := m.Encode(nil, 2)
	fmt.Println(b, err, m.Decode(b, 2))
}
