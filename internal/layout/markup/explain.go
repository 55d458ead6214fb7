package markup

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"fmt"
	"html"
	"net/url"
	"strconv"
	"strings"

	"github.com/kgen-go/kgen/internal/layout"
	"github.com/kgen-go/kgen/internal/layout/capture"
	"github.com/kgen-go/kgen/internal/layout/datadir"
	"github.com/kgen-go/kgen/internal/layout/input"
	"github.com/kgen-go/kgen/internal/model"
)

// A Question is bytes that someone wants explained in a browser.
type Question struct {
	// Name is that of the file that the bytes come from, empty if they were typed or
	// pasted.
	Name string
	Data []byte
	// Message is what they are; empty for frames of requests, and for files that
	// tell what they hold.
	Message string
	// Version is that of the message, negative if it is not known.
	Version int
	Parts   layout.Parts
}

// An Answer is what has become of a question.
type Answer struct {
	// HTML is empty if the question cannot be answered, and Problem says why.
	HTML, Problem string
	// Link is the fragment of an address that carries the question, empty if it is
	// too long for one.
	Link string
}

const (
	// maxLink is how many bytes a link carries.
	maxLink = 6 << 10
	// maxShown is how many bytes of a file of batches are explained, and maxCalls how
	// many calls of a capture: pages with more are of no use.
	maxShown = 128 << 10
	maxCalls = 100
)

// Explain answers a question.
func Explain(catalog *layout.Catalog, q *Question) *Answer {
	a := &Answer{}
	var out bytes.Buffer
	var err error
	kind := datadir.Unknown
	if q.Message == "" {
		kind = datadir.Recognise(q.Name, q.Data)
	}
	switch kind {
	case datadir.Unknown:
		err = explainMessages(&out, catalog, q, a)
	case datadir.Capture:
		err = explainCapture(&out, catalog, q.Data)
	case datadir.Segment, datadir.MetadataSnapshot, datadir.ProducerState:
		err = explainFile(&out, catalog, kind, q)
	default:
		lines, problems := datadir.Lines(kind, q.Name, q.Data)
		fmt.Fprintf(&out, "<h2>%s</h2>\n", kind)
		for _, text := range problems {
			problem(&out, text)
		}
		fmt.Fprintf(&out, "<pre>%s</pre>\n", html.EscapeString(strings.Join(lines, "\n")))
	}
	if err != nil {
		a.Problem = err.Error()
		return a
	}
	a.HTML = out.String()
	return a
}

// explainMessages explains one message, or frames of requests in a row.
func explainMessages(out *bytes.Buffer, catalog *layout.Catalog, q *Question, a *Answer) error {
	data, err := input.Read(q.Data, input.Auto)
	switch {
	case err != nil:
		return err
	case len(data) == 0:
		return errors.New("there are no bytes")
	}
	a.Link = link(q, data)
	for first := true; first || len(data) > 0; first = false {
		m, version, err := which(catalog, q, data)
		if err != nil {
			return err
		}
		parts := q.Parts
		if q.Message == "" {
			parts = layout.WholeFrame
		}
		rest := []byte(nil)
		if parts == layout.WholeFrame && len(data) >= 4 {
			if size := 4 + int64(int32(binary.BigEndian.Uint32(data))); size >= 4 && size < int64(len(data)) {
				data, rest = data[:size], data[size:]
			}
		}
		d, err := catalog.Decode(data, m, version, parts, layout.Options{})
		if err != nil {
			return err
		}
		Example(out, layout.Title(d.Message), d.Summary(), &d.Tree)
		data = rest
	}
	return nil
}

// which tells the message that data is and its version.
func which(catalog *layout.Catalog, q *Question, data []byte) (*model.Message, int16, error) {
	if q.Message == "" {
		m, version, err := catalog.Identify(data, layout.WholeFrame)
		if err != nil {
			err = fmt.Errorf("this is no request that kgen knows, as %w; for anything else say which message and version it is", err)
		}
		return m, version, err
	}
	m := catalog.Message(q.Message)
	switch {
	case m == nil:
		return nil, 0, fmt.Errorf("no message is called %q", q.Message)
	case q.Parts != layout.BodyOnly && m.Type != model.Request && m.Type != model.Response:
		return nil, 0, fmt.Errorf("%s is no request or response, so it has neither header nor frame", m.Name)
	case q.Version >= 0 && q.Version <= model.MaxVersion:
		return m, int16(q.Version), nil
	case m.Type == model.Request && q.Parts != layout.BodyOnly:
		found, version, err := catalog.Identify(data, q.Parts)
		if err == nil && found != m {
			err = fmt.Errorf("this is a %s by its API key", found.Name)
		}
		return m, version, err
	case m.Valid.Low == m.Valid.High:
		return m, m.Valid.Low, nil
	}
	return nil, 0, fmt.Errorf("the bytes do not tell their version; say which of %s it is", m.Valid)
}

// link gives the fragment that [ParseLink] takes back.
func link(q *Question, data []byte) string {
	if len(data) > maxLink {
		return ""
	}
	values := url.Values{"d": {base64.RawURLEncoding.EncodeToString(data)}}
	if q.Message != "" {
		values.Set("m", q.Message)
		values.Set("p", strconv.Itoa(int(q.Parts)))
		if q.Version >= 0 {
			values.Set("v", strconv.Itoa(q.Version))
		}
	}
	return "#" + values.Encode()
}

// ParseLink gives the question in the fragment of an address, whose bytes are
// typed as digits.
func ParseLink(fragment string) (*Question, error) {
	values, err := url.ParseQuery(strings.TrimPrefix(fragment, "#"))
	if err != nil {
		return nil, err
	}
	data, err := base64.RawURLEncoding.DecodeString(values.Get("d"))
	if err != nil {
		return nil, fmt.Errorf("the link is damaged: %w", err)
	}
	q := &Question{Message: values.Get("m"), Version: -1, Data: fmt.Appendf(nil, "%x", data)}
	if v := values.Get("v"); v != "" {
		if q.Version, err = strconv.Atoi(v); err != nil {
			return nil, fmt.Errorf("the link is damaged: %w", err)
		}
	}
	if p := values.Get("p"); p != "" {
		n, err := strconv.ParseUint(p, 10, 8)
		if err != nil || layout.Parts(n) > layout.WholeFrame {
			return nil, fmt.Errorf("the link is damaged: it has no parts %q", p)
		}
		q.Parts = layout.Parts(n)
	}
	return q, nil
}

// explainFile explains a file as one tree.
func explainFile(out *bytes.Buffer, catalog *layout.Catalog, kind datadir.Kind, q *Question) error {
	summary := fmt.Sprintf("%d bytes", len(q.Data))
	if kind == datadir.ProducerState {
		t, err := catalog.Versioned(q.Data, "ProducerSnapshot", layout.Options{})
		if err == nil {
			Example(out, string(kind), summary, t)
		}
		return err
	}
	topic := ""
	if kind == datadir.MetadataSnapshot {
		topic = layout.MetadataTopic
	}
	data, err := beginning(q.Data)
	if err != nil {
		return err
	}
	if len(data) < len(bytes.TrimRight(q.Data, "\x00")) {
		summary += fmt.Sprintf(", the first %d of which are shown; kgen decode -log shows all", len(data))
	}
	Example(out, string(kind), summary, catalog.Batches(data, topic, layout.Options{}))
	return nil
}

// beginning gives the first batches of a file, at least one and as many more as
// can be shown, without the zeros behind the last.
func beginning(file []byte) ([]byte, error) {
	end := 0
	full := errors.New("enough")
	err := layout.ReadSegment(bytes.NewReader(file), &layout.SegmentReader{
		Batch: func(at int64, batch []byte) error {
			next := int(at) + len(batch)
			if end > 0 && next > maxShown {
				return full
			}
			end = next
			return nil
		},
		Damage: func(string) { end = min(len(file), end+maxShown) }, // the tree shows it
		Zeros:  func(int64) {},
	})
	if err != nil && !errors.Is(err, full) {
		return nil, err
	}
	return file[:end], nil
}

// A callCollector writes the first calls of a capture.
type callCollector struct {
	catalog *layout.Catalog
	calls   bytes.Buffer
	shown   int
	more    int
	notes   []string
}

// explainCapture lists the calls of a capture.
func explainCapture(out *bytes.Buffer, catalog *layout.Catalog, data []byte) error {
	c := &callCollector{catalog: catalog}
	if err := capture.Read(bytes.NewReader(data), catalog, c); err != nil {
		return err
	}
	out.WriteString("<h2>packet capture</h2>\n")
	for _, text := range c.notes {
		problem(out, text)
	}
	out.Write(c.calls.Bytes())
	if c.more > 0 {
		fmt.Fprintf(out, "<p>%d more calls are not shown here; kgen decode -pcap shows all.</p>\n", c.more)
	}
	return nil
}

// Note is part of capture.Handler.
func (c *callCollector) Note(text string) error {
	c.notes = append(c.notes, text)
	return nil
}

// Call is part of capture.Handler.
func (c *callCollector) Call(call *capture.Call) error {
	if c.shown == maxCalls {
		c.more++
		return nil
	}
	c.shown++
	fmt.Fprintf(&c.calls, "<details class=\"call\"><summary>%s</summary>\n", html.EscapeString(call.Summary(c.catalog)))
	if !call.Token {
		if err := c.message(call.Request, call.Message, call.Version); err != nil {
			return err
		}
		m, version := capture.ResponseMessage(c.catalog, call.APIKey, call.Version, call.Response)
		if err := c.message(call.Response, m, version); err != nil {
			return err
		}
	}
	c.calls.WriteString("</details>\n")
	return nil
}

// message writes one message, if it is there and known.
func (c *callCollector) message(frame []byte, m *model.Message, version int16) error {
	if frame == nil || m == nil {
		return nil
	}
	d, err := c.catalog.Decode(frame, m, version, layout.WholeFrame, layout.Options{})
	if err == nil {
		Example(&c.calls, layout.Title(m), d.Summary(), &d.Tree)
	}
	return err
}
