// Package schemas holds the message schemas of Apache Kafka's protocol in this
// project's own words: the facts (names, types, versions, tags, defaults) are
// the protocol's, the descriptions are ours. One folder is one set, and one run
// of kgen: kafka for what clients and brokers exchange, and others for the
// records that brokers keep.
package schemas

import (
	"embed"
	"io/fs"
)

//go:embed */*.json
var files embed.FS

// FS returns the schemas as a file system with one folder for each set, such as
// "kafka/FetchRequest.json".
func FS() fs.FS { return files }
