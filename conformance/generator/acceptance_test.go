package generator_test

import (
	"encoding/json"
	"os"
	"regexp"
	"slices"
	"testing"

	"github.com/kgen-go/kgen/internal/gogen"
	"github.com/kgen-go/kgen/internal/model"
	"github.com/kgen-go/kgen/internal/randomschema"
	"github.com/kgen-go/kgen/internal/schema"
)

// verdict gives why kgen refuses a schema, nil if it takes it.
func verdict(s randomschema.Schema) []string {
	file, found := schema.Parse(s.Name+".json", s.Name+".json", s.Text)
	if file != nil {
		set, more := model.Build([]*schema.File{file}, model.Options{})
		found = append(found, more...)
		if set != nil {
			_, more, err := gogen.Generate(set, gogen.Options{Package: "random"})
			found = append(found, more...)
			if err != nil {
				return []string{err.Error()}
			}
		}
	}
	var list []string
	for _, f := range found {
		if !f.Warning {
			list = append(list, f.String())
		}
	}
	return list
}

// acceptance lists the schemas that one side takes and the other refuses.
type acceptance struct{ KafkaTakes, KgenTakes []*difference }

// A difference is how one side refuses what the other takes.
type difference struct {
	Refusal string // what it says, a regular expression
	Why     string
	pattern *regexp.Regexp
	seen    int
}

func readAcceptance(t *testing.T) *acceptance {
	t.Helper()
	text, err := os.ReadFile("testdata/acceptance.json")
	if err != nil {
		t.Fatal(err)
	}
	a := &acceptance{}
	if err := json.Unmarshal(text, a); err != nil {
		t.Fatal(err)
	}
	for _, d := range slices.Concat(a.KafkaTakes, a.KgenTakes) {
		if d.pattern, err = regexp.Compile(d.Refusal); err != nil {
			t.Fatal(err)
		}
	}
	return a
}

// check looks for differences that are not on the list, and with all set for
// some on the list that no schema shows.
func (a *acceptance) check(t *testing.T, list []madeUp, refusedByKafka map[string]string, all bool) {
	t.Helper()
	agreed, kafkaTakes, kgenTakes := 0, 0, 0
	for _, s := range list {
		refusal, refused := refusedByKafka[s.Name]
		switch {
		case refused == (s.refused != nil):
			agreed++
		case refused:
			kgenTakes++
			if !find(a.KgenTakes, refusal) {
				t.Errorf("%s (%s): kgen takes what Kafka refuses: %s\n%s", s.Name, s.Breaks, refusal, s.Text)
			}
		default:
			kafkaTakes++
			// All of them, as one that Kafka shares would have made it refuse.
			for _, text := range s.refused {
				if !find(a.KafkaTakes, text) {
					t.Errorf("%s (%s): Kafka takes what kgen refuses: %s\n%s", s.Name, s.Breaks, text, s.Text)
				}
			}
		}
	}
	t.Logf("%d schemas: of one mind on %d; Kafka alone takes %d, kgen alone %d", len(list), agreed, kafkaTakes, kgenTakes)
	for _, d := range slices.Concat(a.KafkaTakes, a.KgenTakes) {
		t.Logf("%4d %s: %s", d.seen, d.Refusal, d.Why)
		if d.seen == 0 && all {
			t.Errorf("no schema shows the difference %s", d.Refusal)
		}
	}
}

// find finds a refusal on a list.
func find(list []*difference, refusal string) bool {
	for _, d := range list {
		if d.pattern.MatchString(refusal) {
			d.seen++
			return true
		}
	}
	return false
}
