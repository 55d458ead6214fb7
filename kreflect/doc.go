// Package kreflect does with generated messages what takes knowledge of their
// schemas: it works on every message that kgen has generated, those of users'
// own packages included, without generated code for each purpose.
//
//	for p := range kreflect.Visit(req, version, kreflect.TopicName) {
//		p.SetText("prefix-" + p.Text())
//	}
//
// # What there is
//
//   - [Of]: what the schema says of a message: fields, types, versions, tags,
//     defaults, entities, map keys.
//   - [Visit] and [Replace]: all topic names, group ids, broker ids and so on.
//   - [Clone], [Equal] and [Diff]; [Loss] and [LowestVersion].
//   - [AppendJSON] and [ParseJSON]: the JSON of Kafka's own converters.
//   - [Log] and [ReplaceAttr]: messages in logs, short and without secrets.
//   - [ThrottleTime], [Timeout], [ErrorCode], [SetErrorCode] and [Errors]:
//     fields that most messages share.
//   - [Fail] and [Outline]: a response with an element for each item of a
//     request.
//
// # How it works and what it costs
//
// The facts are a short text in the generated code, from 50 bytes to 2 KB a
// message, behind a method that the linker leaves out of programs that do not
// use this package. They are read when a type is first asked for, which takes
// some microseconds, and kept. Field values are then reached by reflection;
// Visit computes their addresses and costs little more than the loops that it
// stands for.
//
// All functions may be called by several goroutines at a time, for different
// messages or as long as none of them changes the message. Those without an
// error in their results panic for messages without facts, which a kgen of this
// version does not generate.
package kreflect
