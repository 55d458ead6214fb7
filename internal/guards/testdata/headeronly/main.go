// Command headeronly uses the header that every request has, and with it most
// of the runtime, but no message.
package main

import (
	"fmt"

	"github.com/kgen-go/kgen/gen/kafka"
)

func main() {
	h := kafka.NewRequestHeader()
	b, err := h.Encode(nil, 2)
	fmt.Println(b, err, h.Decode(b, 2))
}
