package client_test

import (
	"context"
	"fmt"
	"log"
	"net"

	"github.com/kgen-go/kgen/examples/client"
	"github.com/kgen-go/kgen/examples/server"
	"github.com/kgen-go/kgen/gen/kafka"
	"github.com/kgen-go/kgen/kwire/records"
)

// The client writes two records to a broker, here the example server, and reads
// them back.
func Example() {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		log.Fatal(err)
	}
	defer l.Close()
	go server.New("orders").Serve(l)

	c, err := client.Dial(context.Background(), l.Addr().String(), "example")
	if err != nil {
		log.Fatal(err)
	}
	defer c.Close()
	metadata, err := c.Metadata("orders")
	if err != nil {
		log.Fatal(err)
	}
	orders := client.Topic{Name: "orders", ID: metadata.Topics[0].TopicId}
	_, err = c.Produce(orders, records.Zstd,
		records.Record{Timestamp: 1_700_000_000_000, Key: []byte("7"), Value: []byte("two pears")},
		records.Record{Timestamp: 1_700_000_000_001, Key: []byte("8"), Value: []byte("a plum")})
	if err != nil {
		log.Fatal(err)
	}
	recs, err := c.Fetch(orders, 0)
	if err != nil {
		log.Fatal(err)
	}
	for _, rec := range recs {
		fmt.Printf("%d: %s, %s\n", rec.Offset, rec.Key, rec.Value)
	}
	version, err := c.Version(kafka.KeyFetch)
	fmt.Println("fetched in version", version, err)
	// Output:
	// 0: 7, two pears
	// 1: 8, a plum
	// fetched in version 18 <nil>
}
