package main

import (
	"flag"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/kgen-go/kgen/internal/gogen"
	"github.com/kgen-go/kgen/internal/model"
	"github.com/kgen-go/kgen/internal/prune"
)

// A need is what the flags besides -only say of the parts of a schema set that a
// program has a use for.
type need struct {
	listener string
	since    string
	versions versionsByName
	side     string
}

func (n *need) addFlags(flags *flag.FlagSet) {
	flags.StringVar(&n.listener, "listener", "", "generate only the APIs that a `LISTENER` of brokers takes, such as broker or\ncontroller")
	flags.StringVar(&n.since, "since", "", "leave out the versions that are not spoken with brokers of Kafka `RELEASE`, such as\n2.8, and newer ones")
	flags.Var(&n.versions, "versions", "generate only these versions of messages or APIs in `LIST`, such as Fetch=4-12,\nseparated by commas, whatever -since says; may be repeated")
}

func (n *need) addSideFlag(flags *flag.FlagSet) {
	flags.StringVar(&n.side, "side", "", "leave out the code that only the other side needs: `SIDE` is client, for a program that\nencodes requests and decodes responses, or server")
}

// selection is what is to be generated of a set.
func (n *need) selection(only list) prune.Selection {
	return prune.Selection{Names: only, Listener: n.listener, Since: n.since, Versions: n.versions}
}

// validate looks for values that the flags' types allow.
func (n *need) validate() error {
	if n.side == "" {
		return nil
	}
	return oneOf("side", n.side, string(gogen.ClientSide), string(gogen.ServerSide))
}

// versionsByName is a flag that takes versions of messages or APIs.
type versionsByName map[string]model.Versions

func (v *versionsByName) String() string {
	var parts []string
	for _, name := range slices.Sorted(maps.Keys(*v)) {
		parts = append(parts, name+"="+(*v)[name].String())
	}
	return strings.Join(parts, ",")
}

func (v *versionsByName) Set(text string) error {
	if *v == nil {
		*v = versionsByName{}
	}
	for part := range strings.SplitSeq(text, ",") {
		name, versionsText, found := strings.Cut(strings.TrimSpace(part), "=")
		if !found || name == "" {
			return fmt.Errorf("%q is not of the form NAME=VERSIONS", part)
		}
		versions, err := model.ParseVersions(versionsText)
		if err != nil {
			return err
		}
		if versions.Empty() {
			return fmt.Errorf("no versions for %s; to leave it out, use -only", name)
		}
		if _, given := (*v)[name]; given {
			return fmt.Errorf("%s is there twice", name)
		}
		(*v)[name] = versions
	}
	return nil
}
