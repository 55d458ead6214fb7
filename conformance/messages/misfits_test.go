package messages_test

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"io"
	"strconv"
	"testing"
	"time"

	"github.com/kgen-go/kgen/internal/suite/goform"
	"github.com/kgen-go/kgen/internal/vectors/messages"
)

// A misfit is a value that was made for another version than that in which it
// is to be written.
type misfit struct {
	Message string
	Version int16
	verdict
}

// TestMisfits: what a version cannot hold is refused or left out just as Kafka
// does it.
func TestMisfits(t *testing.T) {
	r := source(t)
	written, refused := 0, 0
	for end := time.Now().Add(*duration / 6); written == 0 || time.Now().Before(end); {
		lines := tool(t, "misfits", strconv.FormatUint(uint64(r.Uint32()), 10))
		for d := json.NewDecoder(bytes.NewReader(lines)); ; {
			var f misfit
			if err := d.Decode(&f); err == io.EOF {
				break
			} else if err != nil {
				t.Fatal(err)
			}
			m := messages.New(f.Message)
			if err := goform.Fill(m, parseValue(t, f.Value), nil); err != nil {
				t.Fatalf("%s: %v", f.Message, err)
			}
			got, err := m.Encode(nil, f.Version)
			switch {
			case (err != nil) != (f.RefusesAgain != "") || hex.EncodeToString(got) != f.Again:
				t.Errorf("%s v%d %s: Kafka writes %s %s\nkgen %x, %v", f.Message, f.Version, f.Value, f.Again, f.RefusesAgain, got, err)
			case err != nil:
				refused++
			default:
				written++
			}
		}
	}
	t.Logf("%d values written alike, %d refused alike", written, refused)
}
