package archtest

import (
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

const module = "github.com/kgen-go/kgen"

// layers says what each package of the pipeline may import from this module.
// Nothing points backwards.
var layers = map[string][]string{
	"kwire":            {"kwire/internal/*"},
	"kwire/codec":      {"kwire", "kwire/internal/*"},
	"kwire/records":    {"kwire"},
	"kreflect":         {"kwire"},
	"kapi":             {"kwire", "kreflect", "kerror", "gen/kafka"},
	"schemas":          {},
	"templates":        {},
	"internal/schema":  {},
	"internal/model":   {"internal/schema"},
	"internal/gogen":   {"internal/schema", "internal/model", "templates"},
	"internal/prune":   {"internal/model"},
	"internal/export":  {"internal/model", "internal/gogen"},
	"internal/proof":   {"internal/model", "internal/layout/*", "internal/output"},
	"internal/custom":  {"internal/export", "internal/output"},
	"internal/output":  {},
	"internal/layout":  {"internal/schema", "internal/model", "kwire/records", "internal/layout/*"},
	"internal/compare": {"internal/schema", "internal/model"},
	"gen/kafka":        {"kwire", "kwire/codec"},
}

func TestLayers(t *testing.T) {
	for pkg, allowed := range layers {
		path := module + "/" + pkg
		if _, err := os.Stat("../../" + pkg); err != nil {
			t.Errorf("%s: %v", pkg, err)
			continue
		}
		for _, imported := range goList(t, "-f", `{{join .Imports "\n"}}`, path) {
			rest, ours := strings.CutPrefix(imported, module+"/")
			if ours && !slices.ContainsFunc(allowed, func(a string) bool { return matches(a, rest) }) {
				t.Errorf("%s imports %s; it may import %v", pkg, rest, allowed)
			}
		}
	}
}

func matches(pattern, pkg string) bool {
	prefix, isPrefix := strings.CutSuffix(pattern, "*")
	return pattern == pkg || isPrefix && strings.HasPrefix(pkg, prefix)
}

// The runtime, and so what users' programs link, needs the standard library
// alone.
func TestRuntimeIsStandardLibraryOnly(t *testing.T) {
	for _, dep := range goList(t, "-deps", module+"/kwire", module+"/gen/kafka") {
		first, _, _ := strings.Cut(dep, "/")
		if strings.Contains(first, ".") && !strings.HasPrefix(dep, module+"/") {
			t.Errorf("%s is linked into users' programs", dep)
		}
	}
}

// A replace directive would break installing the tool from another module.
func TestNoReplaceInGoMod(t *testing.T) {
	mod, err := os.ReadFile("../../go.mod")
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(string(mod), "replace") {
		t.Error("go.mod has a replace directive")
	}
}

func goList(t *testing.T, args ...string) []string {
	t.Helper()
	out, err := exec.Command("go", append([]string{"list"}, args...)...).Output()
	if err != nil {
		t.Fatalf("go list %v: %v", args, err)
	}
	return strings.Fields(string(out))
}
