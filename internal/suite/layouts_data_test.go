package suite

// A layout is the frame of the smallest instance of a message: every number is
// zero, every string empty, and every array has one element.
type layout struct {
	name          string
	version       int16
	headerVersion int16
	size          int    // of the whole frame
	smallest      string // the body in JSON
	leaves        []leaf // in order and without gaps
}

// A leaf is a piece of a frame that has no parts.
type leaf struct {
	offset, length int
	// path is where it belongs: a part of the frame or header, the length of
	// an array, the tagged fields of a struct, or a field.
	path  string
	kind  string // type on the wire
	value string
	bytes string // hexadecimal
}

// layouts are the documented layouts of two APIs, one flexible, one not.
var layouts = []layout{
	{
		// Header v2: the client id keeps its two-byte length, tagged fields follow.
		// In the body, lengths are compact: 2 for one element, 1 for "".
		name: "DeleteRecordsRequest", version: 2, size: 37, headerVersion: 2,
		smallest: `{"topics": [{"name": "", "partitions": [{"partitionIndex": 0, "offset": 0}]}], "timeoutMs": 0}`,
		leaves: []leaf{
			{0x0000, 4, "frame.size", "int32", `33`, "00000021"},
			{0x0004, 2, "header.request_api_key", "int16", `21`, "0015"},
			{0x0006, 2, "header.request_api_version", "int16", `2`, "0002"},
			{0x0008, 4, "header.correlation_id", "int32", `0`, "00000000"},
			{0x000c, 2, "header.client_id", "nullable_string", `""`, "0000"},
			{0x000e, 1, "header.tagged_fields", "uvarint", `0`, "00"},
			{0x000f, 1, "Topics.length", "uvarint", `2`, "02"},
			{0x0010, 1, "Topics[0].Name", "string", `""`, "01"},
			{0x0011, 1, "Topics[0].Partitions.length", "uvarint", `2`, "02"},
			{0x0012, 4, "Topics[0].Partitions[0].PartitionIndex", "int32", `0`, "00000000"},
			{0x0016, 8, "Topics[0].Partitions[0].Offset", "int64", `0`, "0000000000000000"},
			{0x001e, 1, "Topics[0].Partitions[0].tagged_fields", "uvarint", `0`, "00"},
			{0x001f, 1, "Topics[0].tagged_fields", "uvarint", `0`, "00"},
			{0x0020, 4, "TimeoutMs", "int32", `0`, "00000000"},
			{0x0024, 1, "tagged_fields", "uvarint", `0`, "00"},
		},
	},
	{
		// Header v1: a correlation id and tagged fields.
		name: "DeleteRecordsResponse", version: 2, size: 33, headerVersion: 1,
		smallest: `{"throttleTimeMs": 0, "topics": [{"name": "", "partitions": [{"partitionIndex": 0, "lowWatermark": 0, "errorCode": 0}]}]}`,
		leaves: []leaf{
			{0x0000, 4, "frame.size", "int32", `29`, "0000001d"},
			{0x0004, 4, "header.correlation_id", "int32", `0`, "00000000"},
			{0x0008, 1, "header.tagged_fields", "uvarint", `0`, "00"},
			{0x0009, 4, "ThrottleTimeMs", "int32", `0`, "00000000"},
			{0x000d, 1, "Topics.length", "uvarint", `2`, "02"},
			{0x000e, 1, "Topics[0].Name", "string", `""`, "01"},
			{0x000f, 1, "Topics[0].Partitions.length", "uvarint", `2`, "02"},
			{0x0010, 4, "Topics[0].Partitions[0].PartitionIndex", "int32", `0`, "00000000"},
			{0x0014, 8, "Topics[0].Partitions[0].LowWatermark", "int64", `0`, "0000000000000000"},
			{0x001c, 2, "Topics[0].Partitions[0].ErrorCode", "int16", `0`, "0000"},
			{0x001e, 1, "Topics[0].Partitions[0].tagged_fields", "uvarint", `0`, "00"},
			{0x001f, 1, "Topics[0].tagged_fields", "uvarint", `0`, "00"},
			{0x0020, 1, "tagged_fields", "uvarint", `0`, "00"},
		},
	},
	{
		// Header v1, and a body without compact lengths and tagged fields.
		name: "OffsetDeleteRequest", version: 0, size: 30, headerVersion: 1,
		smallest: `{"groupId": "", "topics": [{"name": "", "partitions": [{"partitionIndex": 0}]}]}`,
		leaves: []leaf{
			{0x0000, 4, "frame.size", "int32", `26`, "0000001a"},
			{0x0004, 2, "header.request_api_key", "int16", `47`, "002f"},
			{0x0006, 2, "header.request_api_version", "int16", `0`, "0000"},
			{0x0008, 4, "header.correlation_id", "int32", `0`, "00000000"},
			{0x000c, 2, "header.client_id", "nullable_string", `""`, "0000"},
			{0x000e, 2, "GroupId", "string", `""`, "0000"},
			{0x0010, 4, "Topics.length", "int32", `1`, "00000001"},
			{0x0014, 2, "Topics[0].Name", "string", `""`, "0000"},
			{0x0016, 4, "Topics[0].Partitions.length", "int32", `1`, "00000001"},
			{0x001a, 4, "Topics[0].Partitions[0].PartitionIndex", "int32", `0`, "00000000"},
		},
	},
	{
		// Header v0: a correlation id and nothing else.
		name: "OffsetDeleteResponse", version: 0, size: 30, headerVersion: 0,
		smallest: `{"errorCode": 0, "throttleTimeMs": 0, "topics": [{"name": "", "partitions": [{"partitionIndex": 0, "errorCode": 0}]}]}`,
		leaves: []leaf{
			{0x0000, 4, "frame.size", "int32", `26`, "0000001a"},
			{0x0004, 4, "header.correlation_id", "int32", `0`, "00000000"},
			{0x0008, 2, "ErrorCode", "int16", `0`, "0000"},
			{0x000a, 4, "ThrottleTimeMs", "int32", `0`, "00000000"},
			{0x000e, 4, "Topics.length", "int32", `1`, "00000001"},
			{0x0012, 2, "Topics[0].Name", "string", `""`, "0000"},
			{0x0014, 4, "Topics[0].Partitions.length", "int32", `1`, "00000001"},
			{0x0018, 4, "Topics[0].Partitions[0].PartitionIndex", "int32", `0`, "00000000"},
			{0x001c, 2, "Topics[0].Partitions[0].ErrorCode", "int16", `0`, "0000"},
		},
	},
}
