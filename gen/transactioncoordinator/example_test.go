package transactioncoordinator_test

import (
	"fmt"
	"log"

	"github.com/kgen-go/kgen/gen/transactioncoordinator"
)

func Example() {
	value := transactioncoordinator.NewTransactionLogValue()
	value.ProducerId = 9
	value.TransactionTimeoutMs = 60000
	bytes, err := transactioncoordinator.AppendValue(nil, value, 1)
	if err != nil {
		log.Fatal(err)
	}

	decoded, version, err := transactioncoordinator.DecodeValue(bytes)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("version %d: producer %d, %d ms\n", version, decoded.ProducerId, decoded.TransactionTimeoutMs)
	// Output: version 1: producer 9, 60000 ms
}
