package layout

import (
	"encoding/binary"

	"github.com/kgen-go/kgen/internal/layout/value"
	"github.com/kgen-go/kgen/internal/model"
)

// A bytesField is a field whose bytes hold another message.
type bytesField struct{ message, field string }

// bytesMessages tells the messages within bytes fields. Their version stands
// before them. Brokers do not look into these bytes, so that a client may have
// put there what it likes; they are opened only if they can be read to the end.
var bytesMessages = map[bytesField]string{
	{"JoinGroupRequest", "Metadata"}:                 "ConsumerProtocolSubscription",
	{"JoinGroupResponse", "Metadata"}:                "ConsumerProtocolSubscription",
	{"DescribeGroupsResponse", "MemberMetadata"}:     "ConsumerProtocolSubscription",
	{"GroupMetadataValue", "subscription"}:           "ConsumerProtocolSubscription",
	{"ConsumerGroupMemberMetadataValue", "Metadata"}: "ConsumerProtocolSubscription",
	{"SyncGroupRequest", "Assignment"}:               "ConsumerProtocolAssignment",
	{"SyncGroupResponse", "Assignment"}:              "ConsumerProtocolAssignment",
	{"DescribeGroupsResponse", "MemberAssignment"}:   "ConsumerProtocolAssignment",
	{"GroupMetadataValue", "assignment"}:             "ConsumerProtocolAssignment",
	{"ConsumerProtocolSubscription", "UserData"}:     "SubscriptionInfoData",
	{"EnvelopeRequest", "RequestPrincipal"}:          "DefaultPrincipalData",
}

// consumerProtocol is the type of the groups whose members' bytes are known.
const consumerProtocol = "consumer"

// bytesContent tells what the bytes of field f hold, nil if that is not known.
func (r *reader) bytesContent(f *model.Field, content []byte) *Content {
	m := r.catalog.Message(bytesMessages[bytesField{r.message.Name, f.Name}])
	if m == nil || r.protocol != "" && r.protocol != consumerProtocol {
		return nil
	}
	found := versioned(m, content)
	if m.Name == "SubscriptionInfoData" {
		found = inItself(m, content)
	}
	if found == nil || found.Message == nil {
		return nil
	}
	body := found.Body(content)
	trial := &reader{src: body, catalog: r.catalog, message: found.Message, version: found.Version, quiet: 1}
	if trial.structure(found.Message.Body); trial.fault != nil || trial.left() > 0 {
		return nil
	}
	return found
}

// inItself describes a message whose first field is its version.
func inItself(m *model.Message, data []byte) *Content {
	if len(data) < 4 {
		return nil
	}
	version := int32(binary.BigEndian.Uint32(data))
	if version < 0 || version > model.MaxVersion || !m.Valid.Contains(int16(version)) {
		return nil
	}
	return &Content{Message: m, Version: int16(version)}
}

// openBytes adds nodes to n for the message in the bytes of field f, which begin
// at start.
func (r *reader) openBytes(n *Node, f *model.Field, start int, content []byte) {
	if r.catalog == nil || len(content) == 0 {
		return
	}
	if r.message.Name == "EnvelopeRequest" && f.Name == "RequestData" {
		r.openRequest(n, f, start, content)
		return
	}
	if found := r.bytesContent(f, content); found != nil {
		part := r.bytesRun(n, f, start, content)
		r.explain(part, found)
	}
}

func (r *reader) bytesRun(n *Node, f *model.Field, start int, content []byte) run {
	length := &Node{}
	r.describeLength(length, f, len(content))
	return run{node: n, start: start, content: content, length: length}
}

// openRequest adds nodes to n for a whole request that another one carries.
func (r *reader) openRequest(n *Node, f *model.Field, start int, content []byte) {
	m, version, err := r.catalog.Identify(content, WithHeader)
	if err != nil {
		return
	}
	header, err := r.catalog.Header(m, version)
	if err != nil {
		return
	}
	read := func(r *reader) {
		r.rpcHeader(header, m.HeaderVersion(version))
		r.message, r.version, r.category = m, version, RequestBody
		body := r.begin(m.Name, "struct", "the request that is passed on")
		r.structure(m.Body)
		r.end(body)
	}
	trial := &reader{src: content, catalog: r.catalog, quiet: 1}
	if read(trial); trial.fault != nil || trial.left() > 0 {
		return
	}
	part := r.bytesRun(n, f, start, content)
	part.appendLength()
	inside := r.within(n, start, start+len(content))
	read(inside)
	r.join(inside)
}

// metadataTopicID is the id that the topic of the metadata log always has.
var metadataTopicID = value.UUID{15: 1}

// noteTopicID keeps in mind which topic the records to come are of.
func (r *reader) noteTopicID(f *model.Field, id value.UUID) {
	if f.Name != "TopicId" {
		return
	}
	r.topic = ""
	if id == metadataTopicID {
		r.topic = MetadataTopic
	}
}

// noteString keeps in mind which topic or which type of group what follows is of.
func (r *reader) noteString(f *model.Field, content []byte) {
	switch {
	case f.Name == "ProtocolType" || f.Name == "protocolType":
		r.protocol = string(content)
	case f.EntityType == "topicName":
		r.topic = string(content)
	}
}
