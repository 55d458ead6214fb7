// Command oneframe sends one message, as an interface, and uses none of its
// facts.
package main

import (
	"fmt"

	"github.com/kgen-go/kgen/gen/kafka"
)

func main() {
	m := kafka.NewDeleteRecordsRequest()
	fmt.Println(kafka.AppendRequest(nil, 1, "client", m, 2))
}
