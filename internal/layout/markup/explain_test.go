package markup_test

import (
	"bytes"
	"encoding/hex"
	"io/fs"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/gopacket/gopacket"
	"github.com/gopacket/gopacket/layers"
	"github.com/gopacket/gopacket/pcapgo"

	"github.com/kgen-go/kgen/internal/layout"
	"github.com/kgen-go/kgen/internal/layout/markup"
	"github.com/kgen-go/kgen/internal/model"
	"github.com/kgen-go/kgen/internal/schema"
	"github.com/kgen-go/kgen/kwire/records"
	"github.com/kgen-go/kgen/schemas"
)

var catalog = sync.OnceValue(func() *layout.Catalog {
	c := &layout.Catalog{}
	entries, err := fs.ReadDir(schemas.FS(), ".")
	if err != nil {
		panic(err)
	}
	for _, e := range entries {
		files, _, err := schema.Load([]string{schema.EmbeddedPrefix + e.Name()}, schemas.FS())
		if err != nil {
			panic(err)
		}
		set, _ := model.Build(files, model.Options{})
		c.Sets = append(c.Sets, layout.Set{Name: e.Name(), Set: set, Files: files})
	}
	return c
})

// offsetDelete is a request frame: group "<g>", no topics.
const offsetDelete = "00000013 002f0000 00000007 0000 00033c673e 00000000"

func batch(t *testing.T) []byte {
	t.Helper()
	b, err := records.NewBuilder(nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := b.Append(records.Record{Value: []byte("v"), Timestamp: 1}); err != nil {
		t.Fatal(err)
	}
	out, err := b.Finish()
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// packets is a capture of one packet with the request.
func packets(t *testing.T) []byte {
	t.Helper()
	var file bytes.Buffer
	w := pcapgo.NewWriter(&file)
	if err := w.WriteFileHeader(1<<16, layers.LinkTypeRaw); err != nil {
		t.Fatal(err)
	}
	content, err := hex.DecodeString(strings.ReplaceAll(offsetDelete, " ", ""))
	if err != nil {
		t.Fatal(err)
	}
	ip := &layers.IPv4{Version: 4, Protocol: layers.IPProtocolTCP, SrcIP: []byte{10, 0, 0, 1}, DstIP: []byte{10, 0, 0, 2}}
	b := gopacket.NewSerializeBuffer()
	if err := gopacket.SerializeLayers(b, gopacket.SerializeOptions{FixLengths: true}, ip, &layers.TCP{SrcPort: 1, DstPort: 9092, ACK: true}, gopacket.Payload(content)); err != nil {
		t.Fatal(err)
	}
	info := gopacket.CaptureInfo{Timestamp: time.Unix(0, 0), CaptureLength: len(b.Bytes()), Length: len(b.Bytes())}
	if err := w.WritePacket(info, b.Bytes()); err != nil {
		t.Fatal(err)
	}
	return file.Bytes()
}

func TestExplain(t *testing.T) {
	snapshot, err := hex.DecodeString("000148674bc700000000") // no producers; CRC-32C of the count
	if err != nil {
		t.Fatal(err)
	}
	for name, test := range map[string]struct {
		q       markup.Question
		html    []string
		problem string
	}{
		"a request":       {q: markup.Question{Data: []byte(offsetDelete)}, html: []string{"OffsetDeleteRequest v0", "&lt;g&gt;"}},
		"two requests":    {q: markup.Question{Data: []byte(offsetDelete + offsetDelete)}, html: []string{`</section>` + "\n" + `<section class="example">`}},
		"a cut request":   {q: markup.Question{Data: []byte(offsetDelete[:40])}, html: []string{`<p class="problem">at byte 0x0010: want 3 bytes, have 2</p>`}},
		"a body":          {q: markup.Question{Data: []byte("0001 67 00000000"), Message: "OffsetDeleteRequest"}, html: []string{"OffsetDeleteRequest v0, 7 bytes"}},
		"with a version":  {q: markup.Question{Data: []byte("0000 00000000"), Message: "HeartbeatResponse", Version: 0}, problem: ""},
		"no bytes":        {q: markup.Question{Data: []byte(" ")}, problem: "there are no bytes"},
		"no such message": {q: markup.Question{Data: []byte("00"), Message: "Nothing"}, problem: `no message is called "Nothing"`},
		"no version":      {q: markup.Question{Data: []byte("00"), Message: "FetchResponse", Version: -1}, problem: "the bytes do not tell their version"},
		"no header":       {q: markup.Question{Data: []byte("00"), Message: "OffsetCommitKey", Parts: layout.WholeFrame}, problem: "neither header nor frame"},
		"another message": {q: markup.Question{Data: []byte(offsetDelete), Message: "FetchRequest", Version: -1, Parts: layout.WholeFrame}, problem: "this is a OffsetDeleteRequest"},
		"words":           {q: markup.Question{Data: []byte("<b>no bytes</b>")}, problem: "no hexadecimal digits"},
		"a segment":       {q: markup.Question{Data: append(batch(t), make([]byte, 1000)...)}, html: []string{"<h3>log segment</h3>", "RecordBatch[0]"}},
		"a cut segment":   {q: markup.Question{Data: append(batch(t), batch(t)[:30]...)}, html: []string{"RecordBatch[1]</b> = cut off"}},
		"a snapshot":      {q: markup.Question{Name: "7.snapshot", Data: snapshot}, html: []string{"<h3>producer state snapshot</h3>", "ProducerEntries"}},
		"an index":        {q: markup.Question{Name: "7.index", Data: []byte("\x00\x00\x00\x01\x00\x00\x00\x02")}, html: []string{"offset 8 at byte 2"}},
		"a capture":       {q: markup.Question{Data: packets(t)}, html: []string{"#7 OffsetDelete v0, 23 bytes, no response</summary>", "&lt;g&gt;"}},
	} {
		a := markup.Explain(catalog(), &test.q)
		if !strings.Contains(a.Problem, test.problem) || test.problem == "" && a.Problem != "" || (a.HTML == "") != (test.problem != "") {
			t.Errorf("%s: problem %q, want %q", name, a.Problem, test.problem)
		}
		for _, want := range test.html {
			if !strings.Contains(a.HTML, want) {
				t.Errorf("%s: there is no %q in\n%s", name, want, a.HTML)
			}
		}
		if strings.Contains(a.HTML, "<g>") {
			t.Errorf("%s: text is not escaped", name)
		}
	}
}

// TestLinks follows the links of answers: they ask the same.
func TestLinks(t *testing.T) {
	for _, q := range []markup.Question{
		{Data: []byte("002f0000"), Version: -1},
		{Data: []byte("0001"), Message: "FetchResponse", Version: 12, Parts: layout.WholeFrame},
		{Data: []byte("ff"), Message: "OffsetCommitKey", Version: -1},
	} {
		got, err := markup.ParseLink(markup.Explain(catalog(), &q).Link)
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(&q, got); d != "" {
			t.Errorf("-want +got:\n%s", d)
		}
	}
	if a := markup.Explain(catalog(), &markup.Question{Data: []byte(strings.Repeat("00", 10_000)), Message: "FetchResponse"}); a.Link != "" {
		t.Errorf("a link of %d characters", len(a.Link))
	}
	for _, fragment := range []string{"#%", "#d=!", "#d=AA&v=x", "#d=AA&p=9"} {
		if q, err := markup.ParseLink(fragment); err == nil {
			t.Errorf("%s: %v, want an error", fragment, q)
		}
	}
}

func FuzzExplain(f *testing.F) {
	f.Add("", []byte(offsetDelete), "", -1, uint8(2))
	f.Add("7.index", []byte("\x00\x00\x00\x01\x00\x00\x00\x02"), "", 0, uint8(0))
	f.Add("", []byte("0001"), "FetchResponse", 12, uint8(2))
	f.Fuzz(func(t *testing.T, name string, data []byte, message string, version int, parts uint8) {
		q := &markup.Question{Name: name, Data: data, Message: message, Version: version, Parts: layout.Parts(parts % 3)}
		if a := markup.Explain(catalog(), q); (a.HTML == "") == (a.Problem == "") {
			t.Errorf("%d bytes of HTML, problem %q", len(a.HTML), a.Problem)
		}
	})
}
