// Tests whose judge is Apache Kafka itself: its published Java classes and its
// broker. A module of its own, as they need Java and Maven, and the network for
// the first run.
module github.com/kgen-go/kgen/conformance

go 1.26

replace github.com/kgen-go/kgen => ../

require (
	github.com/google/go-cmp v0.7.0
	github.com/kgen-go/kgen v0.0.0-00010101000000-000000000000
)

require (
	github.com/iancoleman/strcase v0.3.0 // indirect
	github.com/klauspost/compress v1.20.4 // indirect
	github.com/pierrec/lz4/v4 v4.1.33 // indirect
)
