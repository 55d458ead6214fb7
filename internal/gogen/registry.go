package gogen

import (
	"cmp"
	"slices"
	"strings"

	"github.com/kgen-go/kgen/internal/model"
)

// registryNames are the exported names that registry.go may declare in a
// package. They are the same for every set of messages.
var registryNames = []string{
	"AppendRequest", "AppendRequestHeader", "AppendResponse", "DecodeRequest", "DecodeRequestHeader", "DecodeRequestWith",
	"DecodeResponse", "DecodeResponseWith", "Key", "Keys", "NewCoordinatorKey", "NewCoordinatorValue", "NewMessage",
	"NewMetadataRecord", "NewRequest", "NewResponse", "RequestBuffers", "RequestInfo", "ResponseBuffers",
}

// registryData is what the template of registry.go sees.
type registryData struct {
	Keys []registryKey // of requests and responses, in order
	// Kinds of messages that are numbered, with a constructor each.
	Makers   []maker
	Messages []registryMessage // in order of name
	Frames   bool              // the set has both headers
	// RequestInfos are the descriptions of the requests that have a version.
	RequestInfos []requestInfo
}

type requestInfo struct {
	Key, Info string
}

type registryMessage struct {
	Name, Go string
}

type registryKey struct {
	Name   string
	Number int16
}

type maker struct {
	Func, What string
	KeyType    string
	Entries    []makerEntry
}

type makerEntry struct {
	Number int16
	Go     string // "" for a key whose message has no version left
	Name   string
}

// registryFile renders what the messages of a set have in common: their keys,
// constructors by key and by name, and frames.
func (r renderer) registryFile(set *model.Set, pkg string) (File, error) {
	var d registryData
	makers := []struct {
		kind       model.MessageType
		name, what string
	}{
		{model.Request, "NewRequest", "request"},
		{model.Response, "NewResponse", "response"},
		{model.Metadata, "NewMetadataRecord", "metadata record"},
		{model.CoordinatorKey, "NewCoordinatorKey", "key of a coordinator record"},
		{model.CoordinatorValue, "NewCoordinatorValue", "value of a coordinator record"},
	}
	for _, k := range makers {
		entries := makerEntries(set, k.kind)
		if k.kind == model.Request {
			d.Keys = registryKeys(entries)
		}
		if len(entries) > 0 {
			keyType := "int16"
			if (k.kind == model.Request || k.kind == model.Response) && len(d.Keys) > 0 {
				keyType = "Key"
			}
			d.Makers = append(d.Makers, maker{k.name, k.what, keyType, entries})
		}
	}
	headers := map[string]*model.Message{}
	for _, m := range set.Messages {
		if m.Valid.Empty() {
			continue
		}
		d.Messages = append(d.Messages, registryMessage{m.Name, messageName(m)})
		if m.Type == model.Request {
			d.RequestInfos = append(d.RequestInfos, requestInfo{m.APIName(), infoName(m)})
		}
		if m.Type == model.Header && hasFields(m.Body, headerFields[m.Name]) {
			headers[m.Name] = m
		}
	}
	d.Frames = len(d.RequestInfos) > 0 && suffices(headers["RequestHeader"], set, model.Request) &&
		suffices(headers["ResponseHeader"], set, model.Response)
	return r.goFile("registry.go", header{Package: pkg, Codec: true}, "registry", d)
}

// suffices reports whether a header has all versions that the messages of a type
// need: frames that only some of them could have would fail at run time.
func suffices(header *model.Message, set *model.Set, kind model.MessageType) bool {
	if header == nil {
		return false
	}
	for _, m := range set.Messages {
		if m.Type != kind || m.Valid.Empty() {
			continue
		}
		for v := m.Valid.Low; v <= m.Valid.High && v >= 0; v++ {
			if !header.Valid.Contains(m.HeaderVersion(v)) {
				return false
			}
		}
	}
	return true
}

func makerEntries(set *model.Set, kind model.MessageType) []makerEntry {
	var entries []makerEntry
	for _, m := range set.Messages {
		if m.Type != kind || !m.HasAPIKey {
			continue
		}
		e := makerEntry{Number: m.APIKey, Name: m.Name, Go: messageName(m)}
		if m.Valid.Empty() {
			e.Go = ""
		}
		entries = append(entries, e)
	}
	slices.SortFunc(entries, func(a, b makerEntry) int { return cmp.Compare(a.Number, b.Number) })
	return entries
}

// registryKeys names the API keys after their requests.
func registryKeys(entries []makerEntry) []registryKey {
	var keys []registryKey
	for _, e := range entries {
		keys = append(keys, registryKey{strings.TrimSuffix(e.Name, "Request"), e.Number})
	}
	return keys
}

// headerFields are the fields of the headers that the code for frames sets.
var headerFields = map[string]map[string]model.Kind{
	"RequestHeader": {
		"RequestApiKey": model.Int16, "RequestApiVersion": model.Int16, "CorrelationId": model.Int32, "ClientId": model.String,
	},
	"ResponseHeader": {"CorrelationId": model.Int32},
}

// hasFields reports whether s has fields of those names and kinds, strings
// nullable.
func hasFields(s *model.Struct, kinds map[string]model.Kind) bool {
	found := 0
	for _, f := range liveFields(s) {
		if kind, want := kinds[f.Name]; want && kind == f.Type.Kind && (kind != model.String || isNullable(f)) {
			found++
		}
	}
	return len(kinds) > 0 && found == len(kinds)
}
