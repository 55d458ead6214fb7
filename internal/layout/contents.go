package layout

import (
	"encoding/binary"
	"fmt"
	"strconv"
	"strings"

	"github.com/kgen-go/kgen/internal/model"
	"github.com/kgen-go/kgen/kwire/records"
)

// A Content is what the key or the value of a record is, where Kafka itself has
// written it: a message, behind a few numbers that tell which.
type Content struct {
	// Message is nil if it is not known, which Why explains then.
	Message *model.Message
	Version int16
	Why     string
	prefix  []prefix
}

// unknown is the content of something that cannot be opened.
func unknown(format string, args ...any) *Content { return &Content{Why: fmt.Sprintf(format, args...)} }

// A prefix is a number in front of a message.
type prefix struct {
	name, typ, about string
	size             int // in bytes
	value            int64
}

// Body gives the message's own bytes out of those of the key or value.
func (c *Content) Body(data []byte) []byte {
	for _, p := range c.prefix {
		data = data[p.size:]
	}
	return data
}

// coordinatorTopics have a message that the set has which describes the topic's
// records.
var coordinatorTopics = map[string]string{
	"__consumer_offsets":  "OffsetCommitKey",
	"__transaction_state": "TransactionLogKey",
	"__share_group_state": "ShareSnapshotKey",
}

const (
	// MetadataTopic is that of the metadata log of KRaft.
	MetadataTopic         = "__cluster_metadata"
	remoteLogMetadata     = "__remote_log_metadata"
	metadataFrameVersions = 1 // the latest that is known
)

// metadataTopics are those whose records are metadata messages, with a message by
// which the set that has them is known.
var metadataTopics = map[string]string{
	MetadataTopic:     "RegisterBrokerRecord",
	remoteLogMetadata: "RemoteLogSegmentMetadataRecord",
}

// InternalTopic gives the topic whose records are known that a folder of
// partition logs, such as "__consumer_offsets-12", belongs to.
func InternalTopic(folder string) (topic string, found bool) {
	i := strings.LastIndexByte(folder, '-')
	if i < 0 {
		return "", false
	}
	topic, partition := folder[:i], folder[i+1:]
	if _, err := strconv.ParseUint(partition, 10, 31); err != nil {
		return "", false
	}
	return topic, IsInternalTopic(topic)
}

// IsInternalTopic reports whether the records of a topic are known.
func IsInternalTopic(topic string) bool {
	_, found := coordinatorTopics[topic]
	return found || metadataTopics[topic] != ""
}

// RecordContents tells what the key and the value of a record in the given topic
// are; each is nil where it is nothing that Kafka has written, or null. Control
// records are the same in every topic.
func (c *Catalog) RecordContents(topic string, control bool, key, value []byte) (k, v *Content) {
	switch {
	case control:
		return c.controlContents(key, value)
	case metadataTopics[topic] != "":
		return nil, c.metadataContent(topic, value)
	case coordinatorTopics[topic] != "":
		return c.coordinatorContents(coordinatorTopics[topic], key, value)
	}
	return nil, nil
}

// coordinatorContents describes a record of a coordinator: the key begins with
// the type of the record and the value with its own version.
func (c *Catalog) coordinatorContents(message string, key, value []byte) (k, v *Content) {
	set := c.SetWith(message)
	switch {
	case set == nil:
		return nil, nil
	case len(key) < 2:
		return unknown("%s are too few for the type of the record", plural(len(key), "byte")), nil
	}
	number := int16(binary.BigEndian.Uint16(key))
	m := set.ByKey(model.CoordinatorKey, number)
	if m == nil {
		return unknown("no record of the coordinator has type %d", number), nil
	}
	k = &Content{Message: m, Version: m.Valid.High, prefix: []prefix{{"type", "int16", "type of the record", 2, int64(number)}}}
	return k, versioned(set.ByKey(model.CoordinatorValue, number), value)
}

// versioned describes a message with its version in front.
func versioned(m *model.Message, data []byte) *Content {
	switch {
	case m == nil || data == nil:
		return nil
	case len(data) < 2:
		return unknown("%s are too few for a version", plural(len(data), "byte"))
	}
	version := int16(binary.BigEndian.Uint16(data))
	if !m.Valid.Contains(version) {
		return unknown("version %d of %s is not known, only %s", version, m.Name, m.Valid)
	}
	return &Content{Message: m, Version: version, prefix: []prefix{{"version", "int16", "version of the message", 2, int64(version)}}}
}

// metadataContent describes a record of the metadata log: three varints stand
// before the message. In the log of remote segments it is the last two.
func (c *Catalog) metadataContent(topic string, value []byte) *Content {
	set := c.SetWith(metadataTopics[topic])
	if set == nil || value == nil {
		return nil
	}
	r := &reader{src: value}
	var list []prefix
	for _, p := range []prefix{
		{name: "frame_version", about: "version of this framing"},
		{name: "api_key", about: "kind of the record"},
		{name: "version", about: "version of the message"},
	} {
		if topic == remoteLogMetadata && p.name == "frame_version" {
			continue
		}
		start := r.at
		p.typ, p.value = "uvarint", r.readUvarint()
		p.size = r.at - start
		list = append(list, p)
	}
	key, version := list[len(list)-2].value, list[len(list)-1].value
	switch {
	case r.fault != nil:
		return unknown("there is no kind and version: %v", r.fault)
	case topic == MetadataTopic && list[0].value != metadataFrameVersions:
		return unknown("framing %d is not known", list[0].value)
	case key > model.MaxVersion:
		return unknown("no record has kind %d", key)
	}
	m := set.ByKey(model.Metadata, int16(key))
	switch {
	case m == nil:
		return unknown("no record has kind %d", key)
	case version > model.MaxVersion || !m.Valid.Contains(int16(version)):
		return unknown("version %d of %s is not known, only %s", version, m.Name, m.Valid)
	}
	return &Content{Message: m, Version: int16(version), prefix: list}
}

// controlValues are the messages in control records. All but that which ends a
// transaction begin with their version as a field of their own.
var controlValues = map[records.ControlType]string{
	records.LeaderChange: "LeaderChangeMessage", records.SnapshotHeader: "SnapshotHeaderRecord",
	records.SnapshotFooter: "SnapshotFooterRecord", records.KRaftVersion: "KRaftVersionRecord", records.KRaftVoters: "VotersRecord",
}

func (c *Catalog) controlContents(key, value []byte) (k, v *Content) {
	k = versioned(c.Message("ControlRecordTypeSchema"), key)
	if len(key) < 4 {
		return k, nil
	}
	kind := records.ControlType(binary.BigEndian.Uint16(key[2:]))
	if _, found := controlValues[kind]; !found && kind != records.Abort && kind != records.Commit {
		return k, unknown("no control record has type %d", int16(kind))
	}
	if kind == records.Abort || kind == records.Commit {
		return k, versioned(c.Message("EndTxnMarker"), value)
	}
	content := versioned(c.Message(controlValues[kind]), value)
	if content != nil {
		content.prefix = nil
	}
	return k, content
}

// explainRecord opens the key and value of a record in the topic that is being
// read.
func (r *reader) explainRecord(control bool, key, value run) {
	k, v := r.catalog.RecordContents(r.topic, control, key.content, value.content)
	r.explain(key, k)
	r.explain(value, v)
}

// appendLength adds a node for what stands before the content of a part.
func (part *run) appendLength() {
	n := part.node
	length := &Node{
		Name: "length", Type: "varint", Value: strconv.Itoa(len(part.content)), Offset: n.Offset, Length: part.start - n.Offset,
		About: "number of bytes that follow", Category: n.Category,
	}
	if part.length != nil {
		length.Type, length.Value, length.Form = part.length.Type, part.length.Value, part.length.Form
	}
	n.Children = append(n.Children, length)
}

// explain adds nodes for what is in a part of a record.
func (r *reader) explain(part run, content *Content) {
	n := part.node
	switch {
	case content == nil:
		return
	case content.Message == nil:
		n.About = "not opened: " + content.Why
		return
	}
	part.appendLength()
	inside := r.within(n, part.start, part.start+len(part.content))
	for _, p := range content.prefix {
		field := inside.begin(p.name, p.typ, p.about)
		field.set(strconv.FormatInt(p.value, 10), "")
		inside.at += p.size
		inside.end(field)
	}
	inside.message, inside.version, inside.category = content.Message, content.Version, bodyCategory(content.Message)
	body := inside.begin(content.Message.Name, "struct", "version "+strconv.Itoa(int(content.Version)))
	inside.structure(content.Message.Body)
	inside.end(body)
	if inside.fault == nil && inside.left() > 0 {
		inside.fail(inside.at, "the end of the message", plural(inside.left(), "byte"))
	}
	r.join(inside)
}

// Batches explains src as record batches in a row, those of the given topic.
func (c *Catalog) Batches(src []byte, topic string, opts Options) *Tree {
	r := &reader{src: src, opts: opts, catalog: c, topic: topic}
	r.opts.Values = false
	root := r.begin("records", "", "")
	r.batches(0)
	t := &Tree{Bytes: src}
	r.finish(root, t)
	return t
}
