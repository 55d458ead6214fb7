package model

import (
	"fmt"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/google/go-cmp/cmp"

	"github.com/kgen-go/kgen/internal/schema"
)

// expectation is a comment in a faulty schema about its own line:
//
//	// ERROR "regexp of the message" rule-id at text
//
// The text is what stands at the finding's place. WARNING is likewise.
var expectation = regexp.MustCompile(`// (ERROR|WARNING) "(.*?)" ([a-z-]+) at (.*?)(?: // |$)`)

// faultySets reads the sets in testdata: in each archive, the files of one
// folder together, and others each alone. The keys are for the names of tests.
func faultySets(t testing.TB) map[string][]txtar.File {
	t.Helper()
	archives, err := filepath.Glob("testdata/rules/*.txtar")
	if err != nil || len(archives) == 0 {
		t.Fatalf("no archives with faulty schemas (%v)", err)
	}
	sets := map[string][]txtar.File{}
	for _, name := range archives {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range txtar.Parse(text).Files {
			set := path.Dir(file.Name)
			if set == "." {
				set = strings.TrimSuffix(file.Name, ".json")
			}
			set = strings.TrimSuffix(filepath.Base(name), ".txtar") + "/" + set
			sets[set] = append(sets[set], file)
		}
	}
	return sets
}

func parseSet(t *testing.T, files []txtar.File) []*schema.File {
	t.Helper()
	var parsed []*schema.File
	for _, file := range files {
		p, findings := schema.Parse(file.Name, path.Base(file.Name), file.Data)
		if p == nil || len(findings) > 0 {
			t.Fatalf("mistakes in the test's own schema: %v", findings)
		}
		parsed = append(parsed, p)
	}
	return parsed
}

// TestRules builds faulty schemas and compares what is found with the comments
// in them, both ways.
func TestRules(t *testing.T) {
	for name, files := range faultySets(t) {
		t.Run(name, func(t *testing.T) {
			set, findings := Build(parseSet(t, files), Options{})
			if (set == nil) != schema.HasErrors(findings) {
				t.Errorf("set is %v with findings %v", set, findings)
			}
			for _, file := range files {
				for number, line := range strings.Split(string(file.Data), "\n") {
					rest := line
					for {
						at := expectation.FindStringSubmatchIndex(rest)
						if at == nil {
							break
						}
						group := func(i int) string { return rest[at[2*i]:at[2*i+1]] }
						findings = dropExpected(t, findings, file.Name, number+1, line, group)
						rest = rest[at[9]:]
					}
				}
			}
			for _, f := range findings {
				if f.Rule != "file-name" { // the files are called after what they try
					t.Errorf("not expected: %v", f)
				}
			}
		})
	}
}

// dropExpected returns findings without the one that an expectation, with its
// four groups, asks for.
func dropExpected(t *testing.T, findings []schema.Finding, file string, number int, line string, group func(int) string) []schema.Finding {
	t.Helper()
	message := regexp.MustCompile(group(2))
	for i, f := range findings {
		if f.Path != file || f.Pos.Line != number || f.Rule != group(3) || f.Warning != (group(1) == "WARNING") {
			continue
		}
		text := strings.TrimSuffix(f.String(), " ["+f.Rule+"]")
		text = strings.TrimPrefix(text, fmt.Sprintf("%s:%s: ", f.Path, f.Pos))
		if !message.MatchString(text) || !strings.HasPrefix(line[f.Pos.Col-1:], group(4)) {
			continue
		}
		return slices.Delete(slices.Clone(findings), i, i+1)
	}
	t.Errorf("%s:%d: not found: %s %q [%s] at %s", file, number, group(1), group(2), group(3), group(4))
	return findings
}

// TestRuleTable checks that ids are words and used once, that rules have a
// sentence and an example, and that each rule that has a function is tried by one
// of the faulty schemas.
func TestRuleTable(t *testing.T) {
	tried := map[string]bool{}
	for _, files := range faultySets(t) {
		_, findings := Build(parseSet(t, files), Options{})
		for _, f := range findings {
			tried[f.Rule] = true
		}
	}
	ids := map[string]bool{}
	word := regexp.MustCompile(`^[a-z]+(-[a-z]+)*$`)
	for _, rule := range Rules() {
		if !word.MatchString(rule.ID) || ids[rule.ID] {
			t.Errorf("rule id %q is no word, or used twice", rule.ID)
		}
		ids[rule.ID] = true
		if !strings.HasSuffix(rule.Purpose, ".") {
			t.Errorf("rule %s: the purpose %q is no sentence", rule.ID, rule.Purpose)
		}
		if rule.Example() == "" {
			t.Errorf("rule %s has no example", rule.ID)
		}
		functions := 0
		for _, has := range []bool{rule.message != nil, rule.object != nil, rule.structure != nil, rule.field != nil, rule.set != nil} {
			if has {
				functions++
			}
		}
		if functions > 1 {
			t.Errorf("rule %s has %d functions", rule.ID, functions)
		}
		if functions == 1 && !tried[rule.ID] {
			t.Errorf("no faulty schema tries rule %s", rule.ID)
		}
	}
	for id := range examples {
		if !ids[id] {
			t.Errorf("there is an example of %s, which is no rule", id)
		}
	}
}

// TestUnknownKeysAsWarnings builds schemas that are newer than this program.
func TestUnknownKeysAsWarnings(t *testing.T) {
	files := parseSet(t, []txtar.File{{Name: "LampRequest.json", Data: []byte(`{
  "apiKey": 911, "type": "request", "listeners": ["broker", "edgeGateway"], "name": "LampRequest",
  "validVersions": "0-2", "flexibleVersions": "1+", "stewards": ["x"],
  "fields": [ { "name": "Lamp", "type": "int32", "versions": "0+", "sensitive": true, "entityType": "lampId" } ]
}`)}, {Name: "LampResponse.json", Data: []byte(`{
  "apiKey": 911, "type": "response", "name": "LampResponse", "validVersions": "0-2", "flexibleVersions": "1+", "fields": []
}`)}})
	set, findings := Build(files, Options{Accept: Accept{Level: AcceptAll}})
	want := []string{
		`LampRequest.json:2:61: warning: message LampRequest: unknown listener "edgeGateway"; known are zkBroker, broker and controller [unknown-listener]`,
		`LampRequest.json:3:53: warning: message LampRequest: unknown key "stewards" [unknown-key]`,
		`LampRequest.json:4:68: warning: field Lamp: unknown key "sensitive" [unknown-key]`,
		`LampRequest.json:4:101: warning: field Lamp: unknown entityType "lampId"; known are brokerId, groupId, producerId, topicName and transactionalId [unknown-entity]`,
	}
	var got []string
	for _, f := range findings {
		got = append(got, f.String())
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("findings differ (-want +got):\n%s", diff)
	}
	if set == nil || set.Messages[0].Name != "LampRequest" || set.Messages[0].Body.Fields[0].EntityType != "lampId" {
		t.Error("want a set in spite of the warnings, with the words as they are")
	}
	if set, findings := Build(files, Options{}); set != nil || len(findings) != 4 || !schema.HasErrors(findings) {
		t.Errorf("without the option got set %v, findings %v", set, findings)
	}
}
