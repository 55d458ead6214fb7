// Package messages finds every message of every generated package by its name,
// and the schema that it was made from.
package messages

import (
	"fmt"
	"io/fs"
	"sync"

	"github.com/kgen-go/kgen/gen/groupcoordinator"
	"github.com/kgen-go/kgen/gen/kafka"
	"github.com/kgen-go/kgen/gen/metadata"
	"github.com/kgen-go/kgen/gen/raft"
	"github.com/kgen-go/kgen/gen/sharecoordinator"
	"github.com/kgen-go/kgen/gen/storage"
	"github.com/kgen-go/kgen/gen/streams"
	"github.com/kgen-go/kgen/gen/transactioncoordinator"
	"github.com/kgen-go/kgen/internal/model"
	"github.com/kgen-go/kgen/internal/schema"
	"github.com/kgen-go/kgen/kwire"
	"github.com/kgen-go/kgen/schemas"
)

// Packages are the generated packages, by the folder of their schemas: the
// function of each that makes a message by its name.
var Packages = map[string]func(name string) kwire.Message{
	"groupcoordinator":       groupcoordinator.NewMessage,
	"kafka":                  kafka.NewMessage,
	"metadata":               metadata.NewMessage,
	"raft":                   raft.NewMessage,
	"sharecoordinator":       sharecoordinator.NewMessage,
	"storage":                storage.NewMessage,
	"streams":                streams.NewMessage,
	"transactioncoordinator": transactioncoordinator.NewMessage,
}

// New returns a new message by its name, nil if there is none. Names are unique
// over all packages.
func New(name string) kwire.Message {
	for _, newMessage := range Packages {
		if m := newMessage(name); m != nil {
			return m
		}
	}
	return nil
}

// Schemas returns the schemas of all messages that have a version left, in
// order of set and name. Names are unique over all sets.
var Schemas = sync.OnceValues(func() ([]*model.Message, error) {
	sets, err := fs.ReadDir(schemas.FS(), ".")
	if err != nil {
		return nil, err
	}
	var all []*model.Message
	for _, set := range sets {
		files, findings, err := schema.Load([]string{schema.EmbeddedPrefix + set.Name()}, schemas.FS())
		if err != nil {
			return nil, err
		}
		built, more := model.Build(files, model.Options{})
		if findings = append(findings, more...); schema.HasErrors(findings) {
			return nil, fmt.Errorf("%s: %v", set.Name(), findings)
		}
		for _, m := range built.Messages {
			if !m.Valid.Empty() {
				all = append(all, m)
			}
		}
	}
	return all, nil
})
