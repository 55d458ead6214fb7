package messages_test

import (
	"cmp"
	"encoding/hex"
	"encoding/json"
	"flag"
	"math/rand/v2"
	"os"
	"reflect"
	"slices"
	"strconv"
	"testing"
	"time"

	gen "github.com/kgen-go/kgen/gen/kafka"
	"github.com/kgen-go/kgen/internal/suite/goform"
	"github.com/kgen-go/kgen/internal/vectors"
	"github.com/kgen-go/kgen/internal/vectors/messages"
	"github.com/kgen-go/kgen/internal/vectors/random"
	"github.com/kgen-go/kgen/kreflect"
	"github.com/kgen-go/kgen/kwire"
)

var (
	duration = flag.Duration("duration", 30*time.Second, "how long to compare random values, and then damaged bytes, with Kafka")
	seed     = flag.Uint64("seed", envSeed(), "of the random values, KGEN_SEED if that is set; 0 chooses one")
)

// envSeed is the seed in the environment, with which a run can be repeated
// without naming the package.
func envSeed() uint64 {
	n, err := strconv.ParseUint(cmp.Or(os.Getenv("KGEN_SEED"), "0"), 10, 64)
	if err != nil {
		panic("KGEN_SEED: " + err.Error())
	}
	return n
}

// source is a source of random numbers whose seed is in the log.
func source(t *testing.T) *rand.Rand {
	t.Helper()
	s := *seed
	if s == 0 {
		s = uint64(time.Now().UnixNano())
	}
	t.Logf("again with -seed %d", s)
	return rand.New(rand.NewPCG(s, 0))
}

// bodies returns a random value of every message in every version, encoded.
func bodies(t *testing.T, r *rand.Rand) []question {
	t.Helper()
	schemas, err := messages.Schemas()
	if err != nil {
		t.Fatal(err)
	}
	var all []question
	for _, s := range schemas {
		m := messages.New(s.Name)
		for v := s.Valid.Low; v <= s.Valid.High; v++ {
			random.Fill(r, m, s, v)
			body, err := m.Encode(nil, v)
			if err != nil {
				t.Fatal(err)
			}
			all = append(all, question{s.Name, v, body})
		}
	}
	return all
}

// TestKafkaReadsOurs has Kafka read and write again what the generated code
// writes for random values.
func TestKafkaReadsOurs(t *testing.T) {
	kafka := newJudge(t, "judge-json")
	r := source(t)
	compared, converted := 0, 0
	for end := time.Now().Add(*duration / 3); compared == 0 || time.Now().Before(end); {
		questions := bodies(t, r)
		for i, v := range kafka.ask(questions) {
			q := questions[i]
			if v.Refuses != "" || v.RefusesAgain != "" || v.Left > 0 || v.Again != hex.EncodeToString(q.body) {
				t.Fatalf("%v: Kafka says %+v", q, v)
			}
			// The value once more: what both leave out when writing is in it.
			m := messages.New(q.message)
			if err := m.Decode(q.body, q.version); err != nil {
				t.Fatalf("%v: %v", q, err)
			}
			for _, difference := range goform.Compare(m, parseValue(t, v.Value), nil) {
				t.Errorf("%v: %s", q, difference)
			}
			if string(v.JSON) == "null" || hasRecords(m) {
				continue
			}
			for _, difference := range goform.Compare(m, parseValue(t, v.JSON), nil) {
				t.Errorf("%v: Kafka's converter: %s", q, difference)
			}
			sameJSON(t, q, m, v.JSON)
			converted++
		}
		compared += len(questions)
	}
	t.Logf("%d values of %d versions, %d of them also as Kafka's JSON converters print them", compared, len(bodies(t, r)), converted)
}

// sameJSON holds our JSON against Kafka's, character by character, and reads
// Kafka's again. Unknown tagged fields are not in Kafka's.
func sameJSON(t *testing.T, q question, m kwire.Message, want json.RawMessage) {
	t.Helper()
	known := kreflect.Clone(m)
	withoutTags(reflect.ValueOf(known))
	got, err := kreflect.AppendJSON(nil, known, q.version)
	if err != nil || string(got) != string(want) {
		t.Errorf("%v: %v\nJSON  %s\nKafka %s", q, err, got, want)
	}
	again := messages.New(q.message)
	if err := kreflect.ParseJSON(again, want, q.version); err != nil || !kreflect.Equal(known, again, q.version) {
		t.Errorf("%v: %s is read as another message: %v", q, want, err)
	}
}

// withoutTags removes all unknown tagged fields within v.
func withoutTags(v reflect.Value) {
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			withoutTags(v.Elem())
		}
	case reflect.Slice:
		for i := range v.Len() {
			withoutTags(v.Index(i))
		}
	case reflect.Struct:
		if v.Type() == reflect.TypeFor[kwire.Tags]() {
			v.SetZero()
			return
		}
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				withoutTags(v.Field(i))
			}
		}
	}
}

// hasRecords reports whether a message has fields of type records, which Kafka's
// converters print as empty.
func hasRecords(m kwire.Message) bool {
	switch m.(type) {
	case *gen.ProduceRequest, *gen.FetchResponse, *gen.ShareFetchResponse, *gen.FetchSnapshotResponse:
		return true
	}
	return false
}

// TestWeReadKafkas holds the generated code against vectors of other seeds than
// the stored one.
func TestWeReadKafkas(t *testing.T) {
	r := source(t)
	compared := 0
	for end := time.Now().Add(*duration / 6); compared == 0 || time.Now().Before(end); {
		list := parse(t, tool(t, "vectors", strconv.FormatUint(uint64(r.Uint32()), 10)))
		for i := range list {
			for _, wrong := range vectors.Check(&list[i]) {
				t.Errorf("%v: %s", &list[i], wrong)
			}
		}
		compared += len(list)
	}
	t.Logf("%d values", compared)
}

// TestDamagedBytes has Kafka and both modes of decoding read bodies that were
// damaged at random.
func TestDamagedBytes(t *testing.T) {
	kafka := newJudge(t, "judge")
	r := source(t)
	known := readDifferences(t)
	accepted, compared := 0, 0
	for end := time.Now().Add(*duration / 2); compared == 0 || time.Now().Before(end); {
		questions := bodies(t, r)
		for i := range questions {
			questions[i].body = damage(r, slices.Clone(questions[i].body))
		}
		for i, v := range kafka.ask(questions) {
			if v.Refuses == "" {
				accepted++
			}
			known.check(t, questions[i], v)
		}
		compared += len(questions)
	}
	t.Logf("%d bodies, of which Kafka accepts %d", compared, accepted)
	known.log(t)
}

// parseValue reads a value in the notation of package goform.
func parseValue(t *testing.T, text json.RawMessage) any {
	t.Helper()
	parsed, err := goform.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return parsed
}
