package floor

// Runs of fields of fixed size are added up in the order of the schema:
// i += 4 + 2 skips an int32 and an int16.

func metadataV12(b []byte) int {
	i := 4 // throttle time
	brokers, i := array(b, i)
	for range brokers {
		i = text(b, i+4) // node id, host
		i = text(b, i+4) // port, rack
		i = tags(b, i)
	}
	i = text(b, i) + 4 // cluster id, controller id
	topics, i := array(b, i)
	for range topics {
		i = text(b, i+2) + 16 + 1 // error, name, topic id, is internal
		var partitions int
		partitions, i = array(b, i)
		for range partitions {
			i += 2 + 4 + 4 + 4   // error, index, leader, leader epoch
			i = numbers(b, i, 4) // replicas
			i = numbers(b, i, 4) // in sync
			i = numbers(b, i, 4) // offline
			i = tags(b, i)
		}
		i = tags(b, i+4) // authorized operations
	}
	return tags(b, i)
}

func fetchV12(b []byte) int {
	i := 4 + 2 + 4 // throttle time, error, session
	topics, i := array(b, i)
	for range topics {
		i = fetchPartitions(b, text(b, i))
	}
	return tags(b, i)
}

func fetchV16(b []byte) int {
	i := 4 + 2 + 4
	topics, i := array(b, i)
	for range topics {
		i = fetchPartitions(b, i+16) // id in place of the name
	}
	return tags(b, i)
}

func fetchPartitions(b []byte, i int) int {
	partitions, i := array(b, i)
	for range partitions {
		i += 4 + 2 + 8 + 8 + 8 // index, error, three offsets
		var aborted int
		aborted, i = array(b, i)
		for range aborted {
			i = tags(b, i+8+8)
		}
		i = text(b, i+4) // preferred replica, records
		i = tags(b, i)
	}
	return tags(b, i)
}

func produceV9(b []byte) int {
	i := text(b, 0) + 2 + 4 // transactional id, acks, timeout
	topics, i := array(b, i)
	for range topics {
		i = text(b, i)
		var partitions int
		partitions, i = array(b, i)
		for range partitions {
			i = text(b, i+4) // index, records
			i = tags(b, i)
		}
		i = tags(b, i)
	}
	return tags(b, i)
}

func listOffsetsV7(b []byte) int {
	topics, i := array(b, 4) // throttle time
	for range topics {
		i = text(b, i)
		var partitions int
		partitions, i = array(b, i)
		for range partitions {
			i = tags(b, i+4+2+8+8+4)
		}
		i = tags(b, i)
	}
	return tags(b, i)
}

func offsetCommitV8(b []byte) int {
	i := text(b, 0) + 4 // group, generation
	i = text(b, i)      // member
	i = text(b, i)      // instance
	topics, i := array(b, i)
	for range topics {
		i = text(b, i)
		var partitions int
		partitions, i = array(b, i)
		for range partitions {
			i = text(b, i+4+8+4) // index, offset, leader epoch, metadata
			i = tags(b, i)
		}
		i = tags(b, i)
	}
	return tags(b, i)
}

func joinGroupV9(b []byte) int {
	i := 4 + 2 + 4     // throttle time, error, generation
	i = text(b, i)     // protocol type
	i = text(b, i)     // protocol
	i = text(b, i) + 1 // leader, skip assignment
	i = text(b, i)     // member
	members, i := array(b, i)
	for range members {
		i = text(b, i) // member
		i = text(b, i) // instance
		i = text(b, i) // metadata
		i = tags(b, i)
	}
	return tags(b, i)
}

func apiVersionsV3(b []byte) int {
	keys, i := array(b, 2) // error
	for range keys {
		i = tags(b, i+2+2+2)
	}
	return tags(b, i+4) // throttle time
}

func deleteRecordsV2(b []byte) int {
	topics, i := array(b, 0)
	for range topics {
		i = text(b, i)
		var partitions int
		partitions, i = array(b, i)
		for range partitions {
			i = tags(b, i+4+8)
		}
		i = tags(b, i)
	}
	return tags(b, i+4) // timeout
}

func describeConfigsV4(b []byte) int {
	results, i := array(b, 4) // throttle time
	for range results {
		i = text(b, i+2) // error, message
		i = text(b, i+1) // type, name
		var entries int
		entries, i = array(b, i)
		for range entries {
			i = text(b, i)             // name
			i = text(b, i) + 1 + 1 + 1 // value, read only, source, sensitive
			var synonyms int
			synonyms, i = array(b, i)
			for range synonyms {
				i = text(b, i)   // name
				i = text(b, i)   // value
				i = tags(b, i+1) // source
			}
			i = text(b, i+1) // type, documentation
			i = tags(b, i)
		}
		i = tags(b, i)
	}
	return tags(b, i)
}
