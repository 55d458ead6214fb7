package capture

import (
	"fmt"
	"time"

	"github.com/kgen-go/kgen/internal/layout"
	"github.com/kgen-go/kgen/internal/model"
)

// Summary describes a call on one line.
func (c *Call) Summary(catalog *layout.Catalog) string {
	line := fmt.Sprintf("%s %s -> %s ", c.Time.UTC().Format("15:04:05.000000"), c.Client, c.Server)
	if c.Token {
		line += "SASL token"
	} else {
		line += fmt.Sprintf("#%d %s v%d", c.CorrelationID, APIName(catalog, c.APIKey), c.Version)
	}
	line += ", " + bytesOf(c.RequestSize)
	if c.Request == nil {
		line += " that are not all in the capture"
	}
	switch c.Outcome {
	case Answered:
		return fmt.Sprintf("%s, answered after %v with %s", line, c.ResponseTime.Sub(c.Time).Round(time.Microsecond), bytesOf(len(c.Response)))
	case NotExpected:
		return line + ", acks=0, so no response is expected"
	case Missing:
		return line + ", the response is missing in the capture"
	}
	return line + ", no response"
}

func bytesOf(n int) string {
	if n == 1 {
		return "1 byte"
	}
	return fmt.Sprintf("%d bytes", n)
}

// APIName is what an API is called, its key if that is not known.
func APIName(catalog *layout.Catalog, key int16) string {
	if m := catalog.ByKey(model.Request, key); m != nil {
		return m.APIName()
	}
	return fmt.Sprintf("API key %d", key)
}
