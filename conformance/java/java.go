// Package java runs the programs in this folder, and those of Kafka, over the
// jars of a Kafka release.
package java

import (
	"context"
	"crypto/sha256"
	"encoding/xml"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
)

// folder is this one, as the tests in the folders beside it see it.
const folder = "../java"

// Command prepares a run of a main class: of this folder's, or of Kafka's. The
// first call fetches the jars, and the first for a class compiles it. The
// virtual machine stays small: it shares the computer with the tests. The caller
// waits for it to end, or ends ctx.
func Command(ctx context.Context, heap, class string, args ...string) (*exec.Cmd, error) {
	jars, err := Jars()
	if err != nil {
		return nil, err
	}
	return command(ctx, jars, heap, class, args)
}

// Generator prepares a run of GeneratorTool, over Kafka's message generator.
func Generator(ctx context.Context, heap string, args ...string) (*exec.Cmd, error) {
	project, err := os.ReadFile(filepath.Join(folder, "generator.xml"))
	if err != nil {
		return nil, err
	}
	jars, err := filepath.Abs(filepath.Join(folder, "target", fmt.Sprintf("generator-%x", sha256.Sum256(project))[:24]))
	if err != nil {
		return nil, err
	}
	if err := once(jars, func(dir string) error { return fetch(dir, "generator.xml") }); err != nil {
		return nil, err
	}
	return command(ctx, jars, heap, "GeneratorTool", args)
}

func command(ctx context.Context, jars, heap, class string, args []string) (*exec.Cmd, error) {
	for _, program := range []string{"java", "javac"} {
		if _, err := exec.LookPath(program); err != nil {
			return nil, fmt.Errorf("%s is missing: install a JDK of version 17 or later, such as the package openjdk-17-jdk-headless: %w", program, err)
		}
	}
	path := filepath.Join(jars, "*")
	if source := filepath.Join(folder, class+".java"); exists(source) {
		classes, err := compiled(jars, source)
		if err != nil {
			return nil, err
		}
		path = classes + string(os.PathListSeparator) + path
	}
	args = append([]string{"-Xmx" + heap, "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-XX:CICompilerCount=1",
		"-XX:ActiveProcessorCount=2", "-cp", path, class}, args...)
	return exec.CommandContext(ctx, "java", args...), nil
}

// Version is the Kafka release whose jars are used: the environment variable
// KGEN_KAFKA_VERSION, else what pom.xml says.
var Version = sync.OnceValues(func() (string, error) {
	if v := os.Getenv("KGEN_KAFKA_VERSION"); v != "" {
		return v, nil
	}
	text, err := os.ReadFile(filepath.Join(folder, "pom.xml"))
	if err != nil {
		return "", err
	}
	var pom struct {
		Version string `xml:"properties>kafka.version"`
	}
	err = xml.Unmarshal(text, &pom)
	return pom.Version, err
})

// Jars is the folder with the jars of the release and all that they need:
// KGEN_KAFKA_JARS, else one that Maven fills the first time.
func Jars() (string, error) {
	if dir := os.Getenv("KGEN_KAFKA_JARS"); dir != "" {
		return dir, nil
	}
	version, err := Version()
	if err != nil {
		return "", err
	}
	jars, err := filepath.Abs(filepath.Join(folder, "target", "jars-"+version))
	if err != nil {
		return "", err
	}
	return jars, once(jars, func(dir string) error { return fetch(dir, "pom.xml", "-Dkafka.version="+version) })
}

// fetch has Maven fill dir with what a project of this folder needs.
func fetch(dir, project string, options ...string) error {
	if _, err := exec.LookPath("mvn"); err != nil {
		return fmt.Errorf("mvn is missing: install Maven, such as the package maven, or name a folder of Kafka's jars in KGEN_KAFKA_JARS: %w", err)
	}
	return run("mvn", append([]string{"-q", "-B", "-f", filepath.Join(folder, project),
		"dependency:copy-dependencies", "-DincludeScope=runtime", "-DoutputDirectory=" + dir}, options...)...)
}

// compiled is the folder with the classes of a program. Each is compiled apart,
// with what it needs: not all need be able to run over every release.
func compiled(jars, source string) (string, error) {
	sources, err := filepath.Glob(filepath.Join(folder, "*.java"))
	if err != nil {
		return "", err
	}
	sum := sha256.New()
	fmt.Fprintln(sum, jars)
	for _, path := range sources {
		text, err := os.ReadFile(path)
		if err != nil {
			return "", err
		}
		sum.Write(text)
	}
	name := strings.TrimSuffix(filepath.Base(source), ".java")
	classes, err := filepath.Abs(filepath.Join(folder, "target", fmt.Sprintf("%s-%x", name, sum.Sum(nil)[:8])))
	if err != nil {
		return "", err
	}
	return classes, once(classes, func(dir string) error {
		return run("javac", "-cp", filepath.Join(jars, "*"), "-sourcepath", folder, "-d", dir, source)
	})
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// once has a folder filled that is not there yet. The folder is complete or not
// there at all, as other packages' tests may look for it at the same time.
func once(dir string, fill func(dir string) error) error {
	if exists(dir) {
		return nil
	}
	if err := os.MkdirAll(filepath.Dir(dir), 0o755); err != nil {
		return err
	}
	partial, err := os.MkdirTemp(filepath.Dir(dir), "partial-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(partial)
	if err := fill(partial); err != nil {
		return err
	}
	if err := os.Rename(partial, dir); err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	return nil
}

func run(name string, args ...string) error {
	if out, err := exec.Command(name, args...).CombinedOutput(); err != nil {
		return fmt.Errorf("%s %s: %w\n%s", name, strings.Join(args, " "), err, out)
	}
	return nil
}
