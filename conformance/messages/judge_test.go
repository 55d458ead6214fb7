// Package messages_test compares the generated code with Kafka's own message
// classes: what either writes, the other reads, and what Kafka makes of damaged
// bytes, lenient decoding makes of them too.
package messages_test

import (
	"bufio"
	"context"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"testing"

	"github.com/kgen-go/kgen/conformance/java"
)

// A question is bytes for Kafka to read.
type question struct {
	message string
	version int16
	body    []byte
}

func (q question) String() string { return fmt.Sprintf("%s v%d %x", q.message, q.version, q.body) }

// A verdict is what Kafka makes of them.
type verdict struct {
	// Refuses is the exception that reading throws, empty if it throws none.
	Refuses string
	// Value is in the notation of package goform.
	Value json.RawMessage
	// JSON is the value as Kafka's own converter prints it, null if there is
	// none, and only if the judge was asked to. It lacks unknown tagged fields and the content of records.
	JSON json.RawMessage
	// Left is how many bytes are left over behind the message.
	Left int
	// Again is what Kafka writes for the value, in hexadecimal, unless
	// RefusesAgain tells what writing throws.
	Again        string
	RefusesAgain string
}

// A judge is a running MessageTool.
type judge struct {
	t       *testing.T
	in      io.Writer
	answers *json.Decoder
}

// newJudge starts one. The verb "judge-json" makes it fill in JSON, "judge" does
// not and is faster.
func newJudge(t *testing.T, verb string) *judge {
	t.Helper()
	// The test's own context ends before the program is asked to.
	cmd, err := java.Command(context.Background(), "256m", "MessageTool", verb)
	if err != nil {
		t.Fatal(err)
	}
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	cmd.Stderr = t.Output()
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		in.Close() // which ends the program
		if err := cmd.Wait(); err != nil && !t.Failed() {
			t.Error(err)
		}
	})
	return &judge{t, in, json.NewDecoder(out)}
}

// ask puts all the questions and gives a verdict for each.
func (j *judge) ask(questions []question) []verdict {
	j.t.Helper()
	// Written apart from reading the answers, as pipes hold only so much. What
	// fails here shows below as an answer that is missing.
	go func() {
		w := bufio.NewWriter(j.in)
		for _, q := range questions {
			fmt.Fprintf(w, "%s\t%d\t%s\n", q.message, q.version, hex.EncodeToString(q.body))
		}
		w.Flush()
	}()
	verdicts := make([]verdict, len(questions))
	for i := range verdicts {
		if err := j.answers.Decode(&verdicts[i]); err != nil {
			j.t.Fatalf("no verdict on %v: %v", questions[i], err)
		}
	}
	return verdicts
}

// tool runs MessageTool to its end and gives what it prints.
func tool(t *testing.T, args ...string) []byte {
	t.Helper()
	cmd, err := java.Command(t.Context(), "256m", "MessageTool", args...)
	if err != nil {
		t.Fatal(err)
	}
	cmd.Stderr = t.Output()
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	return out
}
