package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

const (
	kmsgModule   = "github.com/twmb/franz-go/pkg/kmsg"
	saramaModule = "github.com/IBM/sarama"
	benchPackage = "github.com/kgen-go/kgen/interop/bench"

	// oldKmsg is the last version whose generated code is inline: from 1.15 on
	// it is smaller, and slower with messages of numbers.
	oldKmsg = "v1.14.0"
)

// overlay is what go build -overlay reads: files that are to be seen in the
// place of others, which need not exist.
type overlay struct {
	Replace map[string]string
}

// prepare makes, within temp, what the benchmarks need of two codecs that
// cannot be required in the ordinary way, and returns the overlay that adds it
// to the bench package in the module at dir:
//
//   - kmsg in a second version: a module cannot require two, so the second
//     becomes a package of this module, under another path;
//   - sarama, whose encode and decode are not exported: a copy gets a file
//     more that exports them.
func prepare(dir, temp string) (file string, err error) {
	o := overlay{map[string]string{}}
	bench := filepath.Join(dir, "bench")
	extra := filepath.Join(bench, "testdata", "extra")

	kmsg, err := download(dir, kmsgModule+"@"+oldKmsg)
	if err != nil {
		return "", err
	}
	kmsgCopy := copied{
		from: kmsg, to: filepath.Join(bench, "thirdparty", "kmsg114"), temp: temp,
		oldPath: kmsgModule, newPath: benchPackage + "/thirdparty/kmsg114",
	}
	if err := kmsgCopy.addTo(o); err != nil {
		return "", err
	}
	// The same code serves both versions of kmsg.
	peer := kmsgCopy
	peer.from, peer.to = filepath.Join(bench, "kmsgpeer"), filepath.Join(bench, "kmsg114peer")
	// The import's last element is no longer the package's name.
	peer.oldPath, peer.newPath = `"`+kmsgModule+`"`, `kmsg "`+kmsgCopy.newPath+`"`
	if err := peer.addTo(o); err != nil {
		return "", err
	}

	version, err := moduleVersion(dir, saramaModule)
	if err != nil {
		return "", err
	}
	sarama, err := download(dir, saramaModule+"@"+version)
	if err != nil {
		return "", err
	}
	saramaCopy := copied{
		from: sarama, to: filepath.Join(bench, "thirdparty", "sarama"), temp: temp,
		oldPath: saramaModule, newPath: benchPackage + "/thirdparty/sarama",
	}
	if err := saramaCopy.addTo(o); err != nil {
		return "", err
	}
	o.Replace[filepath.Join(saramaCopy.to, "bench_export.go")] = filepath.Join(extra, "sarama_export.go")
	o.Replace[filepath.Join(bench, "saramapeer", "sarama.go")] = filepath.Join(extra, "sarama.go")
	o.Replace[filepath.Join(bench, "peers_extra.go")] = filepath.Join(extra, "peers.go")

	content, err := json.Marshal(o)
	if err != nil {
		return "", err
	}
	file = filepath.Join(temp, "overlay.json")
	return file, os.WriteFile(file, content, 0o666)
}

// download returns the folder in the module cache of module@version.
func download(dir, module string) (string, error) {
	out, err := goCommand(dir, "mod", "download", "-json", module)
	if err != nil {
		return "", err
	}
	var info struct{ Dir string }
	if err := json.Unmarshal([]byte(out), &info); err != nil {
		return "", fmt.Errorf("go mod download %s: %w", module, err)
	}
	return info.Dir, nil
}

// moduleVersion is the version that interop/go.mod requires.
func moduleVersion(dir, module string) (string, error) {
	return goCommand(dir, "list", "-m", "-f", "{{.Version}}", module)
}

// copied is a package tree that is to be seen at another place, with the
// imports of one path changed to another.
type copied struct {
	from, to         string // folders; nothing is written to the second
	temp             string // holds the changed files
	oldPath, newPath string
}

// addTo adds the tree's Go files but for tests, and but for those folders that
// are modules of their own or programs.
func (c copied) addTo(o overlay) error {
	return filepath.WalkDir(c.from, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(c.from, path)
		if err != nil {
			return err
		}
		if d.IsDir() {
			if rel != "." && !strings.HasPrefix(rel, "internal") {
				return fs.SkipDir
			}
			return nil
		}
		if !strings.HasSuffix(rel, ".go") || strings.HasSuffix(rel, "_test.go") {
			return nil
		}
		content, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		content = bytes.ReplaceAll(content, []byte(c.oldPath), []byte(c.newPath))
		changed := filepath.Join(c.temp, filepath.Base(c.to), rel)
		if err := os.MkdirAll(filepath.Dir(changed), 0o777); err != nil {
			return err
		}
		o.Replace[filepath.Join(c.to, rel)] = changed
		return os.WriteFile(changed, content, 0o666)
	})
}
