package randomschema

import "strings"

// The words that names are made of. Among harmless ones stand those that
// generators like to use themselves: local variables, packages, methods, words
// of Go, and words that hold one of these.

var messageWords = []string{
	"Lamp", "Terrain", "Preferred", "Kwire", "N", "Err", "Encode", "lamp", "Key", "New", "Info", "Binary", "Http2URL",
}

// Some mean something to the go command where a file's name ends in them.
var messageEndings = []string{"", "", "", "Data", "Value", "Test", "Linux", "Arm64", "Slabs", "Info"}

var structWords = []string{
	"Part", "Topic", "Entry", "Error", "Err", "Slab", "Defaults", "N", "Elem", "Request", "Kwire", "X1",
}

var fieldWords = strings.Fields(`
	Id Count Offset Topic Name Host Port Rack Epoch Leader Partition Metadata Group State Total Limit
	PreferredReplica Terrain Deferred Overridden Interrupt Mirror Err err Error Errors N n I J P B M D Src Dst Elem List
	Version Flags Present Tag Tags Scratch Slabs Length Cap Math Binary Kwire Codec Fmt Bytes Slices Errno
	Encode Decode DecodeWith DecodePrefix EncodeBuffers EncodedSize Info SetDefaults UnknownTags
	Type Func Range Map Chan Select Defer Go Var Struct Fallthrough Len Append Nil Any String Int32 Uint8 Float64 Bool
	lowerCase clusterId URL IPv4 A1 X2Y`)

// rareFieldWords are words of Java or names of what its generated classes have,
// which Kafka's generator does not look out for.
var rareFieldWords = strings.Fields("Default Class Package Switch Int HashCode ApiKey Duplicate ToString UnknownTaggedFields")

// codeTexts have words that generated code declares or imports.
var codeTexts = []string{"let n = 3", "see math.Pi and binary.x", "err != nil"}

// oddTexts are defaults and descriptions that look like code or like the end of
// whatever they may be put into.
var oddTexts = []string{
	"kwire.NullString", "return i, nil", "%d %s %!", "{{.Name}}",
	" ", " both ends ", "a  b", "*/ /* //", "// not a comment", "ä€😀試験", "e\u0301 combining", "100% `true`", "-1", "0x10", "null ", "it's", "<b>&amp;</b>",
	"a very long text, " + strings.Repeat("which goes on and on, ", 20) + "and ends",
}

// rareTexts are those that Kafka's generator writes into Java as they are, which
// then does not compile, and those that Go does not allow in its source.
var rareTexts = []string{
	`say "hello"`, `back\slash \n`, "two\nlines", "tab\there", "a\u0000b", "\ufeffmark", "right \u202e to left", "\u001b[31mred", "line\u2028separator", "bell\u0007",
}

// text makes up one of the odd texts.
func (g *generator) text() string {
	if g.one(25) {
		return pick(g, rareTexts...)
	}
	if g.one(4) {
		return pick(g, codeTexts...)
	}
	return pick(g, oddTexts...)
}

// fieldName makes up a name that none of the taken ones is like in Go.
func (g *generator) fieldName(taken map[string]bool) string {
	for {
		name := pick(g, fieldWords...)
		if g.one(150) {
			name = pick(g, rareFieldWords...)
		}
		if key := strings.ToLower(name); !taken[key] {
			taken[key] = true
			return name
		}
	}
}

// structName makes up a name that the message has not used yet. Some begin with
// the message's, which the names of Go types then have once.
func (g *generator) structName() string {
	g.names++
	name := pick(g, structWords...) + string(rune('A'+g.names-1))
	if g.one(8) {
		name = strings.ToUpper(g.m.name[:1]) + g.m.name[1:] + name
	}
	return name
}
