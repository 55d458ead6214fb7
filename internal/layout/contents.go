package layout

import (
	"encoding/binary"
	"strconv"
	"strings"

	"github.com/kgen-go/kgen/internal/model"
	"github.com/kgen-go/kgen/kwire/records"
)

// A Content is what the key or the value of a record is, where Kafka itself has
// written it: a message, behind a few numbers that tell which.
type Content struct {
	Message *model.Message
	Version int16
	prefix  []prefix
}

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
	clusterMetadata        = "__cluster_metadata"
	clusterMetadataMessage = "RegisterBrokerRecord"
)

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
	return found || topic == clusterMetadata
}

// RecordContents tells what the key and the value of a record in the given topic
// are; each is nil where that is not known. Control records are the same in
// every topic.
func (c *Catalog) RecordContents(topic string, control bool, key, value []byte) (k, v *Content) {
	switch {
	case control:
		return c.controlContents(key, value)
	case topic == clusterMetadata:
		return nil, c.metadataContent(value)
	case coordinatorTopics[topic] != "":
		return c.coordinatorContents(coordinatorTopics[topic], key, value)
	}
	return nil, nil
}

// coordinatorContents describes a record of a coordinator: the key begins with
// the type of the record and the value with its own version.
func (c *Catalog) coordinatorContents(message string, key, value []byte) (k, v *Content) {
	set := c.SetWith(message)
	if set == nil || len(key) < 2 {
		return nil, nil
	}
	number := int16(binary.BigEndian.Uint16(key))
	if m := set.ByKey(model.CoordinatorKey, number); m != nil {
		k = &Content{m, m.Valid.High, []prefix{{"type", "int16", "type of the record", 2, int64(number)}}}
	}
	return k, versioned(set.ByKey(model.CoordinatorValue, number), value)
}

// versioned describes a message with its version in front.
func versioned(m *model.Message, data []byte) *Content {
	if m == nil || len(data) < 2 {
		return nil
	}
	version := int16(binary.BigEndian.Uint16(data))
	if !m.Valid.Contains(version) {
		return nil
	}
	return &Content{m, version, []prefix{{"version", "int16", "version of the message", 2, int64(version)}}}
}

// metadataContent describes a record of the metadata log: three varints stand
// before the message.
func (c *Catalog) metadataContent(value []byte) *Content {
	set := c.SetWith(clusterMetadataMessage)
	if set == nil {
		return nil
	}
	r := &reader{src: value}
	var list []prefix
	for _, p := range []prefix{
		{name: "frame_version", about: "version of this framing"},
		{name: "api_key", about: "kind of the record"},
		{name: "version", about: "version of the message"},
	} {
		start := r.at
		p.typ, p.value = "uvarint", r.readUvarint()
		p.size = r.at - start
		list = append(list, p)
	}
	// Only the first framing is known.
	if r.fault != nil || list[0].value != 1 || list[1].value > model.MaxVersion || list[2].value > model.MaxVersion {
		return nil
	}
	m := set.ByKey(model.Metadata, int16(list[1].value))
	if m == nil || !m.Valid.Contains(int16(list[2].value)) {
		return nil
	}
	return &Content{m, int16(list[2].value), list}
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
	if kind == records.Abort || kind == records.Commit {
		return k, versioned(c.Message("EndTxnMarker"), value)
	}
	content := versioned(c.Message(controlValues[kind]), value)
	if content != nil {
		content.prefix = nil
	}
	return k, content
}

// explainRecord opens the key and value of a record in the given topic.
func (c *Catalog) explainRecord(topic string) func(r *reader, control bool, key, value run) {
	return func(r *reader, control bool, key, value run) {
		k, v := c.RecordContents(topic, control, key.content, value.content)
		r.explain(key, k)
		r.explain(value, v)
	}
}

// explain adds nodes for what is in a part of a record.
func (r *reader) explain(part run, content *Content) {
	if content == nil {
		return
	}
	n := part.node
	n.Children = append(n.Children, &Node{
		Name: "length", Type: "varint", Value: strconv.Itoa(len(part.content)), Offset: n.Offset, Length: part.start - n.Offset,
		About: "number of bytes that follow", Category: n.Category,
	})
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
	r := &reader{src: src, opts: opts, catalog: c, contents: c.explainRecord(topic)}
	r.opts.Values = false
	root := r.begin("records", "", "")
	r.batches(0)
	t := &Tree{Bytes: src}
	r.finish(root, t)
	return t
}
