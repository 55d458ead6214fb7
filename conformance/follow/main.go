// Follow says what it takes to bring the schemas of this project to another
// release of Kafka: it fetches that release's jars, prints in terms of the
// protocol what differs from schemas/, and leaves a list of what to write.
//
// Run it in the folder of this module:
//
//	go run ./follow -kafka 4.5.0
//
// The list is a Markdown file with a box to tick for each new message, each
// field that needs a description, and each fact that has changed.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"

	"github.com/kgen-go/kgen/conformance/jars"
	"github.com/kgen-go/kgen/internal/compare"
	"github.com/kgen-go/kgen/internal/model"
	"github.com/kgen-go/kgen/internal/schema"
	"github.com/kgen-go/kgen/schemas"
)

func main() {
	version := flag.String("kafka", "", "follow the `VERSION` of Kafka, such as 4.5.0")
	work := flag.String("work", "work", "keep jars and the list in `DIR`")
	flag.Parse()
	if err := follow(*version, *work, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "follow:", err)
		os.Exit(2)
	}
}

// aVersion keeps what becomes part of a path to what Kafka's releases are
// called: 4.5.0, 4.5.0-rc1.
var aVersion = regexp.MustCompile(`^[0-9]+(\.[0-9A-Za-z]+)+(-[0-9A-Za-z]+)*$`)

// follow compares all sets and writes the list to a file in work.
func follow(version, work string, out io.Writer) error {
	if !aVersion.MatchString(version) {
		return fmt.Errorf("%q is no version of Kafka; say which one to follow, as in -kafka 4.5.0", version)
	}
	var sections []section
	for _, set := range jars.Sets() {
		s, err := compareSet(set, version, work, out)
		if err != nil {
			return err
		}
		sections = append(sections, s)
	}
	list := filepath.Join(work, "follow-"+version+".md")
	if err := os.MkdirAll(work, 0o755); err != nil {
		return err
	}
	if err := os.WriteFile(list, todo(version, sections), 0o644); err != nil {
		return err
	}
	fmt.Fprintf(out, "What to write is in %s.\n", list)
	return nil
}

// A section is what one set contributes to the list.
type section struct {
	set      jars.Set
	theirs   *model.Set // nil if the release does not publish the set
	findings []compare.Finding
}

// compareSet compares one set with a release, and prints sizes and differences.
func compareSet(set jars.Set, version, work string, out io.Writer) (section, error) {
	s := section{set: set}
	jar, err := jars.Fetch(work, set.Artifact, version)
	if errors.Is(err, jars.ErrNotPublished) {
		fmt.Fprintf(out, "%s: Kafka %s has no %s\n", set.Name, version, set.Artifact)
		return s, nil
	}
	if err != nil {
		return s, err
	}
	ours, err := load(schema.EmbeddedPrefix + set.Name)
	if err != nil {
		return s, err
	}
	if s.theirs, err = load(jar); err != nil {
		return s, err
	}
	s.findings = compare.Sets(ours, s.theirs)
	was, is := compare.SizeOf(ours), compare.SizeOf(s.theirs)
	fmt.Fprintf(out, "%s: messages %d -> %d, versions %d -> %d, fields %d -> %d, differences %d\n", set.Name,
		was.Messages, is.Messages, was.Versions, is.Versions, was.Fields, is.Fields, len(s.findings))
	for _, f := range s.findings {
		fmt.Fprintf(out, "  %s: %s [%s]\n", f.Subject(), f.Text(), f.Kind)
	}
	return s, nil
}

// load reads a set. A release may have keys that this project does not know yet,
// which are among what there is to do.
func load(source string) (*model.Set, error) {
	files, findings, err := schema.Load([]string{source}, schemas.FS())
	if err != nil {
		return nil, err
	}
	var set *model.Set
	if !schema.HasErrors(findings) {
		set, findings = model.Build(files, model.Options{Accept: model.Accept{Level: model.AcceptAll}})
	}
	for _, f := range findings {
		fmt.Fprintln(os.Stderr, f)
	}
	if set == nil {
		return nil, fmt.Errorf("%s: the schemas have mistakes", source)
	}
	return set, nil
}
