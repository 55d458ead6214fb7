// Versiontable makes the table of the versions that each release of Kafka takes,
// which kgen -since goes by, from the schemas in Kafka's jars. Run it in the
// folder of this module when a release of Kafka has come out, which is to be
// named in it first:
//
//	go run ./versiontable -out ../internal/prune/releases.txt
package main

import (
	"bytes"
	"flag"
	"fmt"
	"os"

	"github.com/kgen-go/kgen/conformance/jars"
)

// releases are the first published versions of all release lines whose jars
// have schemas.
var releases = []string{
	"2.3.0", "2.4.0", "2.5.0", "2.6.0", "2.7.0", "2.8.0",
	"3.0.0", "3.1.0", "3.2.0", "3.3.1", "3.4.0", "3.5.0", "3.6.0", "3.7.0", "3.8.0", "3.9.0",
	"4.0.0", "4.1.0", "4.2.0", "4.3.0", "4.4.0",
}

func main() {
	work := flag.String("work", "work", "keep jars in `DIR`")
	out := flag.String("out", "", "write the table to `FILE`")
	flag.Parse()
	if err := makeTable(*work, *out); err != nil {
		fmt.Fprintln(os.Stderr, "versiontable:", err)
		os.Exit(2)
	}
}

func makeTable(work, out string) error {
	t := table{}
	for _, version := range releases {
		path, err := jars.Fetch(work, "kafka-clients", version)
		if err != nil {
			return err
		}
		highest, err := readJar(path)
		if err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		t.add(version, highest)
	}
	var b bytes.Buffer
	t.print(&b)
	if out == "" {
		_, err := os.Stdout.Write(b.Bytes())
		return err
	}
	return os.WriteFile(out, b.Bytes(), 0o644)
}
