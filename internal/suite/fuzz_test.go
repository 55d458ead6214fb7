package suite

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/kgen-go/kgen/internal/model"
	"github.com/kgen-go/kgen/internal/suite/alloc"
	"github.com/kgen-go/kgen/internal/suite/goform"
	"github.com/kgen-go/kgen/internal/suite/random"
	"github.com/kgen-go/kgen/internal/vectors/messages"
	"github.com/kgen-go/kgen/kwire"
)

// A committedMessage is a message of one of the committed packages.
type committedMessage struct {
	model  *model.Message
	create func() kwire.Message
}

// committed returns every message of the committed packages of which a version
// is left, in order of folder and name.
func committed(t testing.TB) []committedMessage {
	t.Helper()
	var list []committedMessage
	all, err := messages.Schemas()
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range all {
		list = append(list, committedMessage{m, func() kwire.Message { return messages.New(m.Name) }})
	}
	if len(list) < 200 {
		t.Fatalf("there are only %d messages", len(list))
	}
	return list
}

// FuzzDecode decodes any bytes as any version of any message. Nothing panics
// or allocates out of proportion, and what decodes is written back as it was.
func FuzzDecode(f *testing.F) {
	messages := committed(f)
	seed := func(number int, version int16, b []byte) {
		f.Add(uint16(number), uint16(version-messages[number].model.Valid.Low), b)
	}
	r := rand.New(rand.NewPCG(1, 2))
	for number, m := range messages {
		for _, version := range []int16{m.model.Valid.Low, m.model.Valid.High} {
			filled := m.create()
			if err := goform.Fill(filled, random.Message(r, m.model, version), nil); err != nil {
				f.Fatal(err)
			}
			for _, value := range []kwire.Message{m.create(), filled} {
				b, err := value.Encode(nil, version)
				if err != nil {
					f.Fatal(err)
				}
				seed(number, version, b)
			}
		}
	}
	numbers := map[string]int{}
	for number, m := range messages {
		numbers[m.model.Name] = number
	}
	for _, a := range annotatedValues {
		seed(numbers[a.message], a.version, unhex(f, strings.Join(a.pieces, "")))
	}
	for _, o := range oddities {
		seed(numbers[o.message], o.version, unhex(f, o.input))
	}
	var meter alloc.Meter
	f.Fuzz(func(t *testing.T, number, above uint16, b []byte) {
		create := messages[int(number)%len(messages)].create
		info := create().Info()
		version := info.Lowest + int16(int(above)%int(info.Highest-info.Lowest+1))
		for _, flags := range []kwire.DecodeFlags{0, kwire.Lenient, kwire.AliasStrings} {
			var m kwire.Message
			var err error
			n, exceeds := meter.Exceeds(alloc.Bound(len(b)), func() {
				m = create()
				err = m.DecodeWith(b, version, flags)
			})
			if exceeds {
				t.Errorf("%s v%d (flags %d): decoding %d bytes allocates %d: %x", info.Name, version, flags, len(b), n, b)
			}
			if err == nil {
				checkAgain(t, create, m, b, version, flags)
			}
		}
	})
}

// checkAgain encodes what b was decoded to and decodes that.
func checkAgain(t *testing.T, create func() kwire.Message, m kwire.Message, b []byte, version int16, flags kwire.DecodeFlags) {
	t.Helper()
	where := m.Info().Name
	again, err := m.Encode(nil, version)
	if err != nil {
		// Lenient decoding keeps unknown tagged fields that cannot be written.
		if flags != kwire.Lenient || !errors.Is(err, kwire.ErrTagOrder) {
			t.Fatalf("%s v%d (flags %d): %x decodes, but encoding gives %v", where, version, flags, b, err)
		}
		return
	}
	if n, err := m.EncodedSize(version); err != nil || n != len(again) {
		t.Errorf("%s v%d: EncodedSize is %d, %v, want %d", where, version, n, err, len(again))
	}
	if flags != kwire.Lenient && !sameButForForm(b, again) {
		t.Errorf("%s v%d (flags %d): %x becomes %x", where, version, flags, b, again)
	}
	back := create()
	if err := back.Decode(again, version); err != nil {
		t.Fatalf("%s v%d (flags %d): %x becomes %x, which does not decode: %v", where, version, flags, b, again, err)
	}
	// The encoded forms are compared, because NaN is not equal to itself.
	if third, err := back.Encode(nil, version); err != nil || !bytes.Equal(again, third) {
		t.Errorf("%s v%d: %x becomes %x, %v", where, version, again, third, err)
	}
}

// sameButForForm reports whether two inputs may stand for the same value: the
// second is shorter, where varints were padded or tagged fields written though
// they are at their default; or it differs in booleans only, which are true for
// any byte but zero.
func sameButForForm(b, again []byte) bool {
	if len(again) != len(b) {
		return len(again) < len(b)
	}
	for i := range b {
		if b[i] != again[i] && (b[i] < 2 || again[i] != 1) {
			return false
		}
	}
	return true
}
