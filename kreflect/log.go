package kreflect

import (
	"log/slog"
	"reflect"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/kgen-go/kgen/kwire"
)

// Bounds of what is logged.
const (
	maxLogLine     = 1024 // bytes of a line, about
	maxLogString   = 64   // bytes of a string
	maxLogElements = 4    // of an array
)

// redacted stands in the place of a secret.
const redacted = "(redacted)"

// LogText is a message as logs show it; see [Log].
type LogText struct{ m kwire.Message }

// Log returns m for logging: it prints as one line of about a kilobyte at
// most, with the fields that are not at their default.
//
//	FetchRequest{MaxWaitMs: 500, Topics: [{Topic: "orders", Partitions: [{FetchOffset: 7}, 3 more]}]}
//
// Bytes and records are shown by their length. Secrets are left out: passwords,
// tokens, what SASL exchanges, and the values of configurations that are
// sensitive or whose names say so. Nothing is put together before it is printed,
// so a level that is off costs nothing.
func Log(m kwire.Message) LogText { return LogText{m} }

// LogValue implements [slog.LogValuer].
func (t LogText) LogValue() slog.Value { return slog.StringValue(t.String()) }

// ReplaceAttr makes a handler of slog show every message as [Log] does, for
// slog.HandlerOptions.
func ReplaceAttr(_ []string, a slog.Attr) slog.Attr {
	if m, ok := a.Value.Any().(kwire.Message); ok {
		a.Value = Log(m).LogValue()
	}
	return a
}

// String gives the line. It never fails: a message without facts is shown by its
// name.
func (t LogText) String() string {
	if t.m == nil || reflect.ValueOf(t.m).IsNil() {
		return "null"
	}
	facts, err := Of(t.m)
	if err != nil {
		return t.m.Info().Name + "{...}"
	}
	var w logWriter
	w.b.WriteString(facts.Info.Name)
	w.structure(facts.Body, reflect.ValueOf(t.m).Elem())
	return w.b.String()
}

type logWriter struct {
	b strings.Builder
	// sensitive is set within a configuration that is.
	sensitive bool
}

// full reports whether the line is long enough, and if so says that there is
// more.
func (w *logWriter) full() bool {
	if w.b.Len() < maxLogLine {
		return false
	}
	w.b.WriteString("...")
	return true
}

func (w *logWriter) structure(s *Struct, v reflect.Value) {
	outer := w.sensitive
	w.sensitive = w.sensitive || s.isSensitive(v)
	w.b.WriteByte('{')
	separator := ""
	for _, f := range s.Fields {
		value := v.Field(f.index)
		if f.isDefault(value) {
			continue
		}
		w.b.WriteString(separator)
		separator = ", "
		if w.full() {
			break
		}
		w.b.WriteString(f.GoName + ": ")
		if w.sensitive && f.isConfigValue() || s.isSecret(f, v) {
			w.b.WriteString(redacted)
		} else {
			w.field(f, value)
		}
	}
	if tags := s.tags(v); !tags.IsEmpty() && !w.full() {
		w.b.WriteString(separator + "UnknownTags: ")
		w.count(tags.Len(), "tag")
	}
	w.b.WriteByte('}')
	w.sensitive = outer
}

func (w *logWriter) field(f *Field, v reflect.Value) {
	switch {
	case f.isNull(v):
		w.b.WriteString("null")
	case f.Array:
		w.array(f, v)
	default:
		w.value(f, v)
	}
}

func (w *logWriter) array(f *Field, v reflect.Value) {
	w.b.WriteByte('[')
	for i := range v.Len() {
		if i > 0 {
			w.b.WriteString(", ")
		}
		if i == maxLogElements || w.b.Len() >= maxLogLine {
			w.b.WriteString(strconv.Itoa(v.Len()-i) + " more")
			break
		}
		w.value(f, v.Index(i))
	}
	w.b.WriteByte(']')
}

// value writes a field that is not null, or an element.
func (w *logWriter) value(f *Field, v reflect.Value) {
	switch f.Kind {
	case StructKind:
		w.structure(f.Struct, reflect.Indirect(v))
	case String:
		if v.Kind() == reflect.Struct {
			v = v.Field(0)
		}
		w.text(v.String())
	case Bytes, Records:
		w.count(v.Len(), "byte")
	case Bool:
		w.b.WriteString(strconv.FormatBool(v.Bool()))
	case Float64:
		w.b.WriteString(strconv.FormatFloat(v.Float(), 'g', -1, 64))
	case UUID:
		w.b.WriteString(v.Interface().(kwire.UUID).String())
	case Uint16, Uint32:
		w.b.WriteString(strconv.FormatUint(v.Uint(), 10))
	default:
		w.b.WriteString(strconv.FormatInt(v.Int(), 10))
	}
}

// text writes a string in quotes, so that it cannot break the line.
func (w *logWriter) text(s string) {
	rest := ""
	if len(s) > maxLogString {
		cut := maxLogString
		for cut > 0 && !utf8.RuneStart(s[cut]) {
			cut--
		}
		s, rest = s[:cut], "..."
	}
	w.b.WriteString(strconv.Quote(s) + rest)
}

func (w *logWriter) count(n int, what string) {
	w.b.WriteString("(" + strconv.Itoa(n) + " " + what)
	if n != 1 {
		w.b.WriteByte('s')
	}
	w.b.WriteByte(')')
}

// valueText is a value of a difference as logs show it.
func valueText(f *Field, value any) string {
	var w logWriter
	switch v := value.(type) {
	case nil:
		return "null"
	case kwire.Tags:
		w.count(v.Len(), "tag")
	default:
		if r := reflect.ValueOf(v); f.Array && r.Kind() == reflect.Slice && r.Type() == f.goType {
			w.array(f, r)
		} else {
			w.value(f, r)
		}
	}
	return w.b.String()
}
