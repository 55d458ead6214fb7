package cases

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"runtime/debug"
	"strings"

	"github.com/kgen-go/kgen/internal/suite/generated"
	"github.com/kgen-go/kgen/internal/suite/goform"
	"github.com/kgen-go/kgen/kwire"
)

// Path is the import path of this package.
const Path = "github.com/kgen-go/kgen/internal/suite/cases"

// classes are the kinds of errors that cases tell apart.
var classes = map[string]error{
	"short-buffer":         kwire.ErrShortBuffer,
	"bad-length":           kwire.ErrBadLength,
	"bad-varint":           kwire.ErrBadVarint,
	"bad-marker":           kwire.ErrBadMarker,
	"null-not-allowed":     kwire.ErrNullNotAllowed,
	"unsupported-version":  kwire.ErrUnsupportedVersion,
	"field-not-in-version": kwire.ErrFieldNotInVersion,
	"tag-not-in-version":   kwire.ErrTagNotInVersion,
	"tag-clash":            kwire.ErrTagOrder,
	"tag-size":             kwire.ErrTagSize,
	"tags-not-in-version":  kwire.ErrTagsNotInVersion,
	"trailing":             kwire.ErrTrailingBytes,
}

// Main runs the vectors and the outcomes of each package's case. The argument
// is the file of cases. It prints what is wrong and how many vectors are right,
// and returns the exit code.
func Main(packages []generated.Package, args []string) int {
	list, err := Load(args[0])
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 2
	}
	wrong, total := 0, 0
	report := func(where string, problems []string) {
		for _, problem := range problems {
			fmt.Printf("%s: %s\n", where, problem)
			wrong++
		}
	}
	for _, p := range packages {
		for _, c := range list {
			if c.Package() != p.Name {
				continue
			}
			name, err := c.message()
			if err != nil {
				report(c.ID, []string{err.Error()})
				continue
			}
			r := runner{pkg: p, message: name, used: p.New(name)}
			for i, v := range c.Expect.Vectors {
				total++
				report(fmt.Sprintf("%s, vector %d (%s)", c.ID, i+1, v.Note), r.vector(v))
			}
			if check := outcomes[c.ID]; check != nil {
				report(c.ID+", outcome", check(p, c.Expect.Outcome))
			}
		}
	}
	fmt.Printf("%d vectors, %d problems\n", total, wrong)
	return min(wrong, 1)
}

// runner runs the vectors of one message.
type runner struct {
	pkg      generated.Package
	message  string
	used     kwire.Message // decoded into by every vector
	problems []string
}

func (r *runner) problem(format string, args ...any) {
	r.problems = append(r.problems, fmt.Sprintf(format, args...))
}

// vector returns what is wrong with one vector.
func (r *runner) vector(v Vector) (problems []string) {
	r.problems = nil
	defer func() {
		if p := recover(); p != nil {
			problems = append(r.problems, fmt.Sprintf("panic: %v\n%s", p, debug.Stack()))
		}
	}()
	if v.Do != "encode" && v.Do != "decode" && v.Do != "both" {
		return []string{"do: " + v.Do}
	}
	var body []byte
	if v.Hex != nil {
		var err error
		if body, err = hex.DecodeString(*v.Hex); err != nil {
			return []string{err.Error()}
		}
	}
	var value any
	if v.Value != nil {
		var err error
		if value, err = goform.Parse(v.Value); err != nil {
			return []string{err.Error()}
		}
	}
	if v.Do != "decode" {
		r.encode(v, value, body)
	}
	if v.Do != "encode" {
		r.decode(v, value, body, r.pkg.New(r.message))
		r.decode(v, value, body, r.used)
	}
	return r.problems
}

func (r *runner) encode(v Vector, value any, body []byte) {
	m := r.pkg.New(r.message)
	if err := goform.Fill(m, value, nil); err != nil {
		r.problem("filling: %v", err)
		return
	}
	got, err := m.Encode(nil, v.Version)
	if v.Error != "" {
		r.wantError("encoding", err, v)
		if len(got) > 0 {
			r.problem("encoding gives bytes and an error: %x", got)
		}
		if got, _ := m.Encode([]byte("before"), v.Version); string(got) != "before" {
			r.problem("after an error the buffer is %x", got)
		}
		return
	}
	if err != nil || !bytes.Equal(got, body) {
		r.problem("encoding gives %x, %v, want %x", got, err, body)
	}
	if n, err := m.EncodedSize(v.Version); err != nil || n != len(body) {
		r.problem("EncodedSize gives %d, %v, want %d", n, err, len(body))
	}
	if e, hasBytes := m.(generated.BufferEncoder); hasBytes {
		buffers, err := e.EncodeBuffers(new(kwire.Vector), v.Version)
		if joined := bytes.Join(buffers, nil); err != nil || !bytes.Equal(joined, body) {
			r.problem("EncodeBuffers gives %x, %v, want %x", joined, err, body)
		}
	}
}

func (r *runner) decode(v Vector, value any, body []byte, m kwire.Message) {
	var flags kwire.DecodeFlags
	if v.Lenient {
		flags = kwire.Lenient
	}
	err := m.DecodeWith(body, v.Version, flags)
	if v.Error != "" {
		r.wantError("decoding", err, v)
		return
	}
	if err != nil {
		r.problem("decoding: %v", err)
		return
	}
	for _, difference := range goform.Compare(m, value, nil) {
		r.problem("decoding: %s", difference)
	}
	if got, want := goform.UnknownTags(m), countTags(value); got != want {
		r.problem("decoding gives %d unknown tagged fields, want %d", got, want)
	}
	again := body
	if v.EncodeAgain != nil {
		if again, err = hex.DecodeString(*v.EncodeAgain); err != nil {
			r.problem("%v", err)
		}
	}
	got, err := m.Encode(nil, v.Version)
	if err != nil || !bytes.Equal(got, again) {
		r.problem("encoding again gives %x, %v, want %x", got, err, again)
	}
}

// wantError checks class and text of an error.
func (r *runner) wantError(doing string, err error, v Vector) {
	class := classes[v.Error]
	if class == nil {
		r.problem("class of error %q is not known", v.Error)
		return
	}
	if !errors.Is(err, class) {
		r.problem("%s: error %v, want %s", doing, err, v.Error)
		return
	}
	for _, word := range v.Mentions {
		if !strings.Contains(err.Error(), word) {
			r.problem("%s: error %q does not mention %q", doing, err, word)
		}
	}
}

// countTags counts the unknown tagged fields of a value in all its structs.
func countTags(value any) int {
	n := 0
	switch value := value.(type) {
	case map[string]any:
		for key, member := range value {
			if tags, isObject := member.(map[string]any); key == "_tags" && isObject {
				n += len(tags)
			} else {
				n += countTags(member)
			}
		}
	case []any:
		for _, e := range value {
			n += countTags(e)
		}
	}
	return n
}

// outcomes check what a case expects of generated code beside its vectors.
var outcomes = map[string]func(generated.Package, json.RawMessage) []string{
	"case-09": newValue,
	"case-19": removedVersions,
	"case-20": stableVersions,
}
