// Command proxy stands before a Kafka cluster and puts a prefix before all topic
// names.
package main

import (
	"flag"
	"fmt"
	"log/slog"
	"os"

	"github.com/kgen-go/kgen/examples/proxy"
	"github.com/kgen-go/kgen/kreflect"
)

func main() {
	prefix := flag.String("prefix", "", "prefix of topic names at the broker")
	broker := flag.String("broker", "localhost:9092", "address of a broker")
	flag.Parse()
	p := &proxy.Proxy{Prefix: *prefix, Log: func(m kreflect.LogText, err error) { slog.Info("passed on", "message", m, "err", err) }}
	addr, err := p.Listen(*broker)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	fmt.Println(addr)
	select {}
}
