// Package jars says which of Kafka's jars holds which of this project's schema
// sets, and fetches those of any release with Maven.
package jars

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// group is the Maven group of all of Kafka's artifacts.
const group = "org.apache.kafka"

// ErrNotPublished says that a release has no such artifact.
var ErrNotPublished = errors.New("not published")

// A Set is one set of schemas.
type Set struct {
	Name     string // of the folder in schemas/
	Artifact string // whose jar has Kafka's
}

// Sets are all sets of schemas.
func Sets() []Set {
	return []Set{
		{"kafka", "kafka-clients"},
		{"metadata", "kafka-metadata"},
		{"groupcoordinator", "kafka-group-coordinator"},
		{"transactioncoordinator", "kafka-transaction-coordinator"},
		{"sharecoordinator", "kafka-share-coordinator"},
		{"raft", "kafka-raft"},
		{"streams", "kafka-streams"},
		{"storage", "kafka-storage"},
	}
}

// FileName is what the jar of an artifact is called.
func FileName(artifact, version string) string { return artifact + "-" + version + ".jar" }

// Fetch returns the path of an artifact's jar, which it fetches into dir unless
// it is there. The environment variable KGEN_KAFKA_JARS names a folder that has
// the jars already. The error is an [ErrNotPublished] if Maven knows of no such
// artifact in that version.
func Fetch(dir, artifact, version string) (string, error) {
	name := FileName(artifact, version)
	if given := os.Getenv("KGEN_KAFKA_JARS"); given != "" {
		path := filepath.Join(given, name)
		if _, err := os.Stat(path); err != nil {
			return "", fmt.Errorf("KGEN_KAFKA_JARS: %w", err)
		}
		return path, nil
	}
	dir, err := filepath.Abs(dir)
	if err != nil {
		return "", err
	}
	path := filepath.Join(dir, name)
	if _, err := os.Stat(path); err == nil {
		return path, nil
	}
	if _, err := exec.LookPath("mvn"); err != nil {
		return "", fmt.Errorf("%s must be fetched, which needs Maven (mvn) and Java: install them, "+
			"or set KGEN_KAFKA_JARS to a folder with Kafka's jars", name)
	}
	return path, copyJar(group+":"+artifact+":"+version, path)
}

// copyJar has Maven fetch an artifact to path. The file is complete or not there
// at all, also if Maven is stopped midway.
func copyJar(coordinates, path string) error {
	dir := filepath.Dir(path)
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	partial, err := os.MkdirTemp(dir, "partial-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(partial)
	out, err := exec.Command("mvn", "-q", "-B", "dependency:copy", "-Dartifact="+coordinates,
		"-DoutputDirectory="+partial, "-Dmdep.useBaseVersion=true").CombinedOutput()
	if err != nil {
		if strings.Contains(string(out), "Could not find artifact") {
			return fmt.Errorf("%s: %w", coordinates, ErrNotPublished)
		}
		return fmt.Errorf("fetching %s with Maven: %w\n%s", coordinates, err, out)
	}
	return os.Rename(filepath.Join(partial, filepath.Base(path)), path)
}
