// Kgen turns Kafka's JSON message schemas into Go: one struct for each message,
// with Encode and Decode for every version of the protocol.
//
// Kafka describes each request, response and record in a schema that says which
// field exists in which version, and how it is laid out there. To write the
// matching Go by hand means hundreds of version checks, written again whenever
// a release adds a version. Kgen reads the schemas, checks them by Kafka's
// rules, and writes that code.
//
// # Use
//
// Add kgen to a module as a tool, and a line to a hand-written file of the
// package that is to hold the messages:
//
//	go get -tool github.com/kgen-go/kgen/cmd/kgen
//
//	//go:generate go tool kgen -schemas ../schemas
//
// Then go generate writes a Go file for each message beside that file, and
// brings them up to date when the schemas have changed. By hand:
//
//	kgen -out gen/kafka                                  the schemas that come with kgen
//	kgen -schemas schemas -out gen/kafka                 a folder of schemas
//	kgen -schemas kafka-clients-4.4.0.jar -out kafka     those of a Kafka release
//	kgen -schemas schemas -out kafka -only Fetch,Produce two APIs of many
//	kgen -schemas schemas -out kafka -check              is the output up to date?
//	kgen -schemas schemas -out kafka -diff | git apply   the same as generating
//	kgen -check ./...                                    are all packages made by kgen up to date?
//
// # Commands
//
//	kgen [generate] [flags]   generate Go code; what kgen does given flags alone
//	kgen lint SOURCE...       print what is wrong with schemas
//	kgen compare OLD NEW      print what differs between two sets of schemas
//	kgen layout NAME          show how messages lie on the wire, byte by byte
//	kgen decode [FILE]        explain the bytes of messages
//	kgen encode [FILE]        turn JSON into the bytes of messages
//	kgen model                print the schemas as JSON, resolved version by version
//	kgen tap -to ADDRESS      forward clients to brokers and print the calls
//	kgen docs -out DIR        write a site about all messages
//	kgen help [command]       describe kgen or one command
//	kgen version              print the version of kgen and of Go
//
// # Flags of generate
//
//	-schemas LIST
//		Where the schemas are: folders (each *.json directly within), single
//		files, Kafka's jars (kafka-clients-4.4.0.jar, or with the folder within,
//		kafka-clients-4.4.0.jar!common/message), or embedded:NAME for a set that
//		comes with kgen. Separated by commas; the flag may be repeated, and the
//		order does not matter. A comma within a path has a backslash before it.
//		Default embedded:kafka.
//	-out DIR
//		The folder to write to, created if missing. Default the working directory.
//	-package NAME
//		The name of the Go package. Default that of the other Go files in the
//		output folder; if there are none, the package that go generate runs kgen
//		in ($GOPACKAGE) if that is the package to write to, else the name of the
//		output folder without what an identifier cannot hold.
//	-only LIST
//		Generate these only: names of messages (FetchRequest) or of APIs (Fetch,
//		for the request and the response), separated by commas; the flag may be
//		repeated. RequestHeader and ResponseHeader always stay, as every request
//		needs them. Mistakes in the schemas of others do not count.
//	-side client|server
//		Leave out the code that only the other side needs: clients encode
//		requests and decode responses. The other methods are there and fail with
//		kwire.ErrOtherSide.
//	-listener NAME
//		Leave out the APIs that no broker takes on the listener NAME: broker for
//		those that clients see, controller for KRaft controllers.
//	-since RELEASE
//		Leave out the versions that are not spoken with brokers of that release
//		of Kafka, such as 2.8, and newer ones. Peers speak the highest version
//		that both know, so these are the versions below the highest one of that
//		release. ApiVersions stays whole, since brokers answer in version 0 what
//		they do not know. Peers that choose lower versions on purpose, as brokers
//		among each other during an upgrade, need -versions.
//	-versions LIST
//		Generate these versions only, such as Fetch=4-12 or FetchRequest=12+,
//		separated by commas; the flag may be repeated, and wins over -since.
//	-templates DIR
//		Make further files by the templates in DIR: message/*.tmpl makes one for
//		each message, set/*.tmpl one for all, and override/*.tmpl has definitions
//		that take the place of kgen's own. See docs/templates.md.
//	-tests
//		Make kgen_test.go too: the bytes of every message and version, made from
//		the schemas without the generated code, round trips, and a fuzz target.
//	-check
//		Write nothing; list on standard output each file that is missing, changed
//		or stale, and exit with 1 if there is one.
//	-diff
//		Write nothing; print on standard output what would change as a unified
//		diff, and exit with 1 if it is not empty. To be applied in the working
//		directory, or in the output folder if that lies elsewhere.
//	-update
//		Bring the packages that follow up to date.
//	-keep-stale
//		Leave the files of messages that are gone.
//	-overlay LIST
//		Replace schemas by those of the same file name in these files or folders,
//		for a fork that changes three schemas of two hundred.
//	-accept LIST
//		What to tolerate in schemas, with a warning: a level, and ids of rules
//		besides. Level releases, the default, takes what releases of Kafka were
//		built from: no flexibleVersions (none is meant), closing brackets behind
//		the schema, a tagged struct without versions (those of its tag are meant),
//		empty fields on a type that has none. Level none takes nothing, and all
//		also keys and words that kgen does not know, such as those of a future
//		Kafka: without them the bytes may be wrong.
//	-format text|json|github
//		The form of findings: a line that editors can jump from, a line of JSON,
//		or an annotation for GitHub Actions. Default text.
//	-v
//		List every file and what became of it, and a total.
//
// # Only what is needed
//
// The flags -only, -listener, -since and -versions leave out APIs and versions,
// and with them the fields and structs that no version is left of, the code for
// both forms of the encoding where one is left, and the tests for versions. What
// is left encodes and decodes as before. A field that may be null in a version
// that is left out alone loses its null, and with it perhaps its Go type.
//
//	kgen -out wire -only ApiVersions,Metadata,Produce,Fetch -since 2.8
//
// # Packages
//
// The registry.go of each package says with which of these flags it was made.
// With packages behind them -check, -diff and -update take the flags from there:
// folders, or with "/..." at the end all folders below too, those left out that
// the go command leaves out. Kgen does its work for each package there that it
// has made, so a continuous build needs no more than
//
//	go tool kgen -check ./...
//
// # Checking schemas
//
// Lint prints every finding about sets of schemas, each argument one set: those
// that keep generate from its work and those that are a slip more likely than
// not. 'kgen lint -rules' lists the rules. A comment silences one finding of a
// warning, above the key, the list item or the schema that it is about, and gives
// the reason:
//
//	// kgen:allow file-name the build writes this file
//
// -format is text, json, github or sarif, the form in which code hosts take
// findings; -accept and -overlay are those of generate, and -v counts messages.
// The exit code is 1 if a finding is an error.
//
//	kgen lint schemas
//
// # Comparing
//
// Compare says what it means to go from one set of schemas to another, each given
// as -schemas takes them, or as a folder in a revision of a git repository,
// REVISION:FOLDER. It prints a verdict on each API, then the differences, each
// with its class: wire (bytes of a version that both sets have change), drops (a
// version or an API is gone), source (Go code that uses the package no longer
// compiles or means another thing), added or words (facts without effect on
// bytes and code). Bytes are judged version by version, so a field may change its
// name, or its place among fields that no version shares, without being wire. The
// latest version of a request that the old set calls unstable may change.
//
// -format is text, json (a line for each difference), markdown or html; -v tells
// how much each set holds, and -accept is that of generate. -breaking wire, drops,
// source (the default) or none says which differences are a failure: the exit code
// is 1 if there is one of that class or a graver one, and 2 if the sets could not
// be compared.
//
//	kgen compare embedded:kafka kafka-clients-4.5.0.jar
//	kgen compare -breaking wire main:schemas schemas
//
// # Looking at bytes
//
// Layout shows the request and the response of an API, or a message, in one
// version (-version, else the latest stable one): what there is to know of it as
// a whole, the bytes of an example in rows of 16, a tree that says what each byte
// is, and the schema. The example is the smallest message that shows every field,
// or with -value one's own, as JSON. -kind picks the request or the response, and
// -format html makes a page for a browser.
//
//	kgen layout DeleteRecords
//	kgen layout FetchRequest -version 4 -value fetch.json
//
// Decode explains bytes by such trees, those of a file or of standard input: raw
// bytes, hexadecimal digits, base64, a dump of the usual tools, or as languages
// print them (-in says which, if kgen is wrong about it); text that may stand for
// other bytes is refused. Frames of requests say themselves what they
// are. For all else -message and -version do, with -header or -frame if not just
// the body is there. Long arrays and texts are cut short unless -full is given.
//
//	kgen decode request.bin
//	kgen decode -message FetchResponse -version 12 -frame fetch.hex
//
// With -pcap decode lists the requests in a packet capture, each with its
// response; with -log the batches and records of a log segment, those of Kafka's
// own topics opened by their schemas (-topic, else by the folder's name). -v
// prints the trees of all of them too, and -summary tables instead: calls by API
// and version with their latencies, errors by code, and batches by codec.
// Indexes, snapshots and checkpoints of brokers are read with -log as well. Files
// of all these kinds are recognised without a flag, too.
//
//	kgen decode -pcap kafka.pcapng
//	kgen decode -log __consumer_offsets-12/00000000000000000000.log
//
// With -format json decode prints JSON in the form of Kafka's converters, with
// unknown tagged fields and the contents of records besides. Encode makes bytes
// of it, or with -message of the JSON of a body.
//
//	kgen decode request.bin -format json | kgen encode -format raw >again.bin
//	kgen encode -message HeartbeatRequest -frame heartbeat.json
//
// Tap stands between clients and brokers, and prints each call the way decode
// -pcap does while it passes (-only picks APIs, -v prints trees, -write keeps a
// capture). It changes nothing but the brokers' addresses in responses, so that
// clients come through it for all brokers.
//
//	kgen tap -listen :19092 -to broker:9092
//
// Docs writes a site over all messages to the folder -out: an index with a
// search, and for each message its layout in every version, its fields, which
// version has which, its history and its schema. With -decoder there is a page
// besides that does in the browser what decode does, with nothing sent anywhere.
//
// All of these know the schemas that come with kgen, or those of -schemas, which
// need not be of one set, with -overlay and -accept as in generate. -color is
// auto, always or never; auto heeds NO_COLOR. Decode exits with 1 if anything is
// wrong with the bytes.
//
// # Output
//
// One run owns the generated files of one folder: it writes those of the
// messages it is given and removes those of messages that are gone, which it
// tells of. Two runs for one folder would remove each other's files; use one
// with a longer -schemas or -only instead. Under go generate kgen refuses to run
// if it finds a second directive for the folder. Kgen knows its files by their
// first line. It never removes or replaces others, and fails if it would have to.
//
// Nothing is written unless all schemas are in order, and nothing changes if the
// disk is full or a signal ends the run. Files that would not change, line ends
// aside, are not touched. The output depends on the schemas, the flags and the
// package name alone.
//
// Each file has the build constraint !generate, so that go generate, and no other
// command of go, leaves it out: it would stop at a file that kgen has removed.
//
// What was asked for, the list of -check and the patch of -diff, goes to
// standard output, and everything else to standard error.
//
// # Exit codes
//
//	0  done, and nothing found
//	1  the schemas have mistakes, -check or -diff found a difference, or decode
//	   something wrong
//	2  kgen could not do its work: wrong flags, unreadable or unwritable files
//
// Under go generate and go run every failure becomes 1; go tool kgen keeps the
// code as it is.
package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
)

func main() {
	os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// stdio is where a command reads from and writes to.
type stdio struct {
	in       io.Reader
	out, err io.Writer
}

// A verb is one of kgen's commands.
type verb struct {
	name, summary string
	// run does the command. Mistakes in the user's files are reported by the
	// time it returns errFound; any other error is for the caller to print.
	run func(args []string, std stdio) error
	// help describes the command and its flags.
	help func(w io.Writer)
}

// verbs lists the commands in the order of help. It is a function as help
// itself needs the list.
func verbs() []verb {
	return []verb{
		{"generate", "generate Go code; what kgen does given flags alone", runGenerate, helpGenerate},
		{"lint", "print what is wrong with schemas", runLint, helpLint},
		{"compare", "print what differs between two sets of schemas", runCompare, helpCompare},
		{"layout", "show how messages lie on the wire, byte by byte", runLayout, helpLayout},
		{"decode", "explain the bytes of messages", runDecode, helpDecode},
		{"encode", "turn JSON into the bytes of messages", runEncode, helpEncode},
		{"model", "print the schemas as JSON, resolved version by version", runModel, helpModel},
		{"tap", "forward clients to brokers and print the calls", runTap, helpTap},
		{"docs", "write a site about all messages", runDocs, helpDocs},
		{"help", "describe kgen or one command", runHelp, helpHelp},
		{"version", "print the version of kgen and of Go", runVersion, helpVersion},
	}
}

func findVerb(name string) (verb, bool) {
	for _, v := range verbs() {
		if v.name == name {
			return v, true
		}
	}
	return verb{}, false
}

// errFound says that the command has done its work and has reported mistakes
// or differences.
var errFound = errors.New("found")

// A usageError is a mistake in the command line.
type usageError struct {
	verb string // whose help to refer to; empty for kgen's own
	text string
}

func (e *usageError) Error() string { return e.text }

// run is kgen without the process around it: it does what args say and gives
// the exit code.
func run(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	err := dispatch(args, stdio{stdin, stdout, stderr})
	switch {
	case err == nil:
		return 0
	case errors.Is(err, errFound):
		return 1
	}
	for line := range strings.Lines(err.Error()) {
		fmt.Fprintf(stderr, "kgen: %s\n", strings.TrimSuffix(line, "\n"))
	}
	if usage, ok := errors.AsType[*usageError](err); ok {
		fmt.Fprintf(stderr, "Run '%s' for usage.\n", strings.TrimSpace("kgen help "+usage.verb))
	}
	return 2
}

// dispatch runs the verb that args begin with, or generate if that is a flag.
func dispatch(args []string, std stdio) error {
	if len(args) == 0 {
		return runBare(std)
	}
	switch args[0] {
	case "-h", "-help", "--help":
		return runHelp(nil, std)
	case "-version", "--version":
		return runVersion(nil, std)
	}
	if strings.HasPrefix(args[0], "-") {
		return runGenerate(args, std)
	}
	v, found := findVerb(args[0])
	if !found {
		return &usageError{text: unknownVerb(args[0])}
	}
	return v.run(args[1:], std)
}

// runBare is kgen without arguments. Under go generate that is a complete
// command. At a prompt it is a question, and not worth two hundred new files
// in whatever folder it was asked.
func runBare(std stdio) error {
	if os.Getenv("GOPACKAGE") == "" {
		return &usageError{text: "no flags; to generate with the defaults, write kgen generate"}
	}
	return runGenerate(nil, std)
}

// unknownVerb explains that name is no command. A path in its place is the
// likeliest slip, as other generators take their input that way.
func unknownVerb(name string) string {
	if _, err := os.Stat(name); err == nil {
		return fmt.Sprintf("unknown command %q; to read schemas from there, write -schemas %s", name, name)
	}
	return fmt.Sprintf("unknown command %q", name)
}
