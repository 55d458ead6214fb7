package tap

import (
	"bytes"
	"fmt"
	"net"
	"slices"
	"strconv"
	"strings"

	"github.com/kgen-go/kgen/internal/layout"
	"github.com/kgen-go/kgen/internal/layout/capture"
	"github.com/kgen-go/kgen/internal/layout/value"
	"github.com/kgen-go/kgen/internal/model"
)

// addressAPIs are those whose responses tell clients the addresses of brokers.
// Others have addresses of controllers or of applications.
var addressAPIs = []string{"Metadata", "FindCoordinator", "DescribeCluster", "Produce", "Fetch", "ShareFetch", "ShareAcknowledge"}

func hasAddresses(catalog *layout.Catalog, key int16) bool {
	m := catalog.ByKey(model.Request, key)
	return m != nil && slices.Contains(addressAPIs, m.APIName())
}

// ownAddresses gives the response to r with the tap's addresses for brokers. It is
// the same frame if there are none in it.
func (f *forwarder) ownAddresses(frame []byte, r request) []byte {
	m, version := capture.ResponseMessage(f.tap.catalog, r.key, r.version, frame)
	if m == nil {
		return frame
	}
	d, err := f.tap.catalog.Decode(frame, m, version, layout.WholeFrame, layout.Options{NoTree: true, Values: true})
	if err != nil || !d.OK() || !hasAddress(d.Body) {
		return frame
	}
	// Any other byte has to stay as it is.
	if again, err := f.encode(d); err != nil || !bytes.Equal(again, frame) {
		f.tap.log(fmt.Sprintf("%v: the addresses in a %s stay, as nothing else of it could", f.client.RemoteAddr(), m.Name))
		return frame
	}
	f.replace(d.Body)
	changed, err := f.encode(d)
	if err != nil {
		f.tap.log(err.Error())
		return frame
	}
	return changed
}

func (f *forwarder) encode(d *layout.Decoded) ([]byte, error) {
	return f.tap.catalog.Encode(d.Message, d.Version, d.Parts, d.Header, d.Body)
}

// hasAddress reports whether there is an address of a broker in v.
func hasAddress(v any) bool {
	found := false
	eachAddress(v, func(*value.Struct, int, int) { found = true })
	return found
}

// eachAddress calls visit for every struct in v with a host and a port, and the
// indexes of both.
func eachAddress(v any, visit func(s *value.Struct, host, port int)) {
	switch v := v.(type) {
	case []any:
		for _, element := range v {
			eachAddress(element, visit)
		}
	case *value.Struct:
		if v == nil {
			return
		}
		field := func(name string) int {
			return slices.IndexFunc(v.Type.Fields, func(f *model.Field) bool { return strings.EqualFold(f.Name, name) })
		}
		host, port := field("Host"), field("Port")
		if host >= 0 && port >= 0 {
			// A coordinator that is not available has no address.
			if name, ok := v.Fields[host].(string); ok && name != "" {
				visit(v, host, port)
			}
		}
		for _, inner := range v.Fields {
			eachAddress(inner, visit)
		}
	}
}

// replace puts the tap's addresses in the place of the brokers'. The client
// reaches the tap by the address that it has used already.
func (f *forwarder) replace(body *value.Struct) {
	own := f.client.LocalAddr().(*net.TCPAddr)
	eachAddress(body, func(s *value.Struct, host, port int) {
		broker := net.JoinHostPort(s.Fields[host].(string), strconv.FormatInt(s.Fields[port].(int64), 10))
		n, err := f.tap.portFor(broker)
		if err != nil {
			f.tap.log(fmt.Sprintf("broker %s cannot be reached through the tap: %v", broker, err))
			return
		}
		s.Fields[host], s.Fields[port] = own.IP.String(), int64(n)
	})
}
